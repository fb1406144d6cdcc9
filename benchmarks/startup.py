"""How long a command takes that has next to nothing to do: mostly imports."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path

from _measure import best_time, print_table

ROOT = Path(__file__).parents[1]
HAZARD = str(Path(sys.executable).with_name("hazard"))

COMMANDS: dict[str, list[str]] = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "python -c 'import numpy'": [sys.executable, "-c", "import numpy"],
    "hazard --version": [HAZARD, "--version"],
    "hazard --help": [HAZARD, "--help"],
    "hazard match mines --help": [HAZARD, "match", "mines", "--help"],
    "hazard agents": [HAZARD, "agents"],
    "hazard analyse examples/corner.mine": [HAZARD, "analyse", "examples/corner.mine"],
}


def seconds(command: list[str]) -> float:
    """Wall-clock time of one run, the best of ten."""
    run = partial(subprocess.run, command, cwd=ROOT, check=True, capture_output=True)
    return best_time(run, repeats=10)


def main() -> None:
    """Print one table."""
    rows = [[f"`{name}`", f"{seconds(command):.2f}"] for name, command in COMMANDS.items()]
    print_table("Start of a command, best of ten", ["command", "seconds"], rows)


if __name__ == "__main__":
    main()
