"""The study dice-evaluator: a search that judges by a network, its faults, and what its parts are worth."""

from __future__ import annotations

from hazard.learn.studies.study import Plot, Sitting, Study, Training, Trap

QUICK = ("sessions=2", "data.positions=3000", "data.fresh=500", "fit.parts=2")
OF_STEI = "data.agent=dice/dt.stei"
BY_GAME = ("data.split=game",)
PUBLISHED = {
    "kb.stei_adt": 40,
    "kb.stei_at": 43,
    "kb.sdc_pre_at": 43,
    "kb.stei_dt": 67,
    "dt.stei": 76,
    "dt.sdc": 75,
    "kb.sdc_post_at": 78,
    "kb.sdc_post_dt": 80,
    "dt.ste": 64,
    "dt.wpm_c": 84,
    "dt.wpm_d": 84,
    "dt.wpm_s": 74,
    "dt.rand": 80,
}
SPLITS = ("by-position", "by-game", "many-games")
ACCURACY = ("accuracy", "test_accuracy", "fresh_accuracy")

ABOUT = (
    "Dicewars on the course's platform. The AI moves dice to the front, tries every attack with a reply"
    " of each opponent, lets a network of 633 inputs judge the board that comes of it, and evacuates "
    "what is endangered. Published: 100 games against three copies of each reference, always in the "
    "first seat, which wins 41 % of games of four equals. As its authors wrote it, the AI tries attacks"
    " on the board of its construction, and its network was tested on positions of games that it had "
    "learnt."
)
TRANSFERS = (
    "Which dice go to the front its report leaves open. As its authors wrote it: those of the first "
    "area beside the border, as the course's own AIs move them; so it wins as often as the original was"
    " measured to (44.7 % of 535 games in every seat, 63.3 % of 520 in the first). course-net: the most"
    " dice, from anywhere, not into areas that stay endangered."
)
REMARKS = ("Published is of the first seat alone: beside it stands the first seat here.", TRANSFERS)

STUDY = Study(
    name="dice-evaluator",
    citation="xholko02 and team, SUI – Dicewars (project report in Slovak, FIT VUT Brno)",
    about=ABOUT,
    trainings=(
        Training("by-position", "course-net-authors", "split by position", quick=QUICK),
        Training("by-game", "course-net-authors", "the same, split by game", BY_GAME, QUICK),
        Training("many-games", "course-net", "few positions of many games", quick=QUICK),
        Training(
            "first-set",
            "course-net-authors",
            "games of dt.stei",
            (*BY_GAME, "data.agent=dice/dt.stei"),
            QUICK,
        ),
    ),
    sittings=(
        Sitting("as its authors wrote it", "dice/course-net-authors", PUBLISHED, "authors"),
        Sitting("its network split by game", "course-net-authors, new split"),
        Sitting("attacks tried on the current board", "course-net-authors, new board"),
        Sitting("both mended", "course-net-authors, both new", column="both mended"),
        Sitting("both mended, more dice to the front: course-net", "dice/course-net", column="course-net"),
        Sitting("judged by hand", "dice/course-net-by-hand", column="by hand"),
        Sitting("course-net without transfers", "course-net, no transfers"),
        Sitting("only to the front", "course-net, front only"),
        Sitting("only evacuation", "course-net, evacuation only"),
        Sitting("no reply", "course-net, no reply"),
        Sitting("two replies of each opponent", "course-net, two replies"),
        Sitting("three replies", "course-net, three replies"),
        Sitting("careful while its region is small", "course-net, careful while small"),
        Sitting("careful once it is large", "course-net, careful once large"),
        Sitting("the course's strongest reference", "dice/kb.stei_adt"),
        Sitting("dice/search", "dice/search", column="search", games=100),
    ),
    plots=(
        Plot(
            "accuracy",
            "who wins: learnt, held out, new games",
            ("by-position", "by-game", "many-games"),
            ACCURACY,
        ),
        Plot(
            "loss",
            "cross-entropy: learnt, held out, new games",
            SPLITS,
            ("loss", "test_loss", "fresh_loss"),
        ),
        Plot("first-set", "the first set of games, of dt.stei", ("by-game", "first-set"), ACCURACY),
    ),
    traps=(
        Trap(
            "positions of one game in both halves of the split",
            "The map tells which game a position is of, and so who wins it: what is held out is known by "
            "heart, new games are not.",
            "by-position",
            "by-game",
            (*ACCURACY, "test_loss", "fresh_loss"),
        ),
    ),
    remarks=REMARKS,
)
