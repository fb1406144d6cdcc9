"""What the benchmarks share: one core, a machine line, best-of timing, Markdown rows."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import perf_counter

import hazard


def use_one_core() -> None:
    """Keep this process on one core, so that a figure for one thread is one."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def machine() -> str:
    """The processor, as far as the system tells."""
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        name = lines[0].split(":", 1)[1].strip() if lines else name
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}, hazard {hazard.__version__}"


def best_time(
    work: Callable[[], object], repeats: int = 5, clock: Callable[[], float] = perf_counter
) -> float:
    """The least seconds of a call: what the work takes when nothing disturbs it.

    `time.process_time` as clock leaves out what other programs take meanwhile, and child processes.
    """
    times: list[float] = []
    for _ in range(repeats):
        begin = clock()
        work()
        times.append(clock() - begin)
    return min(times)


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A Markdown table with the command that printed it; each row as soon as it is there."""
    command = f"python benchmarks/{Path(sys.argv[0]).name} {' '.join(sys.argv[1:])}".strip()
    print(f"\n**{title}** (`{command}`; {machine()})\n")
    print("| " + " | ".join(columns) + " |")
    print("|" + "---|" * len(columns), flush=True)
    for row in rows:
        print("| " + " | ".join(row) + " |", flush=True)
