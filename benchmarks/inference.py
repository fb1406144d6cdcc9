"""Exact inference on 500 mid-game Expert positions, beside ms_toollib in the same run."""

from __future__ import annotations

import ms_toollib
import numpy as np
from _measure import best_time, print_table, use_one_core
from _positions import mid_game
from numpy.typing import NDArray

from hazard.mines.inference import analyse, analyse_many
from hazard.mines.level import Level
from hazard.mines.position import Position

POSITIONS = 500
STUCK = 0.6  # the share without a certainly safe cell
THEIR_COVERED = 10


def theirs(boards: list[list[list[int]]], mines: int) -> NDArray[np.float64]:
    """ms_toollib's probabilities: float64[n, rows, cols], 0 on open cells."""
    return np.array([ms_toollib.cal_probability_onboard(board, mines)[0] for board in boards])


def main() -> None:
    """Print one table, after checking that both find the same probabilities."""
    use_one_core()
    level = Level.parse("expert")
    cells = mid_game(level, POSITIONS, seed=1, stuck=STUCK)
    boards = np.where(cells < 0, THEIR_COVERED, cells).tolist()
    ours = analyse_many(cells, level.mines).mine_probability
    differ = np.nanmax(np.abs(np.where(cells < 0, ours, np.nan) - theirs(boards, level.mines)))
    positions = [Position(level.rows, level.cols, level.mines, board) for board in cells]

    batch = best_time(lambda: [analyse_many(cells, level.mines) for _ in range(20)]) / 20
    single = best_time(lambda: [analyse(position) for position in positions])
    other = best_time(lambda: theirs(boards, level.mines), 3)
    rows = [
        ["analyse_many, one call", f"{POSITIONS / batch:,.0f}", f"{other / batch:.0f}"],
        ["analyse, one call a position", f"{POSITIONS / single:,.0f}", f"{other / single:.0f}"],
        ["ms_toollib.cal_probability_onboard", f"{POSITIONS / other:,.0f}", "1"],
    ]
    print_table(
        f"Exact inference, {POSITIONS} mid-game Expert positions, {STUCK:.0%} with nothing certain, one core",
        ["", "positions/s", "times ms_toollib"],
        rows,
    )
    print(f"\nGreatest difference between the two: {differ:.1e}")


if __name__ == "__main__":
    main()
