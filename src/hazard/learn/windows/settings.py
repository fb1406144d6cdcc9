"""The recipe of the window classifier: whose games, how many windows, network, optimisation."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from hazard.core.errors import BadInput
from hazard.learn.fields import FirstCell, FirstRule, check_first
from hazard.learn.recipe import Recipe
from hazard.mines.level import Level, Rule


class Data(Struct, forbid_unknown_fields=True, kw_only=True):
    """Windows around cells that the bot decided."""

    levels: Annotated[
        list[str], Meta(description="levels of the bot's games, an even share of the windows from each")
    ] = field(default_factory=lambda: ["10x10/10"])
    rule: FirstRule = "open"
    first: FirstCell = "random"
    windows: Annotated[
        int,
        Meta(ge=2, description="windows to learn from, half of them around mines, half around safe cells"),
    ] = 1_000_000
    test: Annotated[int, Meta(ge=2, description="windows of other games, to test on")] = 50_000
    boards: Annotated[int, Meta(ge=1, description="games at the same time")] = 256


class Network(Struct, forbid_unknown_fields=True, kw_only=True):
    """What maps the 16 cells of a window to 17 classes: where the mine is, or that there is none."""

    width: Annotated[int, Meta(ge=1, description="units of each hidden layer")] = 512
    layers: Annotated[int, Meta(ge=1, description="hidden layers")] = 4
    dropout: Annotated[
        float, Meta(ge=0, lt=1, description="share of each hidden layer's units left out while learning")
    ] = 0.0


class Fit(Struct, forbid_unknown_fields=True, kw_only=True):
    """How the network learns."""

    batch: Annotated[int, Meta(ge=1, description="windows a step")] = 512
    rate: Annotated[float, Meta(gt=0, description="Adam's learning rate at the start")] = 1e-3
    last_rate: Annotated[
        float, Meta(ge=0, description="the same at the end, where it goes along a cosine")
    ] = 1e-5


class WindowsRecipe(Recipe, forbid_unknown_fields=True, kw_only=True):
    """Everything about the training of a window classifier; a session is an epoch."""

    data: Data = field(default_factory=Data)
    network: Network = field(default_factory=Network)
    fit: Fit = field(default_factory=Fit)

    @property
    def level(self) -> str:
        """A board of one window: what the network alone can play."""
        return "4x4/2"

    @property
    def rule(self) -> Rule:
        """Of the bot's games."""
        return self.data.rule

    @property
    def first(self) -> str:
        """Of the bot's games."""
        return self.data.first

    def check(self) -> None:
        """Raise BadInput where fields contradict each other."""
        if not self.data.levels:
            raise BadInput("data.levels: want at least one level")
        for text in self.data.levels:
            level = Level.parse(text, self.data.rule)
            if min(level.rows, level.cols) < 4:
                raise BadInput(f"data.levels: a window of 4x4 does not fit on {level}")
            check_first(self.data.first, level, "data.first")
