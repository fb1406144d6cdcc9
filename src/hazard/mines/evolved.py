"""Players whose weights were evolved: their designs, games of whole populations, the files they come in.

    design = Design("network", hidden=8)
    herd = Population(design, level, threads=2)
    played = herd.play(genes, seeds, first)         # every player on the same boards
    played.wins                                     # int[players]

A design says what a player sees and how its weights score the cells; the best score is its choice. What it
looks at are raw cells: it is told no rule of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import AgentError
from hazard.core.status import Status
from hazard.mines import native
from hazard.mines.level import Level
from hazard.mines.nets.card import Provenance

Shape = Literal["matrix", "cells", "network"]
Source = Literal["open", "covered", "both"]
Genes = NDArray[np.float32]  # [players, design.genes]

SHAPES: tuple[Shape, ...] = ("matrix", "cells", "network")  # the index is the native code
SOURCES: tuple[Source, ...] = ("open", "covered", "both")
FEATURES: tuple[str, ...] = tuple(native.features())
FORMAT = 1  # of files


class Design(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an evolved player is made of.

    `matrix`: the features of each source cell, times a matrix, score its eight neighbours; a cell's scores
    are averaged. `cells`: a weight for each code (0 to 8, covered) of each of the 24 cells around a cell.
    `network`: the codes of 3x3 cells give hidden units (ReLU), those of 3x3 cells a score: it sees the same
    24 cells and the cell itself. With `symmetric` these two score alike what turning makes alike.
    """

    shape: Shape
    features: tuple[str, ...] = ()
    source: Source = "open"
    hidden: int = 0
    symmetric: bool = True
    only_covered: bool = True
    """It chooses among covered cells; else among all, and the game ends where it chooses an open one."""
    logic: bool = False
    """Rules and equations open what they prove safe, the player only guesses. It then sees what is left of
    each number once the mines that follow are taken away, and these mines as cells off the board."""


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """How games went, each array [players, boards]."""

    status: NDArray[np.uint8]  # hazard.Status; UNFINISHED: it chose an open cell, or none
    opened: NDArray[np.int32]  # cells, the first one and what it opened included
    decisions: NDArray[np.int32]
    again: NDArray[np.int32]  # choices of an open cell
    guesses: NDArray[np.int32]  # with logic: choices that were the player's own

    @property
    def won(self) -> NDArray[np.bool_]:
        """bool[players, boards]"""
        return self.status == Status.WON

    @property
    def lost(self) -> NDArray[np.bool_]:
        """bool[players, boards]"""
        return self.status == Status.LOST


class Population:
    """Players of one design on boards of one level."""

    def __init__(self, design: Design, level: Level, threads: int = 1) -> None:
        self.design, self.level = design, level
        self._native = native.Population(
            SHAPES.index(design.shape),
            list(design.features),
            SOURCES.index(design.source),
            design.hidden,
            design.symmetric,
            level.rows,
            level.cols,
            level.mines,
            level.rule_code,
            design.only_covered,
            design.logic,
            threads,
        )
        self.genes = self._native.genes()
        """Weights of one player."""

    def play(self, genes: Genes, seeds: NDArray[np.uint64], first: NDArray[np.int32]) -> Played:
        """Every player on every board: board b is the game of seeds[b], in which first[b] is opened first."""
        return Played(**self._native.play(np.ascontiguousarray(genes, np.float32), seeds, first))

    def choose(self, genes: Genes, cells: NDArray[np.int8]) -> NDArray[np.int32]:
        """What every player chooses in every position [n, rows, cols]: int32[players, n], -1 for nothing.

        With logic: what it would guess if nothing were certain.
        """
        seen = np.ascontiguousarray(np.maximum(cells, -1), np.int8)  # a flag tells nothing
        return self._native.choose(np.ascontiguousarray(genes, np.float32), seen)


class EvolvedPlayer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One player, as its file holds it."""

    format: int = FORMAT
    game: str = "mines"
    design: Design
    genes: tuple[float, ...]
    trained_on: tuple[str, ...] = ()  # levels, "8x8/10"
    provenance: Provenance = Provenance()

    @classmethod
    def read(cls, file: Path) -> EvolvedPlayer:
        """Raises AgentError."""
        try:
            player = msgspec.json.decode(file.read_bytes(), type=cls)
        except OSError as error:
            raise AgentError(f"cannot read the evolved player {file}: {error.strerror}") from None
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise AgentError(f"{file} is no evolved player: {error}") from None
        if player.format != FORMAT or player.game != "mines":
            raise AgentError(
                f"{file} is of format {player.format} for {player.game}; "
                f"this Hazard reads format {FORMAT} for mines"
            )
        return player

    def encoded(self) -> bytes:
        """The file's bytes, readable."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"

    @property
    def array(self) -> Genes:
        """As a population of one: float32[1, genes]."""
        return np.array([self.genes], np.float32)
