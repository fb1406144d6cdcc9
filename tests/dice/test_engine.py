"""The native engine plays by the rules: compared with plain Python command by command, on any threads."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from hazard.core.errors import BadInput, IllegalMove
from hazard.core.registry import agents, resolve
from hazard.dice.command import END, Command, Kind, attack, transfer
from hazard.dice.event import Event, events_of, parse_event
from hazard.dice.game import Game
from hazard.dice.games import OUTSIDE, PASSES, POLICIES, Games, empty_views, no_commands
from hazard.dice.map import Map
from hazard.dice.playing import Block, play_block
from hazard.dice.position import Position
from hazard.dice.rules import Rules
from hazard.dice.seeds import table_seeds
from hazard.dice.views import Views
from tests.dice.reference import SlowGame

# Every number of players, both ways to share land and to keep reserves, both kinds of transfers, each end.
TABLES = [
    Rules(players=2),
    Rules(players=2, areas=5, most_battles=25),
    Rules(players=2, areas=12, ownership="scattered", reserve=0),
    Rules(players=3, areas=20, strict=False, transfers=3),
    Rules(players=4),
    Rules(players=4, strict=False, reserve=64, ownership="scattered"),
    Rules(players=4, areas=8, idle_rounds=2),
    Rules(players=5, areas=45, reserve=5),
    Rules(players=6, transfers=0),
    Rules(players=7, areas=7, idle_rounds=1, strict=False),
    Rules(players=8, areas=50),
    Rules(players=8, ownership="scattered", most_battles=40),
]


def slow(position: Position) -> SlowGame:
    rules = position.rules
    return SlowGame(
        position.map.neighbours,
        position.owners.tolist(),
        position.dice.tolist(),
        rules.players,
        reserve_limit=rules.reserve,
        most_transfers=rules.transfers,
        idle_rounds=rules.idle_rounds,
        most_battles=rules.most_battles,
        strict=rules.strict,
    )


def random_command(dice: random.Random, game: SlowGame) -> tuple[int, int, int]:
    """Mostly sensible commands, so that games end; now and then anything at all."""
    areas = range(-1, len(game.owners) + 1)
    if dice.random() < 0.15:
        return dice.randrange(5), dice.choice(areas), dice.choice(areas)
    pairs = [(source, target) for source in game.areas_of(game.player) for target in game.neighbours[source]]
    if pairs and dice.random() < 0.25:
        return (2, *dice.choice(pairs))
    strong = [pair for pair in pairs if game.may_attack(*pair) and game.dice[pair[0]] > game.dice[pair[1]]]
    return (1, *dice.choice(strong)) if strong and dice.random() < 0.9 else (0, 0, 0)


def is_legal(game: SlowGame, kind: int, source: int, target: int) -> bool:
    if kind == Kind.END:
        return not game.over
    checks = {int(Kind.ATTACK): game.may_attack, int(Kind.TRANSFER): game.may_transfer}
    return kind in checks and checks[kind](source, target)


def carry_out(game: SlowGame, event: Event) -> None:
    """The same command with the same chance."""
    kind, source, target = event.command
    if kind == Kind.END:
        game.end(event.dealt)
    elif kind == Kind.TRANSFER:
        game.transfer(source, target)
    else:
        assert event.rolled is not None
        game.attack(source, target, *event.rolled)


def assert_same(position: Position, game: SlowGame) -> None:
    state = position.native
    assert position.owners.tolist() == game.owners
    assert position.dice.tolist() == game.dice
    assert list(position.reserves) == game.reserves
    assert (position.over, position.winner) == (game.over, game.winner)
    assert (position.player, state.turns) == (game.player, game.turns)
    assert (state.commands, state.transfers_used) == (len(game.told), game.told.count("transfer"))
    assert (state.battles, state.all_turns, state.idle_turns) == (game.battles, sum(game.turns), game.passed)
    for player in range(game.players):
        regions = game.regions(player)
        largest = [region for region in regions if len(region) == game.score(player)]
        assert position.largest_region(player) == (largest[0] if largest else [])
    assert position.income == min(64, game.reserves[game.player] + game.score(game.player))


def assert_shown(games: Games, position: Position) -> None:
    """The arrays show what the position's own views would."""
    areas = len(position.map)
    shown, own = games.views[:1], position.views()
    degree = own.neighbours.shape[2]
    assert np.array_equal(shown.neighbours[:, :areas, :degree], own.neighbours)
    assert (shown.neighbours[:, :, degree:] == -1).all()
    for name in ("owners", "dice"):
        assert np.array_equal(getattr(shown, name)[:, :areas], getattr(own, name)), name
    for name in ("reserves", "player", "transfers", "commands", "turns"):
        assert np.array_equal(getattr(shown, name), getattr(own, name)), name
    assert games.over[0] == position.over
    assert games.winner[0] == (-1 if position.winner is None else position.winner)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: f"{rules.players}-{rules.areas}")
def test_every_command_does_what_the_rules_say(rules: Rules, seed: int) -> None:
    dice = random.Random(f"{rules}{seed}")
    games = Games(rules, 1, record=True)
    games.deal(np.full((1, 4), seed, np.uint64))
    games.seat(np.full((1, rules.players), OUTSIDE))
    position = games.position(0)
    game = slow(position)
    for _ in range(150):
        told = random_command(dice, game)
        legal, events_before = is_legal(game, *told), len(games.events(0)[0])
        reason = position.why_illegal(Command(*told))  # pyright: ignore[reportArgumentType]
        assert (reason is None) == legal, reason
        command = no_commands(1)
        command[0] = told
        games.step(command)
        assert bool(games.refused[0]) != legal
        if legal:
            event = list(events_of(*games.events(0)))[-1]
            assert tuple(event.command) == (told if told[0] else END)
            carry_out(game, event)
            position = event.after(position)
        else:
            assert len(games.events(0)[0]) == events_before
        assert_same(position, game)
        assert games.position(0) == position
        assert_shown(games, position)


def test_the_random_games_reach_every_end() -> None:
    """Else the test above would compare less than it says."""
    ends: set[str] = set()
    for rules in TABLES:
        for seed in range(3):
            dice, play = random.Random(f"{rules}{seed}"), Game(rules, seed)
            game = slow(play.position)
            for _ in range(150):
                told = random_command(dice, game)
                if is_legal(game, *told):
                    carry_out(game, play.play(Command(Kind(told[0]), *told[1:])))
            limit = "battles" if game.battles >= rules.most_battles else "idle"
            ends.add("open" if not game.over else limit if game.winner is None else "conquest")
    assert ends == {"open", "battles", "idle", "conquest"}


LINE = Map(((1,), (0, 2), (1, 3), (2,)))


def line(owners: list[int], dice: list[int], **rest: Any) -> Position:
    rules = rest.pop("rules", Rules(players=2, areas=4))
    return Position(LINE, owners, dice, rules=rules, **rest)


def test_a_battle_that_is_won_moves_all_dice_but_one() -> None:
    after = line([0, 0, 1, 1], [1, 8, 3, 2]).attacked(1, 2, 9, 8)
    assert (after.owners.tolist(), after.dice.tolist()) == ([0, 0, 0, 1], [1, 1, 7, 2])


@pytest.mark.parametrize(("attackers", "left"), [(3, 5), (4, 4), (7, 4), (8, 3)])
def test_a_battle_that_is_lost_costs_the_defender_a_fourth_of_the_attackers(
    attackers: int, left: int
) -> None:
    after = line([0, 0, 1, 1], [1, attackers, 5, 2]).attacked(1, 2, 12, 12)  # equal sums: lost
    assert (after.owners.tolist(), after.dice.tolist()) == ([0, 0, 1, 1], [1, 1, left, 2])


def test_a_defender_keeps_a_die() -> None:
    assert line([0, 0, 1, 1], [1, 8, 1, 2]).attacked(1, 2, 8 - 0, 6).owners[2] == 0
    assert line([0, 0, 1, 1], [1, 8, 2, 2]).attacked(1, 2, 8, 12).dice.tolist() == [1, 1, 1, 2]


def test_a_transfer_fills_the_target_and_leaves_a_die() -> None:
    assert line([0, 0, 1, 1], [5, 6, 1, 1]).transferred(0, 1).dice.tolist() == [3, 8, 1, 1]
    assert line([0, 0, 1, 1], [3, 2, 1, 1]).transferred(0, 1).dice.tolist() == [1, 4, 1, 1]


@pytest.mark.parametrize("dice", [[1, 5, 1, 1], [4, 8, 1, 1]], ids=["no die to spare", "no room"])
def test_a_transfer_of_nothing_is_refused_if_strict_and_counts_if_compatible(dice: list[int]) -> None:
    with pytest.raises(IllegalMove, match="no die can move"):
        line([0, 0, 1, 1], dice).transferred(0, 1)
    loose = line([0, 0, 1, 1], dice, rules=Rules(players=2, areas=4, strict=False))
    after = loose.transferred(0, 1)
    assert (after.dice.tolist(), after.transfers_left) == (dice, loose.transfers_left - 1)


@pytest.mark.parametrize(
    ("rules", "areas", "reserve", "kept"),
    [
        (Rules(players=2, areas=4), 3, 0, 3),
        (Rules(players=2, areas=4), 3, 40, 21),  # 24 less three areas
        (Rules(players=2, areas=4, reserve=10), 3, 40, 10),
        (Rules(players=2, areas=4, reserve=64), 3, 63, 64),  # never more than 64
        (Rules(players=2, areas=4, reserve=0), 3, 5, 0),
    ],
)
def test_dice_without_room_are_kept_up_to_the_limit(
    rules: Rules, areas: int, reserve: int, kept: int
) -> None:
    owners = [0] * areas + [1] * (4 - areas)
    after = line(owners, [8] * 4, rules=rules, reserves=[reserve, 0]).ended([])
    assert after.reserves == (kept, 0)


def test_the_last_battle_decides_nothing_even_if_it_conquers_the_board() -> None:
    rules = Rules(players=2, areas=4, most_battles=10)
    for fought, winner in ((8, 0), (9, None)):
        after = line([0, 0, 0, 1], [1, 1, 8, 1], rules=rules, battles=fought).attacked(2, 3, 30, 1)
        assert (after.over, after.winner) == (True, winner)


@pytest.mark.parametrize("rounds", [1, 8])
def test_rounds_of_nothing_but_ended_turns_end_the_game(rounds: int) -> None:
    rules = Rules(players=3, idle_rounds=rounds)
    games = Games(rules, 1, record=True)
    games.deal(np.ones((1, 4), np.uint64))
    games.seat(np.full((1, 3), PASSES))
    games.advance()
    assert (games.over[0], games.winner[0]) == (True, -1)
    assert games.events(0)[0][:, 0].tolist() == [0] * (3 * rounds)


def test_a_turn_with_a_command_begins_the_count_of_idle_rounds_anew() -> None:
    rules = Rules(players=2, areas=4, idle_rounds=2)
    game = Game.from_position(line([0, 0, 1, 1], [3, 3, 3, 3], rules=rules))
    for _ in range(3):
        game.end()
    game.transfer(3, 2)
    for _ in range(5):
        assert not game.over
        game.end()
    assert game.over
    assert game.winner is None


def test_a_game_of_transfers_alone_ends_too() -> None:
    rules = Rules(players=2, areas=4, strict=False, most_turns=20)
    game = Game.from_position(line([0, 0, 1, 1], [3, 3, 3, 3], rules=rules))
    while not game.over:
        game.transfer(*((0, 1) if game.position.player == 0 else (3, 2)))
        game.end()
    assert (game.position.native.all_turns, game.winner) == (20, None)


def mixed_games(threads: int) -> tuple[Games, list[bytes]]:
    """Games of policies and seats that random numbers command, with what was seen on the way."""
    n, rules = 60, Rules(players=4, most_battles=200)
    games = Games(rules, n, record=True, threads=threads)
    rng = np.random.default_rng(8)
    games.deal(rng.integers(0, 2**63, (n, 4)).astype(np.uint64))
    policies = rng.integers(PASSES, len(POLICIES), (n, 4))
    games.seat(policies, rng.integers(0, 2**63, (n, 4)).astype(np.uint64))
    games.advance()
    seen: list[bytes] = []
    for _ in range(200):
        attacks, _ = games.views.masks()
        commands = no_commands(n)
        for game in np.flatnonzero(~games.over).tolist():
            edges = np.argwhere(attacks[game])
            if len(edges) == 0 or rng.random() < 0.2:
                commands[game] = (0, 0, 0)
            else:
                source, k = edges[rng.integers(len(edges))]
                commands[game] = (1, source, games.views.neighbours[game, source, k])
        games.step(commands)
        assert not games.refused.any()
        seen.append(b"".join(array.tobytes() for array in games.views.arrays) + games.over.tobytes())
    return games, seen


def test_threads_change_nothing() -> None:
    (one, seen), (two, seen_by_two) = mixed_games(1), mixed_games(2)
    assert seen == seen_by_two
    for game in range(len(one)):
        assert all(map(np.array_equal, one.events(game), two.events(game)))
    for name in ("decisions", "attacks", "won", "transfers", "dice", "pips", "expected", "battles", "turns"):
        assert np.array_equal(getattr(one.deeds(), name), getattr(two.deeds(), name)), name


def test_deeds_are_what_the_events_say() -> None:
    games, _ = mixed_games(1)
    deeds = games.deeds()
    for game in range(0, len(games), 7):
        position = start_of(games, game)
        counts = {name: [0] * 4 for name in ("decisions", "attacks", "won", "transfers", "dice", "pips")}
        expected = [0.0] * 4
        for event in events_of(*games.events(game)):
            seat = position.player
            counts["decisions"][seat] += 1
            counts["transfers"][seat] += event.command.kind is Kind.TRANSFER
            if event.rolled is not None:
                counts["attacks"][seat] += 1
                counts["won"][seat] += event.won
                expected[seat] += position.win_chance(event.command)
                for area, total in zip(event.command[1:], event.rolled, strict=True):
                    counts["dice"][position.owners[area]] += int(position.dice[area])
                    counts["pips"][position.owners[area]] += total
            position = event.after(position)
        assert games.position(game) == position
        for name, values in counts.items():
            assert getattr(deeds, name)[game].tolist() == values, name
        assert deeds.expected[game] == pytest.approx(expected)
        assert deeds.battles[game] == sum(counts["attacks"])


def start_of(games: Games, game: int) -> Position:
    """Where a game of mixed_games began."""
    seeds = np.random.default_rng(8).integers(0, 2**63, (len(games), 4)).astype(np.uint64)
    again = Games(games.rules, 1)
    again.deal(seeds[game : game + 1])
    return again.position(0)


def test_seeds_are_the_same_game_alone_among_many_and_in_matches() -> None:
    rules = Rules(players=4)
    players = [resolve(name, "dice") for name in ("dt.rand", "kb.stei_adt", "dt.wpm_c", "kb.sdc_pre_at")]
    seeds = np.array([table_seeds(5, number, 0, 4) for number in range(12)])
    seats = np.array([np.roll(range(4), number) for number in range(12)], np.intp)
    outcomes = play_block(players, Block(rules, seeds, seats), record=True)
    assert outcomes.records is not None
    many = Games(rules, 12, record=True)
    many.deal(seeds[:, :4])
    many.seat(np.array([[POLICIES[str(players[p].row.native)] for p in row] for row in seats]), seeds[:, 4:])
    many.advance()
    for number, record in enumerate(outcomes.records):
        events = [parse_event(text) for text in record.commands]
        assert list(events_of(*many.events(number))) == events
        assert many.winner[number] == outcomes.winner[number]
        board, ownership, dice, rolls = seeds[number, :4].tolist()
        alone = Game(rules, (board, ownership, dice, rolls))
        assert [alone.play(event.command) for event in events] == events
        assert alone.position == many.position(number)
        assert alone.over


def test_the_streams_of_a_game_are_each_their_own() -> None:
    def start(*seeds: int) -> Position:
        return Game(Rules(), (seeds[0], seeds[1], seeds[2], seeds[3])).position

    base = start(1, 2, 3, 4)
    assert start(1, 2, 3, 9) == base
    other_dice = start(1, 2, 9, 4)
    assert other_dice.map == base.map
    assert other_dice.owners.tolist() == base.owners.tolist()
    assert other_dice.dice.tolist() != base.dice.tolist()
    other_owners = start(1, 9, 3, 4)
    assert other_owners.map == base.map
    assert other_owners.owners.tolist() != base.owners.tolist()
    assert start(9, 2, 3, 4).map != base.map


def test_a_retired_seat_only_ends_its_turns_and_the_others_play_on() -> None:
    rules = Rules(players=4)
    games = Games(rules, 2, record=True)
    games.deal(np.array([[1, 2, 3, 4]] * 2, np.uint64))
    policy = POLICIES["kb.stei_adt"]
    games.seat(np.array([[OUTSIDE, policy, policy, policy], [PASSES, policy, policy, policy]]))
    games.advance()
    assert games.over.tolist() == [False, True]
    games.retire(0, 0)
    games.advance()
    assert games.over.tolist() == [True, True]
    assert all(map(np.array_equal, games.events(0), games.events(1)))
    position = start = Game(rules, (1, 2, 3, 4)).position
    for event in events_of(*games.events(0)):
        assert position.player != 0 or event.command == END
        position = event.after(position)
    assert start != position == games.position(0)


def test_a_game_goes_on_from_a_position_under_the_rules_of_its_table() -> None:
    game = Game(Rules(players=4), 3)
    for _ in range(9):
        game.end()
    middle = game.position
    games = Games(Rules(players=4, areas=40, transfers=3), 2)
    for number in (0, 1):
        games.deal_position(number, middle, 7)
    games.seat(np.full((2, 4), OUTSIDE))
    there = games.position(1)
    assert there.owners.tolist() == middle.owners.tolist()
    assert there.dice.tolist() == middle.dice.tolist()
    assert (there.player, there.native.turns, there.reserves) == (1, [3, 2, 2, 2], middle.reserves)
    assert (there.transfers_left, int(games.views.turns[1])) == (3, 2)
    assert (games.views.owners[:, 34:] == -1).all()
    assert (games.views.dice[:, 34:] == 0).all()


def test_a_position_of_another_table_is_refused() -> None:
    games = Games(Rules(players=3, areas=10), 1)
    with pytest.raises(BadInput, match="a map of 34 areas does not fit a table of 10"):
        games.deal_position(0, Game().position, 1)
    with pytest.raises(BadInput, match="a map of 34 areas does not fit a table of 10"):
        games.deal_on(0, Map.grow(), 1, 1, 1)
    with pytest.raises(ValueError, match="the position has another number of players"):
        games.deal_position(0, line([0, 0, 1, 1], [1, 1, 1, 1]), 1)


def test_the_caller_owns_the_arrays() -> None:
    rules = Rules(players=3, areas=10)
    whole = empty_views(rules, 6)
    for array in whole.arrays:
        array[...] = 77
    games = Games(rules, 2, views=whole[2:4])
    games.deal(np.ones((2, 4), np.uint64))
    games.seat(np.full((2, 3), OUTSIDE))
    games.advance()
    assert games.views.owners.base is not None
    for array in whole.arrays:
        assert (array[:2] == 77).all()
        assert (array[4:] == 77).all()
    assert np.array_equal(whole.owners[2], games.position(0).owners)
    commands = no_commands(2)
    commands[1] = END
    games.step(commands)
    assert whole.player[2:4].tolist() == [0, 1]
    assert whole.turns[2:4].tolist() == [0, 0]


@pytest.mark.parametrize("name", ["owners", "neighbours", "seeds"])
def test_arrays_that_cannot_be_written_in_place_are_refused(name: str) -> None:
    rules = Rules(players=3, areas=10)
    views = empty_views(rules, 2)
    parts = {field: getattr(views, field) for field in VIEW_FIELDS}
    parts[name] = parts[name].astype(np.float64)
    with pytest.raises((TypeError, ValueError)):
        Games(rules, 2, views=Views(rules, **parts))


VIEW_FIELDS = (
    "neighbours", "owners", "dice", "reserves", "player", "transfers", "commands", "turns", "moves", "seeds"
)  # fmt: skip


def test_a_game_that_is_over_or_was_not_dealt_takes_no_commands() -> None:
    games = Games(Rules(players=2, areas=4), 2)
    games.deal_position(0, line([0, 0, 0, 0], [1, 1, 1, 1]), 1)
    commands = no_commands(2)
    commands[:] = END
    games.step(commands)
    assert games.over.all()
    assert games.refused.tolist() == [True, False]
    assert games.winner.tolist() == [0, -1]
    with pytest.raises(ValueError, match="the game has not been dealt"):
        games.position(1)


def test_every_policy_ends_its_games_whatever_the_table() -> None:
    """A native policy that gave an illegal command would raise."""
    rng = np.random.default_rng(3)
    for rules in TABLES:
        games = Games(rules, 40)
        games.deal(rng.integers(0, 2**63, (40, 4)).astype(np.uint64))
        games.seat(rng.integers(0, len(agents("dice")), (40, rules.players)))
        games.advance()
        assert games.over.all()


def test_commands_are_written_as_a_person_would() -> None:
    assert [str(each) for each in (END, attack(3, 7), transfer(2, 3))] == [
        "end of turn",
        "attack 3 -> 7",
        "transfer 2 -> 3",
    ]
