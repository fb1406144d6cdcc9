"""The clock: a budget for the game that grows with each decision."""

from __future__ import annotations

import pytest

from hazard.core.errors import BadInput
from hazard.dice.wire.clock import PLATFORM, Budget, Clock, parse_clock


def test_the_clock_of_the_platform_is_ten_seconds_and_a_quarter_for_each_decision() -> None:
    assert parse_clock("10+0.25") == PLATFORM == Clock(10, 0.25)
    budget = Budget(PLATFORM)
    assert budget.begin() == 10.25
    assert budget.spend(4)
    assert budget.begin() == 6.5
    assert not budget.spend(7)
    assert budget.begin() == 0.25  # nothing is owed


def test_without_a_clock_there_is_all_the_time() -> None:
    assert parse_clock("off") is None
    budget = Budget(None)
    assert budget.begin() is None
    assert budget.spend(1e6)


@pytest.mark.parametrize(
    "text", ["", "10", "10+", "+1", "-1+1", "0+0", "1e3+1", "99999+0", "10+0.25s", "١+١"]
)
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match=r"want SECONDS\+SECONDS"):
        parse_clock(text)
