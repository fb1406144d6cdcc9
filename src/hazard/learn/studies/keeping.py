"""What comes with Hazard of a study's trainings: thinned curves, and models small enough to ship.

python -m hazard.learn.studies.keeping RUN STUDY TRAINING     # makes both of a run
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import pairwise
from operator import mul
from pathlib import Path

import msgspec

from hazard.core.records import write_whole
from hazard.learn.metrics import SESSION, Metrics, Number, Row, columns_of, spans_of

KEPT = Path(__file__).parent / "kept"
MOST_ROWS = 150
DIGITS = 5
COUNTERS = {SESSION, "games", "wins", "elapsed", "rate"}  # of a bin the last value; else the mean
MEASURED = ("fresh_games", "fresh_win_rate", "fresh_low", "fresh_high")
DROPPED = {"play_seconds", "fit_seconds", "test_seconds", "positions"}


def curve_file(study: str, training: str) -> Path:
    """Where a training's curve is, if it is kept."""
    return KEPT / study / f"{training}.jsonl"


def model_file(study: str, training: str) -> Path:
    """Where a training's model is, if it is kept."""
    return KEPT / study / f"{training}.onnx"


def kept_curve(study: str, training: str) -> list[Row] | None:
    """The curve that is kept, or None."""
    path = curve_file(study, training)
    return Metrics(path).rows() if path.is_file() else None


def thinned(rows: Sequence[Row], most: int = MOST_ROWS) -> list[Row]:
    """At most so many rows: means of as many neighbouring ones each, give or take one.

    Shares weigh as much as their games, all else as much as the sessions that a row tells of.
    """
    spans, many = spans_of(rows), min(most, len(rows))
    edges = [part * len(rows) // max(many, 1) for part in range(many + 1)]
    return [mean_of(rows[begin:end], spans[begin:end]) for begin, end in pairwise(edges)]


def mean_of(rows: Sequence[Row], spans: Sequence[float]) -> Row:
    """One row for several."""
    mean: Row = {}
    for name in columns_of(rows):
        told = [place for place, row in enumerate(rows) if row.get(name) is not None]
        numbers = [float(rows[place][name] or 0) for place in told]
        if name in DROPPED:
            continue
        if name in COUNTERS or name in MEASURED:
            mean[name] = rounded(rows[told[-1]][name]) if told else None
        else:
            games = [float(rows[place].get("session_games") or 0) for place in told]
            weights = games if name == "win_rate" else [spans[place] for place in told]
            summed, total = sum(map(mul, numbers, weights)), sum(weights)
            mean[name] = rounded(summed / total) if total else None
    if mean.get("session_games") is not None:  # of the whole bin: intervals of win rates rest on it
        mean["session_games"] = sum(int(row.get("session_games") or 0) for row in rows)
    return mean


def rounded(value: Number) -> Number:
    """To a few digits: a picture shows no more."""
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value


def write_curve(rows: Sequence[Row], path: Path) -> None:
    """Keep a curve."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, b"".join(msgspec.json.encode(row) + b"\n" for row in thinned(rows)))


def main(words: Sequence[str]) -> None:
    """Keep a run as a study's training."""
    from hazard.learn.export import export_run
    from hazard.learn.runs import find_run, runs_folder

    name, study, training = words
    run = find_run(name, runs_folder())
    write_curve(run.metrics.rows(), curve_file(study, training))
    exported = export_run(run, model_file(study, training), half=True)
    print(f"{exported.file}: {exported.size:,} bytes, the same cell in {exported.same:.2%}")


if __name__ == "__main__":
    main(sys.argv[1:])
