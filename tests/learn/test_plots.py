"""Curves of trainings: which numbers are drawn where, and what the pictures say."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from hazard.arena.stats import wilson
from hazard.core.errors import BadInput
from hazard.learn.metrics import Row
from hazard.learn.plots import (
    By,
    Curve,
    Line,
    apart,
    default_columns,
    figure_of,
    picture_of,
    series_of,
    unit_of,
    write_figure,
)


def rows(count: int, start: float = 8.0) -> list[Row]:
    """A loss that falls, a test every second session."""
    return [
        {
            "session": number,
            "loss": start / number,
            "fresh_games": None if number % 2 else 100,
            "fresh_win_rate": None if number % 2 else number / (count + 1),
            "games": 50 * number,
            "elapsed": 30.0 * number,
        }
        for number in range(1, count + 1)
    ]


def test_values_stand_where_they_were_measured_and_missing_ones_nowhere() -> None:
    series = series_of(rows(6), "fresh_win_rate", "games", 1)
    assert series.x.tolist() == [100, 200, 300]
    assert series.y.tolist() == pytest.approx([2 / 7, 4 / 7, 6 / 7])


def test_a_share_of_games_has_the_wilson_interval_and_a_loss_has_none() -> None:
    series = series_of(rows(6), "fresh_win_rate", "session", 1)
    assert series.low is not None
    assert series.high is not None
    ends = [wilson(round(100 * rate), 100) for rate in (2 / 7, 4 / 7, 6 / 7)]
    assert list(zip(series.low, series.high, strict=True)) == [(end.low, end.high) for end in ends]
    assert series_of(rows(6), "loss", "session", 1).low is None


def test_smoothing_averages_over_sessions_and_keeps_a_straight_line_straight() -> None:
    straight: list[Row] = [{"session": n, "loss": 3.0 * n} for n in range(1, 21)]
    series = series_of(straight, "loss", "session", 7)
    np.testing.assert_allclose(series.y, series.raw)  # at both ends too
    bent: list[Row] = [{"session": n, "loss": float(n == 10)} for n in range(1, 21)]
    assert series_of(bent, "loss", "session", 5).y.tolist() == pytest.approx([0] * 7 + [0.2] * 5 + [0] * 8)


def test_smoothed_shares_are_pooled_games() -> None:
    told: list[Row] = [
        {"session": n, "win_rate": rate, "session_games": games}
        for n, (rate, games) in enumerate([(0.5, 10), (0.2, 100), (0.8, 10)], start=1)
    ]
    series = series_of(told, "win_rate", "session", 3)
    assert series.y[1] == pytest.approx(33 / 120)
    assert series.low is not None
    assert series.low[1] == wilson(33, 120).low


def test_captions_keep_their_distance_and_move_little() -> None:
    assert apart([0.1, 0.5, 0.9], 0.1) == pytest.approx([0.1, 0.5, 0.9])
    assert apart([0.5, 0.52], 0.1) == pytest.approx([0.46, 0.56])
    moved = apart([0.5, 0.52, 0.53, 0.7], 0.1)
    assert all(b - a >= 0.1 - 1e-12 for a, b in pairwise(moved))


def test_time_is_told_in_the_unit_that_is_easily_read() -> None:
    for seconds, unit in ((100, "seconds"), (1800, "minutes"), (7200, "minutes"), (20000, "hours")):
        assert unit in unit_of([Curve("a", [{"elapsed": seconds}])])[0]


def test_columns_that_nobody_measured_are_not_drawn_by_themselves() -> None:
    told: list[Row] = [{"session": 1, "loss": 1.0, "win_rate": None, "elapsed": 3.0}]
    assert default_columns([Curve("a", told)]) == ["loss"]
    other: list[Row] = [{"session": 1, "fitness": 1.0, "seconds": 3.0}]
    assert default_columns([Curve("a", other)]) == ["fitness"]


def test_a_picture_holds_every_panel_every_label_and_every_caption() -> None:
    curves = [Curve("one", rows(9)), Curve("two", rows(5, 4.0))]
    lines = {"fresh_win_rate": [Line(0.8, "published: 80 %"), Line(0.81, "exact least risk: 81 %")]}
    figure = figure_of(curves, by="elapsed", lines=lines, title="both")
    text = re.findall(r"<text[^>]*>([^<]*)", picture_of(figure, ".svg").decode())
    assert {"loss while learning", "new games won", "one", "two", "both"} <= set(text)
    assert {"published: 80 %", "exact least risk: 81 %", "training time [minutes]"} <= set(text)
    assert len(figure.axes) == 2
    assert [line.get_label() for line in figure.axes[0].get_lines()] == ["one", "two"]


def test_the_same_curves_give_the_same_file(tmp_path: Path) -> None:
    for ending in ("png", "svg"):
        for name in ("a", "b"):
            write_figure(figure_of([Curve("one", rows(4))]), tmp_path / f"{name}.{ending}")
        assert (tmp_path / f"a.{ending}").read_bytes() == (tmp_path / f"b.{ending}").read_bytes()
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_more_runs_than_colours_still_differ() -> None:
    figure = figure_of([Curve(str(number), rows(3)) for number in range(9)], ["loss"])
    looks = [(line.get_color(), line.get_linestyle()) for line in figure.axes[0].get_lines()]
    assert len(set(looks)) == 9


def test_a_single_session_is_drawn() -> None:
    picture_of(figure_of([Curve("one", rows(1))], ["loss"], by="games", smooth=5), ".png")


@pytest.mark.parametrize(
    ("curves", "columns", "reason"),
    [
        ([Curve("one", rows(3))], ["los"], "run one has no column 'los'; did you mean loss"),
        ([Curve("one", rows(3)), Curve("two", rows(3))], ["x"], "the table of these runs has no column"),
        ([Curve("one", [])], ["loss"], "run one has no session yet"),
    ],
)
def test_what_cannot_be_drawn_is_refused(curves: list[Curve], columns: list[str], reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        figure_of(curves, columns)


@pytest.mark.parametrize(("by", "whole"), [("session", True), ("elapsed", False)])
def test_what_is_counted_is_told_as_whole_numbers(by: By, whole: bool) -> None:
    rows: list[Row] = [{"session": n, "elapsed": 0.1 * n, "loss": 1 / n} for n in range(1, 8)]
    (axes,) = figure_of([Curve("it", rows)], ["loss"], by=by).get_axes()
    ticks = [float(tick) for tick in axes.get_xticks()]
    assert all(tick.is_integer() for tick in ticks) == whole
    assert len([tick for tick in ticks if axes.get_xlim()[0] <= tick <= axes.get_xlim()[1]]) >= 3


def test_a_legend_is_not_wider_than_its_figure() -> None:
    labels = [f"a training whose name is rather long, number {n}" for n in range(4)]
    figure = figure_of([Curve(label, rows(5)) for label in labels], ["loss", "fresh_win_rate"])
    picture_of(figure, ".png")  # it lays everything out
    (legend,) = figure.legends
    box = legend.get_window_extent()
    assert box.x0 >= 0
    assert box.x1 <= figure.get_window_extent().x1


def test_games_a_session_are_told_of_one_session_where_a_row_tells_of_several() -> None:
    told: list[Row] = [
        {"session": 4, "session_games": 40},
        {"session": 8, "session_games": None},
        {"session": 10, "session_games": 30},
    ]
    assert series_of(told, "session_games", "session", 1).y.tolist() == [10, 15]
