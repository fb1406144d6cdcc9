"""The study page-trio: a bot, a network taught by it, two rules of logic, and what its authors wished for."""

from __future__ import annotations

from hazard.learn.studies.study import Comparison, Plot, Row, Study, Training

LEVELS: tuple[tuple[str, dict[str, str]], ...] = (
    ("10x10/10", {"bot": "85-90", "network": "90-95", "logic": "60-70"}),
    ("16x16/40", {}),
    ("16x30/99", {"bot": "10-15", "network": "0", "logic": "0"}),
)
PLAYERS = (
    ("bot", "mines/equations"),
    ("network", "mines/windows"),
    ("logic", "mines/datalog"),
    ("bot that guesses by its own estimate", "mines/equations-estimate"),
    ("bot that guesses by exact risks", "mines/equations-exact"),
    ("bot whose guesses were evolved to be few", "mines/fewer-guesses"),
)
SMALL = LEVELS[0][0]
NATIVE = {"mines/datalog": "mines/rules"}  # the same games move for move, in a thousandth of the time
EVOLVED = ("sessions=2", "games.boards=20", "evolution.generations=2", "test.every=2", "test.games=100")
SHORT = ("sessions=5", "data.windows=400000")
QUICK = ("sessions=2", "data.windows=4000", "data.test=1000")

STUDY = Study(
    name="page-trio",
    citation=(
        "M. Buchajewicz, D. Zembrzuska, K. Ziółkowski, Rozwiązywanie Saperu z pomocą sztucznej "
        "inteligencji (2019)"
    ),
    about=(
        "Its rule for the first cell is not stated: here `open` and `safe`, first cell random. Published: "
        "few games on a web page. The network sees windows of 4x4 and says where in them a mine is; a player "
        "flags the likeliest mines and opens what numbers then leave."
    ),
    trainings=(
        Training("windows", "windows", "a million windows", quick=QUICK),
        Training("plain", "windows", "400,000 windows", SHORT, QUICK),
        Training("dropout", "windows", "the same with dropout", (*SHORT, "network.dropout=0.2"), QUICK),
        Training(
            "regression",
            "regression-10x10",
            "regression",
            quick=("sessions=2", "play.clicks=300", "play.boards=100", "test.every=2", "test.games=100"),
        ),
        Training("evolution", "fewer-guesses", "fewer guesses", quick=EVOLVED),
        Training(
            "first-generations",
            "fewer-guesses",
            "one generation a session",
            ("sessions=40", "evolution.generations=1", "test.games=5000"),
            EVOLVED,
        ),
    ),
    rows=(
        *(
            Row(
                what,
                plays if level == SMALL else NATIVE.get(plays, plays),
                level,
                rule,
                published.get(what, ""),
            )
            for level, published in LEVELS
            for rule in ("open", "safe")
            for what, plays in PLAYERS
        ),
        *(
            Row("regression network", "regression", "10x10/10", rule, "wished for")
            for rule in ("open", "safe")
        ),
    ),
    plots=(
        Plot(
            "accuracy",
            "Windows of other games: the share told right, and the loss, by epoch",
            ("windows", "plain", "dropout"),
            ("test_accuracy", "test_loss"),
        ),
        Plot(
            "regression",
            "Regression network, 10x10/10 safe",
            ("regression",),
            ("layout_loss", "fresh_win_rate"),
        ),
        Plot(
            "guesses",
            "Guesses evolved to be few, 10x10/10 safe, by generation",
            ("first-generations",),
            ("mean_points", "guesses"),
        ),
    ),
    comparisons=(
        Comparison(
            "Dropout",
            "Units left out at random protect from learning windows by heart. There are too many windows for "
            "that, so they cost accuracy, as its authors found.",
            ("windows", "plain", "dropout"),
            ("accuracy", "test_accuracy", "test_accuracy_mine", "test_accuracy_none", "test_loss"),
        ),
    ),
    remarks=(
        (
            "Network: it learnt from games under `open`. Under `safe` it stays below the published figure: "
            "it always flags its likeliest mine, also where the first number stands alone and says nothing."
        ),
        (
            "Logic: Datalog plays the small board, and the same two rules in the native core the larger "
            "ones, where Datalog would take up to a tenth of a second for each decision of the same games."
        ),
    ),
)
