"""`hazard join`: an agent of ours plays on a course server, or on `hazard serve dice`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hazard.dice.wire.joining import Joined


def join(
    address: str,
    /,
    *,
    agent: str,
    nickname: str | None = None,
    games: int = 1,
    wait: float = 0.0,
    patience: float = 600.0,
    transfers: int = 6,
    seed: int = 1,
    time_limit: float = 10.0,
    json: bool = False,
) -> None:
    """Let an agent play on a server: one game a connection, a line for each.

    A connection that breaks in the middle of a game is not tried again: the platform has no way back into a
    game. Between games it is. An agent that fails only ends its turns from then on, and the line says so.

    Parameters
    ----------
    address
        HOST:PORT of the server.
    agent
        A name that `hazard agents dice` lists, FILE.py[:Class], or course:PATH, an AI of the course.
    nickname
        What the server shall call it; without, the agent's name in the table.
    games
        How many, one after the other.
    wait
        Seconds to go on trying where no server answers; between two games at least ten.
    patience
        Seconds without a word from the server after which it is given up.
    transfers
        A turn; servers do not tell.
    seed
        Of the agent's own randomness.
    time_limit
        Seconds that a decision of a Python agent may take; the server's clock is another matter.
    json
        One JSON object on stdout instead of the lines.
    """
    import msgspec

    from hazard.apps.cli.output import screen, write_json
    from hazard.core.registry import resolve
    from hazard.dice.wire.address import parse_address
    from hazard.dice.wire.framing import WireError
    from hazard.dice.wire.joining import join_dice

    def report(game: Joined) -> None:
        if not json:
            screen().print(told(game), soft_wrap=True)

    series = join_dice(
        parse_address(address),
        resolve(agent, "dice"),
        nickname=nickname,
        games=games,
        wait=wait,
        patience=patience,
        transfers=transfers,
        seed=seed,
        time_limit=time_limit,
        report=report,
    )
    if json:
        write_json(msgspec.to_builtins(series))
    if series.fault is not None:
        raise WireError(series.fault)


def told(game: Joined) -> str:
    """One game in a line."""
    ended = {"WON": "won", "LOST": "lost", "UNFINISHED": "nobody won"}
    if game.winner is None:
        end = "nobody won"
    else:
        end = "won" if game.winner == game.seat else f"lost to seat {game.winner + 1}"
    each = 1000 * game.seconds / max(game.decisions, 1)
    line = (
        f"game {game.number}: {end}, in seat {game.seat + 1} of {game.players}; {game.turns} turns, "
        f"{game.decisions} decisions of {each:.2g} ms, the slowest {1000 * game.slowest:.2g} ms"
    )
    if game.overruns:
        line = f"{line}; the platform's clock ended {game.overruns} of its turns"
    if game.status in ended:
        return line
    return f"{line}; our agent only ended its turns from some point on: {game.status.lower()}: {game.fault}"
