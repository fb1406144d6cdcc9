"""`hazard play mines`: the terminal game, or an agent watched; here is the loop between keys and picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hazard.mines.level import Rule

if TYPE_CHECKING:
    from hazard.apps.cli.faces import Signs
    from hazard.apps.cli.play_session import Session
    from hazard.apps.cli.play_state import State
    from hazard.apps.cli.terminal import Terminal
    from hazard.apps.cli.watch import Watched

_TICK = 0.5
"""Seconds after which the clock is drawn anew."""


def mines(
    *, level: str = "beginner", rule: Rule = "open", seed: int | None = None, agent: str | None = None
) -> None:
    """Play Minesweeper in the terminal, with exact risks a key away; or watch an agent play.

    Arrow keys move, space opens, f flags, r shows the risks, ? lists all keys.

    Parameters
    ----------
    level
        beginner, beginner8, intermediate, expert, small, tiny4, tiny5, or ROWSxCOLS/MINES.
    rule
        What the first cell is: open (no mine on it or beside it), safe (no mine on it), any.
    seed
        The same seed and first cell give the same game anywhere; without it, a random one. New games count on
        from it.
    agent
        Watch this agent instead: a name that `hazard agents` lists, FILE.py[:Class], or
        FILE.onnx.
    """
    import secrets
    import sys

    from rich.console import Console

    from hazard.apps.cli.faces import signs_for
    from hazard.apps.cli.play_session import Session
    from hazard.apps.cli.terminal import Terminal
    from hazard.apps.cli.watch import Watched
    from hazard.core.registry import resolve
    from hazard.mines.level import Level

    chosen = Level.parse(level, rule)
    dealt = secrets.randbelow(2**32) if seed is None else seed
    console = Console(file=sys.stdout, highlight=False)
    signs = signs_for(console.encoding)
    terminal = Terminal(console)
    if agent is None:
        import time

        session = Session(chosen, dealt, time.monotonic)
        with terminal:
            _play(terminal, session, signs)
        return
    watched = Watched(chosen, dealt, resolve(agent, "mines"))
    with terminal:
        _watch(terminal, watched, signs)


def _play(terminal: Terminal, session: Session, signs: Signs) -> None:
    from hazard.apps.cli.play_state import State, press
    from hazard.apps.cli.play_view import render

    level = session.level
    state = State((level.rows, level.cols), level.default_first)
    while True:
        session.practice.seen |= state.risks and not session.over and not session.untouched
        terminal.draw(render(state, session, terminal.room, signs))
        key = terminal.key(_TICK)
        if key is None:
            continue
        state, wish = press(state, key)
        if wish is None:
            continue
        if wish.kind == "quit":
            return
        state = _granted(state, *session.grant(wish))


def _granted(state: State, message: str, cursor: tuple[int, int] | None) -> State:
    from dataclasses import replace

    return replace(state, message=message, cursor=cursor or state.cursor)


def _watch(terminal: Terminal, watched: Watched, signs: Signs) -> None:
    from hazard.apps.cli.watch import WatchState, press, render

    state = WatchState()
    while True:
        terminal.draw(render(state, watched, terminal.room, signs))
        state, wish = press(state, terminal.key(state.pause if state.auto else _TICK))
        if wish == "quit":
            return
        if wish == "step":
            watched.step()
        elif wish == "new":
            watched.deal((watched.seed + 1) % 2**64)
