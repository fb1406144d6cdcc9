"""Records hold every roll with its chance; what is changed in one is found, and the message says where."""

from __future__ import annotations

import random
import re
from typing import Any

import msgspec
import pytest

from hazard.core.errors import HazardError, RecordError
from hazard.dice.command import END, Kind
from hazard.dice.event import parse_event
from hazard.dice.game import Game
from hazard.dice.map import Map
from hazard.dice.odds import win_chance
from hazard.dice.position import Position
from hazard.dice.record import Record, Start, steps, verify
from hazard.dice.rules import Rules

AGENTS = ("mine", "dice/dt.sdc")


def played(game: Game, commands: int = 200) -> Game:
    dice = random.Random(1)
    for _ in range(commands):
        if not game.over:
            told = [*game.position.commands(Kind.ATTACK), *game.position.commands(Kind.TRANSFER)[:1], END]
            game.play(dice.choice(told))
    return game


GAME = played(Game(Rules(players=2, areas=12), (11, 12, 13, 14)), 500)
RECORD = GAME.record(AGENTS)
ATTACKS = [n for n, text in enumerate(RECORD.commands) if text[0] == "a"]
LINE = Position(
    Map(((1,), (0, 2), (1,))), [0, 1, 1], [8, 2, 3], rules=Rules(players=2, areas=3), reserves=[3, 4]
)
FROM_START = played(Game.from_position(LINE, 5), 10).record(AGENTS)


def changed(record: Record, **changes: Any) -> Record:
    return msgspec.structs.replace(record, **changes)


def with_command(record: Record, number: int, text: str) -> Record:
    return changed(record, commands=(*record.commands[:number], text, *record.commands[number + 1 :]))


def unsealed(record: Record) -> Record:
    """As someone would write it by hand: only its own sense can tell that it is wrong."""
    return changed(record, check=None)


def other_roll(text: str) -> str:
    """The same attack with another sum of the attacker, as possible."""
    total = int(re.findall(r" (\d+)-", text)[0])
    return re.sub(r" \d+-", f" {total + 1 if total % 6 else total - 1}-", text)


def test_records_verify_and_travel() -> None:
    for record in (RECORD, unsealed(RECORD), FROM_START, unsealed(FROM_START)):
        again = msgspec.json.decode(msgspec.json.encode(record), type=Record)
        assert again == record
        assert len(list(steps(again))) == len(record.commands)
    assert verify(RECORD) == GAME.position
    assert b"\n" not in msgspec.json.encode(RECORD)


def test_every_roll_has_its_chance() -> None:
    for step, text in zip(steps(RECORD), RECORD.commands, strict=True):
        if step.event.rolled is not None:
            source, target = step.event.command[1:]
            dice = step.before.dice
            assert text.endswith(f" {win_chance(int(dice[source]), int(dice[target])):.4f}")
            assert text == f"a{source},{target} {step.event.rolled[0]}-{step.event.rolled[1]} {text[-6:]}"


def test_a_changed_command_is_found_by_its_number() -> None:
    for number in (0, len(RECORD.commands) // 2, len(RECORD.commands) - 1):
        with pytest.raises(RecordError, match=rf"command {number}\b"):
            verify(with_command(RECORD, number, "t0,1"))


def test_a_changed_roll_is_found_by_its_number() -> None:
    for number in ATTACKS[:5]:
        fake = with_command(RECORD, number, other_roll(RECORD.commands[number]))
        with pytest.raises(RecordError, match=rf"command {number}\b"):
            verify(fake)
        with pytest.raises(RecordError, match=rf"command {number}: the record says '.*', its seeds say '.*'"):
            verify(unsealed(fake))


def test_a_changed_chance_is_found_by_its_number() -> None:
    number = ATTACKS[-1]
    fake = with_command(RECORD, number, RECORD.commands[number][:-6] + "0.1234")
    with pytest.raises(RecordError, match=rf"command {number}\b"):
        verify(fake)
    with pytest.raises(RecordError, match=rf"command {number}: '.* 0\.1234' should be "):
        verify(unsealed(fake))


def test_a_command_that_was_not_legal_is_found() -> None:
    number = ATTACKS[0]
    fake = unsealed(with_command(RECORD, number, "a0,0 5-4 0.5000"))
    with pytest.raises(
        RecordError, match=rf"command {number} of the record does not replay: attack 0 -> 0: "
    ):
        verify(fake)


def test_dice_that_were_dealt_elsewhere_are_found() -> None:
    number = next(n for n, text in enumerate(RECORD.commands) if "," in text and text[0] == "e")
    fewer = RECORD.commands[number].rsplit(",", 1)[0]
    with pytest.raises(RecordError, match=rf"command {number}: the record says"):
        verify(unsealed(with_command(RECORD, number, fewer)))


@pytest.mark.parametrize("seed", range(4))
def test_a_changed_seed_is_found(seed: int) -> None:
    assert RECORD.seeds is not None
    seeds = [number + (place == seed) for place, number in enumerate(RECORD.seeds)]
    fake = changed(RECORD, seeds=tuple(seeds))
    with pytest.raises(RecordError, match="rules, seeds or position"):
        verify(fake)
    with pytest.raises(RecordError, match=r"command \d+"):
        verify(unsealed(fake))


def test_changed_rules_are_found() -> None:
    fake = changed(RECORD, rules=Rules(players=2, areas=12, transfers=1))
    with pytest.raises(RecordError, match="rules, seeds or position"):
        verify(fake)


@pytest.mark.parametrize(
    "changes",
    [{"agents": ("you", "dice/dt.sdc")}, {"statuses": ("ERROR", "LOST")}, {"undone": 3}],
    ids=["agents", "statuses", "undone"],
)
def test_what_the_commands_do_not_tell_is_sealed_too(changes: dict[str, Any]) -> None:
    with pytest.raises(RecordError, match="agents, statuses, winner or number of commands taken back"):
        verify(changed(RECORD, **changes))


def test_a_false_winner_is_found() -> None:
    other = 1 if RECORD.winner == 0 else 0
    with pytest.raises(RecordError, match="winner"):
        verify(changed(RECORD, winner=other))
    with pytest.raises(RecordError, match=f"the record says that player {other} won, but by its commands"):
        verify(unsealed(changed(RECORD, winner=other)))


def test_a_missing_or_added_command_is_found() -> None:
    for commands in (RECORD.commands[:-1], (*RECORD.commands, "e"), RECORD.commands[1:]):
        with pytest.raises(RecordError):
            verify(changed(RECORD, commands=commands))


def test_a_changed_start_is_found() -> None:
    assert FROM_START.start is not None
    fake = changed(FROM_START, start=msgspec.structs.replace(FROM_START.start, reserves=(4, 4)))
    with pytest.raises(RecordError, match="rules, seeds or position"):
        verify(fake)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seeds": None}, "a record needs seeds or a start, and not both"),
        ({"start": Start(((1,), (0,)), (0, 1), (1, 1))}, "a record needs seeds or a start, and not both"),
        ({"seeds": (1, 2, 3, 2**64)}, "is not a number of 64 bits"),
        ({"agents": ("one",)}, "1 agents for 2 players"),
        ({"statuses": ("WON", "LOST", "LOST")}, "3 statuses for 2 players"),
        ({"statuses": ("WON", "LOOST")}, "unknown status 'LOOST'"),
        ({"winner": 2}, "there is no player 2 to have won"),
        (
            {"commands": ("e", "x3")},
            "command 1: 'x3' is no command: want a3,7 18-9 0.8380 or t2,3 or e 4,4,9",
        ),
    ],
)
def test_what_states_no_game_is_refused_in_one_line(changes: dict[str, Any], message: str) -> None:
    given = {field: getattr(RECORD, field) for field in RECORD.__struct_fields__}
    with pytest.raises(RecordError, match=re.escape(message)) as caught:
        Record(**(given | changes))
    assert "\n" not in str(caught.value)


NO_COMMANDS = ["", "a", "a1,2", "a1,2 3-4", "a1,2 3-4 0.5", "a1,2 3-4 2.0000", "t1", "t1,2,3", "e ,", "e 1 2"]


@pytest.mark.parametrize("text", NO_COMMANDS)  # fmt: skip
def test_a_text_that_is_no_command_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="is no command"):
        parse_event(text)


def test_a_start_that_is_no_position_is_refused_as_a_record() -> None:
    for start in (
        Start(((1,), (0,)), (0, 5), (1, 1)),
        Start(((1,), ()), (0, 1), (1, 1)),
        Start(((1,), (0,)), (0, 1), (1, 99)),
    ):
        record = Record((), Rules(players=2, areas=2), start=start)
        with pytest.raises(HazardError, match=r"not a position|lists 1 as its neighbour"):
            verify(record)
        with pytest.raises(RecordError):
            record.beginning()


def test_rules_that_no_map_can_be_grown_for_are_refused_as_a_record() -> None:
    with pytest.raises(RecordError, match="a map of 64 areas cannot be grown"):
        verify(Record((), Rules(areas=64), seeds=(1, 2, 3, 4)))
