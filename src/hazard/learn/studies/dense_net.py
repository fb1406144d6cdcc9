"""The study dense-net: one dense network a board size, and what its author wished for next."""

from __future__ import annotations

from hazard.learn.studies.study import Milestone, Plot, Row, Study, Training
from hazard.mines.nets.agent import WEIGHTS

RULE = "safe"
SIZES = {"4x4": ("4x4/2", "90"), "5x5": ("5x5/3", "80"), "9x9": ("9x9/10", "80")}
ONE_CNN = str(WEIGHTS / "thesis-cnn-intermediate.onnx")  # it has seen no other size than 16x16
EVERY_SIZE = ("4x4/2", "5x5/3", "8x8/10", "9x9/10", "16x16/40", "16x30/99")

STUDY = Study(
    name="dense-net",
    citation="sn6uv, Learning to play Minesweeper with neural networks (2017)",
    about=(
        "Rule safe, random first cell. A dense network of five layers predicts all mines of a position. "
        "It plays games, learns from them once, throws them away and plays again."
    ),
    trainings=(
        *(Training(size, f"dense-net-{size}", level) for size, (level, _) in SIZES.items()),
        Training("9x9-as-described", "dense-net-9x9-as-described", "9x9/10, as described"),
        Training(
            "16x16", "dense-net-16x16", "16x16/40", quick=("sessions=2", "play.games=100", "test.games=100")
        ),
    ),
    rows=(
        *(
            Row(f"dense network, {level}", "mines/dense", level, RULE, published)
            for level, published in SIZES.values()
        ),
        Row("9x9/10 as described, 17 million positions", "9x9-as-described", "9x9/10", RULE),
        Row("dense network, 16x16/40", "16x16", "16x16/40", RULE, "too slow to train"),
        *(
            Row(f"one CNN, trained on 16x16/40, {level}", ONE_CNN, level, RULE, "wished for")
            for level in EVERY_SIZE
        ),
    ),
    plots=(
        Plot(
            "win-rate-by-time",
            "win rate by training time",
            ("4x4", "5x5", "9x9", "9x9-as-described", "16x16"),
            ("fresh_win_rate", "layout_loss"),
            by="elapsed",
        ),
        Plot(
            "9x9",
            "9x9/10",
            ("9x9",),
            ("loss", "layout_loss", "opened", "clicks", "win_rate", "fresh_win_rate"),
        ),
        Plot(
            "9x9-as-described",
            "9x9/10, as described",
            ("9x9-as-described",),
            ("loss", "precision", "recall", "accuracy", "win_rate", "fresh_win_rate"),
        ),
    ),
    milestones=(
        Milestone("4x4", "fresh_win_rate", 0.90, "under 1 minute"),
        Milestone("5x5", "fresh_win_rate", 0.80, "10 minutes"),
        Milestone("9x9", "fresh_win_rate", 0.80, "6 hours"),
    ),
)
