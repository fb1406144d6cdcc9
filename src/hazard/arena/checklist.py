"""The checks of an agent by name: which rule each tests, what to do where it fails, and the report of all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NoReturn

from hazard.core.agent import rules

Verdict = Literal["passed", "failed", "not reached"]


@dataclass(frozen=True)
class Row:
    """A check as the table has it: the number of the rule it tests, and what to do where it fails."""

    name: str
    rule: int | None
    advice: str


# In the words of Minesweeper; another game replaces some rows.
ROWS = (
    Row("loads", None, "the file must import, and its class be made without arguments, wherever it is run"),
    Row("answers", 5, "find out why choose raises; an exception counts as ERROR"),
    Row("shapes and types", 5, "return Decisions with int32[n] or int32[n, k], or a list of actions a view"),
    Row("values", 5, "give float32[n, rows, cols], finite on every covered cell, nan where nothing is said"),
    Row("legal cells", 6, "open only cells with views.cells == -1, at least one a view, as row * cols + col"),
    Row("same view, same answer", 1, "keep nothing from call to call; read no clock, process id or hash()"),
    Row("company and order", 2, "decide each view as if it came alone; do not mix rows of the batch"),
    Row("chance from the view", 3, "draw with hazard.core.seeds.pick(views.seeds, views.moves, counts)"),
    Row("arrays left alone", 4, "copy an array before you change it: cells = views.cells.copy()"),
    Row("quiet", 7, "print nothing; write what you want to see to sys.stderr while you look for a fault"),
    Row("quick", 7, "decide faster, or stop thinking in time; keep nothing that grows from call to call"),
    Row("process lives", 8, "raise an exception instead of leaving or crashing the process"),
    Row("whole games", 5, "every decision must bring the game nearer to its end"),
    Row("other levels", 8, "play them, or raise ValueError with the level in its message: str(views.level)"),
    Row("no look at the layout", 1, "decide by the view alone; search neither the process nor for the seeds"),
)  # fmt: skip

NOT_DETECTED = (
    "looks that are rare or bring little (the games show it only where risks are taken and mines avoided)",
    "what it does only after long play, only in matches, or only on levels that were not tried",
    "files and processes that it leaves behind, and threads at work between two calls",
    "reading another process's memory or the network: an agent is not locked in",
)


@dataclass(frozen=True)
class Check:
    """One check and its verdict."""

    name: str
    rule: str | None  # "6. Be legal"
    verdict: Verdict
    seen: str = ""
    advice: str = ""

    def to_json(self) -> dict[str, Any]:
        """name, rule, verdict, seen, advice."""
        return {name: getattr(self, name) for name in ("name", "rule", "verdict", "seen", "advice")}


@dataclass(frozen=True)
class Report:
    """All checks of an agent, in the order of the table."""

    agent: str
    checks: tuple[Check, ...]
    seconds: float
    not_detected: tuple[str, ...] = NOT_DETECTED

    @property
    def passed(self) -> bool:
        """No check failed and none was left out."""
        return all(check.verdict == "passed" for check in self.checks)

    @property
    def failed(self) -> tuple[str, ...]:
        """Names of the checks that failed."""
        return tuple(check.name for check in self.checks if check.verdict == "failed")

    def to_json(self) -> dict[str, Any]:
        """agent, passed, seconds, checks, not_detected."""
        return {
            "agent": self.agent,
            "passed": self.passed,
            "seconds": self.seconds,
            "checks": [check.to_json() for check in self.checks],
            "not_detected": list(self.not_detected),
        }


class Halt(Exception):
    """There is no sense in checking on."""


@dataclass
class Ledger:
    """What was found so far; only the first fault of a check is told."""

    rows: tuple[Row, ...] = ROWS
    faults: dict[str, str] = field(default_factory=dict[str, str])
    fine: dict[str, str] = field(default_factory=dict[str, str])

    def blame(self, name: str, seen: str) -> None:
        """Fail a check."""
        self.faults.setdefault(name, seen)

    def halt(self, name: str, seen: str) -> NoReturn:
        """Fail a check after which nothing else can be checked."""
        self.blame(name, seen)
        raise Halt

    def settle(self, *names: str, seen: str = "") -> None:
        """Pass checks, unless they fail."""
        for name in names:
            self.fine[name] = seen

    def checks(self) -> tuple[Check, ...]:
        """All rows of the table with their verdicts."""
        titles = rules()
        return tuple(self.check(row, titles) for row in self.rows)

    def check(self, row: Row, titles: dict[int, str]) -> Check:
        """The verdict on one row."""
        rule = None if row.rule is None else f"{row.rule}. {titles[row.rule]}"
        if row.name in self.faults:
            return Check(row.name, rule, "failed", self.faults[row.name], row.advice)
        if row.name in self.fine:
            return Check(row.name, rule, "passed", self.fine[row.name])
        return Check(row.name, rule, "not reached")
