"""What `analyse` offers: its lists, numbers, samples and JSON agree with each other and with enumeration."""

from __future__ import annotations

import json
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hazard.core.errors import CellError, Contradiction, TooWide
from hazard.mines import native
from hazard.mines.agents.exact import Exact
from hazard.mines.around import sum_around
from hazard.mines.counting import multiply, product, total_layouts
from hazard.mines.game import Game
from hazard.mines.inference import Analysis, analyse, analyse_many
from hazard.mines.level import Level
from hazard.mines.position import Position


@st.composite
def played(draw: st.DrawFn) -> Position:
    """A small position from play: some safe cells of a layout open, perhaps true flags."""
    rows, cols = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    mines = draw(st.sets(st.sampled_from(cells), max_size=len(cells) - 1))
    mask = np.zeros((rows, cols), np.bool_)
    for cell in mines:
        mask[cell] = True
    numbers = sum_around(mask)
    codes = np.full((rows, cols), -1, np.int8)
    for cell in draw(st.sets(st.sampled_from(cells))):
        codes[cell] = numbers[cell] if cell not in mines else -1
    for cell in draw(st.sets(st.sampled_from(sorted(mines)), max_size=1)) if mines else ():
        codes[cell] = -2
    return Position(rows, cols, len(mines), codes)


def enumerate_layouts(position: Position) -> np.ndarray:
    """All layouts that fit: bool[layouts, rows, cols]."""
    covered = [tuple(cell) for cell in np.argwhere(position.cells == -1).tolist()]
    flagged = position.cells == -2
    fitting: list[np.ndarray] = []
    for chosen in combinations(covered, position.mines - int(flagged.sum())):
        mask = flagged.copy()
        for cell in chosen:
            mask[cell] = True
        if (sum_around(mask)[position.cells >= 0] == position.cells[position.cells >= 0]).all():
            fitting.append(mask)
    return np.array(fitting)


@given(played())
@settings(max_examples=150)
def test_everything_agrees_with_enumeration(position: Position) -> None:
    layouts = enumerate_layouts(position)
    analysis = analyse(position)
    covered = position.cells < 0
    risk = layouts.mean(axis=0)
    assert analysis.layouts == len(layouts)
    assert np.allclose(analysis.mine_probability[covered], risk[covered], rtol=1e-12, atol=0)
    assert np.isnan(analysis.mine_probability[~covered]).all()
    assert analysis.safe == [(r, c) for r, c in np.argwhere(covered & ~layouts.any(axis=0)).tolist()]
    assert analysis.mine == [(r, c) for r, c in np.argwhere(covered & layouts.all(axis=0)).tolist()]
    numbers = sum_around(layouts)
    values = analysis.value_probabilities()
    dead: list[tuple[int, int]] = []
    for row, col in np.argwhere(covered).tolist():
        safe = ~layouts[:, row, col]
        shown = np.bincount(numbers[safe, row, col], minlength=9)
        assert np.allclose(values[row, col], shown / len(layouts), rtol=1e-12, atol=0)
        if len(np.flatnonzero(shown)) == 1:
            dead.append((row, col))
    assert analysis.dead == dead
    assert np.isnan(values[~covered]).all()


@given(played(), st.integers(0, 2**64 - 1))
def test_samples_fit_the_position_and_are_a_function_of_the_seed(position: Position, seed: int) -> None:
    analysis = analyse(position)
    samples = analysis.sample(5, seed)
    assert np.array_equal(samples, analysis.sample(5, seed))
    assert (samples.sum(axis=(1, 2)) == position.mines).all()
    shown = np.broadcast_to(position.cells, samples.shape)
    assert (sum_around(samples)[shown >= 0] == shown[shown >= 0]).all()
    assert samples[shown == -2].all()


def test_samples_are_uniform() -> None:
    position = Position.parse("4x3x3\nHHHH\nH2HH\nHHHH\n")
    layouts = enumerate_layouts(position)
    samples = analyse(position).sample(50_000, seed=1)
    counts = np.array([(samples == layout).all(axis=(1, 2)).sum() for layout in layouts])
    expected = 50_000 / len(layouts)
    degrees = len(layouts) - 1
    # Wilson and Hilferty: 4.5 sigma above the mean, once in 100,000 times for a right program.
    limit = degrees * (1 - 2 / (9 * degrees) + 4.5 * (2 / (9 * degrees)) ** 0.5) ** 3
    assert counts.sum() == 50_000
    assert ((counts - expected) ** 2 / expected).sum() < limit


def test_before_anything_is_open_every_cell_is_as_risky() -> None:
    analysis = analyse(Position.covered(Level.parse("expert")))
    assert np.allclose(analysis.mine_probability, 99 / 480, rtol=1e-12)
    assert analysis.layouts == comb(480, 99)
    assert (analysis.safe, analysis.mine, analysis.dead) == ([], [], [])
    assert analysis.best == (0, 0)


def test_nothing_is_left_to_open() -> None:
    for text in ("2x1x1\n1F\n", "2x1x1\n1H\n", "1x1x0\n0\n"):
        assert analyse(Position.parse(text)).best is None


def expert_positions(seed: int) -> list[Position]:
    game = Game(Level.parse("expert"), seed, first=(3, 3))
    positions: list[Position] = []
    while not game.status:
        positions.append(game.position)
        analysis = analyse(game.position)
        game.play([("open", row * 30 + col) for row, col in analysis.safe or [analysis.best or (0, 0)]])
    return positions


def test_best_is_the_first_cell_that_the_exact_agent_opens() -> None:
    for seed in range(3):
        for position in expert_positions(seed):
            cells = Exact().choose(position.views()).cells
            assert analyse(position).best == divmod(int(cells[0, 0]), position.cols)


def test_one_by_one_and_many_at_once_agree_on_any_number_of_threads() -> None:
    positions = expert_positions(1) + expert_positions(2)
    cells = np.array([position.cells for position in positions])
    single = [analyse(position) for position in positions]
    for threads in (1, 3):
        many = analyse_many(cells, 99, threads=threads)
        assert (many.verdict == 0).all()
        for row, one in enumerate(single):
            assert np.array_equal(many.mine_probability[row], one.mine_probability, equal_nan=True)
            assert np.array_equal(many.certain[row], one.certain)


def test_many_at_once_mark_contradictions_and_raise_nothing() -> None:
    good, bad = Position.parse("3x1x1\n1HH").cells, Position.parse("3x1x1\n3HH").cells
    many = analyse_many(np.array([good, bad, good]), 1)
    assert many.verdict.tolist() == [0, 1, 0]
    assert np.array_equal(many.mine_probability[0], many.mine_probability[2], equal_nan=True)
    with pytest.raises(TypeError, match="needs the number of mines"):
        analyse_many(np.array([good]))


def test_flags_are_mines_or_covered_cells() -> None:
    position = Position.parse("4x1x1\n1FHH")
    trusted, doubted = analyse(position), analyse(position, trust_flags=False)
    assert (trusted.layouts, trusted.mine, trusted.safe) == (1, [(0, 1)], [(0, 2), (0, 3)])
    assert trusted.mine_probability[0, 1] == 1
    assert doubted.to_json()["mine"] == [[0, 1]]
    wrong = Position.parse("4x1x2\n0FHH")
    assert analyse(wrong, trust_flags=False).safe == [(0, 1)]
    assert analyse(wrong, trust_flags=False).best is None  # flagged cells cannot be opened


def test_json_has_exactly_the_documented_fields() -> None:
    facts = analyse(Position.parse("4x2x2\n1HHH\n1HHF")).to_json()
    assert json.loads(json.dumps(facts)) == facts
    assert list(facts) == ["rows", "cols", "mines", "mine_probability", "safe", "mine", "layouts", "best"]
    assert facts == {
        "rows": 2,
        "cols": 4,
        "mines": 2,
        "mine_probability": [[None, 0.5, 0.0, 0.0], [None, 0.5, 0.0, 1.0]],
        "safe": [[0, 2], [0, 3], [1, 2]],
        "mine": [[1, 3]],
        "layouts": "2",
        "best": [0, 2],
    }


def test_layouts_of_large_boards_are_exact_integers() -> None:
    assert analyse(Position.covered(Level.parse("100x100/2000"))).to_json()["layouts"] == str(
        comb(10_000, 2000)
    )


def test_value_probabilities_are_asked_of_covered_cells() -> None:
    analysis = analyse(Position.parse("3x1x1\n1HH"))
    assert analysis.value_probabilities([(0, 2), (0, 1)]).shape == (2, 9)
    with pytest.raises(CellError, match=r"cell \(0, 3\) is outside the 1x3 board"):
        analysis.value_probabilities([(0, 3)])
    with pytest.raises(ValueError, match=r"cell \(0, 0\) is open"):
        analysis.value_probabilities([(0, 0)])


def test_an_impossible_position_is_raised_at_once() -> None:
    with pytest.raises(Contradiction):
        analyse(Position.parse("3x1x1\n3HH"))


def test_a_position_that_is_too_wide_is_refused_and_marked() -> None:
    cells = np.full((2, 60, 60), -1, np.int8)
    cells[0, 1::2, 1::2] = 3
    with pytest.raises(TooWide, match="too wide for exact inference") as caught:
        analyse(Position(60, 60, 1200, cells[0]))
    assert "\n" not in str(caught.value)
    assert analyse_many(cells, 1200).verdict.tolist() == [2, 0]
    views = Position(60, 60, 1200, cells[0]).views()
    with pytest.raises(TooWide):
        Exact().choose(views)


@pytest.mark.parametrize("part", ["counts", "sample"])
def test_a_count_or_sample_beyond_the_limit_is_told_like_any_other(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def beyond(*_: object) -> None:
        raise native.TooWide("a component whose exact count needs more than 1 GB")

    analysis = analyse(expert_positions(0)[3])
    monkeypatch.setattr(native, part, beyond)
    with pytest.raises(TooWide, match="too wide for exact inference"):
        _ = analysis.layouts if part == "counts" else analysis.sample(1, seed=0)


def test_costly_parts_are_computed_once() -> None:
    analysis = analyse(expert_positions(0)[3])
    for part in ("safe", "mine", "layouts", "best", "dead"):
        assert getattr(analysis, part) is getattr(analysis, part)
    assert isinstance(analysis, Analysis)


@given(st.lists(st.lists(st.integers(0, 10**30), min_size=1, max_size=5).filter(any), max_size=6))
def test_products_of_polynomials_are_exact(factors: list[list[int]]) -> None:
    x = 10**400  # larger than any coefficient: evaluation there is one-to-one
    value = 1
    for factor in factors:
        value *= sum(number * x**power for power, number in enumerate(factor))
    assert sum(number * x**power for power, number in enumerate(product(factors))) == value


def test_multiplying_by_zero_polynomials() -> None:
    assert multiply([0, 0], [3, 4]) == [0, 0, 0]


@given(
    st.lists(st.lists(st.integers(0, 50), min_size=1, max_size=4).filter(any), max_size=4),
    st.integers(0, 12),
    st.integers(0, 30),
)
def test_components_and_sea_combine_by_binomials(components: list[list[int]], sea: int, mines: int) -> None:
    expected = sum(
        count * comb(sea, mines - used) for used, count in enumerate(product(components)) if used <= mines
    )
    assert total_layouts(components, sea, mines) == expected
