"""One game as an object: commands, undo, records, the same game from the same seeds."""

from __future__ import annotations

import random

import pytest

from hazard.core.errors import BadInput, IllegalMove
from hazard.dice.command import END, Command, Kind, attack
from hazard.dice.event import Event
from hazard.dice.game import Game
from hazard.dice.map import Map
from hazard.dice.position import Position
from hazard.dice.record import Record, verify
from hazard.dice.rules import Rules


def play_on(game: Game, commands: int, seed: int = 0) -> None:
    dice = random.Random(seed)
    for _ in range(commands):
        if game.over:
            return
        position = game.position
        told = [*position.commands(Kind.ATTACK), *position.commands(Kind.TRANSFER)[:2], END]
        game.play(dice.choice(told))


def test_the_same_seed_is_the_same_game() -> None:
    one, other, third = Game(Rules(), 7), Game(Rules(), 7), Game(Rules(), 8)
    for game in (one, other, third):
        play_on(game, 60)
    assert one.events == other.events
    assert one.position == other.position
    assert one.position != third.position


def test_an_event_says_what_was_rolled_moved_or_dealt() -> None:
    game = Game(Rules(), 3)
    before = game.position
    command = before.commands(Kind.ATTACK)[0]
    fought = game.attack(command.source, command.target)
    assert fought.command == command
    assert fought.rolled is not None
    assert fought.won == (fought.rolled[0] > fought.rolled[1])
    assert fought.after(before) == game.position
    income = game.position.income
    ended = game.end()
    assert (ended.command, ended.rolled) == (END, None)
    assert len(ended.dealt) == income
    assert game.position.player == 1
    assert game.commands == (command, END)
    assert game.events == (fought, ended)


def test_undo_goes_back_command_by_command_and_the_same_commands_roll_the_same() -> None:
    game = Game(Rules(), 5)
    seen: list[Position] = [game.position]
    for _ in range(40):
        play_on(game, 1, seed=len(seen))
        seen.append(game.position)
    events = game.events
    for position in reversed(seen[:-1]):
        assert game.undo()
        assert game.position == position
    assert not game.undo()
    for event in events:
        assert game.play(event.command) == event
    assert game.record().undone == 40


def test_an_illegal_command_raises_and_changes_nothing() -> None:
    game = Game(Rules(), 1)
    before = game.position
    for command, message in (
        (attack(0, 0), "attack 0 -> 0: "),
        (attack(40, 0), "there is no area 40"),
        (Command(9, 0, 0), "kind 9 is none of"),  # pyright: ignore[reportArgumentType]
    ):
        with pytest.raises(IllegalMove, match=message):
            game.play(command)
    assert (game.position, game.commands, game.events) == (before, (), ())


def test_a_game_that_is_over_takes_no_commands() -> None:
    game = Game(Rules(idle_rounds=1), 1)
    for _ in range(4):
        game.end()
    assert (game.over, game.winner) == (True, None)
    with pytest.raises(IllegalMove, match="end of turn: the game is over"):
        game.end()
    assert game.undo()
    assert not game.over


def test_a_game_goes_on_from_a_position() -> None:
    board = Map(((1,), (0, 2), (1,)))
    position = Position(board, [0, 0, 1], [2, 8, 1], rules=Rules(players=2, areas=3))
    games = [Game.from_position(position, seed) for seed in (1, 1, 2)]
    won = [game.attack(1, 2) for game in games]
    assert won[0] == won[1]
    assert games[0].winner == 0
    assert games[0].undo()
    assert games[0].position == position
    record = games[1].record(("one", "two"))
    assert record.seeds is None
    assert verify(record).winner == 0
    with pytest.raises(BadInput, match="a record without seeds can be watched, not played on"):
        Game.from_record(record)


def test_a_recorded_game_is_played_on() -> None:
    game = Game(Rules(players=3), (1, 2, 3, 4))
    play_on(game, 30)
    assert game.undo()
    again = Game.from_record(game.record(("a", "b", "c")))
    assert again.position == game.position
    assert again.events == game.events
    assert again.record(("a", "b", "c")) == game.record(("a", "b", "c"))
    assert again.end() == game.end()


@pytest.mark.parametrize("seed", [-1, 2**64, (0, 0, 0, 2**64)])
def test_a_seed_that_is_none_is_refused(seed: int | tuple[int, int, int, int]) -> None:
    with pytest.raises(BadInput, match="is not a number of 64 bits"):
        Game(Rules(), seed)


def test_a_whole_game_has_a_winner_who_owns_everything() -> None:
    game = Game(Rules(players=2, areas=6), 2)
    play_on(game, 5000, seed=1)
    assert game.over
    assert game.winner is not None
    assert game.position.areas_of(game.winner) == list(range(6))
    record = game.record()
    assert isinstance(record, Record)
    assert verify(record) == game.position
    assert isinstance(game.events[0], Event)
