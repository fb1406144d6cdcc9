"""`hazard serve dice`: games over TCP, for clients of the course platform and for `hazard join`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from hazard.arena.dice.serving import Served

Names = Annotated[list[str] | None, Parameter(consume_multiple=True)]


def dice(
    *,
    seats: int = 4,
    agent: Names = None,
    host: str = "127.0.0.1",
    port: int = 5005,
    maps: int = 1,
    seed: int = 1,
    rotate: Annotated[bool | None, Parameter(negative="--no-rotate")] = None,
    games: int | None = None,
    areas: int = 34,
    ownership: Literal["continuous", "scattered"] = "continuous",
    reserve: str = "complement",
    transfers: int = 6,
    compatible: bool = False,
    boards: str | None = None,
    clock: str = "10+0.25",
    wait: float = 30.0,
    records: str | None = None,
    time_limit: float = 10.0,
    json: bool = False,
) -> None:
    """Serve games of Dicewars over TCP, one after the other, as the course platform does; then the results.

    The games are those of `hazard match dice --players` with the same seed. Every command is checked; a
    client that commands what the rules refuse, sends garbage, floods or leaves only ends its turns from then
    on, and the game goes on. Ctrl-C, or SIGTERM, ends the series; the table then holds what was played.

    Parameters
    ----------
    seats
        Players at the table, 2 to 8.
    agent
        Agents of ours, or AIs of the course (course:PATH), that take the last seats: --agent A B leaves two
        of four seats to clients.
    host
        The address to listen at; 0.0.0.0 lets other machines in, and everybody on the network with them.
    port
        The port to listen at; 0 takes one that is free, and says which.
    maps
        How many maps.
    seed
        Names the maps and the dice; the same seed gives the same ones anywhere.
    rotate
        Play every map once from every seat; clients are known by their nicknames. The rule with more than
        one map; --no-rotate: always in the order of coming.
    games
        Stop after so many games.
    areas
        Areas of a map.
    ownership
        continuous (each player starts as one region) or scattered (random areas in turn).
    reserve
        Dice without room that a player may keep: complement (24 less its areas), or a number.
    transfers
        A turn.
    compatible
        Accept transfers of no dice, as the course platform does.
    boards
        A file of positions to play from, the course platform's game_start JSON, one a line.
    clock
        Seconds that a client has for a game, and seconds more for each decision; or off.
    wait
        Seconds for clients to come back for the next game; the first game waits for as long as it takes.
    records
        Write the record of every game to this file, one JSON line each; `hazard replay` reads them.
    time_limit
        Seconds that a decision of a Python agent of ours may take.
    json
        One JSON object on stdout instead of the table.
    """
    from hazard.apps.cli.dice_options import DiceOptions
    from hazard.apps.cli.output import remarks, write_json
    from hazard.arena.dice.serving import Place, serve_dice
    from hazard.dice.wire.clock import parse_clock

    options = DiceOptions(
        seats=seats,
        maps=None if boards is not None and maps == 1 else maps,
        seed=seed,
        rotate=maps > 1 if rotate is None else rotate,
        areas=areas,
        ownership=ownership,
        reserve=reserve,
        transfers=transfers,
        compatible=compatible,
        boards=boards,
    )
    served = serve_dice(
        options.deal(maps),
        agent or (),
        games=games,
        place=Place(host, port, parse_clock(clock), wait),
        records=records,
        time_limit=time_limit,
        report=lambda line: remarks().print(line, soft_wrap=True),
    )
    if json:
        write_json(served.to_json())
    elif served.result.played:
        _print(served)
    _refuse_stopped(served)


def _print(served: Served) -> None:
    from hazard.apps.cli.dice_tables import table, title
    from hazard.apps.cli.output import screen

    console = screen()
    console.print(title(served.result), style="italic", soft_wrap=True)
    console.print()
    console.print(table(served.result, console.width, fancy=console.encoding.startswith("utf")))
    console.print()
    for ending, count in sorted(served.endings.items(), key=lambda pair: -pair[1]):
        console.print(f"{count:,} game{'s' * (count > 1)} over: {ending}", soft_wrap=True)


def _refuse_stopped(served: Served) -> None:
    """End as what stopped the series does."""
    from hazard.core.errors import BadInput

    if served.stopped is None:
        return
    played = served.result.played
    told = f"{served.stopped} after {played:,} game{'s' * (played != 1)}"
    if served.stopped == "interrupted":
        raise KeyboardInterrupt(told)
    raise BadInput(told)
