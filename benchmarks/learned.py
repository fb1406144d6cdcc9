"""Learnt and evolved players, and the bot's guesses: `python benchmarks/learned.py [GAMES] [TABLE ...]`.

Tables: values, borders, pages, regression, guesses; all where none is named.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from _measure import print_table
from msgspec.structs import replace
from numpy.typing import NDArray

from hazard.arena.mines.match import match_mines
from hazard.arena.mines.result import MatchResult
from hazard.arena.mines.standing import Standing
from hazard.arena.stats import paired_difference
from hazard.core.modelfile import ENDING
from hazard.core.registry import resolve
from hazard.core.seeds import game_seeds
from hazard.learn.studies.keeping import model_file
from hazard.mines.first import first_cells
from hazard.mines.level import Level, Rule
from hazard.mines.nets.agent import WEIGHTS
from hazard.mines.nets.card import ModelFile, sealed
from hazard.mines.playing import BLOCK, Outcomes, play_block

REPORTING_SEED = 20_261_123  # written down before the run that counts; nothing is tuned on it
VALUES = ("mines/q", "mines/dqn", "mines/q-slide7", "mines/q-slide5", "mines/genetic", "mines/exact")
VALUE_LEVELS: tuple[tuple[str, Rule], ...] = (
    ("8x8/10", "safe"),
    ("8x8/10", "any"),
    ("9x9/10", "safe"),
)
BESIDE = ("mines/dqn", "mines/q")  # whose difference is told
SLIDING: tuple[tuple[str, str, Rule], ...] = (
    ("q-slide5", "8x8/10", "safe"),
    ("q-slide5", "8x8/10", "any"),
    ("q-slide7", "8x8/10", "safe"),
    ("q-slide7", "8x8/10", "any"),
)
BORDERS = (1.0, 0.5, 0.3, 0.1, 0.05)
PAGES = ("mines/windows", "mines/equations", "mines/equations-estimate", "mines/equations-exact")
PAGE_LEVELS: tuple[tuple[str, Rule], ...] = tuple(
    (level, rule) for level in ("10x10/10", "16x16/40", "16x30/99") for rule in ("open", "safe")
)
REGRESSION = model_file("page-trio", "regression")
GUESSERS = ("mines/equations", "mines/equations-estimate", "mines/fewer-guesses", "mines/equations-exact")


def told(standing: Standing) -> str:
    """A win rate and its interval, in percent."""
    low, high = standing.interval
    return f"{100 * standing.wins / max(standing.games, 1):.2f} [{100 * low:.2f}, {100 * high:.2f}]"


def win_rates(
    title: str, names: Sequence[str], levels: Sequence[tuple[str, Rule]], games: int
) -> list[MatchResult]:
    """A line a level and rule, a column a player; all play the same boards."""
    rows: list[list[str]] = []
    matches: list[MatchResult] = []
    for text, rule in levels:
        match = match_mines(names, Level.parse(text, rule), "random", games, REPORTING_SEED, workers=2)
        matches.append(match)
        rows.append([text, rule, *(told(standing) for standing in match.standings)])
    print_table(
        f"{title}: win rates in percent, {games:,} games, first cell random, match seed {REPORTING_SEED}",
        ("level", "rule", *(Path(name).stem if name.endswith(ENDING) else name for name in names)),
        rows,
    )
    return matches


def values(games: int) -> None:
    """Players of values and the evolved one; how much those with and without gamma differ."""
    matches = win_rates("Values of moves, and evolution", VALUES, VALUE_LEVELS, games)
    rows: list[list[str]] = []
    for match in matches:
        pair = next(pair for pair in match.pairs if {pair.a, pair.b} == set(BESIDE))
        pair = pair if pair.a == BESIDE[0] else pair.turned()
        low, high = (100 * one for one in pair.interval)
        difference = 100 * (pair.difference or 0.0)
        rows.append([str(match.level), match.level.rule, f"{difference:+.2f} [{low:+.2f}, {high:+.2f}]"])
    title = f"The same games: {BESIDE[0]} less {BESIDE[1]}, points"
    print_table(title, ("level", "rule", "difference"), rows)


def borders(games: int) -> None:
    """Sliding players as their border cells weigh more or less; the weights are the same."""
    rows: list[list[str]] = []
    with TemporaryDirectory() as folder:
        for name, text, rule in SLIDING:
            model = ModelFile.read(WEIGHTS / "windows" / f"{name}.onnx", name)
            files: list[str] = []
            for border in BORDERS:
                card = replace(model.card, border=border)
                files.append(f"{folder}/{name}-{border:g}.onnx")
                Path(files[-1]).write_bytes(sealed(model.file.read_bytes(), card))
            match = match_mines(files, Level.parse(text, rule), "random", games, REPORTING_SEED, workers=2)
            rows.append([name, text, rule, *(told(standing) for standing in match.standings)])
    print_table(
        f"What the border cells of a window weigh: win rates in percent, {games:,} games, first cell random, "
        f"match seed {REPORTING_SEED}",
        ("windows", "level", "rule", *(f"{border:g}" for border in BORDERS)),
        rows,
    )


def played(name: str, level: Level, games: int) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
    """Whether each game was won, and the guesses that it took: bool[games], int[games]."""
    seeds, agent_seeds = game_seeds(REPORTING_SEED, 0, games)
    first = first_cells("random", level, seeds)
    blocks: list[Outcomes] = []
    for begin in range(0, games, BLOCK):
        part = slice(begin, begin + BLOCK)
        agent = resolve(name, "mines")
        blocks.append(
            play_block(agent, level, seeds[part], agent_seeds[part], first[part], count_guesses=True)
        )
    return np.concatenate([one.won for one in blocks]), np.concatenate([one.guesses for one in blocks])


def guesses(games: int) -> None:
    """What each way to guess needs and wins, beside the bot's random guess on the same boards."""
    rows: list[list[str]] = []
    for text, rule in PAGE_LEVELS:
        level = Level.parse(text, rule)
        found = {name: played(name, level, games) for name in GUESSERS}
        bot, _ = found[GUESSERS[0]]
        for name, (won, needed) in found.items():
            more, less = int((won & ~bot).sum()), int((bot & ~won).sum())
            difference = 100 * (more - less) / games
            low, high = (100 * one for one in paired_difference(more, less, games))
            rows.append(
                [
                    text,
                    rule,
                    name,
                    f"{100 * won.mean():.2f}",
                    f"{difference:+.2f} [{low:+.2f}, {high:+.2f}]" if name != GUESSERS[0] else "",
                    f"{needed.mean():.3f}",
                    f"{needed[won].mean():.3f}" if won.any() else "",
                ]
            )
    print_table(
        f"Guesses (decisions that open what is not certainly safe), {games:,} games, first cell random, "
        f"seed {REPORTING_SEED}",
        ("level", "rule", "player", "won, percent", "less the bot", "guesses a game", "in games won"),
        rows,
    )


def main(words: Sequence[str]) -> None:
    """Print the tables that are asked for."""
    numbers = [int(word) for word in words if word.isdigit()]
    games = numbers[0] if numbers else 5000
    asked = [word for word in words if not word.isdigit()] or list(TABLES)
    for name in asked:
        TABLES[name](games)


TABLES: dict[str, Callable[[int], object]] = {
    "values": values,
    "borders": borders,
    "pages": lambda games: win_rates("page-trio", PAGES, PAGE_LEVELS, games),
    "regression": lambda games: win_rates(
        "The regression network that page-trio wished for",
        (str(REGRESSION), "mines/equations", "mines/exact"),
        PAGE_LEVELS[:2],
        games,
    ),
    "guesses": guesses,
}

if __name__ == "__main__":
    main(sys.argv[1:])
