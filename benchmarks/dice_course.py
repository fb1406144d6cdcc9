"""AIs of the course through the adapter: games a second, costs of a decision; takes the games to play."""

from __future__ import annotations

import resource
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
from _measure import print_table, use_one_core

from hazard.core.hosted import check_starts
from hazard.core.hosting import end_kept
from hazard.core.registry import resolve
from hazard.dice.answers import bare
from hazard.dice.playing import Block, Outcomes, play_block
from hazard.dice.rules import Rules
from hazard.dice.seeds import table_seeds

GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 32
SEED = 20_261_120  # written down before the run that counts
EXAMPLES = Path(__file__).parents[1] / "examples" / "course"
PORTS = (("steady", "dt.stei", 4.4), ("forward", "kb.sdc_pre_at", 3.2))  # the platform's games a CPU second
ENDS_AT_ONCE = """
from dicewars.client.ai_driver import EndTurnCommand

class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        pass

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        LOOK
        return EndTurnCommand()
"""
LOOKS = (
    ("looks at nothing", "pass"),
    (
        "looks at every area's neighbours, dice, owner",
        "[(a.get_adjacent_areas_names(), a.get_dice(), a.get_owner_name()) for a in board.areas.values()]",
    ),
    ("makes a deep copy of its copy", "import copy; copy.deepcopy(board)"),
)


@dataclass(frozen=True)
class Took:
    """A block of games of four copies."""

    outcomes: Outcomes
    wall: float
    processor: float
    """Seconds of all processes, without `start`."""
    start: float
    """Processor seconds until the AI is imported and there is no game yet."""

    @property
    def decisions(self) -> int:
        """Of all four."""
        return int(self.outcomes.deeds.decisions.sum())


def play(name: str, rules: Rules, numbers: list[int]) -> Took:
    """These games, by fresh processes."""
    agent = resolve(name, "dice")
    seeds = np.array([table_seeds(SEED, number, 0, 4) for number in numbers])
    block = Block(rules, seeds, np.zeros((len(numbers), 4), np.intp))
    end_kept()
    begin = used()
    check_starts(agent, bare)
    end_kept()  # what a process took is known when it has ended
    start = used() - begin
    before = used()
    check_starts(agent, bare)
    begin = perf_counter()
    outcomes = play_block([agent], block)
    wall = perf_counter() - begin
    end_kept()
    return Took(outcomes, wall, used() - before - start, start)


def used() -> float:
    """Processor seconds of this process and of those that it started, as far as they have ended."""
    others = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + others.ru_utime + others.ru_stime


def ports() -> Iterator[list[str]]:
    """A row for each port: all games, and those that do not run on till the platform calls them off."""
    for port, policy, platform in PORTS:
        native = play(policy, Rules(), list(range(GAMES)))
        won = np.flatnonzero(native.outcomes.winner >= 0).tolist()
        for what, numbers in (("all", list(range(GAMES))), ("those that somebody wins", won)):
            if what != "all" and len(won) in (0, GAMES):
                continue
            took = play(f"course:{EXAMPLES / port}.py", Rules(), numbers)
            assert not took.outcomes.messages
            assert took.decisions == native.outcomes.deeds.decisions[numbers].sum()
            speed = len(numbers) / took.processor
            own = took.outcomes.seconds.sum() / took.decisions
            yield [
                f"{port}, as {policy}",
                f"{what}: {len(numbers)}",
                f"{took.decisions / len(numbers):,.0f}",
                f"{len(numbers) / took.wall:.1f}",
                f"{speed:.1f}",
                f"{speed / platform:.1f}",
                f"{1e6 * took.processor / took.decisions:.0f}",
                f"{1e6 * own:.0f}",
                f"{took.start:.2f}",
            ]


def looks() -> Iterator[list[str]]:
    """A row for each AI that ends its turn at once."""
    long = Rules(idle_rounds=60)
    games = list(range(32))
    with tempfile.TemporaryDirectory() as folder:
        for number, (what, look) in enumerate(LOOKS):
            path = Path(folder) / f"xlook{number}.py"
            path.write_text(ENDS_AT_ONCE.replace("LOOK", look))
            took = play(f"course:{path}", long, games)
            each = 1e3 * took.processor / took.decisions
            all_in = 1e3 * (took.processor + took.start) / took.decisions
            yield [what, f"{took.decisions / len(games):.0f}", f"{each:.3f}", f"{all_in:.3f}"]


def main() -> None:
    """Print two tables."""
    use_one_core()
    print_table(
        "Four copies of an AI in the course's style, one core, a process for each seat of each game included",
        [
            "AI",
            "games",
            "decisions a game",
            "games/s",
            "games a processor second",
            "times the original platform",
            "processor µs a decision",
            "of these the AI's own (wall)",
            "start, processor s",
        ],
        ports(),
    )
    print_table(
        "What the adapter costs an AI that ends its turn at once, copy and a process a seat included",
        ["it", "decisions a game", "processor ms a decision", "the start included"],
        looks(),
    )


if __name__ == "__main__":
    main()
