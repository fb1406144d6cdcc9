"""Evolution: how fast populations play, what one board teaches and many: `benchmarks/evolution.py [BOARDS]`.

With names of tables only those: speeds, one, many.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter, process_time

import numpy as np
from _measure import best_time, print_table
from numpy.typing import NDArray

from hazard.arena.stats import wilson
from hazard.learn.genetic.learner import Genetic as Learner
from hazard.learn.genetic.settings import GeneticRecipe
from hazard.learn.recipe import load_recipe
from hazard.mines.agents.evolved import Genetic
from hazard.mines.evolved import FEATURES, Design, Population
from hazard.mines.first import first_cells
from hazard.mines.level import Level

LEVEL = Level.parse("8x8/10", "safe")
PLAYERS, GAMES = 64, 512
SEEDS = 1_000_000  # of the one-board evolutions: this and the numbers after it
NEW_GAMES = 2000
MANY, SESSIONS = 32, 20  # boards a generation; sessions of five generations
DESIGNS = (
    ("matrix, one-hot numbers and covered cells", Design("matrix", ("own-onehot", "covered-onehot"))),
    ("matrix, one-hot neighbours", Design("matrix", ("own-onehot", "around-onehot"))),
    ("cells within radius 2", Design("cells")),
    ("network of 12 units", Design("network", hidden=12)),
    ("network of 12 units, guesses only", Design("network", hidden=12, logic=True)),
)


@dataclass(frozen=True)
class Bots:
    """One line of the study's experiments."""

    what: str
    settings: tuple[str, ...] = ()
    recipe: str = "genetic-q-one-board"


def features(*names: str) -> str:
    """The setting of these features."""
    return f"player.features={list(names)}".replace("'", '"')


BEST = features("own-onehot", "around-onehot")
EXPERIMENTS = (
    *(Bots(name, (features(name),)) for name in FEATURES),
    Bots("all of them", (features(*FEATURES),)),
    Bots("own and neighbours, one-hot", (BEST,)),
    Bots("the same for each covered cell", (BEST, "player.source=covered")),
    Bots("the same, open and covered, one population", (BEST, "player.source=both")),
    Bots("the same, two populations", (BEST, "player.source=both", "evolution.populations=2")),
    Bots("open cells may be chosen", (BEST, "player.choose=all")),
    Bots("selection after every move", (BEST,), "genetic-q-every-move"),
)


def speeds() -> list[list[str]]:
    """Random weights lose early; evolved ones, here copies of mines/genetic, play longer games."""
    rows: list[list[str]] = []
    for name, design in DESIGNS:
        herd = Population(design, LEVEL, threads=2)
        genes = np.random.default_rng(1).normal(size=(PLAYERS, herd.genes)).astype(np.float32)
        rows.append(speed(name, herd, genes))
    evolved = Genetic()
    herd = Population(evolved.player.design, LEVEL, threads=2)
    rows.append(
        speed("mines/genetic, a network of 12 units", herd, np.tile(evolved.player.array, (PLAYERS, 1)))
    )
    return rows


def speed(name: str, herd: Population, genes: NDArray[np.float32]) -> list[str]:
    """One population's line."""
    seeds = np.arange(GAMES, dtype=np.uint64)
    play = partial(herd.play, genes, seeds, first_cells("random", LEVEL, seeds))
    clocks = (perf_counter, process_time)
    rate, used = (PLAYERS * GAMES / best_time(play, clock=clock) for clock in clocks)
    return [name, f"{herd.genes}", f"{rate:,.0f}", f"{used:,.0f}", f"{float(play().decisions.mean()):.1f}"]


def one_board(bots: Bots, boards: int) -> list[str]:
    """How many boards are learnt, and what the players who won theirs do on new ones."""
    learnt = wins = games = 0
    generations: list[int] = []
    for number in range(boards):
        settings = [
            *bots.settings,
            f"seed={SEEDS + number}",
            "threads=2",
            "test.every=0",
            f"test.games={NEW_GAMES}",
        ]
        recipe = load_recipe(bots.recipe, settings)
        assert isinstance(recipe, GeneticRecipe)
        evolution = Learner(recipe)
        for _ in range(recipe.sessions):
            if evolution.session()["best_win_rate"] == 1:
                learnt += 1
                generations.append(evolution.generations)
                break
        tested = evolution.test()
        games += NEW_GAMES
        wins += round(float(tested["fresh_win_rate"] or 0) * NEW_GAMES)
    low, high = wilson(wins, games)
    return [
        bots.what,
        f"{learnt} of {boards}",
        f"{np.median(generations):.0f}" if generations else "",
        f"{100 * wins / games:.2f} [{100 * low:.2f}, {100 * high:.2f}]",
    ]


def many_boards(bots: Bots) -> list[str]:
    """What the same players learn from new boards for every generation."""
    settings = [
        *bots.settings,
        f"seed={SEEDS}",
        "threads=2",
        "test.every=0",
        f"test.games={NEW_GAMES}",
        "games.fresh=true",
        f"games.boards={MANY}",
        f"sessions={SESSIONS}",
    ]
    recipe = load_recipe(bots.recipe, settings)
    assert isinstance(recipe, GeneticRecipe)
    evolution = Learner(recipe)
    for _ in range(SESSIONS):
        evolution.session()
    tested = evolution.test()
    won, low, high = (
        100 * float(tested[name] or 0) for name in ("fresh_win_rate", "fresh_low", "fresh_high")
    )
    return [bots.what, f"{evolution.games:,}", f"{won:.2f} [{low:.2f}, {high:.2f}]"]


def main(words: Sequence[str]) -> None:
    """Print the tables that are asked for."""
    boards = next((int(word) for word in words if word.isdigit()), 20)
    asked = [word for word in words if not word.isdigit()] or ["speeds", "one", "many"]
    if "speeds" in asked:
        print_table(
            f"Populations on two threads, {PLAYERS} players, the same {GAMES} boards of 8x8/10 safe for each",
            ("player", "weights", "games/s", "games a processor second", "decisions a game"),
            speeds(),
        )
    if "one" in asked:
        print_table(
            f"Evolutions that see one board of 8x8/10 safe, {boards} of them, 150 generations of 64 players; "
            f"then {NEW_GAMES:,} new boards each, seeds from {SEEDS}",
            (
                "what a player knows of a cell",
                "boards learnt",
                "generations, median",
                "new boards won, %",
            ),
            (one_board(bots, boards) for bots in EXPERIMENTS),
        )
    if "many" in asked:
        print_table(
            f"The same with {MANY} new boards for every generation, one evolution each, {5 * SESSIONS} "
            f"generations; then {NEW_GAMES:,} new boards",
            ("what a player knows of a cell", "games to learn from", "new boards won, %"),
            (many_boards(bots) for bots in EXPERIMENTS if bots.recipe == "genetic-q-one-board"),
        )


if __name__ == "__main__":
    main(sys.argv[1:])
