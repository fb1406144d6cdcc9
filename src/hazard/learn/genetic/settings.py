"""The recipe of the genetic learner: player, evolution, games, points, test."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from hazard.core.errors import BadInput
from hazard.core.registry import did_you_mean
from hazard.learn.fields import FirstCell, FirstRule, LevelName, check_first
from hazard.learn.recipe import Recipe
from hazard.learn.testing import Test
from hazard.mines.evolved import FEATURES, Design, Shape, Source
from hazard.mines.level import Level


class Player(Struct, forbid_unknown_fields=True, kw_only=True):
    """What is evolved."""

    shape: Annotated[
        Shape,
        Meta(
            description="matrix: each cell's features score its neighbours, scores are averaged; cells: a "
            "weight for each code of each cell within radius 2; network: 3x3 codes to hidden units, 3x3 of "
            "these to a score"
        ),
    ] = "network"
    features: Annotated[
        list[str], Meta(description=f"matrix: what it knows of a cell, of {', '.join(FEATURES)}")
    ] = field(default_factory=lambda: ["own-onehot", "covered-onehot"])
    source: Annotated[
        Source, Meta(description="matrix: which cells' features are used; both: a matrix for each kind")
    ] = "open"
    hidden: Annotated[int, Meta(ge=1, le=1024, description="network: hidden units")] = 8
    symmetric: Annotated[
        bool, Meta(description="cells, network: what turning and mirroring make alike is scored alike")
    ] = True
    choose: Annotated[
        Literal["covered", "all"],
        Meta(description="among which cells; a game ends where an open cell is chosen, as nothing changes"),
    ] = "covered"
    logic: Annotated[
        bool, Meta(description="rules and equations open what they prove safe; the player only guesses")
    ] = False

    def design(self) -> Design:
        """As the native core plays it."""
        matrix, network = self.shape == "matrix", self.shape == "network"
        return Design(
            self.shape,
            tuple(self.features) if matrix else (),
            self.source if matrix else "open",
            self.hidden if network else 0,
            self.symmetric and not matrix,
            self.choose == "covered",
            self.logic,
        )


class Evolution(Struct, forbid_unknown_fields=True, kw_only=True):
    """How a generation follows from the last."""

    generations: Annotated[int, Meta(ge=1, description="a session")] = 10
    players: Annotated[int, Meta(ge=2, description="in each generation")] = 64
    parents: Annotated[int, Meta(ge=1, description="the best of a generation, from which the next comes")] = (
        16
    )
    elite: Annotated[
        int, Meta(ge=0, description="uniform: the best of a generation that live on unchanged")
    ] = 2
    crossover: Annotated[
        Literal["uniform", "mean"],
        Meta(
            description="uniform: each weight comes from one of two parents; mean: children lie around the "
            "parents' weighted mean, and the step adapts to how far it goes"
        ),
    ] = "uniform"
    mutation: Annotated[
        float, Meta(gt=0, le=1, description="uniform: the chance of each weight to change")
    ] = 0.1
    step: Annotated[float, Meta(gt=0, description="standard deviation of a change (mean: at the start)")] = (
        0.3
    )
    spread: Annotated[
        float, Meta(gt=0, description="standard deviation of the first generation's weights")
    ] = 1.0
    populations: Annotated[
        int,
        Meta(
            ge=1,
            le=2,
            description="2: matrices for open and for covered cells are two populations; each player of one "
            "plays together with a random one of the other",
        ),
    ] = 1


class Games(Struct, forbid_unknown_fields=True, kw_only=True):
    """What a generation plays; all its players the same boards."""

    boards: Annotated[int, Meta(ge=1, description="boards a generation")] = 256
    fresh: Annotated[bool, Meta(description="new boards for each generation; false: always the same")] = True
    select: Annotated[
        Literal["game", "move"],
        Meta(
            description="a generation ends after whole games, or after one move of one game, in which all "
            "players stand before the same position and the best one's move is played"
        ),
    ] = "game"


class Points(Struct, forbid_unknown_fields=True, kw_only=True):
    """What a game is worth; a player's fitness is its mean over the boards."""

    won: Annotated[float, Meta(description="all safe cells are open")] = 100.0
    cell: Annotated[float, Meta(description="for each new cell")] = 1.0
    again: Annotated[float, Meta(description="an open cell was chosen")] = -1.0
    mine: Annotated[float, Meta(description="a mine was opened")] = -100.0
    guess: Annotated[float, Meta(description="with logic: for each choice of the player's own")] = 0.0


class GeneticRecipe(Recipe, forbid_unknown_fields=True, kw_only=True):
    """Everything about an evolution."""

    level: LevelName = "beginner8"
    rule: FirstRule = "safe"
    first: FirstCell = "random"
    player: Player = field(default_factory=Player)
    evolution: Evolution = field(default_factory=Evolution)
    games: Games = field(default_factory=Games)
    points: Points = field(default_factory=Points)
    test: Test = field(default_factory=Test)

    def check(self) -> None:
        """Raise BadInput where fields contradict each other."""
        level = Level.parse(self.level, self.rule)
        check_first(self.first, level)
        for name in self.player.features:
            if name not in FEATURES:
                hint = did_you_mean(name, dict.fromkeys(FEATURES)) or f"; there are {', '.join(FEATURES)}"
                raise BadInput(f"player.features: unknown feature {name!r}{hint}")
        if self.player.shape == "matrix" and not self.player.features:
            raise BadInput(f"player.features: a matrix needs features, of {', '.join(FEATURES)}")
        self.check_evolution()

    def check_evolution(self) -> None:
        """The same for how generations follow each other."""
        evolution, player = self.evolution, self.player
        if max(evolution.parents, evolution.elite) > evolution.players:
            raise BadInput(
                f"evolution: {evolution.parents} parents and {evolution.elite} elite "
                f"of {evolution.players} players"
            )
        if evolution.crossover == "mean" and evolution.players % 2:
            raise BadInput("evolution.players: crossover mean makes children in pairs; want an even number")
        if evolution.populations == 2 and (player.shape, player.source) != ("matrix", "both"):
            raise BadInput('evolution.populations: 2 need player.shape = "matrix" and source = "both"')
        if evolution.populations == 2 and evolution.crossover != "uniform":
            raise BadInput('evolution.populations: 2 need evolution.crossover = "uniform"')
        if self.games.select == "move" and self.games.boards != 1:
            raise BadInput("games.boards: select after every move plays on 1 board")
        if self.games.select == "move" and player.logic:
            raise BadInput("player.logic: is for whole games; games.select after every move has none")
