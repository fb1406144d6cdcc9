"""`--until`: one look after each block, in order; the verdict depends on nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from hazard.arena.mines.match import MatchResult, match_mines
from hazard.arena.mines.standing import Played, Tally
from hazard.arena.mines.until import Until, Watch
from hazard.arena.stats import SequentialTest
from hazard.core.errors import BadInput
from hazard.core.status import Status
from hazard.mines.level import Level

BEGINNER = Level.parse("beginner")
TWO = ["mines/exact", "mines/equations"]


def without_times(result: MatchResult) -> dict[str, object]:
    told = result.to_json()
    for row in told["agents"]:
        del row["games_per_second"]
    return told


def test_the_match_ends_where_the_test_first_accepts() -> None:
    result = match_mines(TWO, BEGINNER, games=20_000, until="0,2")
    verdict = result.verdict
    assert verdict is not None
    assert verdict.accepted == "H1"  # exact is about 2.3 points better
    assert verdict.pair.games < 20_000
    assert verdict.pair == result.pairs[0]
    assert [row.games for row in result.standings] == [verdict.pair.games] * 2
    test = SequentialTest(0.0, 0.02)
    whole = match_mines(TWO, BEGINNER, games=verdict.pair.games)
    won = [whole.statuses[agent] == Status.WON for agent in TWO]
    for games in range(256, verdict.pair.games + 1, 256):
        counts = int((won[0] & ~won[1])[:games].sum()), int((won[1] & ~won[0])[:games].sum()), games
        assert test.accepted(*counts) == ("H1" if games == verdict.pair.games else None)


@pytest.mark.parametrize("agents", [TWO, TWO[::-1]])
def test_the_verdict_depends_neither_on_workers_nor_on_the_longest_length(agents: list[str]) -> None:
    one = match_mines(agents, BEGINNER, games=20_000, until="-0.5,2")
    two = match_mines(agents, BEGINNER, games=20_000, until="-0.5,2", workers=2)
    more = match_mines(agents, BEGINNER, games=30_000, until="-0.5,2", workers=3)
    assert without_times(one) == without_times(two)
    assert one.verdict == more.verdict
    for agent in agents:
        assert np.array_equal(one.statuses[agent], two.statuses[agent])


def test_a_match_too_short_says_that_it_is_not_decided() -> None:
    result = match_mines(TWO, BEGINNER, games=300, until="0,0.1")
    assert result.verdict is not None
    assert result.verdict.accepted is None
    assert result.verdict.pair.games == 300
    assert result.to_json()["until"] == {
        "a": "mines/exact",
        "b": "mines/equations",
        "low": 0.0,
        "high": 0.1,
        "accepted": None,
        "games": 300,
        "log_likelihood_ratio": result.verdict.ratio,
    }


def test_blocks_are_looked_at_in_their_order_whoever_is_first() -> None:
    won, lost = (np.full(256, status, np.uint8) for status in (Status.WON, Status.LOST))
    a, b = Tally("a", 768), Tally("b", 768)
    watch = Watch(Until(0, 5), a, b, range(0, 768, 256))
    a.add(Played(512, won, 0.0))
    b.add(Played(512, lost, 0.0))
    a.add(Played(0, won, 0.0))
    assert watch.look().pair.games == 0
    b.add(Played(0, won, 0.0))
    first = watch.look()
    assert first.pair.games == 256
    assert first.accepted == "H0"  # 256 ties; the third block would say otherwise, but comes later
    assert watch.look() == first


@pytest.mark.parametrize("text", ["", "1", "1,0", "0,0", "a,b", "0,1,2", "0,nan", "0,100", "-100,0", "inf,1"])
def test_hypotheses_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(BadInput, match="two differences in points"):
        match_mines(TWO, BEGINNER, games=256, until=text)


@pytest.mark.parametrize("agents", [["mines/exact"], ["mines/exact", "mines/rules", "mines/random"]])
def test_only_two_can_be_compared(agents: list[str]) -> None:
    with pytest.raises(BadInput, match="--until compares two"):
        match_mines(agents, BEGINNER, games=256, until="0,1")
