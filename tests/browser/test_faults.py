"""What goes wrong with pages and browser: the run goes on, or ends with one clear line; records are kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome

from hazard.apps.cli.main import main
from hazard.arena.entrants import entrants
from hazard.arena.replaying import replay
from hazard.browser import game, openpage, playing
from hazard.browser.chromium import WindowGone, found, started
from hazard.browser.game import PageGame, fresh
from hazard.browser.openpage import OpenPage, recognised, visit
from hazard.browser.playing import DEMO, PageResult, Wish, play_in
from hazard.core.errors import AgentFault, AgentStalled, BrowserError
from hazard.core.status import Status
from hazard.mines.agents.exact import Exact
from hazard.mines.answers import Answer
from hazard.mines.level import Level
from hazard.mines.views import Decisions, Views

SMALL = f"{DEMO.as_uri()}#5x5/3"


@pytest.fixture
def page(chromium: Chrome) -> OpenPage:
    visit(chromium, SMALL)
    chromium.refresh()
    page = recognised(chromium)
    assert page is not None
    return page


class Meanwhile:
    """Plays as mines/exact, and does something else at its second decision."""

    def __init__(self, act: Callable[[], object]) -> None:
        self.act, self.asked = act, 0

    def choose(self, views: Views) -> Answer:
        self.asked += 1
        if self.asked == 2:
            self.act()
        return Exact().choose(views)


def interrupted(page: OpenPage, act: Callable[[], object]) -> playing.PagePlay:
    """Games in which `act` happens, until one lasted long enough for it."""
    for seed in range(40):
        fresh(page, None)
        agent = Meanwhile(act)
        played = PageGame(page, agent.choose, seed, None, 0.0).play()
        if agent.asked >= 2:
            return played
    raise AssertionError("no game lasted two decisions")


def script(page: OpenPage, source: str) -> Callable[[], object]:
    driver: Any = page.driver
    return lambda: driver.execute_script(source)


def run(driver: Chrome, **wish: Any) -> PageResult:
    asked = Wish(SMALL, **{"agents": ("mines/exact",), "games": 3, **wish})
    return play_in(driver, asked, entrants(asked.agents, "mines"))


def test_a_page_that_is_loaded_again_ends_the_game_and_not_the_run(page: OpenPage) -> None:
    played = interrupted(page, page.driver.refresh)
    assert played.status is Status.UNFINISHED
    assert played.message == "the page was loaded again during the game"
    assert played.record("me") is None
    fresh(page, None)
    assert PageGame(page, Exact().choose, 1, None, 0.0).play().status in (Status.WON, Status.LOST)


def test_a_board_that_changes_its_size_ends_the_game_and_the_next_one_has_it(page: OpenPage) -> None:
    played = interrupted(page, script(page, "location.hash = '#6x7/5'"))
    assert played.status is Status.UNFINISHED
    assert played.message == "the board changed from 5x5 to 6x7 during the game"
    fresh(page, None)
    assert PageGame(page, Exact().choose, 1, None, 0.0).play().level == Level(6, 7, 5, "safe")


def test_a_page_that_begins_another_game_is_noticed(page: OpenPage) -> None:
    visit(page.driver, f"{DEMO.as_uri()}#8x8/48")  # so many mines that no press opens a second cell
    page.driver.refresh()
    played = interrupted(page, script(page, "document.getElementById('face').click()"))
    assert played.status is Status.UNFINISHED
    assert played.message == "the page began another game"


def test_cells_that_are_made_anew_all_the_time_are_no_trouble(page: OpenPage) -> None:
    """No element is held from one look to the next: none can be stale."""
    script(
        page,
        "setInterval(() => document.querySelectorAll('.square').forEach("
        "one => one.replaceWith(one.cloneNode(true))), 1)",
    )()
    fresh(page, None)
    assert PageGame(page, Exact().choose, 1, None, 0.0).play().status in (Status.WON, Status.LOST)


@pytest.mark.parametrize("popup", ["alert('buy!')", "confirm('sure?')", "window.open('about:blank')"])
def test_a_popup_is_sent_away(page: OpenPage, popup: str) -> None:
    played = interrupted(page, script(page, f"setTimeout(() => {popup}, 0)"))
    assert played.status in (Status.WON, Status.LOST)
    fresh(page, None)
    assert len(page.driver.window_handles) == 1


def test_what_lies_over_the_board_is_named(page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> None:
    cover = (
        "document.body.insertAdjacentHTML('beforeend', '<div id=cookies class=banner "
        'style="position:fixed;inset:0"></div>\')'
    )

    def act() -> None:
        script(page, cover)()
        monkeypatch.setattr(game, "PATIENCE", 0.5)  # from now on nothing comes of a press

    played = interrupted(page, act)
    assert played.status is Status.UNFINISHED
    assert played.message is not None
    assert played.message.endswith("stays as it is, whatever is pressed: div#cookies.banner lies over it")


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (AgentFault("boom"), Status.ERROR),
        (AgentStalled(1.0), Status.TIMEOUT),
        (None, Status.ILLEGAL),
    ],
)
def test_an_agent_at_fault_loses_its_game_only(
    page: OpenPage, error: AgentFault | None, status: Status
) -> None:
    def choose(views: Views) -> Answer:
        if error is not None:
            raise error
        return Decisions.from_lists([[99] for _ in views])

    fresh(page, None)
    played = PageGame(page, choose, 1, None, 0.0).play()
    assert played.status is status
    assert played.message


def test_a_window_that_closes_ends_the_run_and_what_was_played_is_kept(tmp_path: Path) -> None:
    """In a browser of its own, as it is gone then."""
    try:
        with started() as driver:
            left = 2

            def close(_agent: str, number: int, _played: playing.PagePlay) -> None:
                if number + 1 == left:
                    driver.close()

            asked = Wish(SMALL, ("mines/exact",), 5, keep=tmp_path)
            result = play_in(driver, asked, entrants(asked.agents, "mines"), close)
    except BrowserError as error:
        pytest.skip(f"NO BROWSER TESTS: {error}")
    assert result.ended == "the browser's window was closed"
    assert (result.games, result.records) == (left, left)
    assert [one.fault for one in replay(tmp_path / "games.jsonl")] == [None] * left


def test_a_browser_that_dies_during_a_game_is_one_line() -> None:
    try:
        with started() as driver:
            visit(driver, SMALL)
            page = recognised(driver)
            assert page is not None
            with pytest.raises(WindowGone, match=r"^the browser"):
                interrupted(page, driver.quit)
    except BrowserError as error:
        pytest.skip(f"NO BROWSER TESTS: {error}")


def test_games_that_a_page_spoils_one_after_the_other_end_the_run(
    chromium: Chrome, monkeypatch: pytest.MonkeyPatch
) -> None:
    def spoilt(self: PageGame) -> playing.PagePlay:
        self.went.message = "the page was loaded again during the game"
        return self.went

    monkeypatch.setattr(PageGame, "play", spoilt)
    result = run(chromium, games=9)
    assert result.ended == "3 games in a row went wrong: the page was loaded again during the game"
    assert result.rows[0].statuses == {"unfinished": 3}


def test_a_page_that_is_no_minesweeper_is_told(
    chromium: Chrome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openpage, "PATIENCE", 0.5)
    (tmp_path / "text.html").write_text("<!doctype html><p>Nothing to see")
    asked = Wish(str(tmp_path / "text.html"), ("mines/exact",), 1)
    with pytest.raises(BrowserError, match=r"there is no Minesweeper at file://.*text\.html"):
        play_in(chromium, asked, entrants(asked.agents, "mines"))


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("http://127.0.0.1:1/", r"cannot open http://127\.0\.0\.1:1/: .*ERR_"),
        ("nowhere.invalid", r"cannot open http://nowhere\.invalid: .*ERR_"),
        ("file:///no/such/page.html", r"cannot open .*: .*ERR_FILE_NOT_FOUND"),
    ],
)
def test_an_address_that_leads_nowhere_is_told(chromium: Chrome, url: str, message: str) -> None:
    with pytest.raises(BrowserError, match=message):
        play_in(chromium, Wish(url, ("mines/exact",), 1), entrants(["mines/exact"], "mines"))


def test_a_level_that_the_page_does_not_have_is_told(chromium: Chrome, tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text(
        "({ board: () => document.body, cells: () => [[document.body]], state: () => 'H', mines: () => 0 })"
    )
    with pytest.raises(BrowserError, match="one pages offer no choice of level; leave --level out"):
        run(chromium, page_file=tmp_path / "one.js", level=Level.parse("beginner"))


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ("'x'", "the page shows a cell that is 'x'; its page file does not fit it"),
        ("nonsense()", r"page bad: javascript error: nonsense is not defined"),
        ("'H' }, {", "page bad: javascript error"),
    ],
)
def test_a_page_file_that_fails_is_told(chromium: Chrome, tmp_path: Path, state: str, message: str) -> None:
    (tmp_path / "bad.js").write_text(
        f"({{ board: () => document.body, cells: () => [[document.body]], state: () => {state} }})"
    )
    with pytest.raises(BrowserError, match=message):
        run(chromium, page_file=tmp_path / "bad.js", agents=("mines/rules",))


def test_a_missing_browser_is_told_with_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BrowserError, match=r"there is no Chromium here: install it \(Debian: apt install"):
        found("Chromium", ("no-such-browser",), "HAZARD_CHROMIUM")
    monkeypatch.setenv("HAZARD_CHROMIUM", "no-such-browser")
    with pytest.raises(BrowserError, match="HAZARD_CHROMIUM=no-such-browser names no program"):
        found("Chromium", ("sh",), "HAZARD_CHROMIUM")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["demo"], "--agent requires an argument"),
        (["demo", "--agent", "exat"], "did you mean mines/exact"),
        (["demo", "--agent", "exact", "--games", "0"], "0 games: want at least 1"),
        (["demo", "--agent", "exact", "--level", "expret"], "did you mean expert"),
        (["demo", "--agent", "exact", "--page", "none.js"], "cannot read the page file none.js"),
    ],
)
def test_what_is_wrong_with_a_command_is_one_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str], chromium: Chrome
) -> None:
    assert main(["browser", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("hazard: ")
    assert message in err
    assert err.count("\n") == 1


def test_the_verb_prints_one_table_and_what_was_kept(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, chromium: Chrome
) -> None:
    words = ["browser", SMALL, "--agent", "mines/exact", "--games", "2", "--keep", str(tmp_path)]
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert "a classic page" in out
    assert "mines/exact  5x5/3  safe" in out
    assert f"2 records kept in {tmp_path / 'games.jsonl'}" in out
    assert err.count("mines/exact, game ") == 2
