"""The recipe of the Q-learner: network, games, rewards, what is learnt from them, test."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from hazard.core.errors import BadInput
from hazard.learn.fields import FirstCell, FirstRule, LevelName, check_first
from hazard.learn.recipe import Recipe
from hazard.learn.testing import Test
from hazard.mines.level import Level
from hazard.mines.rewards import Reward

Moves = Literal["made", "after loss", "all"]


class Network(Struct, forbid_unknown_fields=True, kw_only=True):
    """What maps planes to a value for each cell."""

    kind: Annotated[str, Meta(description="a name of the table of value networks")] = "genetic-q"
    planes: Annotated[str, Meta(description="a name of the table of input planes")] = "onehot10"
    width: Annotated[int, Meta(ge=1, description="channels; the study's network has 32")] = 32
    layers: Annotated[int, Meta(ge=1, description="conv: hidden layers")] = 4
    start: Annotated[
        str,
        Meta(description="a run whose last weights it begins with, its name or folder; empty: random ones"),
    ] = ""
    window: Annotated[
        int,
        Meta(
            ge=0,
            description="side of the windows that it sees, which slide over the board; values are averaged; "
            "0: it sees the whole board",
        ),
    ] = 0
    border: Annotated[
        float,
        Meta(gt=0, le=1, description="with a window: how much its border cells weigh in the mean"),
    ] = 1.0


class Play(Struct, forbid_unknown_fields=True, kw_only=True):
    """Where positions come from."""

    clicks: Annotated[int, Meta(ge=1, description="decisions a session; games go on in the next one")] = 4096
    boards: Annotated[int, Meta(ge=1, le=65536, description="games played at the same time")] = 256
    explore: Annotated[float, Meta(ge=0, le=1, description="chance of a random move at the start")] = 1.0
    last_explore: Annotated[float, Meta(ge=0, le=1, description="the same after explore_sessions")] = 0.05
    explore_sessions: Annotated[
        int, Meta(ge=1, description="sessions in which the chance goes from first to last, evenly")
    ] = 20
    anywhere: Annotated[
        int,
        Meta(
            ge=0,
            description="sessions in which a random move is one of all cells, open ones too; later of the "
            "covered ones",
        ),
    ] = 0


class Rewards(Struct, forbid_unknown_fields=True, kw_only=True):
    """What a move is worth at once; those of genetic-q."""

    won: Annotated[float, Meta(description="the last safe cell is open")] = 1.0
    new: Annotated[float, Meta(description="a safe cell was opened")] = 0.9
    again: Annotated[float, Meta(description="an open cell was chosen")] = -0.3
    mine: Annotated[float, Meta(description="a mine was opened")] = -1.0
    blind: Annotated[float, Meta(description="a safe cell without an open neighbour was opened")] = -0.3

    def scheme(self) -> Reward:
        """As the arithmetic of rewards takes it."""
        return Reward("recipe", "", self.won, self.mine, self.again, self.new, self.blind)


class Fit(Struct, forbid_unknown_fields=True, kw_only=True):
    """What is learnt, and how."""

    gamma: Annotated[
        float,
        Meta(ge=0, le=1, description="what the best value of the next position counts; 0: rewards alone"),
    ] = 0.0
    gamma_sessions: Annotated[
        int, Meta(ge=0, description="sessions in which gamma rises evenly from 0; 0: it is full at once")
    ] = 0
    target: Annotated[
        int,
        Meta(
            ge=0,
            description="steps between two copies of the network, which values the next positions; 0: it "
            "values them itself",
        ),
    ] = 0
    double: Annotated[
        bool, Meta(description="the network chooses the next move, its copy says what that is worth")
    ] = False
    masks: Annotated[
        bool, Meta(description="only covered cells can be chosen and valued; else open ones too")
    ] = True
    moves: Annotated[
        Moves,
        Meta(
            description="which moves of a position are learnt from, their rewards being known once the game "
            "is over: the one made; where it lost, all covered cells; all covered cells everywhere"
        ),
    ] = "after loss"
    alternatives: Annotated[
        int,
        Meta(
            ge=0, description="most moves of a position in one step, drawn at random; 0: all that are known"
        ),
    ] = 0
    batch: Annotated[int, Meta(ge=1, description="positions a step")] = 256
    passes: Annotated[float, Meta(gt=0, description="positions drawn a session, for each that was new")] = 1.0
    replay: Annotated[
        int, Meta(ge=1, description="positions kept and drawn from, old ones replaced; at least a session's")
    ] = 100_000
    symmetries: Annotated[
        bool, Meta(description="turn and mirror every position at random when it is drawn")
    ] = True
    rate: Annotated[float, Meta(gt=0, description="Adam's learning rate at the start")] = 1e-3
    last_rate: Annotated[
        float, Meta(ge=0, description="the same at the end, where it goes along a cosine")
    ] = 1e-4


class TestElsewhere(Test, forbid_unknown_fields=True, kw_only=True):
    """A test that may be played on another level than the training."""

    level: Annotated[str, Meta(description="of the tests, where it is not that of the training")] = ""


class QRecipe(Recipe, forbid_unknown_fields=True, kw_only=True):
    """Everything about the training of action values."""

    level: LevelName = "beginner8"
    rule: FirstRule = "safe"
    first: FirstCell = "random"
    network: Network = field(default_factory=Network)
    play: Play = field(default_factory=Play)
    rewards: Rewards = field(default_factory=Rewards)
    fit: Fit = field(default_factory=Fit)
    test: TestElsewhere = field(default_factory=TestElsewhere)

    def check(self) -> None:
        """Raise BadInput where fields contradict each other."""
        level, test = Level.parse(self.level, self.rule), Level.parse(self.test_level, self.rule)
        check_first(self.first, level)
        window = self.network.window
        if window and window > min(level.rows, level.cols, test.rows, test.cols):
            raise BadInput(f"network.window: {window} cells do not fit on {level} and {test}")
        if self.network.kind == "genetic-q-dense" and not window and level.area != test.area:
            raise BadInput("test.level: a dense output plays boards of its own size only")
        if self.fit.replay < self.play.clicks:
            raise BadInput(f"fit.replay: {self.fit.replay} positions; a session has {self.play.clicks}")

    @property
    def test_level(self) -> str:
        """The level of the tests."""
        return self.test.level or self.level
