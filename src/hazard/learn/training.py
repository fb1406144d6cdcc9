"""The one loop that trains: sessions, their rows, checkpoints. Learners differ; this does not.

A learner's whole life is a function of its recipe: all its randomness follows from the recipe's seed, and
between two sessions `state()` is everything that it is. So a run that was killed at any moment, and then
resumed, ends with the weights and the metrics of one that was not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Protocol

import msgspec

from hazard.core.errors import BadInput
from hazard.learn.events import Events
from hazard.learn.learners import row_of
from hazard.learn.metrics import SESSION, Row
from hazard.learn.recipe import Recipe
from hazard.learn.runs import EVENTS, Run
from hazard.learn.state import State, read_state


class Learner(Protocol):
    """Made as `Learner(recipe)`; `session()` is called as often as the recipe says."""

    def session(self) -> Row:
        """Play, learn, measure: one session, and its row of metrics (without the columns the loop adds)."""
        ...

    def state(self) -> State:
        """Everything that it is between two sessions."""
        ...

    def load(self, state: State) -> None:
        """Become what `state()` told; raises BadInput where it was another learner's."""
        ...


@dataclass
class Progress:
    """How far a training is, for those who watch."""

    run: Run
    recipe: Recipe
    session: int
    began_with: int  # session of the checkpoint that it goes on from
    row: Row | None = None  # of the last session

    @property
    def whole(self) -> int:
        """Sessions that are asked for."""
        return self.recipe.sessions


def make_learner(recipe: Recipe) -> Learner:
    """The learner that a recipe names; raises BadInput where it cannot be made."""
    return row_of(recipe.learner, "recipe").learner_class()(recipe)


def train(
    run: Run,
    *,
    watch: Callable[[Progress], None] = lambda progress: None,
    stop: Callable[[], bool] = lambda: False,
) -> Progress:
    """Train a run to its end, from its last checkpoint where it has one.

    `stop` is asked after every session; where it says so, the training is saved and returns. The last session
    always leaves a checkpoint.
    """
    with run.locked():
        recipe = run.recipe()
        learner = make_learner(recipe)
        session, elapsed = restore(run, learner)
        rows = run.metrics.cut(session)
        progress = Progress(run, recipe, session, session, rows[-1] if rows else None)
        watch(progress)
        saved = session
        with Events(run.folder / EVENTS, rows) as events:
            while session < recipe.sessions:
                begin = perf_counter()
                measured = learner.session()
                session += 1
                seconds = perf_counter() - begin
                elapsed += seconds
                row: Row = {
                    SESSION: session,
                    **measured,
                    "seconds": round(seconds, 3),
                    "elapsed": round(elapsed, 3),
                }
                run.metrics.append(row)
                events.add(row)
                progress.session, progress.row = session, row
                leaving = session == recipe.sessions or stop()
                if leaving or session % recipe.checkpoint_every == 0:
                    save(run, learner, session, elapsed, recipe.keep)
                    saved = session
                watch(progress)
                if leaving:
                    break
        assert saved == session
        return progress


def save(run: Run, learner: Learner, session: int, elapsed: float, keep: int) -> None:
    """Write a checkpoint."""
    state = State(values={"session": session, "elapsed": elapsed})
    state.add("learner", learner.state())
    try:
        run.save(session, state, keep)
    except BadInput as error:
        raise BadInput(f"{error}; make room, then `hazard train --resume {run.found_by}` goes on") from None


def restore(run: Run, learner: Learner) -> tuple[int, float]:
    """Put the last checkpoint into the learner; sessions and seconds so far, both 0 where there is none."""
    if not run.checkpoints():
        return 0, 0.0
    session, state = run.last_checkpoint()
    return session, put(run, learner, session, state)


def put(run: Run, learner: Learner, session: int, state: State) -> float:
    """Put a checkpoint into the learner; the seconds that it took. Raises BadInput where it does not fit."""
    try:
        learner.load(state.part("learner"))
        return float(state.values["elapsed"])
    except (KeyError, ValueError, TypeError, RuntimeError) as error:
        raise BadInput(f"checkpoint {run.checkpoint(session)} does not fit its recipe: {error}") from None


def learner_at(run: Run, session: int | None = None) -> tuple[Learner, int, float]:
    """The learner of a run on the processor, as its last checkpoint or that of a session tells it.

    Besides it the session and the seconds of training up to there; raises BadInput.
    """
    there = run.checkpoints()
    if session is None:
        session, state = run.last_checkpoint()
    elif session in there:
        state = read_state(run.checkpoint(session))
    else:
        told = f"there are {', '.join(map(str, there))}" if there else "there is none yet"
        raise BadInput(f"run {run.name} has no checkpoint of session {session}; {told}")
    learner = make_learner(msgspec.structs.replace(run.recipe(), device="cpu"))
    return learner, session, put(run, learner, session, state)


def lengthened(recipe: Recipe, sessions: int) -> Recipe:
    """The same recipe for more sessions (or fewer)."""
    return msgspec.structs.replace(recipe, sessions=sessions)
