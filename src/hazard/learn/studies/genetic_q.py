"""The study genetic-q: evolution that learns one board, and values of moves."""

from __future__ import annotations

from hazard.learn.studies.study import Plot, Row, Study, Training, Trap

QUICK = ("sessions=2", "play.clicks=300", "play.boards=100", "test.every=2", "test.games=100")
EVOLVED = ("sessions=2", "games.boards=20", "evolution.generations=2", "test.every=2", "test.games=100")
MATRIX = ("sessions=4", "test.games=100")
TWO = (
    "player.source=both",
    "evolution.populations=2",
    'player.features=["own-onehot","around-onehot"]',
)
LEVELS = ("8x8/10", "9x9/10", "16x16/40")

STUDY = Study(
    name="genetic-q",
    citation="untitled report in Russian on an agent that clears Minesweeper (genetic algorithm, Q-learning)",
    about=(
        "Its rule for the first cell is not stated: here `safe` and `any`, first cell random. Evolution: "
        "players are matrices that score the neighbours of every open cell, all of a generation play one "
        "board. Values: a network of 57,185 weights says what opening a cell pays, gamma 0."
    ),
    trainings=(
        Training("one-board", "genetic-q-one-board", "whole games", quick=MATRIX),
        Training("every-move", "genetic-q-every-move", "selection after every move", quick=MATRIX),
        Training("two-populations", "genetic-q-one-board", "two populations", TWO, MATRIX),
        Training("evolution", "genetic-8x8", "new boards for every generation", quick=EVOLVED),
        Training("network", "genetic-q-8x8", "its network, its rewards", quick=QUICK),
        Training("dense", "genetic-q-8x8", "a dense output", ("network.kind=genetic-q-dense",), quick=QUICK),
        Training(
            "denser", "genetic-q-8x8", "trained on 8x8/11", ("level=8x8/11", "test.level=8x8/10"), quick=QUICK
        ),
        Training("not-blind", "genetic-q-8x8", "blind cells pay as others", ("rewards.blind=0.9",), QUICK),
        Training("q", "q-8x8", "Q, gamma 0", quick=QUICK),
        Training("dqn", "dqn-8x8", "DQN, gamma 0.5", quick=QUICK),
        Training("slide5", "q-slide5", "5x5 boards", quick=QUICK),
        Training("slide7", "q-slide7", "7x7 windows of 8x8", quick=QUICK),
    ),
    rows=(
        *(Row("evolution, raw cells", "mines/genetic", "8x8/10", rule, "no") for rule in ("safe", "any")),
        *(Row("Q, its network and rewards", "network", "8x8/10", rule, "32") for rule in ("safe", "any")),
        *(Row("Q, gamma 0", "mines/q", "8x8/10", rule, "32") for rule in ("safe", "any")),
        *(Row("DQN", "mines/dqn", "8x8/10", rule) for rule in ("safe", "any")),
        *(Row("5x5 boards, direct", "slide5", "5x5/5", rule, "52") for rule in ("safe", "any")),
        *(Row("5x5 boards, sliding", "mines/q-slide5", "8x8/10", rule, "33") for rule in ("safe", "any")),
        *(
            Row("7x7 windows of 8x8, sliding", "mines/q-slide7", "8x8/10", rule, "10")
            for rule in ("safe", "any")
        ),
        *(Row("7x7 windows, other sizes", "mines/q-slide7", level, "safe") for level in LEVELS[1:]),
    ),
    plots=(
        Plot(
            "one-board",
            "won: the board of the training, and new ones",
            ("one-board", "every-move", "two-populations"),
            ("best_win_rate", "fresh_win_rate"),
        ),
        Plot(
            "evolution", "new boards for every generation", ("evolution",), ("best_points", "fresh_win_rate")
        ),
        Plot(
            "values",
            "values of moves on 8x8/10",
            ("network", "dense", "denser", "not-blind", "q", "dqn"),
            ("loss", "fresh_win_rate"),
            published=0.32,
            exact=("8x8/10", "safe"),
        ),
        Plot("windows", "windows that slide over 8x8/10", ("slide5", "slide7"), ("loss", "fresh_win_rate")),
    ),
    traps=(
        Trap(
            "no open neighbour",
            "The penalty for cells without an open neighbour makes it open a neighbour of numbers even where "
            "a mine there is four times as likely.",
            "network",
            "not-blind",
            ("fresh_win_rate",),
        ),
        Trap(
            "one board",
            "All generations play one board: it is learnt by heart, and nothing of others.",
            "one-board",
            "evolution",
            ("best_win_rate", "fresh_win_rate"),
        ),
    ),
)
