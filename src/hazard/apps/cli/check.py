"""`hazard check`: does an agent keep the rules? Verdicts in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hazard.arena.checklist import Report


def check(
    agent: str,
    /,
    *,
    game: Literal["mines", "dice"] | None = None,
    time_limit: float = 10.0,
    json: bool = False,
) -> None:
    """Try an agent against the rules of `hazard.core.agent`, in less than a minute: what is wrong, and where.

    The exit code is 0 where every check passed, 1 where one did not.

    Parameters
    ----------
    agent
        A name that `hazard agents` lists, FILE.py[:Class], or FILE.onnx.
    game
        What it plays. Where this is not given, its name or model tells it; FILE.py is taken for one of mines.
    time_limit
        Seconds a decision.
    json
        One JSON object on stdout instead of the table.
    """
    from hazard.apps.cli.output import screen, write_json
    from hazard.arena.conformance import check_agent

    report = check_agent(agent, time_limit, game=game)
    if json:
        write_json(report.to_json())
    else:
        console = screen()
        for line, style in _lines(report):
            console.print(line, style=style, soft_wrap=True)
    if not report.passed:
        raise SystemExit(1)


_STYLES = {"passed": "green", "failed": "bold red", "not reached": "yellow"}


def lines_of_checks(report: Report) -> Iterator[tuple[str, str | None]]:
    """The verdicts, line by line, with the style of each."""
    wide = max(len(check.name) for check in report.checks)
    for check in report.checks:
        yield f"{check.verdict:11}  {check.name:{wide}}  {check.seen}".rstrip(), _STYLES[check.verdict]
        if check.verdict == "failed":
            if check.rule:
                yield f"{'':13}rule {check.rule}", None
            yield f"{'':13}what to do: {check.advice}", None


def _lines(report: Report) -> Iterator[tuple[str, str | None]]:
    """The report, line by line, with the style of each."""
    yield from lines_of_checks(report)
    yield "", None
    passed = sum(check.verdict == "passed" for check in report.checks)
    how = "is sound" if report.passed else "is not sound" if report.failed else "could not be checked fully"
    took = f"{report.seconds:.1f} s"
    yield f"{report.agent} {how}: {passed} of {len(report.checks)} checks passed in {took}.", "bold"
    yield "What nobody would notice:", None
    for what in report.not_detected:
        yield f"  - {what}", None
