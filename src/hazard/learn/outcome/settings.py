"""The recipe of the outcome network: whose games, how positions are split, network, optimisation."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from hazard.core.errors import BadInput
from hazard.core.registry import resolve
from hazard.learn.recipe import Recipe

Split = Literal["game", "position"]


class Data(Struct, forbid_unknown_fields=True, kw_only=True):
    """Positions of games between four copies of an agent, one after every command."""

    agent: Annotated[str, Meta(description="who sits at all four seats: an agent of Dicewars")] = (
        "dice/kb.sdc_pre_at"
    )
    positions: Annotated[int, Meta(ge=10, description="positions, of those that learn and test")] = 71_310
    kept: Annotated[
        float,
        Meta(gt=0, le=1, description="share of each game's positions that is kept: fewer, of more games"),
    ] = 1.0
    split: Annotated[
        Split,
        Meta(description="what is drawn to be tested on: whole games, or positions of games that are learnt"),
    ] = "game"
    test: Annotated[float, Meta(gt=0, lt=1, description="share that is tested on")] = 0.2
    fresh: Annotated[int, Meta(ge=10, description="positions of new games, tested on as well")] = 20_000


class Network(Struct, forbid_unknown_fields=True, kw_only=True):
    """What maps the 633 numbers of a position to the chance of each seat to win; two hidden layers."""

    norm: Annotated[bool, Meta(description="a batch norm behind each hidden layer")] = True


class Fit(Struct, forbid_unknown_fields=True, kw_only=True):
    """How the network learns."""

    batch: Annotated[int, Meta(ge=2, description="positions a step")] = 64
    rate: Annotated[float, Meta(gt=0, description="the learning rate of plain gradient descent")] = 0.01
    parts: Annotated[int, Meta(ge=1, description="sessions an epoch: how finely its curves are drawn")] = 10


class OutcomeRecipe(Recipe, forbid_unknown_fields=True, kw_only=True):
    """Everything about the training of an outcome network; a session is a part of an epoch."""

    data: Data = field(default_factory=Data)
    network: Network = field(default_factory=Network)
    fit: Fit = field(default_factory=Fit)

    def check(self) -> None:
        """Raise BadInput where fields contradict each other."""
        resolve(self.data.agent, "dice")
        if self.data.positions * (1 - self.data.test) < self.fit.batch * self.fit.parts:
            raise BadInput(
                f"data.positions: {self.data.positions} are too few for {self.fit.parts} parts of an epoch "
                f"with a batch of {self.fit.batch}"
            )
