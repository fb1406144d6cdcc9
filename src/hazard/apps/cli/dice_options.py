"""The options that all verbs of Dicewars matches have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from hazard.arena.dice.deal import Deal


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class DiceOptions:
    """Tables, maps, and how they are played.

    Parameters
    ----------
    seats
        Players at a table, 2 to 8; 4 unless said otherwise.
    maps
        How many maps, each played once from every seat; without, a few hundred, or all of --boards.
    seed
        Names the maps and the dice; the same seed gives the same ones anywhere.
    rotate
        Give everybody every seat on each map. Without, the first named always begins: it wins far more often.
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
    workers
        Processes that play at the same time (one for each processor); they change nothing but the time.
    records
        Write the record of every game to this file, one JSON line each; `hazard replay` reads them.
    time_limit
        Seconds that a decision of a Python agent may take.
    resume
        Go on with the last match of the same games and agents that was interrupted, by Ctrl-C or otherwise.
    json
        One JSON object on stdout instead of the table.
    """

    seats: int | None = None
    maps: int | None = None
    seed: int = 1
    rotate: Annotated[bool, Parameter(negative="--no-rotate")] = True
    areas: int = 34
    ownership: Literal["continuous", "scattered"] = "continuous"
    reserve: str = "complement"
    transfers: int = 6
    compatible: bool = False
    boards: str | None = None
    workers: int | None = None
    records: str | None = None
    time_limit: float = 10.0
    resume: bool = False
    json: bool = False

    def deal(self, maps: int) -> Deal:
        """What is to be played; so many `maps` where nothing is said."""
        from hazard.arena.dice.deal import Deal, deal_file
        from hazard.core.errors import BadInput
        from hazard.dice.rules import Rules

        if self.reserve != "complement" and not self.reserve.isdecimal():
            raise BadInput(f"--reserve {self.reserve!r}: want complement, or a number of dice")
        rules = Rules(
            players=4 if self.seats is None else self.seats,
            areas=self.areas,
            ownership=self.ownership,
            reserve=None if self.reserve == "complement" else int(self.reserve),
            transfers=self.transfers,
            strict=not self.compatible,
        )
        if self.boards is not None:
            return deal_file(self.boards, rules, self.seed, self.maps, self.rotate)
        return Deal(rules, self.seed, maps if self.maps is None else self.maps, self.rotate)

    def given(self) -> dict[str, object]:
        """The options that decide which games are played, as far as they are not the usual ones."""
        usual = DiceOptions()
        names = ("seats", "maps", "areas", "ownership", "reserve", "transfers", "compatible", "boards")
        told: dict[str, object] = {
            f"--{name}": getattr(self, name) for name in names if getattr(self, name) != getattr(usual, name)
        }
        limit = None if self.time_limit == usual.time_limit else self.time_limit
        return {**told, "--seed": self.seed, "--no-rotate": not self.rotate, "--time-limit": limit}
