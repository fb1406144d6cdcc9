"""`hazard play dice`: Dicewars in the terminal, against agents, or agents watched; the loop around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from hazard.apps.cli.speeds import PAUSES, Speed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hazard.apps.cli.dice_session import Session
    from hazard.apps.cli.terminal import Terminal
    from hazard.core.registry import ResolvedAgent

_TICK = 0.5
"""Seconds after which a changed window is drawn anew at the latest."""
_OPPONENT = "dice/dt.stei"


def dice(
    *,
    players: int | None = None,
    seed: int | None = None,
    against: Annotated[list[str] | None, Parameter(consume_multiple=True)] = None,
    seat: int = 0,
    speed: Speed = "normal",
    agent: str | None = None,
) -> None:
    """Play Dicewars in the terminal, with the exact odds of an attack before it is rolled; or watch agents.

    Arrow keys go from area to area, space chooses one and then its target, e ends the turn, ? lists all keys.

    Parameters
    ----------
    players
        2 to 8; without it as many as `--against` names and you, or 4.
    seed
        The same seed gives the same map and the same dice; without it, a random one. New games count on from
        it.
    against
        Agents that `hazard agents dice` lists, or FILE.py[:Class]: one for all other seats, or one for each
        in the order of turns. dice/dt.stei unless said otherwise.
    seat
        Where you sit: 0 begins (player A), 1 is second, …
    speed
        How fast agents play: fast, normal, slow, or step (a key for each command).
    agent
        Watch this agent in your seat instead.
    """
    import secrets
    import sys

    from rich.console import Console

    from hazard.apps.cli.dice_session import Session
    from hazard.apps.cli.terminal import Terminal
    from hazard.core.errors import BadInput
    from hazard.core.registry import resolve
    from hazard.dice.rules import Rules

    opponents = against or [_OPPONENT]
    count = (len(opponents) + 1 if len(opponents) > 1 else 4) if players is None else players
    rules = Rules(players=count)
    if not 0 <= seat < count:
        raise BadInput(f"seat {seat}: the seats of {count} players are 0 to {count - 1}")
    terminal = Terminal(Console(file=sys.stdout, highlight=False))
    seats = _seated(opponents, seat, count, None if agent is None else resolve(agent, "dice"))
    session = Session(rules, secrets.randbelow(10**6) if seed is None else seed, seats)
    with terminal:
        _play(terminal, session, seat, speed)


def _seated(
    opponents: Sequence[str], seat: int, players: int, here: ResolvedAgent | None
) -> list[ResolvedAgent | None]:
    """Who sits where: `here` (None: the player) in the seat, the opponents in the others."""
    from hazard.core.errors import BadInput
    from hazard.core.registry import resolve

    if len(opponents) not in (1, players - 1):
        raise BadInput(
            f"--against names {len(opponents)} agents for {players - 1} other seats; want one, or one each"
        )
    found: list[ResolvedAgent | None] = [resolve(name, "dice") for name in opponents]
    others = found * (players - 1) if len(found) == 1 else found
    return [*others[:seat], here, *others[seat:]]


def _play(terminal: Terminal, session: Session, seat: int, speed: Speed) -> None:
    from dataclasses import replace

    from hazard.apps.cli.dice_state import State, press
    from hazard.apps.cli.dice_view import render

    state: State = State(cursor=session.position.areas_of(seat)[0], speed=speed)
    while True:
        terminal.draw(render(state, session, terminal.room))
        pause = PAUSES[state.speed] if session.waits_for_agent else None
        key = terminal.key(_TICK if pause is None else pause)
        if key is None:
            if pause is not None and not state.help:
                session.step()
            continue
        state, wish = press(state, key, session.position, ours=session.ours)
        if wish is None:
            continue
        if wish.kind == "quit":
            return
        state = replace(state, message=session.grant(wish))
