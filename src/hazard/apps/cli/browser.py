"""`hazard browser`: agents play a real page in Chromium; one table at the end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.table import Table

    from hazard.browser.game import PagePlay
    from hazard.browser.playing import PageResult


def browser(
    url: str,
    /,
    *,
    agent: Annotated[tuple[str, ...], Parameter(consume_multiple=True)],
    games: int = 10,
    level: str | None = None,
    mines: int | None = None,
    page: Path | None = None,
    show: bool = False,
    slow: bool = False,
    seed: int = 1,
    keep: Path | None = None,
    time_limit: float = 10.0,
    json: bool = False,
) -> None:
    """Let agents play a Minesweeper page in a real browser (Chromium), with real pointer input.

    Pages that are known: minesweeper-for-web, react-minesweeper, those with minesweeperonline's markup; all
    others are read from screenshots. Every game's record and a picture of every lost one are kept. The agent
    sees what a player sees, and nothing of what a covered cell hides.

    Parameters
    ----------
    url
        The page's address, a file, or demo: a page that comes with Hazard.
    agent
        Names that `hazard agents` lists, FILE.py[:Class], or FILE.onnx; several play one after the other.
    games
        Games of each agent.
    level
        What the page is asked for (a name such as expert, or ROWSxCOLS/MINES); else the page's own.
    mines
        What agents are told where the page does not say how many mines there are.
    page
        A page file of your own, JavaScript; docs/browser.md says what it holds.
    show
        Show the browser's window.
    slow
        Pause after each move, to watch.
    seed
        For agents that draw lots.
    keep
        The folder for records and pictures (a new one in HAZARD_HOME/browser).
    time_limit
        Seconds that a decision may take.
    json
        One JSON object on stdout instead of the table.
    """
    from hazard.apps.cli.output import remarks, write_json
    from hazard.core.errors import BrowserError
    from hazard.mines.level import Level

    try:
        from hazard.browser.playing import Wish, play_page
    except ModuleNotFoundError as error:
        raise BrowserError(f"{error.name} is not installed: pip install 'hazard[browser]'") from None

    console = remarks()

    def told(name: str, number: int, played: PagePlay) -> None:
        console.print(progress_line(name, number, games, played), soft_wrap=True)

    wish = Wish(
        url,
        agent,
        games,
        level=None if level is None else Level.parse(level, "any"),
        mines=mines,
        page_file=page,
        slow=slow,
        seed=seed,
        keep=keep,
        time_limit=time_limit,
    )
    result = play_page(wish, show=show, progress=told)
    if json:
        write_json(result.to_json())
    else:
        _print(result)
    if result.ended is not None:
        raise BrowserError(f"{result.ended}; {kept(result)}")
    if result.interrupted:
        raise KeyboardInterrupt(f"interrupted after {result.games:,} games; {kept(result)}")


def progress_line(name: str, number: int, games: int, played: PagePlay) -> str:
    """`mines/exact, game 3 of 10: won after 41 moves, 1.9 s`."""
    how = played.status.name.lower()
    why = f" ({played.message})" if played.message else ""
    return (
        f"{name}, game {number + 1} of {games}: {how} after {played.moves} moves, {played.seconds:.1f} s{why}"
    )


def kept(result: PageResult) -> str:
    """What of the run is on disk."""
    many = "" if result.records == 1 else "s"
    if not result.records:
        return "no game was finished"
    return f"{result.records:,} record{many} kept in {result.folder / 'games.jsonl'}"


def _print(result: PageResult) -> None:
    from hazard.apps.cli.output import screen

    console = screen()
    kind = f"{'an' if result.page[:1] in 'aeiou' else 'a'} {result.page} page"
    console.print(f"{result.url}, {kind}", style="italic", soft_wrap=True)
    console.print()
    console.print(table(result, console.width))
    console.print()
    for line in lines(result):
        console.print(line, soft_wrap=True)


def table(result: PageResult, width: int) -> Table:
    """Agents in the order they played."""
    from hazard.apps.cli.columns import fitting, table_of
    from hazard.apps.cli.leaderboard import readable, share

    rows = result.rows
    columns = {
        "agent": [row.agent for row in rows],
        "level": [row.level for row in rows],
        "rule": [row.rule for row in rows],
        "win rate": [share(row.wins / row.games) for row in rows],
        "95 % interval": [f"[{100 * row.interval.low:.2f}, {100 * row.interval.high:.2f}]" for row in rows],
        "games": [f"{row.games:,}" for row in rows],
        "moves/s": [readable(row.moves / row.seconds) if row.moves else "" for row in rows],
        "s a game": [readable(row.seconds / row.games) if row.seconds else "" for row in rows],
    }
    return table_of(fitting(columns, width), left={"agent", "level", "rule", "95 % interval"})


def lines(result: PageResult) -> Iterator[str]:
    """What else there is to say: games that ended otherwise, and where everything is."""
    for row in result.rows:
        odd = {name: count for name, count in row.statuses.items() if name not in ("won", "lost")}
        if odd:
            counts = ", ".join(f"{count:,} {name}" for name, count in odd.items())
            yield f"{row.agent}: not won or lost but {counts}"
    yield from (f"    {message}" for message in result.messages[:5])
    if len(result.messages) > 5:
        yield f"    and {len(result.messages) - 5} more: --json tells them"
    pictures = f", {result.pictures} pictures of lost games beside it" if result.pictures else ""
    yield f"{kept(result)}{pictures}"
