"""What the check of agents knows of Dicewars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hazard.arena.checklist import NOT_DETECTED, ROWS, Row
from hazard.arena.examination import Choose, Examination, OutOfTime, Played
from hazard.core.asking import Indices
from hazard.core.registry import resolve
from hazard.core.status import Status
from hazard.dice.answers import checked
from hazard.dice.command import Command, Kind
from hazard.dice.games import OUTSIDE, POLICIES, Games
from hazard.dice.lockstep import Lockstep
from hazard.dice.odds import win_chance
from hazard.dice.rules import Rules
from hazard.dice.seeds import table_seeds
from hazard.dice.views import Decisions, Views

HOMES = (Rules(), Rules(players=2), Rules(players=2, areas=10), Rules(players=8), Rules(players=3))
TRIED = (
    Rules(),
    Rules(players=2),
    Rules(players=2, areas=2),
    Rules(players=2, areas=45),
    Rules(players=3, areas=20, reserve=0),
    Rules(players=5, areas=40, ownership="scattered"),
    Rules(players=6, areas=34, transfers=0),
    Rules(players=7, areas=7),
    Rules(players=8, areas=40),
    Rules(players=4, areas=10, strict=False),
)
OPPONENTS = ("dt.sdc", "dt.rand", "kb.stei_adt")  # in turn, on the seats that are not the agent's
POSITIONS = 12
STEPS = 7  # commands between one position and the next
MOST_TURNS = 200  # of a game: some agents never end one against each other
MATCH_SEED = 1  # that of `hazard match`: its seeds are the easiest to guess

OWN_ROWS = {
    "shapes and types": "return Decisions with int[n, 3]: kind, source and target of each view's command",
    "values": "give float32[n, areas, degree], finite where an attack is legal, nan where nothing is said",
    "legal cells": "command only what views.masks(), view.attacks() or view.transfers_possible() allow",
    "arrays left alone": "copy an array before you change it: dice = views.dice.copy()",
    "whole games": "every command must bring the turn nearer to its end",
    "other levels": "play there, or raise ValueError with '8 players' or '20 areas' in its message",
    "no look at the layout": "decide by the view alone; search neither the process nor for the seeds",
}
NAMES = {
    "legal cells": "legal commands",
    "other levels": "other tables",
    "no look at the layout": "no look at the rolls",
}


def in_words_of_dice(row: Row) -> Row:
    """A row of the table as it is called here."""
    return Row(NAMES.get(row.name, row.name), row.rule, OWN_ROWS.get(row.name, row.advice))


class DiceExamination:
    """`hazard.arena.examination.Examination` says what these are."""

    rows = tuple(in_words_of_dice(row) for row in ROWS)
    not_detected: tuple[str, ...] = (
        "looks at rolls that are rare or bring little (the games show it only where attacks are risky)",
        "what it does only after long play, only in matches, or only at tables that were not tried",
        *NOT_DETECTED[2:],
    )
    legal = "legal commands"
    others = "other tables"
    look = "no look at the rolls"
    few = 100
    luck_games = 24
    secrets: tuple[str, ...] = ("hazard.core.seeds.game_seeds", "hazard.dice.seeds")

    def homes(self, own: Sequence[str]) -> Iterator[tuple[str, Views]]:
        """Positions of tables that agents are written for."""
        return ((name_of(rules), positions(rules)) for rules in HOMES)

    def checked(self, answer: object, views: Views) -> Decisions:
        """As matches check it."""
        return checked(answer, views)

    def table(self, views: Views) -> str:
        """`4 players, 34 areas`"""
        return name_of(views.rules)

    def place(self, views: Views) -> str:
        """The same."""
        return name_of(views.rules)

    def names(self, views: Views) -> tuple[str, ...]:
        """`4 players`, `34 areas`"""
        return f"{views.rules.players} players", f"{views.rules.areas} areas"

    def has_values(self, answer: Decisions) -> bool:
        """They are the agent's to give."""
        return answer.values is not None

    def bad_value(self, views: Views, answer: Decisions) -> str | None:
        """Values are finite on legal attacks."""
        assert answer.values is not None
        attacks, _ = views.masks()
        bad = np.argwhere(attacks & ~np.isfinite(answer.values))
        if not len(bad):
            return None
        view, source, k = bad[0].tolist()
        target, value = views.neighbours[view, source, k], float(answer.values[view, source, k])
        return f"attack {source} -> {target} is legal and its value is {value}"

    def decision(self, answer: Decisions, index: int) -> Command:
        """One command; the areas of an end mean nothing."""
        kind, source, target = answer.commands[index].tolist()
        return Command(kind, source, target) if kind != Kind.END else Command(Kind.END)

    def told(self, decision: Command) -> str:
        """In words."""
        return str(decision)

    def tables(self, home: Views) -> Sequence[tuple[str, Rules]]:
        """From 2 to 8 players, from 2 to 45 areas."""
        return [(name_of(rules), rules) for rules in dict.fromkeys((*TRIED, home.rules))]

    def play(self, choose: Choose, table: Rules, games: int) -> Played:
        """Whole games against native agents, and what was illegal in them."""
        lockstep = play(choose, table, games)
        over = lockstep.games.over
        return Played(
            int((over & (lockstep.faults == 0).all(axis=1)).sum()),
            int(lockstep.decisions.sum()),
            tuple(faults(table, lockstep)),
            bool((~over).any()),
        )

    def luck_tables(self, home: Views) -> Sequence[Rules]:
        """The agent's own, and one where no third player disturbs."""
        return list(dict.fromkeys((home.rules, Rules(players=2))))

    def risks(self, choose: Choose, table: Rules, games: int) -> list[tuple[float, bool]]:
        """The chance of each command to lose an attack, and whether it did."""
        return play(choose, table, games).risks

    def luck(self, hits: int, expected: float) -> str:
        """In attacks."""
        return f"{hits} attacks lost where {expected:.1f} were to be expected"


EXAMINATION: Examination = DiceExamination()


def name_of(rules: Rules) -> str:
    """A table in words: `4 players, 34 areas`."""
    return f"{rules.players} players, {rules.areas} areas"


def dealt(rules: Rules, numbers: Sequence[tuple[int, int]]) -> tuple[Games, NDArray[np.uint64]]:
    """Games of the match seed that wait to be seated, and the seeds of their seats."""
    seeds = np.array(
        [table_seeds(MATCH_SEED, number, rotation, rules.players) for number, rotation in numbers]
    )
    games = Games(replace(rules, most_turns=MOST_TURNS), len(seeds))
    games.deal(seeds[:, :4])
    return games, seeds[:, 4:]


def positions(rules: Rules) -> Views:
    """Games at their beginning, and after more and more commands of an agent that moves dice as well."""
    games, seeds = dealt(rules, [(1000 + number, 0) for number in range(POSITIONS)])
    games.seat(np.full(seeds.shape, OUTSIDE), seeds)
    games.advance()
    agent = resolve("dice/kb.stei_adt", "dice").make()
    for step in range(STEPS * POSITIONS):
        commands = agent.choose(games.views).commands.copy()
        commands[step >= STEPS * np.arange(POSITIONS), 0] = -1
        commands[games.over, 0] = -1
        games.step(commands)
    return games.views[~games.over]


class Watched(Lockstep):
    """Games of one agent against native ones; notes the risk of each command, and what came of it."""

    def __init__(self, games: Games, seats: NDArray[np.intp], choose: Choose) -> None:
        super().__init__(games, seats, {0: Asked(choose)})
        self.decisions = np.zeros(len(games), np.int64)
        self.risks: list[tuple[float, bool]] = []
        self._attacks: list[tuple[int, int, float]] = []  # game, seat, chance to win

    def ask(self, key: int, running: Indices, commands: NDArray[np.int16]) -> None:
        """As Lockstep does, noting attacks."""
        super().ask(key, running, commands)
        views: Views = self.games.views
        self.decisions[running] += 1
        self._won = self.games.deeds().won
        attacking: list[int] = running[commands[running, 0] == Kind.ATTACK].tolist()
        self.risks += [(0.0, False)] * (len(running) - len(attacking))  # who does not attack takes none
        for game in attacking:
            _, source, target = commands[game].tolist()
            if Command(Kind.ATTACK, source, target) in views[game].attacks():
                chance = win_chance(int(views.dice[game, source]), int(views.dice[game, target]))
                self._attacks.append((game, int(views.player[game]), chance))

    def retire_refused(self, commands: NDArray[np.int16]) -> None:
        """After each step: what came of the attacks."""
        won = self.games.deeds().won
        for game, seat, chance in self._attacks:
            self.risks.append((1 - chance, bool(won[game, seat] == self._won[game, seat])))
        self._attacks.clear()
        super().retire_refused(commands)


class Asked:
    """The agent as a Lockstep player."""

    def __init__(self, ask: Choose) -> None:
        self.ask = ask

    def choose(self, views: Views) -> Decisions:
        """The agent's decisions."""
        return self.ask(views)


def play(choose: Choose, rules: Rules, games: int) -> Watched:
    """Games of the match seed, the agent on each seat in turn, as far as there is time."""
    players, rows = rules.players, np.arange(games)
    dealt_games, seeds = dealt(rules, [(game // players, game % players) for game in range(games)])
    others = np.array([POLICIES[name] for name in OPPONENTS], np.int32)
    policies = others[(rows[:, np.newaxis] + np.arange(players)) % len(others)]
    policies[rows, rows % players] = OUTSIDE
    dealt_games.seat(policies, seeds)
    lockstep = Watched(dealt_games, np.zeros((games, players), np.intp), choose)
    with suppress(OutOfTime):
        lockstep.run()
    return lockstep


def faults(rules: Rules, lockstep: Watched) -> Iterator[tuple[str, str]]:
    """Illegal commands: the check that they fail, and what was seen."""
    for (game, seat), message in lockstep.messages.items():
        if lockstep.faults[game, seat] == Status.ILLEGAL:
            where = f"{name_of(rules)}, game {game}, decision {lockstep.decisions[game]}"
            yield "legal commands", f"{where}: {message}"
