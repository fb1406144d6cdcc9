"""The game of Dicewars behind the terminal: commands, undo, agents' turns and faults, what is told."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hazard.apps.cli.dice_session import Session
from hazard.apps.cli.dice_state import Wish
from hazard.apps.cli.dice_words import percent
from hazard.core.registry import resolve
from hazard.dice.command import END, Command, Kind
from hazard.dice.game import Game
from hazard.dice.playing import Block, play_block
from hazard.dice.rules import Rules
from hazard.dice.seeds import table_seeds


def session(*seats: str | None, seed: int = 7, players: int = 3) -> Session:
    """A table where None is the player."""
    chosen = seats or (None, *["dt.stei"] * (players - 1))
    return Session(
        Rules(players=len(chosen)), seed, [seat and resolve(seat, "dice") for seat in chosen]  # type: ignore[misc]
    )  # fmt: skip


def command(game: Session, wanted: Command) -> str:
    return game.grant(Wish("command", wanted))


def first(game: Session, kind: Kind) -> Command:
    return game.position.commands(kind)[0]


def test_board_and_dice_are_those_of_the_game_of_this_seed() -> None:
    here, there = session(seed=5), Game(Rules(players=3), seed=5)
    wanted = first(here, Kind.ATTACK)
    assert command(here, wanted) == ""
    there.play(wanted)
    assert here.position == there.position


def test_an_attack_is_told_with_its_odds_and_sums() -> None:
    game = session()
    wanted = first(game, Kind.ATTACK)
    before = game.position
    command(game, wanted)
    rolled = game.game.events[-1].rolled
    assert rolled is not None
    assert game.told.startswith(f"You attack {wanted.source} -> {wanted.target} of ")
    assert f"({percent(before.win_chance(wanted))}): {rolled[0]} to {rolled[1]}, " in game.told


def test_the_end_of_a_turn_tells_the_new_dice_and_marks_them() -> None:
    game = session()
    command(game, END)
    dealt = game.game.events[-1].dealt
    assert game.told == f"You end the turn and get {len(dealt)} dice"
    assert sum(game.fresh.values()) == len(dealt)


def test_transfers_can_be_taken_back_until_dice_are_rolled() -> None:
    game = session()
    before = game.position
    refused = "only transfers can be taken back, and only until dice are rolled"
    assert game.grant(Wish("undo")) == refused
    command(game, first(game, Kind.TRANSFER))
    assert "You move " in game.told
    command(game, first(game, Kind.TRANSFER))
    assert game.grant(Wish("undo")) == game.grant(Wish("undo")) == ""
    assert game.position == before
    assert game.grant(Wish("undo")) == refused
    command(game, first(game, Kind.TRANSFER))
    command(game, first(game, Kind.ATTACK))
    assert game.grant(Wish("undo")) == refused


def test_the_last_turns_transfers_cannot_be_taken_back() -> None:
    game = session("kb.sdc_pre_at", None)
    while not game.ours:
        game.step()
    assert "only transfers" in game.grant(Wish("undo"))


def test_what_is_not_legal_is_told_and_changes_nothing() -> None:
    game = session()
    before = game.position
    foreign = game.position.areas_of(1)[0]
    assert "belongs to player 1" in command(game, Command(Kind.ATTACK, foreign, 0))
    assert game.position == before


def test_nothing_can_be_commanded_in_the_turn_of_an_agent() -> None:
    game = session("dt.stei", None)
    assert not game.ours
    assert command(game, END) == game.grant(Wish("undo")) == "it is not your turn"


def test_agents_play_until_it_is_the_players_turn_and_alone_to_the_end() -> None:
    game = session("dt.stei", None, "xlogin00")
    while game.waits_for_agent:
        assert game.grant(Wish("step")) == ""
    assert game.position.player == 1
    watched = session("dt.stei", "xlogin00")
    while watched.waits_for_agent:
        watched.step()
    assert watched.position.over
    assert " wins after " in watched.told
    assert watched.grant(Wish("step")) == "the game is over: n deals a new one"
    assert command(watched, END) == "the game is over: n deals a new one"


def test_agents_play_as_they_do_in_a_match() -> None:
    """With the same seeds, command for command."""
    rules, names = Rules(players=2), ("dt.rand", "kb.stei_adt")
    game = session(*names, seed=3)
    agents = [resolve(name, "dice") for name in names]
    seeds = table_seeds(3, 0, 0, 2)
    seeds[:4] = 3
    block = Block(rules, seeds[None], np.array([[0, 1]]))
    records = play_block(agents, block, record=True).records
    assert records is not None
    while game.waits_for_agent:
        game.step()
    assert game.game.record().commands == records[0].commands


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("raise RuntimeError('boom')", "boom"),
        ("return Decisions.of([(1, 99, 0)] * len(views))", "there is no area 99"),
        ("return Decisions.of([(7, 0, 0)] * len(views))", "kind 7"),
        ("return None", "must return Decisions"),
        ("views.owners[:] = 0", "read-only"),
    ],
)
def test_an_agent_that_fails_is_named_and_only_ends_its_turns(body: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(
        f"from hazard.dice.views import Decisions\nclass Bot:\n    def choose(self, views):\n        {body}\n"
    )
    game = session(str(path), "dt.stei")
    game.step()
    assert game.told.startswith("A failed and only ends its turns from now on: ")
    assert reason in game.faults[0]
    while game.position.player != 0:
        game.step()
    game.step()
    assert "A ends the turn" in game.told


def test_a_new_game_counts_on_from_the_seed() -> None:
    game = session(seed=2**64 - 1)
    command(game, END)
    game.grant(Wish("new"))
    assert game.seed == 0
    assert game.position == Game(Rules(players=3), seed=0).position
    assert (game.last, sum(game.fresh.values()), game.faults) == (None, 0, {})


@pytest.mark.parametrize(
    ("chance", "text"),
    [(0.0, "0.00 %"), (1e-6, "< 0.01 %"), (0.838, "83.80 %"), (0.999999, "> 99.99 %"), (1.0, "100.00 %")],
)
def test_what_is_not_certain_never_reads_so(chance: float, text: str) -> None:
    assert percent(chance) == text
