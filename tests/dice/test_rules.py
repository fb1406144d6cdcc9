"""Rules under which no game can be played are refused in one line."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from hazard.dice.rules import Rules, RulesError


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": 1}, "players 1: want 2 to 8"),
        ({"players": 9}, "players 9: want 2 to 8"),
        ({"areas": 3}, "areas 3: want 4 to 64"),
        ({"areas": 65}, "areas 65: want 4 to 64"),
        ({"transfers": -1}, "transfers -1: want 0 to 127"),
        ({"idle_rounds": 0}, "idle_rounds 0: want 1 to 1,000,000"),
        ({"most_battles": 0}, "most_battles 0: want 1 to 1,000,000,000"),
        ({"most_turns": 0}, "most_turns 0: want 1 to 1,000,000,000"),
        ({"reserve": 65}, "reserve 65: want 0 to 64"),
        ({"reserve": -1}, "reserve -1: want 0 to 64"),
        ({"ownership": "round"}, "unknown ownership 'round'; it is continuous or scattered"),
    ],
)
def test_impossible_rules_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**changes)
    assert str(caught.value) == message


def test_the_default_rules_are_those_of_the_course_platform() -> None:
    assert asdict(Rules()) == {
        "players": 4,
        "areas": 34,
        "ownership": "continuous",
        "reserve": None,
        "transfers": 6,
        "idle_rounds": 8,
        "most_battles": 10_000,
        "most_turns": 100_000,
        "strict": True,
    }


def test_the_rules_that_the_core_has_no_words_for_are_refused_before_it() -> None:
    """Every bound of the core is one of Rules: what Rules accepts, the core does."""
    for rules in (
        Rules(players=8, areas=64, reserve=64, transfers=127),
        Rules(players=2, areas=2, reserve=0, transfers=0, idle_rounds=1_000_000),
        Rules(most_battles=10**9, most_turns=10**9),
    ):
        assert rules.native is not None
