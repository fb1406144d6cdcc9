"""Games on a page, agent after agent: kept as records, lost ones as pictures, counted in one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from selenium.webdriver import Chrome

from hazard.arena.entrants import entrants
from hazard.arena.stats import Interval, wilson
from hazard.browser.chromium import WindowGone, started
from hazard.browser.game import PageGame, PagePlay, fresh
from hazard.browser.openpage import Playable, recognised, visit
from hazard.browser.pages import PAGES, PageRow
from hazard.browser.picturepage import PicturePage
from hazard.core.errors import BadInput, BrowserError, PictureError
from hazard.core.home import home, made
from hazard.core.hosted import Hosted, check_time_limit, hosted
from hazard.core.hosting import TIME_LIMIT
from hazard.core.registry import ResolvedAgent
from hazard.core.registry import agents as agents_of
from hazard.core.seeds import game_seeds
from hazard.core.status import Status
from hazard.mines.answers import bare
from hazard.mines.level import Level

DEMO = Path(__file__).parent / "demo" / "index.html"
SLOW = 0.6  # seconds after each press, for who wants to watch
MOST_IN_A_ROW = 3  # games that a page spoils, one after the other, before the run ends


@dataclass
class Row:
    """What one agent reached on one level."""

    agent: str
    level: str
    """`9x9/10`, or `10x10/?` where the page does not say how many mines there are."""
    rule: str
    statuses: Counter[str] = field(default_factory=Counter[str])
    moves: int = 0
    seconds: float = 0.0

    @property
    def games(self) -> int:
        """Games that were begun."""
        return self.statuses.total()

    @property
    def wins(self) -> int:
        """Games won."""
        return self.statuses["won"]

    @property
    def interval(self) -> Interval:
        """Wilson's 95 % interval of the win rate."""
        return wilson(self.wins, self.games)

    def add(self, played: PagePlay) -> None:
        """One game more."""
        self.statuses[played.status.name.lower()] += 1
        self.moves += played.moves
        self.seconds += played.seconds

    def to_json(self) -> dict[str, Any]:
        """As a row of a match, with moves_per_second and seconds_per_game."""
        return {
            "agent": self.agent,
            "level": self.level,
            "rule": self.rule,
            "games": self.games,
            "wins": self.wins,
            "win_rate": self.wins / self.games,
            "low": self.interval.low,
            "high": self.interval.high,
            "statuses": dict(self.statuses),
            "moves_per_second": self.moves / self.seconds if self.seconds else None,
            "seconds_per_game": self.seconds / self.games,
        }


@dataclass
class PageResult:
    """A run, whole or not."""

    url: str
    page: str = ""
    folder: Path = Path()
    rows: list[Row] = field(default_factory=list[Row])
    records: int = 0
    pictures: int = 0
    messages: list[str] = field(default_factory=list[str])
    """What spoilt games, `game 3: …`."""
    ended: str | None = None
    """Why the run ended early."""
    interrupted: bool = False

    @property
    def games(self) -> int:
        """All of them."""
        return sum(row.games for row in self.rows)

    def row(self, agent: str, played: PagePlay) -> Row:
        """The row of an agent and a level, made when it is first needed."""
        level = played.level
        shown = str(level) if played.counted else f"{level.rows}x{level.cols}/?"
        for row in self.rows:
            if (row.agent, row.level, row.rule) == (agent, shown, level.rule):
                return row
        self.rows.append(Row(agent, shown, level.rule))
        return self.rows[-1]

    def to_json(self) -> dict[str, Any]:
        """url, page, folder, games, records, pictures, agents, messages, ended."""
        return {
            "url": self.url,
            "page": self.page,
            "folder": str(self.folder),
            "games": self.games,
            "records": self.records,
            "pictures": self.pictures,
            "agents": [row.to_json() for row in self.rows],
            "messages": self.messages,
            "ended": self.ended,
        }


Progress = Callable[[str, int, PagePlay], None]
"""Called after each game with the agent, the number of the game and how it went."""


@dataclass(frozen=True)
class Wish:
    """What is asked of a run."""

    url: str
    """An address, a file, or `demo`: the page that comes with Hazard."""
    agents: Sequence[str]
    games: int
    """Of each agent."""
    level: Level | None = None
    """What the page is asked for; without it, its own is played."""
    mines: int | None = None
    """What agents are told where the page does not say how many mines there are."""
    page_file: Path | None = None
    """Of a kind of page that Hazard does not know."""
    slow: bool = False
    seed: int = 1
    keep: Path | None = None
    """The folder of records and pictures; without it, a new one in HAZARD_HOME."""
    time_limit: float = TIME_LIMIT

    def __post_init__(self) -> None:
        if self.games < 1:
            raise BadInput(f"{self.games} games: want at least 1")
        if not self.agents:
            raise BadInput("a page needs at least one agent")
        check_time_limit(self.time_limit)
        for row in self.rows:
            _ = row.source  # a page file that is missing is told before a browser starts

    @property
    def rows(self) -> Sequence[PageRow]:
        """The kinds of pages that may be met."""
        own = self.page_file
        return PAGES if own is None else (PageRow(own.stem, own, "a page file of your own"),)


def play_page(wish: Wish, *, show: bool = False, progress: Progress | None = None) -> PageResult:
    """Let each agent play the page, in a browser of its own.

    Raises BrowserError, BadInput, AgentError where nothing was played; later the result says what went wrong.
    """
    players = entrants(wish.agents, "mines")
    with started(show=show) as driver:
        return play_in(driver, wish, players, progress)


def play_in(
    driver: Chrome, wish: Wish, named: Sequence[ResolvedAgent], progress: Progress | None = None
) -> PageResult:
    """The same in a browser that is there."""
    url = address(wish.url)
    with ExitStack() as stack:
        players = [stack.enter_context(hosted(agent, bare, wish.time_limit)) for agent in named]
        visit(driver, url)
        page = recognised(driver, wish.rows) or seen(driver, url, wish)
        if wish.mines is None:
            refuse_counting(page, named)
        result = PageResult(url, page.name, folder_for(wish.keep))
        run = _Run(page, result, wish)
        run.play(list(zip(named, players, strict=True)), progress)
    return result


class _Run:
    """The games of all agents, and what is written down of them."""

    def __init__(self, page: Playable, result: PageResult, wish: Wish) -> None:
        self.page, self.result, self.wish = page, result, wish
        self._spoilt = 0  # games in a row

    def play(self, players: Sequence[tuple[ResolvedAgent, Hosted]], progress: Progress | None) -> None:
        """All games; a fault that nothing can follow ends them and is told by `result.ended`."""
        seeds = game_seeds(self.wish.seed, 0, self.wish.games)[1].tolist()
        try:
            for agent, player in players:
                for number, own in enumerate(seeds):
                    played = self.one(agent, player, number, own)
                    if progress is not None:
                        progress(agent.name, number, played)
        except KeyboardInterrupt:
            self.result.interrupted = True
        except BrowserError as error:
            if not self.result.rows:
                raise
            self.result.ended = str(error)

    def one(self, agent: ResolvedAgent, player: Hosted, number: int, seed: int) -> PagePlay:
        """One game, written down; raises BrowserError where no further one can be played."""
        fresh(self.page, self.wish.level)
        pause = SLOW if self.wish.slow else 0.0
        game = PageGame(self.page, player.choose, seed, self.wish.mines, pause)
        row = self.result.row(agent.name, game.went)
        try:
            played = game.play()
        except WindowGone as gone:
            row.add(game.went)
            self.result.messages.append(f"{agent.name}, game {number}: {gone}")
            raise
        row.add(played)
        self.write_down(agent, number, played)
        if played.status is Status.UNFINISHED:
            self._spoilt += 1
            if self._spoilt == MOST_IN_A_ROW:
                raise BrowserError(f"{MOST_IN_A_ROW} games in a row went wrong: {played.message}")
        else:
            self._spoilt = 0
        return played

    def write_down(self, agent: ResolvedAgent, number: int, played: PagePlay) -> None:
        """The record, as soon as the game is over; a picture of a lost one; what went wrong."""
        name = f"{agent.name}, game {number}"
        if played.message is not None:
            self.result.messages.append(f"{name}: {played.message}")
        record = played.record(agent.name)
        if record is not None:
            append(self.result.folder / "games.jsonl", msgspec.json.encode(record))
            self.result.records += 1
        if played.status is Status.LOST:
            safe = "".join(letter if letter.isalnum() else "-" for letter in agent.name)
            self.page.screenshot(self.result.folder / f"lost-{safe}-{number:04d}.png")
            self.result.pictures += 1


def seen(driver: Chrome, url: str, wish: Wish) -> Playable:
    """A page of no kind that we know, read from screenshots; raises BrowserError where they show no board."""
    unknown = not_minesweeper(url, wish.rows)
    if wish.page_file is not None:
        raise BrowserError(unknown)
    mines = wish.level.mines if wish.mines is None and wish.level is not None else wish.mines
    page = PicturePage(driver, mines)
    try:
        page.look()
    except PictureError as error:
        raise BrowserError(f"{unknown}, nor can it be read from its picture: {error}") from None
    return page


def refuse_counting(page: Playable, named: Sequence[ResolvedAgent]) -> None:
    """Raise BrowserError where the page does not say how many mines there are, and an agent must know."""
    if page.read().mines is not None:
        return
    counting = next((agent.name for agent in named if agent.row.counts), None)
    if counting is not None:
        others = ", ".join(row.name for row in agents_of("mines") if not row.counts)
        raise BrowserError(
            f"{page.name} pages do not say how many mines there are, and {counting} must know: "
            f"{others} play without, or --mines N tells it a number"
        )


def address(url: str) -> str:
    """What the browser is sent to; a file may be named by its path."""
    if url == "demo":
        return DEMO.as_uri()
    if "://" in url:
        return url
    path, hash_, part = url.partition("#")
    if Path(path).is_file():
        return Path(path).absolute().as_uri() + hash_ + part
    return f"http://{url}"


def not_minesweeper(url: str, rows: Sequence[PageRow]) -> str:
    """No page that we know."""
    known = ", ".join(row.name for row in rows)
    return f"there is no Minesweeper at {url} that we know ({known}; docs/browser.md says how to add a page)"


def folder_for(keep: Path | None) -> Path:
    """Where records and pictures go."""
    if keep is not None:
        return made(keep)
    return made(home() / "browser" / f"{datetime.now():%Y-%m-%d-%H%M%S-%f}")


def append(file: Path, line: bytes) -> None:
    """One line more; raises BadInput."""
    try:
        with file.open("ab") as out:
            out.write(line + b"\n")
    except OSError as error:
        raise BadInput(f"cannot write {file}: {error.strerror}") from None
