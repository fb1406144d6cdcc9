"""Positions from real games: native policies play fixed seeds, and a moment of each game is kept."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count, islice
from random import Random

from hazard.core.registry import resolve
from hazard.core.seeds import game_seeds
from hazard.core.status import Status
from hazard.mines.around import sum_around
from hazard.mines.deduction import UNKNOWN
from hazard.mines.first import first_cells
from hazard.mines.game import Game
from hazard.mines.inference import Analysis, analyse
from hazard.mines.level import Level
from hazard.mines.playing import play_block
from hazard.mines.position import Position
from hazard.mines.record import Record

SEED = 20_240_229
EXPERT = Level.parse("expert", "open")
LARGE = Level.parse("100x100/2000", "open")
# Before `exact` guesses nothing is left that is certain; the others leave behind what they do not find.
PLAYERS = ("exact", "rules", "equations")
GUESSES_OF_FIVE = 3
MUCH_TO_SAY = 15  # doubtful cells beside numbers: no opening of a few numbers, and no last two cells


@cache
def expert_positions(number: int) -> tuple[Position, ...]:
    """The first `number` of an endless list of mid-game positions; 3 of 5 have no certainly safe cell."""
    kept: list[Position] = []
    for game, moments in enumerate(games(EXPERT, PLAYERS, least_open=60)):
        if len(kept) == number:
            break
        wants_guess = len(kept) % 5 < GUESSES_OF_FIVE
        analyses = [analyse(position) for position in moments]
        fitting = [a.position for a in analyses if doubtful(a) >= MUCH_TO_SAY and (not a.safe) == wants_guess]
        if fitting:
            kept.append(Random(game).choice(fitting))
    return tuple(kept)


def doubtful(analysis: Analysis) -> int:
    """How many cells beside numbers may be mines or not."""
    beside = sum_around(analysis.position.cells >= 0) > 0
    return int((beside & (analysis.position.cells < 0) & (analysis.certain == UNKNOWN)).sum())


@cache
def large_positions(number: int) -> tuple[Position, ...]:
    """The first `number` of an endless list of positions with 100x100 cells and 2000 mines."""
    long_games = (moments for moments in games(LARGE, ("exact",), least_open=500, block=8) if moments)
    return tuple(Random(game).choice(moments) for game, moments in enumerate(islice(long_games, number)))


def half_open(seed: int) -> Position:
    """A large board of which half is open: only certain cells were opened, in rounds."""
    game = Game(LARGE, seed, first=LARGE.default_first)
    while 2 * (game.cells >= 0).sum() < LARGE.area - LARGE.mines:
        game.play([("open", row * LARGE.cols + col) for row, col in analyse(game.position).safe])
    return game.position


def games(
    level: Level, players: tuple[str, ...], least_open: int, block: int = 64
) -> Iterator[list[Position]]:
    """The moments of one game after the other, the players in turn; see `moments_of`."""
    agents = [resolve(name, "mines") for name in players]
    for start in count(step=block):
        seeds, agent_seeds = game_seeds(SEED, start, block)
        first = first_cells("default", level, seeds)
        played = [
            play_block(agent, level, seeds, agent_seeds, first, record=True).records for agent in agents
        ]
        for number in range(block):
            records = played[number % len(played)]
            assert records is not None
            yield list(moments_of(records[number], least_open))


def moments_of(record: Record, least_open: int) -> Iterator[Position]:
    """What the player saw before each decision, once `least_open` cells were open."""
    assert record.seed is not None
    game = Game(record.level, record.seed, first=record.first)
    for actions in record.actions:
        if (game.cells >= 0).sum() >= least_open:
            yield game.position
        game.play(actions)
    assert game.status == Status[record.status]
