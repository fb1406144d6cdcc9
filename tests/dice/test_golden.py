"""Whole games and maps that a person can read and check by hand: golden/*.txt.

A game's file has its map, then every command with its chance, its rolls and the position that it led to, an
area as owner and dice: `A5`. The test plays the game again, on the native engine and in plain Python. After a
change that is meant, `python tests/dice/test_golden.py` writes the files anew: read the difference.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # as a program

from hazard.core.registry import resolve
from hazard.dice.command import Kind
from hazard.dice.map import Map
from hazard.dice.odds import battle
from hazard.dice.playing import Block, Player, play_block
from hazard.dice.record import Record, Step, steps
from hazard.dice.rules import Rules
from tests.dice.reference import SlowGame

GOLDEN = Path(__file__).parent / "golden"
SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"

# Rules, the seed of everything, who plays.
GAMES: dict[str, tuple[Rules, int, tuple[str, ...]]] = {
    "two-on-six-areas": (Rules(players=2, areas=6), 8, ("dt.stei", "kb.sdc_pre_at")),
    "two-on-eight-areas": (Rules(players=2, areas=8), 40, ("kb.stei_adt", "dt.sdc")),
    "three-scattered": (
        Rules(players=3, areas=8, ownership="scattered"),
        50,
        ("kb.stei_adt", "kb.sdc_pre_at", "dt.rand"),
    ),
    "nobody-dares": (Rules(players=2, areas=4, idle_rounds=2, reserve=5), 45, ("dt.ste", "dt.ste")),
}
MAPS = {"map-1": (34, 1), "map-2": (34, 2), "map-small": (7, 3)}


def record_of(name: str) -> Record:
    rules, seed, names = GAMES[name]
    players: list[Player] = [resolve(f"dice/{each}", "dice") for each in names]
    seeds = np.full((1, 4 + len(names)), seed, np.uint64)
    outcomes = play_block(players, Block(rules, seeds, np.arange(len(names))[np.newaxis]), record=True)
    assert outcomes.records is not None
    return outcomes.records[0]


def areas(owners: list[int], dice: list[int]) -> str:
    return " ".join(f"{'ABCDEFGH'[owner]}{count}" for owner, count in zip(owners, dice, strict=True))


def told(step: Step) -> str:
    """A command with all that chance did."""
    kind, source, target = step.event.command
    dice = step.before.dice.tolist()
    if kind == Kind.END:
        dealt = " ".join(map(str, step.event.dealt)) or "nowhere"
        return f"end, income {step.before.income}, dice to {dealt}"
    if step.event.rolled is None:
        return f"transfer {source} -> {target}"
    chance, (mine, theirs) = battle(dice[source], dice[target]), step.event.rolled
    result = "won" if step.event.won else "lost"
    sides = f"{dice[source]} against {dice[target]} dice"
    return f"attack {source} -> {target}, {sides}, chance {chance}: {mine} to {theirs}, {result}"


def follow(game: SlowGame, step: Step) -> None:
    kind, source, target = step.event.command
    if kind == Kind.END:
        game.end(step.event.dealt)
    elif step.event.rolled is None:
        game.transfer(source, target)
    else:
        game.attack(source, target, *step.event.rolled)
    after = step.position
    assert (game.owners, game.dice, game.reserves) == (
        after.owners.tolist(),
        after.dice.tolist(),
        list(after.reserves),
    )
    assert (game.player, game.over, game.winner) == (after.player, after.over, after.winner)


def transcript(name: str) -> str:
    rules, seed, names = GAMES[name]
    record = record_of(name)
    start = record.beginning()
    game = SlowGame(
        start.map.neighbours,
        start.owners.tolist(),
        start.dice.tolist(),
        rules.players,
        reserve_limit=rules.reserve,
        idle_rounds=rules.idle_rounds,
    )

    def lines() -> Iterator[str]:
        sitting = ", ".join(f"{sign} {each}" for sign, each in zip("ABCDEFGH", names, strict=False))
        yield f"{sitting}; {rules.ownership}, all seeds {seed}."
        yield ""
        yield from map_lines(start.map)
        yield ""
        yield f"start: {areas(game.owners, game.dice)}"
        for step in steps(record):
            if not game.told:
                yield ""
                yield f"Turn {sum(game.turns) + 1}: {'ABCDEFGH'[game.player]}"
            follow(game, step)
            kept = f"; reserves {' '.join(map(str, game.reserves))}" if any(game.reserves) else ""
            yield f"  {told(step)}"
            yield f"    {areas(game.owners, game.dice)}{kept}"
        yield ""
        yield "Nobody wins." if game.winner is None else f"{'ABCDEFGH'[game.winner]} wins."

    return "\n".join(lines()) + "\n"


def map_lines(board: Map) -> Iterator[str]:
    """The hexes, a sign for each area, and the neighbours in the order of discovery."""
    signs = {(x, y): SIGNS[area] for area, hexes in enumerate(board.hexes) for x, y in hexes}
    left = min(x for x, _ in signs)
    for y in range(min(y for _, y in signs), max(y for _, y in signs) + 1):
        yield "".join(signs.get((x, y), " ") for x in range(left, 33)).rstrip()
    yield ""
    for area, others in enumerate(board.neighbours):
        yield f"{SIGNS[area]} touches {' '.join(SIGNS[other] for other in others)}"


def map_text(name: str) -> str:
    count, seed = MAPS[name]
    return "\n".join([f"{count} areas, seed {seed}.", "", *map_lines(Map.grow(count, seed))]) + "\n"


def texts() -> dict[str, str]:
    return {name: transcript(name) for name in GAMES} | {name: map_text(name) for name in MAPS}


def test_the_folder_holds_these_games_and_maps_and_nothing_else() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == {f"{name}.txt" for name in (*GAMES, *MAPS)}


@pytest.mark.parametrize("name", [*GAMES, *MAPS])
def test_it_is_as_it_was(name: str) -> None:
    assert texts()[name] == (GOLDEN / f"{name}.txt").read_text()


if __name__ == "__main__":
    for name, text in texts().items():
        (GOLDEN / f"{name}.txt").write_text(text)
