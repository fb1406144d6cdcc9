"""Draws the pictures of README and docs from what commands really print: `python docs/make_pictures.py`."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

HERE = Path(__file__).parent
COLUMNS = 94
THEME = TerminalTheme(
    (250, 250, 247),
    (38, 42, 51),
    [
        (38, 42, 51),
        (192, 57, 43),
        (30, 126, 82),
        (160, 104, 0),
        (37, 99, 175),
        (135, 70, 160),
        (0, 125, 140),
        (110, 115, 125),
    ],
)
# No web font: the reader's own monospace is there without a download.
FORMAT = """<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect width="100%" height="100%"/></clipPath>{lines}</defs>
<rect width="100%" height="100%" rx="8" fill="#fafaf7" stroke="#d9d9d2"/>
<g transform="translate(16, 14)">{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""

PICTURES = {
    "leaderboard": "match mines mines/random mines/rules mines/equations mines/exact --games 10000",
    "analyse": "analyse examples/corner.mine",
}


def draw(name: str, command: str) -> None:
    """Run one command as a terminal of COLUMNS would show it, and write its SVG."""
    environment = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(COLUMNS), "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    hazard = Path(sys.executable).with_name("hazard")
    printed = subprocess.run(
        [str(hazard), *command.split()],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
        cwd=HERE.parent,
    )
    console = Console(record=True, width=COLUMNS + 2, file=io.StringIO(), force_terminal=True)
    console.print(Text.assemble(("$ ", "bold"), (f"hazard {command}", "bold")), overflow="ignore", crop=False)
    console.print()
    console.print(Text.from_ansi(printed.stdout.rstrip()))
    svg = console.export_svg(theme=THEME, code_format=FORMAT, unique_id=name, font_aspect_ratio=0.61)
    (HERE / f"{name}.svg").write_text(svg)


if __name__ == "__main__":
    for picture, command_line in PICTURES.items():
        draw(picture, command_line)
