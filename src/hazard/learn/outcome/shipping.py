"""What the native core plays of a run: `python -m hazard.learn.outcome.shipping RUN FILE.f32`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from hazard.core.errors import BadInput
from hazard.learn.outcome.learner import Outcome
from hazard.learn.runs import find_run, runs_folder
from hazard.learn.training import learner_at


def main(words: Sequence[str]) -> None:
    """Write the network of a run's last checkpoint."""
    name, file = words
    learner, session, _ = learner_at(find_run(name, runs_folder()))
    if not isinstance(learner, Outcome):
        raise BadInput(f"run {name} trains no network of outcomes")
    learner.write_player(Path(file))
    print(f"{file}: session {session}, {Path(file).stat().st_size:,} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
