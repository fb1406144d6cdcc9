"""The recipe of the predictor: network, games, labels, optimisation, test."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from hazard.core.errors import BadInput
from hazard.learn.fields import FirstCell, FirstRule, LevelName, check_first
from hazard.learn.recipe import Recipe
from hazard.learn.schedules import Schedule
from hazard.learn.testing import Test
from hazard.mines.level import Level

Truth = Literal["layout", "exact", "opened", "border", "border-after"]
Output = Literal["sigmoid", "masked sigmoid", "masked softmax"]
Activation = Literal["relu", "leaky-relu", "elu", "tanh", "sigmoid"]


class Network(Struct, forbid_unknown_fields=True, kw_only=True):
    """What maps planes to a risk a cell."""

    kind: Annotated[str, Meta(description="a name of the table of networks")] = "dense-net"
    planes: Annotated[str, Meta(description="a name of the table of input planes")] = "onehot10"
    widths: Annotated[
        list[int], Meta(description="dense-net: hidden widths in multiples of the number of cells")
    ] = field(default_factory=lambda: [20, 10, 5])
    width: Annotated[int, Meta(ge=1, description="conv: channels of each hidden layer")] = 64
    layers: Annotated[int, Meta(ge=1, description="conv: hidden layers")] = 4
    kernel: Annotated[Literal[1, 3, 5, 7], Meta(description="conv: side of the hidden layers' windows")] = 3
    activation: Annotated[Activation, Meta(description="between the layers")] = "relu"
    output: Annotated[
        Output,
        Meta(description="what makes risks of the last layer; masked: times 0 where open, as in cnn-thesis"),
    ] = "sigmoid"


class Play(Struct, forbid_unknown_fields=True, kw_only=True):
    """Where positions come from."""

    games: Annotated[int, Meta(ge=0, description="games a session, all played to their end")] = 0
    clicks: Annotated[
        int, Meta(ge=0, description="or decisions a session; games under way go on in the next one")
    ] = 0
    boards: Annotated[int, Meta(ge=1, le=65536, description="games played at the same time")] = 256
    teacher: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="share of the games that the cell of least exact risk plays; the network the rest",
        ),
    ] = 0.0
    explore: Annotated[
        float, Meta(ge=0, le=1, description="chance that a decision is a random covered cell instead")
    ] = 0.0
    final_views: Annotated[
        bool, Meta(description="finished games give their last view too, as in the study of dense-net")
    ] = True
    drop_unfinished: Annotated[
        bool,
        Meta(
            description="with clicks: forget games under way when a session ends (biases against long games)"
        ),
    ] = False


class Fit(Struct, forbid_unknown_fields=True, kw_only=True):
    """How the network learns from a session's positions."""

    truth: Annotated[
        Truth,
        Meta(
            description="what predictions are compared with: mines everywhere (layout), exact risks, or the "
            "mine of the cell just opened, or the mines of covered cells next to open ones (border; "
            "border-after: as they lie after the move, so that a safe cell just opened has no label); the "
            "last three leave all other cells what the network says of them"
        ),
    ] = "layout"
    loss: Annotated[
        Literal["cross-entropy", "squared"], Meta(description="how a prediction is compared with the truth")
    ] = "cross-entropy"
    mean: Annotated[
        bool,
        Meta(description="a position's loss is its cells' mean (as in cnn-thesis), not their sum"),
    ] = False
    where: Annotated[Literal["all", "covered"], Meta(description="which cells count in the loss")] = "all"
    batch: Annotated[int, Meta(ge=1, description="positions a step")] = 1024
    epochs: Annotated[int, Meta(ge=1, description="passes over a session's positions")] = 1
    replay: Annotated[
        int,
        Meta(
            ge=0,
            description="positions kept and drawn from, old ones replaced; 0: each session's are thrown away",
        ),
    ] = 0
    held_out: Annotated[
        float,
        Meta(ge=0, lt=1, description="share of a session's positions, the last ones, that only tests see"),
    ] = 0.01
    symmetries: Annotated[
        bool, Meta(description="turn and mirror every position at random when it is drawn")
    ] = False
    optimizer: Annotated[Literal["adam", "sgd"], Meta(description="how steps follow from gradients")] = "adam"
    rate: Annotated[float, Meta(gt=0, description="learning rate at the start")] = 1e-3
    last_rate: Annotated[
        float, Meta(ge=0, description="learning rate at the end, unless the schedule is constant")
    ] = 0.0
    schedule: Annotated[
        Schedule,
        Meta(description="how the rate goes from first to last, by session"),
    ] = "constant"
    warmup: Annotated[int, Meta(ge=0, description="steps in which the rate rises from zero")] = 0
    momentum: Annotated[float, Meta(ge=0, lt=1, description="of sgd, or the first beta of adam")] = 0.9
    beta2: Annotated[float, Meta(ge=0, lt=1, description="the second beta of adam")] = 0.999
    epsilon: Annotated[float, Meta(gt=0, description="of adam")] = 1e-8
    l2: Annotated[
        float,
        Meta(ge=0, description="this times half the sum of squared weights is added to the loss; not biases"),
    ] = 0.0


class PredictorRecipe(Recipe, forbid_unknown_fields=True, kw_only=True):
    """Everything about the training of a predictor."""

    level: LevelName = "beginner"
    rule: FirstRule = "safe"
    first: FirstCell = "random"
    network: Network = field(default_factory=Network)
    play: Play = field(default_factory=Play)
    fit: Fit = field(default_factory=Fit)
    test: Test = field(default_factory=Test)

    def check(self) -> None:
        """Raise BadInput where fields contradict each other."""
        level = Level.parse(self.level, self.rule)
        check_first(self.first, level)
        if (self.play.games == 0) == (self.play.clicks == 0):
            raise BadInput("play: give games or clicks (how many a session), one of the two")
        if self.play.games and self.play.drop_unfinished:
            raise BadInput("play.drop_unfinished: is for clicks; games are always played to their end")
        if not self.network.widths or min(self.network.widths) < 1:
            raise BadInput(f"network.widths: {self.network.widths}; want whole numbers from 1")
