"""The study cnn-thesis: four experiments, each with its truths, and the exact one beside."""

from __future__ import annotations

from hazard.learn.studies.study import Plot, Row, Study, Training, Trap

TRUTHS = {
    "opened": "predictions (the opened cell)",
    "border-after": "neighbours (the border)",
    "layout": "board (all cells)",
    "exact": "exact risks, ours",
}
EXPERIMENTS = {  # name: recipe, title, level, published while training with its truth `predictions`
    "beginner": ("cnn-thesis-beginner", "CNN 4x64, Beginner", "8x8/10", 0.75),
    "intermediate": ("cnn-thesis-intermediate", "CNN 4x64, Intermediate", "16x16/40", 0.45),
    "expert": ("cnn-thesis-expert", "CNN 5x128, Expert", "16x30/99", 0.18),
    "dense": ("cnn-thesis-dense", "dense network, Beginner", "8x8/10", None),
}
PUBLISHED = {
    ("beginner", "opened"): "75",
    ("beginner", "border-after"): "about 70",
    ("beginner", "layout"): "about 70",
    ("intermediate", "opened"): "45",
    ("expert", "opened"): "18",
    ("dense", "opened"): "like random play",
    ("dense", "border-after"): "like random play",
    ("dense", "layout"): "like random play",
}
SIX = ("loss", "test_loss", "win_rate", "session_games", "opened", "clicks")
RULE = "open"
A_LITTLE = ("sessions=2", "play.clicks=640", "play.boards=64", "test.every=2", "test.games=50")

trainings = [
    Training(f"{name}-{truth}", recipe, label, (f"fit.truth={truth}",))
    for name, (recipe, _, _, _) in EXPERIMENTS.items()
    for truth, label in TRUTHS.items()
]
trainings += [
    Training(
        "expert-layout-more",
        "thesis-cnn-expert-gpu",
        "board, mirrored, drawn from a memory",
        (
            "sessions=334",
            "fit.truth=layout",
            "play.teacher=0.0",
            "play.clicks=32768",
            "play.boards=2048",
            "fit.batch=512",
            "fit.replay=200000",
            "test.every=20",
        ),
        (*A_LITTLE, "fit.replay=2000"),
    ),
    Training(
        "expert-two-cores",
        "thesis-cnn-expert",
        "exact risks, ours, half of the games a teacher's; two cores",
        quick=A_LITTLE,
    ),
    Training("beginner-border", "cnn-thesis-beginner", "the border before the move", ("fit.truth=border",)),
    Training(
        "beginner-dropped",
        "cnn-thesis-beginner",
        "one board, unfinished games dropped",
        ("play.boards=1", "play.drop_unfinished=true"),
    ),
    Training("beginner-finished", "cnn-thesis-beginner", "one board, games go on", ("play.boards=1",)),
    Training(
        "dense-sigmoid",
        "cnn-thesis-dense",
        "sigmoid, cross-entropy",
        ("fit.truth=layout", "network.output=masked sigmoid", "fit.loss=cross-entropy"),
    ),
]

rows = [
    Row(
        f"{title}: {TRUTHS[truth]}",
        f"{name}-{truth}",
        level,
        RULE,
        PUBLISHED.get((name, truth), ""),
    )
    for name, (_, title, level, _) in EXPERIMENTS.items()
    for truth in TRUTHS
]
rows.insert(
    [row.plays for row in rows].index("expert-exact"),
    Row("CNN 5x128, Expert: board, mirrored and drawn from a memory", "expert-layout-more", "16x30/99", RULE),
)
rows += [
    Row(f"{title}, free labels: mines/thesis-cnn", "mines/thesis-cnn", level, RULE)
    for name, (_, title, level, _) in EXPERIMENTS.items()
    if name != "dense"
]
rows.append(Row("CNN 5x128, Expert, free labels: trained on two cores", "expert-two-cores", "16x30/99", RULE))
rows.append(
    Row("dense network, Beginner, free labels: mines/thesis-dense", "mines/thesis-dense", "8x8/10", RULE)
)

plots = [
    Plot(
        name,
        title,
        tuple(f"{name}-{truth}" for truth in TRUTHS),
        SIX,
        smooth=1,
        published=published,
        exact=(level, RULE),
    )
    for name, (_, title, level, published) in EXPERIMENTS.items()
]

STUDY = Study(
    name="cnn-thesis",
    citation="Automated player design for the Minesweeper game using neural networks (thesis, in Croatian)",
    about=(
        "Rule open, random first cell. A session is 250, 1000 or 2000 clicks; then the network learns from "
        "their positions. The published figures are means over games played while training; ours are of new "
        "games, with the mean while training beside them."
    ),
    trainings=tuple(trainings),
    rows=tuple(rows),
    plots=tuple(plots),
    traps=(
        Trap(
            "border read after the move",
            "The truth `neighbours` is read after the click: a safe cell just opened has no label any more: "
            "the network hears of opened cells only when they were mines.",
            "beginner-border-after",
            "beginner-border",
            ("loss", "layout_loss", "win_rate", "fresh_win_rate"),
        ),
        Trap(
            "losses of different truths compared",
            "The loss of each truth counts other cells, and one's own predictions agree with themselves. "
            "What can be compared is the cross-entropy of covered cells with their mines (layout_loss).",
            "beginner-opened",
            "beginner-layout",
            ("loss", "layout_loss", "win_rate", "fresh_win_rate"),
        ),
        Trap(
            "unfinished games dropped",
            "The game under way at the end of a session is forgotten: long games, which are those that are "
            "won, are forgotten most, so the means while training are of shorter games.",
            "beginner-dropped",
            "beginner-finished",
            ("session_games", "clicks", "win_rate", "fresh_win_rate"),
        ),
        Trap(
            "softmax times a mask under squared error",
            "Shares of one whole cannot say that ten cells are mines: the best answer under squared error is "
            "small everywhere, the loss looks tiny, and little is learnt. With sigmoids and cross-entropy "
            "the loss is honest.",
            "dense-layout",
            "dense-sigmoid",
            ("loss", "layout_loss", "recall", "opened", "fresh_win_rate"),
        ),
    ),
)
