"""The known pages, played with the pointer: what is read is what a player sees, records replay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from selenium.webdriver import Chrome

from hazard.arena.entrants import entrants
from hazard.arena.replaying import replay
from hazard.browser.game import PageGame, PagePlay, fresh
from hazard.browser.openpage import OpenPage, recognised, visit
from hazard.browser.playing import DEMO, PageResult, Wish, play_in
from hazard.browser.reading import MINE
from hazard.core.errors import BrowserError
from hazard.core.status import Status
from hazard.mines.answers import Answer, checked
from hazard.mines.around import around
from hazard.mines.inference import analyse
from hazard.mines.level import Level
from hazard.mines.position import Position
from hazard.mines.views import COVERED, FLAGGED, Action, View, Views

BEGINNER = Level.parse("beginner", "any")
PAGES = ["demo", "for_web", "react"]


@pytest.fixture
def address(request: pytest.FixtureRequest) -> Callable[[str], str]:
    """Where a page is; those of npm are fetched when they are first asked for."""

    def of(name: str) -> str:
        return "demo" if name == "demo" else f"{request.getfixturevalue('npm_pages')}/{name}/"

    return of


def opened(driver: Chrome, where: str) -> OpenPage:
    visit(driver, f"{DEMO.as_uri()}#9x9/10" if where == "demo" else where)
    page = recognised(driver)
    assert page is not None
    return page


def run(driver: Chrome, where: str, *agents: str, **wish: Any) -> PageResult:
    return play_in(driver, Wish(where, agents, **{"games": 1, **wish}), entrants(agents, "mines"))


Chooser = Callable[[View], list[Action] | int]


def play(page: OpenPage, choose: Chooser, level: Level | None = None) -> PagePlay:
    """A new game by a function of one view."""

    def answer(views: Views) -> Answer:
        found = choose(views[0])
        return checked([[("open", found)] if isinstance(found, int) else found], views)

    fresh(page, level)
    return PageGame(page, answer, 1, 10, 0.0).play()


def flags_first(view: View) -> list[Action]:
    """Flags what is certainly a mine, chords where that settles a number, else opens the best cell."""
    position = Position(view.level.rows, view.level.cols, view.level.mines, view.cells)
    found = analyse(position, trust_flags=False)
    if view.untouched:
        return [("open", 0)]
    cols = view.level.cols
    flags: list[Action] = [("flag", r * cols + c) for r, c in found.mine if view.cells[r, c] == COVERED]
    if flags:
        return flags
    for row, col in np.argwhere(view.cells > 0).tolist():
        near = [view.cells[at] for at in around(row, col, *view.cells.shape)]
        if COVERED in near and near.count(FLAGGED) == view.cells[row, col]:
            return [("chord", row * cols + col)]
    return [("open", found.best[0] * cols + found.best[1])] if found.best else []


@pytest.mark.parametrize(
    ("name", "kind", "size", "mines", "rule"),
    [
        ("demo", "classic", (9, 9), 10, "safe"),
        ("for_web", "minesweeper-for-web", (9, 9), 10, "any"),
        ("react", "react-minesweeper", (10, 10), None, "any"),
    ],
)
def test_a_page_is_recognised_and_read(
    name: str,
    kind: str,
    size: tuple[int, int],
    mines: int | None,
    rule: str,
    chromium: Chrome,
    address: Callable[[str], str],
) -> None:
    page = opened(chromium, address(name))
    seen = page.read()
    assert page.name == kind
    assert (seen.size, seen.mines, seen.rule, seen.fresh) == (size, mines, rule, True)
    assert seen.end(mines) is None


@pytest.mark.parametrize("name", PAGES)
def test_flags_chords_and_openings_finish_games_that_replay(
    name: str, chromium: Chrome, address: Callable[[str], str]
) -> None:
    page = opened(chromium, address(name))
    for _ in range(2):
        if name == "react":  # 10 mines are not what it has: its agents do not count them
            played = play(page, lambda view: int(np.flatnonzero(view.cells == COVERED)[0]))
        else:
            played = play(page, flags_first)
        assert played.status in (Status.WON, Status.LOST), played.message
        record = played.record("me")
        assert record is not None
        assert record.status == played.status.name
        kinds = {kind for actions in record.actions for kind, _ in actions}
        assert kinds <= {"open", "flag", "chord"}


@pytest.mark.parametrize("name", PAGES)
def test_a_flag_is_set_and_taken_away(name: str, chromium: Chrome, address: Callable[[str], str]) -> None:
    page = opened(chromium, address(name))
    seen: list[int] = []

    def choose(view: View) -> list[Action]:
        seen.append(int(view.cells[0, 0]))
        return [("flag", 0)] if len(seen) in (1, 3) else [("unflag", 0)] if len(seen) == 2 else [("open", 0)]

    played = play(page, choose)
    assert seen == [COVERED, FLAGGED, COVERED, FLAGGED]
    assert played.status is Status.ILLEGAL
    assert played.message == "cell (0, 0) is flagged: open is not possible"


def test_a_game_on_the_demo_goes_by_the_rules_of_minesweeper(chromium: Chrome) -> None:
    """Whatever is open shows the mines around it, as the end reveals."""
    page = opened(chromium, "demo")
    for _ in range(50):  # all but never won: the first covered cell is a mine sooner or later
        if play(page, lambda view: int((view.cells == COVERED).argmax())).status is Status.LOST:
            break
    seen = page.read()
    mines = seen.cells == MINE
    assert int(mines.sum()) == 10
    for row, col in np.argwhere(seen.cells <= 8).tolist():
        if seen.cells[row, col] >= 0:
            assert seen.cells[row, col] == sum(bool(mines[at]) for at in around(row, col, 9, 9))


@pytest.mark.parametrize("name", ["demo", "for_web"])
def test_a_run_keeps_records_that_replay_and_pictures_of_lost_games(
    name: str, chromium: Chrome, address: Callable[[str], str], tmp_path: Path
) -> None:
    result = run(
        chromium, address(name), "mines/exact", "mines/random", games=2, level=BEGINNER, keep=tmp_path
    )
    assert [(row.agent, row.level, row.games) for row in result.rows] == [
        ("mines/exact", "9x9/10", 2),
        ("mines/random", "9x9/10", 2),
    ]
    lost = sum(row.statuses["lost"] for row in result.rows)
    assert result.ended is None
    assert result.messages == []
    assert result.pictures == len(list(tmp_path.glob("lost-*.png"))) == lost
    replayed = replay(tmp_path / "games.jsonl")
    assert [game.fault for game in replayed] == [None] * 4
    assert {getattr(game.record, "agent", None) for game in replayed} == {"mines/exact", "mines/random"}


def test_a_level_is_chosen_and_scrolled_to(chromium: Chrome, address: Callable[[str], str]) -> None:
    """A board that is larger than the window: the last cells have to be brought into it."""
    level = Level.parse("60x8/5", "any")
    for name in ("demo", "for_web"):
        page = opened(chromium, address(name))
        fresh(page, level)
        before = page.read()
        assert before.size == (60, 8)
        assert before.centre(59, 7) is None
        page.click(before, 59, 7, "left")
        assert page.read().cells[59, 7] != COVERED


def test_the_size_of_the_react_page_is_chosen(chromium: Chrome, address: Callable[[str], str]) -> None:
    page = opened(chromium, address("react"))
    fresh(page, Level.parse("7x12/10", "any"))
    assert page.read().size == (7, 12)


SCRAMBLE = """
for (const cell of document.querySelectorAll(".minesweeper__field_cloud")) {
  cell.textContent = ["", "3", "8", "1"][arguments[0] % 4];
  for (let n = 0; n <= 8; n++) cell.classList.remove(`minesweeper__field_${n}`);
  cell.classList.add(`minesweeper__field_${arguments[0] % 9}`);
  cell.classList.toggle("minesweeper__field_bomb", arguments[0] % 2 == 0);
}
return document.querySelectorAll(".minesweeper__field_cloud").length;
"""


def test_what_the_react_page_leaks_reaches_no_agent(chromium: Chrome, address: Callable[[str], str]) -> None:
    """Covered cells say in class and text what they hide. Whatever stands there, the reading is the same."""
    page = opened(chromium, address("react"))
    told: Any = chromium
    before = page.read()
    while before.fresh or before.end(None) is not None:  # until a game shows some cells and goes on
        fresh(page, None)
        page.click(page.read(), 5, 5, "left")
        before = page.read()
    leaks = told.execute_script("return document.querySelectorAll('.minesweeper__field_cloud').length")
    assert leaks == int((before.cells < 0).sum()) > 0
    for salt in range(4):
        assert told.execute_script(SCRAMBLE, salt) == leaks
        now = page.read()
        assert np.array_equal(now.cells, before.cells)
        assert (now.mines, now.over) == (before.mines, before.over) == (None, None)
    visit(chromium, address("react"))  # what was scrambled goes


def test_where_the_mines_are_not_counted_agents_that_count_are_refused(
    chromium: Chrome, address: Callable[[str], str]
) -> None:
    with pytest.raises(BrowserError, match=r"how many mines .* mines/exact must know: .*mines/rules"):
        run(chromium, address("react"), "mines/exact")
    result = run(chromium, address("react"), "mines/rules", games=2)
    assert [(row.level, row.games) for row in result.rows] == [("10x10/?", 2)]
    result = run(chromium, address("react"), "mines/exact", mines=15)
    assert result.rows[0].games == 1


def test_a_game_whose_mines_are_not_all_shown_has_no_record() -> None:
    mines = np.zeros((3, 3), np.bool_)
    mines[0, :2] = True
    played = PagePlay(Level(3, 3, 3, "any"), status=Status.LOST, decisions=[[("open", 0)]], layout=mines)
    assert played.record("me") is None
    mines[0, 2] = True
    assert played.record("me") is not None


PAGE_FILE = """({
  board: () => document.querySelector("#mine"),
  cells: (board) => [...board.rows].map((row) => [...row.cells]),
  state: (cell) => cell.dataset.open ?? "H",
  mines: () => 1,
})"""
OWN_PAGE = """<!doctype html><table id="mine"><tr><td>.<td>.<tr><td>.<td>.</table><script>
const cells = [...document.querySelectorAll("td")], mine = 3;
cells.forEach((cell, at) => cell.onclick = () => { cell.dataset.open = at === mine ? "M" : "1"; });
</script>"""


def test_a_page_file_of_ones_own_is_played(chromium: Chrome, tmp_path: Path) -> None:
    """What the documentation shows; without a button a new game is a page loaded again."""
    (tmp_path / "own.js").write_text(PAGE_FILE)
    (tmp_path / "own.html").write_text(OWN_PAGE)
    result = run(chromium, str(tmp_path / "own.html"), "mines/random", games=5, page_file=tmp_path / "own.js")
    assert result.page == "own"
    assert result.rows[0].level == "2x2/1"
    assert result.rows[0].statuses["won"] + result.rows[0].statuses["lost"] == 5
    assert [game.fault for game in replay(result.folder / "games.jsonl")] == [None] * 5
