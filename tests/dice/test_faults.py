"""Agents with faults only end their turns from then on: a named status, a message, other seats unharmed."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hazard.core.errors import AgentError, BadInput
from hazard.core.hosting import end_kept
from hazard.core.registry import resolve
from hazard.core.status import Status
from hazard.dice.agent import PositionAgent
from hazard.dice.command import END, Kind, attack, transfer
from hazard.dice.event import parse_event
from hazard.dice.playing import Block, Outcomes, Player, play_block
from hazard.dice.record import steps, verify
from hazard.dice.rules import Rules
from hazard.dice.seeds import table_seeds
from hazard.dice.views import Decisions, View, Views

GAMES, LAST_GOOD = 24, 5  # decisions that a faulty agent takes well before its fault
RULES = Rules(players=3)
RIVAL = "dice/kb.sdc_pre_at"


class Good(PositionAgent):
    """A simple player: the first attack with more dice."""

    def choose_one(self, view: View) -> Any:
        return next((a for a in view.attacks() if view.dice[a.source] > view.dice[a.target]), END)


class Faulty(Good):
    """Plays as Good, but in games of odd seeds does `fault` from its sixth decision on."""

    def __init__(self, fault: Callable[[View], Any]) -> None:
        self.fault = fault

    def choose_one(self, view: View) -> Any:
        if view.seed % 2 == 1 and view.moves >= LAST_GOOD:
            return self.fault(view)
        return super().choose_one(view)


def block() -> Block:
    seeds = np.array([table_seeds(6, number, 0, 3) for number in range(GAMES)])
    seats = np.array([np.roll([0, 1, 1], number) for number in range(GAMES)], np.intp)
    return Block(RULES, seeds, seats)


def play(agent: Player, **options: Any) -> Outcomes:
    return play_block([agent, resolve(RIVAL, "dice")], block(), record=True, **options)


GOOD = play(Good())
SEAT = np.argmax(block().seats == 0, axis=1)
EVERY = np.arange(GAMES)
ODD = block().seeds[EVERY, 4 + SEAT] % 2 == 1
REACHED = ODD & (GOOD.deeds.decisions[EVERY, SEAT] > LAST_GOOD)


def raises(view: View) -> Any:
    raise RuntimeError("I am\nlost")


def leaves(view: View) -> Any:
    raise SystemExit(3)


def writes(view: View) -> Any:
    view.dice[0] = 8
    return END


def check_faults(outcomes: Outcomes, reached: np.ndarray, status: Status, message: str) -> None:
    """Only the seats that fail are harmed; what they had played before counts."""
    assert outcomes.records is not None
    assert GOOD.records is not None
    for game in range(GAMES):
        seat, record = int(SEAT[game]), outcomes.records[game]
        verify(record)
        if not reached[game]:
            assert record.commands == GOOD.records[game].commands
            assert outcomes.statuses[game].tolist() == GOOD.statuses[game].tolist()
            continue
        said = outcomes.messages[game, seat]
        assert re.match(message, said), said
        assert "\n" not in said
        assert outcomes.statuses[game, seat] == status
        assert record.statuses[seat] == status.name
        decisions = 0
        for step in steps(record):
            if step.before.player == seat:
                decisions += 1
                assert decisions <= LAST_GOOD or step.event.command == END
        others = [other for other in range(3) if other != seat]
        assert not np.isin(
            outcomes.statuses[game, others], (Status.ERROR, Status.ILLEGAL, Status.TIMEOUT)
        ).any()
        assert outcomes.winner[game] in others  # the rivals play on, and well
    assert set(outcomes.messages) == {(game, int(SEAT[game])) for game in np.flatnonzero(reached).tolist()}


def some_own_edge(view: View) -> tuple[int, int]:
    """Two areas that touch, both the player's own."""
    mine = set(view.areas_of(view.player))
    return next((a, b) for a in sorted(mine) for b in view.around(a) if b in mine)


def first_enemy(view: View) -> int:
    return int(np.flatnonzero((view.owners >= 0) & (view.owners != view.player))[0])


@pytest.mark.parametrize(
    ("fault", "status", "message"),
    [
        (raises, Status.ERROR, r"RuntimeError: I am lost \(test_faults\.py, line \d+\)"),
        (leaves, Status.ERROR, r"SystemExit: 3"),
        (writes, Status.ERROR, r"ValueError: assignment destination is read-only"),
        (lambda view: None, Status.ERROR, "DecisionError: choose_one returned None; it must return attack"),
        (lambda view: "attack", Status.ERROR, "DecisionError: choose_one returned 'attack'"),
        (lambda view: (1, 2.5, 3), Status.ERROR, r"DecisionError: Decisions\.commands holds float64"),
        (
            lambda view: (5, 0, 1),
            Status.ILLEGAL,
            r"command \(5, 0, 1\): kind 5 is none of 0 \(end\), 1 \(attack\)",
        ),
        (lambda view: (-1, 0, 1), Status.ILLEGAL, r"command \(99, 0, 1\): kind 99 is none of"),
        (
            lambda view: attack(0, 99),
            Status.ILLEGAL,
            "attack 0 -> 99: there is no area 99; the areas are 0 to 33",
        ),
        (lambda view: attack(-7, 0), Status.ILLEGAL, "attack -1 -> 0: there is no area -1"),
        (
            lambda view: attack(first_enemy(view), 0),
            Status.ILLEGAL,
            r"attack \d+ -> 0: area \d+ belongs to player",
        ),
        (
            lambda view: transfer(first_enemy(view), 0),
            Status.ILLEGAL,
            "transfer .*: area .* belongs to player",
        ),
    ],
)
def test_a_fault_ends_the_turns_of_its_own_seat_only_and_says_why(
    fault: Callable[[View], Any], status: Status, message: str
) -> None:
    assert 5 <= REACHED.sum() <= 20
    check_faults(play(Faulty(fault)), REACHED, status, message)


def test_a_transfer_of_no_dice_is_illegal_if_strict_and_lost_time_if_not() -> None:
    class Shuffles(PositionAgent):
        def choose_one(self, view: View) -> Any:
            edges = [
                (a, b)
                for a in view.areas_of(view.player)
                for b in view.around(a)
                if view.owners[b] == view.player and view.dice[a] == 1
            ]
            return transfer(*edges[0]) if edges and view.transfers else END

    strict = play(Shuffles())
    assert (strict.statuses[EVERY, SEAT] == Status.ILLEGAL).any()
    assert "no die can move" in next(iter(strict.messages.values()))
    loose = Block(Rules(players=3, strict=False), block().seeds, block().seats)
    outcomes = play_block([Shuffles(), resolve(RIVAL, "dice")], loose, record=True)
    assert outcomes.messages == {}
    assert outcomes.records is not None
    assert any(text[0] == "t" for text in outcomes.records[0].commands)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, "DecisionError: choose returned NoneType; it must return Decisions"),
        ([END], "DecisionError: choose returned list"),
        (Decisions.of([END] * 7), "DecisionError: choose returned 7 decisions for 1 views"),
        (
            Decisions.of([END], values=np.zeros((1, 2, 2), np.float32)),
            r"DecisionError: Decisions\.values has shape",
        ),
    ],
    ids=["nothing", "a list", "too many", "values"],
)
def test_an_answer_of_the_wrong_shape_is_an_error_of_every_game(answer: Any, message: str) -> None:
    class Wrong:
        def choose(self, views: Views) -> Any:
            return answer

    outcomes = play(Wrong())
    assert (outcomes.statuses[EVERY, SEAT] == Status.ERROR).all()
    assert all(re.match(message, said) for said in outcomes.messages.values())
    assert (outcomes.winner >= 0).all()
    assert (outcomes.winner != SEAT).all()


def test_all_seats_may_fail_and_the_game_ends_without_winner() -> None:
    class Wrong:
        def choose(self, views: Views) -> Any:
            raise KeyError("x")

    one = Block(RULES, block().seeds, np.zeros((GAMES, 3), np.intp))
    outcomes = play_block([Wrong()], one, record=True)
    assert (outcomes.winner == -1).all()
    assert (outcomes.statuses == Status.ERROR).all()
    assert outcomes.records is not None
    assert all(parse_event(text).command.kind is Kind.END for text in outcomes.records[0].commands)


SOURCE = """
import ctypes, os, time
from hazard.dice.agent import PositionAgent
from hazard.dice.command import END

class Bot(PositionAgent):
    def choose_one(self, view):
        if view.seed % 2 == 1 and view.moves >= 5:
            {fault}
        {always}
        return next((a for a in view.attacks() if view.dice[a.source] > view.dice[a.target]), END)
"""


def bot(folder: Path, fault: str = "pass", always: str = "pass") -> Any:
    path = folder / "bot.py"
    path.write_text(SOURCE.format(fault=fault, always=always))
    return resolve(str(path), "dice")


@pytest.mark.parametrize(
    ("fault", "status", "message"),
    [
        ("time.sleep(60)", Status.TIMEOUT, r"no answer within 1\.5 s \(bot\.py, line 9\)"),
        ("os._exit(3)", Status.ERROR, r"worker process died \(exit code 3\)"),
        (
            "ctypes.string_at(0)",
            Status.ERROR,
            r"worker process died \(signal 11, SIGSEGV\) \(bot\.py, line 9\)",
        ),
        ("raise KeyError('x')", Status.ERROR, r"KeyError: 'x' \(bot\.py, line 9\)"),
        ("return (1, 0, 77)", Status.ILLEGAL, "attack 0 -> 77: there is no area 77"),
    ],
)
def test_in_its_own_process_too(fault: str, status: Status, message: str, tmp_path: Path) -> None:
    few = REACHED & (np.cumsum(REACHED) <= 2)  # each stall or death costs the start of a process
    kept = np.flatnonzero(few | ~ODD)
    whole = block()
    part = Block(RULES, whole.seeds[kept], whole.seats[kept])
    agents: list[Player] = [bot(tmp_path, fault), resolve(RIVAL, "dice")]
    outcomes = play_block(agents, part, record=True, time_limit=1.5)
    assert outcomes.records is not None
    assert GOOD.records is not None
    for row, game in enumerate(kept.tolist()):
        seat = int(SEAT[game])
        verify(outcomes.records[row])
        if few[game]:
            assert outcomes.statuses[row, seat] == status
            assert re.match(message, outcomes.messages[row, seat])
        else:
            assert outcomes.records[row].commands == GOOD.records[game].commands


def test_the_agent_plays_in_another_process(tmp_path: Path) -> None:
    told = tmp_path / "pids"
    play(bot(tmp_path, always=f"open({str(told)!r}, 'a').write(str(os.getpid()) + '\\n')"))
    pids = {int(line) for line in told.read_text().split()}
    assert len(pids) == 1
    assert os.getpid() not in pids


def test_an_agent_that_is_slow_in_company_only_loses_no_game(tmp_path: Path) -> None:
    outcomes = play(bot(tmp_path, always="time.sleep(0.001)"), time_limit=1.0)
    assert outcomes.messages == {}
    assert np.array_equal(outcomes.winner, GOOD.winner)
    assert outcomes.slowest[0] >= 0.001


def test_an_agent_that_cannot_start_is_no_fault_of_its_games(tmp_path: Path) -> None:
    agent = bot(tmp_path)
    (tmp_path / "bot.py").unlink()
    end_kept()
    with pytest.raises(AgentError, match="there is no file"):
        play(agent)


@pytest.mark.parametrize("limit", [0, -1, float("nan"), float("inf")])
def test_a_time_limit_that_is_none_is_refused(limit: float) -> None:
    with pytest.raises(BadInput, match="a time limit of"):
        play(Good(), time_limit=limit)


def test_blocks_that_do_not_fit_their_rules_are_refused() -> None:
    seeds, seats = np.zeros((2, 7), np.uint64), np.zeros((2, 3), np.intp)
    with pytest.raises(ValueError, match="do not fit the rules"):
        Block(Rules(players=4), seeds, seats)
    with pytest.raises(ValueError, match="1 starts for 2 games"):
        Block(RULES, seeds, seats, starts=(next(steps(GOOD_RECORD)).before,))
    with pytest.raises(BadInput, match="does not fit 3 players and 5 areas"):
        Block(Rules(players=3, areas=5), seeds, seats, starts=(next(steps(GOOD_RECORD)).before,) * 2)


assert GOOD.records is not None
GOOD_RECORD = GOOD.records[0]
