"""Dicewars' picture in the terminal: it fits its window, and tells odds, table and turns without colour."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hazard.apps.cli.dice_session import Session
from hazard.apps.cli.dice_state import State, Wish
from hazard.apps.cli.dice_view import odds, render
from hazard.apps.cli.dice_words import percent
from hazard.core.registry import resolve
from hazard.dice.command import END, Kind, transfer
from hazard.dice.odds import hold
from hazard.dice.rules import Rules


def table(players: int, seed: int = 7) -> tuple[State, Session]:
    agents = [resolve("dt.stei", "dice")] * (players - 1)
    session = Session(Rules(players=players), seed, [None, *agents])
    return State(cursor=session.position.areas_of(0)[0]), session


def lines(state: State, session: Session, room: tuple[int, int]) -> list[str]:
    return render(state, session, room).plain.split("\n")


@pytest.mark.parametrize("players", [2, 4, 8])
@pytest.mark.parametrize("room", [(30, 80), (40, 120), (60, 250)])
@pytest.mark.parametrize("seed", range(5))
def test_the_picture_fits_every_window_from_80x30_on(players: int, room: tuple[int, int], seed: int) -> None:
    state, session = table(players, seed)
    for shown in (
        lines(replace(state, message="long words " * 40), session, room),
        lines(replace(state, help=True), session, room),
        lines(replace(state, typed="12"), session, room),
        lines(state, session, room),
    ):
        assert len(shown) <= room[0]
        assert all(len(line.rstrip()) <= room[1] for line in shown)


def test_a_window_that_is_too_small_says_what_it_needs() -> None:
    state, session = table(4)
    assert lines(state, session, (24, 80)) == ["window too small:", "79x30 needed"]
    assert lines(state, session, (40, 70)) == ["window too small:", "79x30 needed"]


def test_the_table_tells_areas_dice_region_and_reserve_of_each_player() -> None:
    state, session = table(3)
    position = session.position
    shown = "\n".join(lines(state, session, (30, 80)))
    for player in range(3):
        counts = (
            len(position.areas_of(player)),
            position.dice_of(player),
            len(position.largest_region(player)),
        )
        assert "{:3}{:4}{:3}{:3}".format(*counts, 0) in shown
    assert ">A you" in shown
    assert "transfers 6" in shown
    assert f"income {position.income}" in shown
    assert "areas dice region reserve" in "\n".join(lines(state, session, (30, 120)))


def test_the_odds_of_an_attack_and_of_holding_are_exact() -> None:
    _, session = table(4)
    position = session.position
    for command in position.commands(Kind.ATTACK):
        source, target = command.source, command.target
        foes = [int(position.dice[o]) for o in position.map.neighbours[target] if position.owners[o] != 0]
        chance = hold(int(position.dice[source]) - 1, foes)
        text = odds(position, source, target)
        assert text.startswith(f"attack {source} -> {target}: wins {percent(position.win_chance(command))}; ")
        assert f"then {target} holds {percent(chance)}, " in text


def test_an_attack_is_previewed_once_source_and_target_are_chosen() -> None:
    state, session = table(4)
    command = session.position.commands(Kind.ATTACK)[0]
    state = replace(state, source=command.source, cursor=command.target)
    shown = lines(state, session, (30, 80))
    assert odds(session.position, command.source, command.target) in shown[-2]
    assert f"({command.source:02d} " in "\n".join(shown)
    assert f"[{command.target:02d} " in "\n".join(shown)


def test_a_transfer_is_previewed_with_the_dice_that_would_move() -> None:
    state, session = table(4)
    source, target = session.position.commands(Kind.TRANSFER)[0][1:]
    shown = lines(replace(state, source=source, cursor=target), session, (30, 80))
    before = int(session.position.dice[target])
    session.grant(Wish("command", transfer(source, target)))
    moved = int(session.position.dice[target]) - before
    assert f"transfer {source} -> {target}: {moved} di" in shown[-2]


def test_what_an_agent_did_stands_in_brackets_and_in_words() -> None:
    state, session = table(4)
    session.grant(Wish("command", END))
    assert "[" not in "\n".join(lines(state, session, (30, 80))[:-2])
    while session.last is None or session.last.kind is not Kind.ATTACK:
        session.step()
    shown = "\n".join(lines(state, session, (30, 80)))
    assert f"({session.last.source:02d}" in shown
    assert f"[{session.last.target:02d}" in shown
    assert "attacks" in shown


def test_a_failed_agent_has_a_mark() -> None:
    state, session = table(2)
    session.faults[1] = "boom"
    assert "!dt.stei" in "\n".join(lines(state, session, (30, 80)))


def test_the_result_is_told_and_who_is_out() -> None:
    agents = [resolve(name, "dice") for name in ("dt.stei", "xlogin00")]
    session = Session(Rules(players=2), 3, agents)
    while session.waits_for_agent:
        session.step()
    shown = "\n".join(lines(State(), session, (32, 100)))
    assert "wins after" in shown
    assert "out" in shown
    refused = replace(State(), message=session.grant(Wish("command", END)))
    assert "the game is over" in "\n".join(lines(refused, session, (30, 80)))
    assert ">" not in "\n".join(lines(State(), session, (32, 100))[:-3])
