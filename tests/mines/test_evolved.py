"""Evolved players: what they choose is what plain Python says, their games are those of the batch engine."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from hazard.core.errors import AgentError
from hazard.core.status import Status
from hazard.mines.boards import Boards
from hazard.mines.deduction import MINE, SAFE, equations
from hazard.mines.evolved import FEATURES, Design, EvolvedPlayer, Genes, Population
from hazard.mines.level import Level

LEVEL = Level(5, 6, 5, "safe")
AROUND = [(r, c) for r, c in product((-1, 0, 1), repeat=2) if (r, c) != (0, 0)]
SIZES = dict(zip(FEATURES, (1, 10, 8, 80, 1, 9, 1, 9, 1), strict=True))
NOTHING = 10  # the code of a cell off the board

ALL_FEATURES = [
    Design("matrix", (name,), source) for name in FEATURES for source in ("open", "covered", "both")
]
DESIGNS = [
    *ALL_FEATURES,
    Design("matrix", FEATURES, "both", only_covered=False),
    Design("cells"),
    Design("cells", symmetric=False),
    Design("network", hidden=3),
    Design("network", hidden=5, symmetric=False),
    Design("network", hidden=4, logic=True),
]


def positions(count: int, seed: int) -> NDArray[np.int8]:
    """Random positions of games: int8[count, rows, cols]."""
    boards = Boards(LEVEL, count)
    boards.deal(np.arange(seed, seed + count, dtype=np.uint64))
    randomness = np.random.default_rng(seed)
    for _ in range(6):
        actions = boards.draw()
        boards.open(np.where(randomness.random(count) < 0.7, actions, -1).astype(np.int32))
    return boards.cells


def population(design: Design, players: int, seed: int = 1) -> tuple[Population, Genes]:
    herd = Population(design, LEVEL)
    return herd, np.random.default_rng(seed).normal(size=(players, herd.genes)).astype(np.float32)


def one_hot(value: int, size: int) -> list[float]:
    return [float(value == k) for k in range(size)]


def described(codes: NDArray[np.int_], row: int, col: int, features: tuple[str, ...]) -> list[float]:
    """What a matrix player knows of a cell; codes are padded by two cells."""
    own = int(codes[row + 2, col + 2])
    near = [int(codes[row + 2 + r, col + 2 + c]) for r, c in AROUND]
    seen = [0 if code == NOTHING else code for code in near]
    covered, opened = near.count(9), sum(code < 9 for code in near)
    every: dict[str, list[float]] = {
        "own": [own],
        "own-onehot": one_hot(own, 10),
        "around": [float(code) for code in seen],
        "around-onehot": [x for code in near for x in one_hot(code, 10)],
        "covered": [covered],
        "covered-onehot": one_hot(covered, 9),
        "open": [opened],
        "open-onehot": one_hot(opened, 9),
        "sum": [sum(seen)],
    }
    return [x for name in features for x in every[name]]


def matrix_scores(design: Design, genes: NDArray[np.float32], codes: NDArray[np.int_]) -> NDArray[np.float64]:
    length = sum(SIZES[name] for name in design.features)
    matrices = genes.astype(np.float64).reshape(-1, length, 8)
    rows, cols = LEVEL.rows, LEVEL.cols
    sums, counts = np.zeros((rows + 2, cols + 2)), np.zeros((rows + 2, cols + 2))
    for row, col in product(range(rows), range(cols)):
        covered = codes[row + 2, col + 2] == 9
        if design.source == ("open" if covered else "covered"):
            continue
        matrix = matrices[-1 if covered else 0]
        given = np.array(described(codes, row, col, design.features)) @ matrix
        for (r, c), score in zip(AROUND, given, strict=True):
            sums[row + 1 + r, col + 1 + c] += score
            counts[row + 1 + r, col + 1 + c] += 1
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(counts > 0, sums / counts, -np.inf)[1:-1, 1:-1]


def orbit(place: tuple[int, ...], symmetric: bool) -> tuple[int, ...]:
    row, col = place
    far, near = max(abs(row), abs(col)), min(abs(row), abs(col))
    return (far, near) if symmetric else (row, col)


def orbits(places: Sequence[tuple[int, ...]], symmetric: bool) -> list[int]:
    kinds = sorted({orbit(place, symmetric) for place in places})
    return [kinds.index(orbit(place, symmetric)) for place in places]


def cells_scores(design: Design, genes: NDArray[np.float32], codes: NDArray[np.int_]) -> NDArray[np.float64]:
    places = [place for place in product(range(-2, 3), repeat=2) if place != (0, 0)]
    weights = np.pad(genes.astype(np.float64).reshape(-1, 10), ((0, 0), (0, 1)))[
        orbits(places, design.symmetric)
    ]
    scores = np.zeros((LEVEL.rows, LEVEL.cols))
    for row, col in np.ndindex(scores.shape):
        scores[row, col] = sum(
            weight[codes[row + 2 + r, col + 2 + c]] for weight, (r, c) in zip(weights, places, strict=True)
        )
    return scores


def network_scores(
    design: Design, genes: NDArray[np.float32], codes: NDArray[np.int_]
) -> NDArray[np.float64]:
    places, hidden = list(product((-1, 0, 1), repeat=2)), design.hidden
    orbit_of = orbits(places, design.symmetric)
    kinds = max(orbit_of) + 1
    inside, bias, outside = np.split(
        genes.astype(np.float64), [kinds * 10 * hidden, (kinds * 10 + 1) * hidden]
    )
    inside = np.pad(inside.reshape(kinds, 10, hidden), ((0, 0), (0, 1), (0, 0)))
    outside = outside.reshape(kinds, hidden)
    units = np.zeros((LEVEL.rows + 2, LEVEL.cols + 2, hidden))
    for row, col in product(range(LEVEL.rows), range(LEVEL.cols)):
        total = bias.copy()
        for kind, (r, c) in zip(orbit_of, places, strict=True):
            total += inside[kind, codes[row + 2 + r, col + 2 + c]]
        units[row + 1, col + 1] = np.maximum(total, 0)
    scores = np.zeros((LEVEL.rows, LEVEL.cols))
    for row, col in np.ndindex(scores.shape):
        scores[row, col] = sum(
            outside[kind] @ units[row + 1 + r, col + 1 + c]
            for kind, (r, c) in zip(orbit_of, places, strict=True)
        )
    return scores


SCORES = {"matrix": matrix_scores, "cells": cells_scores, "network": network_scores}


def codes_of(design: Design, cells: NDArray[np.int8]) -> NDArray[np.int_]:
    """What the player sees of one position, padded by two cells."""
    codes = np.where(cells < 0, 9, cells).astype(np.int_)
    if design.logic:
        mines = equations(cells[np.newaxis])[0] == MINE
        around = np.array(
            [
                [mines[max(r - 1, 0) : r + 2, max(c - 1, 0) : c + 2].sum() for c in range(LEVEL.cols)]
                for r in range(LEVEL.rows)
            ]
        )
        codes = np.where(cells >= 0, cells - around, codes)
        codes[mines] = NOTHING
    return np.pad(codes, 2, constant_values=NOTHING)


@pytest.mark.parametrize("design", DESIGNS, ids=str)
def test_a_player_chooses_what_its_weights_say(design: Design) -> None:
    herd, genes = population(design, 3)
    seen = positions(12, seed=5)
    chosen = herd.choose(genes, seen)
    for player, (at, cells) in product(range(3), enumerate(seen)):
        codes = codes_of(design, cells)
        scores = SCORES[design.shape](design, genes[player], codes)
        inner = codes[2:-2, 2:-2]
        able = inner == 9 if design.only_covered else inner != NOTHING
        scores = np.where(able, scores, -np.inf)
        if np.isinf(scores.max()):
            assert chosen[player, at] == -1
        else:
            cell = divmod(int(chosen[player, at]), LEVEL.cols)
            assert able[cell]
            assert scores[cell] >= scores.max() - 1e-4 * max(1, abs(scores.max()))


@pytest.mark.parametrize("design", [DESIGNS[0], *DESIGNS[-6:]], ids=str)
def test_whole_games_are_those_of_the_batch_engine(design: Design) -> None:
    players, count = 4, 40
    herd, genes = population(design, players)
    seeds, first = np.arange(100, 100 + count, dtype=np.uint64), np.arange(count, dtype=np.int32) % LEVEL.area
    played = herd.play(genes, seeds, first)
    for player in range(players):
        boards = Boards(LEVEL, count)
        boards.deal(seeds)
        boards.open(first)
        decisions, again, guesses = (np.zeros(count, np.int32) for _ in range(3))
        going = boards.status == Status.UNFINISHED
        while going.any():
            cells = boards.cells.copy()
            chosen = herd.choose(genes[player : player + 1], cells)[0]
            safe = (
                (equations(cells) == SAFE).reshape(count, -1) if design.logic else np.zeros((count, 1), bool)
            )
            proved = safe.any(axis=1)
            opening = np.where(going & ~proved & (chosen >= 0), chosen, -1)
            was_open = (opening >= 0) & (cells.reshape(count, -1)[np.arange(count), opening] >= 0)
            decisions += going & (proved | (opening >= 0))
            again += was_open
            guesses += going & ~proved & (opening >= 0) & design.logic
            boards.open(opening.astype(np.int32))
            for cell in np.flatnonzero(safe.any(axis=0)):
                boards.open(np.where(going & safe[:, cell], cell, -1).astype(np.int32))
            going &= (boards.status == Status.UNFINISHED) & ~was_open & (proved | (opening >= 0))
        np.testing.assert_array_equal(played.status[player], boards.status)
        np.testing.assert_array_equal(played.opened[player], boards.opened)
        np.testing.assert_array_equal(played.decisions[player], decisions)
        np.testing.assert_array_equal(played.again[player], again)
        np.testing.assert_array_equal(played.guesses[player], guesses)


def test_threads_change_no_game() -> None:
    design = Design("network", hidden=6)
    _, genes = population(design, 7)
    seeds, first = np.arange(33, dtype=np.uint64), np.zeros(33, np.int32)
    one, three = (Population(design, LEVEL, threads).play(genes, seeds, first) for threads in (1, 3))
    np.testing.assert_array_equal(one.opened, three.opened)
    np.testing.assert_array_equal(one.decisions, three.decisions)


def test_what_turning_makes_alike_scores_alike() -> None:
    herd, genes = population(Design("network", hidden=6), 1)
    corner = np.full((1, 5, 6), -1, np.int8)
    corner[0, 2, 2] = 1
    cell = int(herd.choose(genes, corner)[0, 0])
    mirrored = int(herd.choose(genes, np.ascontiguousarray(corner[:, ::-1]))[0, 0])
    # The board is mirrored onto itself, so the best places are too; of equal ones the first is taken.
    assert (cell // 6, mirrored // 6) in {(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)}
    assert cell == mirrored


def test_weights_of_another_design_are_refused() -> None:
    herd, _ = population(Design("cells"), 1)
    with pytest.raises(ValueError, match="genes"):
        herd.play(np.zeros((2, 3), np.float32), np.zeros(1, np.uint64), np.zeros(1, np.int32))
    with pytest.raises(ValueError, match="first"):
        herd.play(np.zeros((2, herd.genes), np.float32), np.zeros(2, np.uint64), np.zeros(1, np.int32))


def test_a_player_is_read_as_it_was_written(tmp_path: Path) -> None:
    herd, genes = population(Design("network", hidden=2), 1)
    player = EvolvedPlayer(design=herd.design, genes=tuple(genes[0].tolist()), trained_on=("8x8/10",))
    file = tmp_path / "player.json"
    file.write_bytes(player.encoded())
    read = EvolvedPlayer.read(file)
    assert read == player
    np.testing.assert_array_equal(read.array, genes)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{}", "is no evolved player"),
        ('{"format": 9, "design": {"shape": "cells"}, "genes": []}', "format 9"),
        ('{"design": {"shape": "tree"}, "genes": []}', "tree"),
    ],
)
def test_a_file_that_holds_no_player_is_named(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "player.json"
    file.write_text(text)
    with pytest.raises(AgentError, match=told):
        EvolvedPlayer.read(file)
