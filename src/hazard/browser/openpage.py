"""A page that is open in a browser: what kind it is, read in one script call, played with the pointer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Protocol, cast

from selenium.common.exceptions import UnexpectedAlertPresentException
from selenium.webdriver import Chrome
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.keys import Keys

from hazard.browser.chromium import first_line, told
from hazard.browser.pages import PAGES, PageRow
from hazard.browser.reading import Point, Reading
from hazard.core.errors import BrowserError
from hazard.mines.level import Level

QUESTION = (Path(__file__).parent / "question.js").read_text(encoding="utf-8")
PATIENCE = 5.0  # seconds until a page has to have built its board, or to show what was done
LOOK = 0.01  # seconds between two looks
LEFT, RIGHT = 0, 2
BUTTONS = {"left": [LEFT], "ctrl": [LEFT], "right": [RIGHT], "both": [LEFT, RIGHT], "none": []}
# The browser's own page about an address that leads nowhere: what it says, else null.
FAILED = """return location.protocol === "chrome-error:" || document.getElementById("main-frame-error")
  ? /ERR_[A-Z_]+/.exec(document.body.innerText)?.[0] ?? "the browser shows an error" : null"""


class Playable(Protocol):
    """What a game needs of a page, however it is read."""

    name: str

    def read(self) -> Reading:
        """What is to be seen now; raises BrowserError."""
        ...

    def click(self, reading: Reading, row: int, col: int, how: str) -> None:
        """Press on a cell: `left`, `right`, `ctrl` (with that key), or `both` buttons."""
        ...

    def restart(self) -> None:
        """Begin a new game."""
        ...

    def choose(self, level: Level) -> None:
        """Ask the page for a level; raises BrowserError where it has no way."""
        ...

    def cover(self, row: int, col: int) -> str | None:
        """What lies over a cell."""
        ...

    def screenshot(self, file: Path) -> None:
        """Keep a picture of the window."""
        ...


class OpenPage:
    """A page of a kind that a page file describes."""

    def __init__(self, driver: Chrome, row: PageRow) -> None:
        self.driver, self.row, self.name = driver, row, row.name
        self._driver: Any = driver  # whose scripts take and give values of any kind
        self.window = driver.current_window_handle
        self._script = f"const page = {row.source.strip().rstrip(';')};\n{QUESTION}"

    def ask(self, question: str, *details: Any) -> Any:
        """One question of `question.js`; None also where there is no board."""
        with told(f"page {self.name}"):
            try:
                return self._driver.execute_script(self._script, question, *details)
            except UnexpectedAlertPresentException:  # it has been dismissed
                return self._driver.execute_script(self._script, question, *details)

    def present(self) -> bool:
        """Whether the page is of this kind."""
        return self.ask("read") is not None

    def read(self) -> Reading:
        """What is to be seen now; waits for a page that builds its board."""
        until = monotonic() + PATIENCE
        while (answer := self.ask("read")) is None:
            if monotonic() > until:
                raise BrowserError(f"the board is gone from {self.driver.current_url}")
            sleep(LOOK)
        if answer["hidden"]:  # a page that is not seen gets no input for seconds
            self.come_forward()
        return Reading.of(answer)

    def click(self, reading: Reading, row: int, col: int, how: str) -> None:
        """Press on a cell, which is looked up anew."""
        point = reading.centre(row, col) or cast("Point | None", self.ask("cell", row, col))
        if point is None:
            raise BrowserError(f"cell ({row}, {col}) is gone from the page")
        press(self.driver, point, how)

    def restart(self) -> None:
        """Press what begins a new game, or load the page again."""
        self.come_forward()
        point = cast("Point | None", self.ask("restart"))
        if point is not None:
            press(self.driver, point, "left")
            return
        with told(f"page {self.name}"):
            self.driver.refresh()

    def come_forward(self) -> None:
        """Close windows that popped up."""
        with told(f"page {self.name}"):
            for other in self.driver.window_handles:
                if other != self.window:
                    self.driver.switch_to.window(other)
                    self.driver.close()
            self.driver.switch_to.window(self.window)

    def choose(self, level: Level) -> None:
        """Ask the page for a level."""
        answer = cast("str | bool | None", self.ask("level", level.rows, level.cols, level.mines))
        if answer is None:
            raise BrowserError(f"{self.name} pages offer no choice of level; leave --level out")
        if isinstance(answer, str):
            visit(self.driver, answer)
            with told(f"page {self.name}"):
                self.driver.refresh()  # another # alone loads nothing

    def cover(self, row: int, col: int) -> str | None:
        """What lies over a cell."""
        return cast("str | None", self.ask("cover", row, col))

    def screenshot(self, file: Path) -> None:
        """Keep a picture of the window."""
        keep_screenshot(self.driver, file)


def press(driver: Chrome, point: Point, how: str) -> None:
    """Real pointer input at a place of the window: a press, or with `none` a move."""
    builder = ActionBuilder(driver, duration=0)
    pointer: Any = builder.pointer_action
    keys = builder.key_action
    x, y = round(point[0]), round(point[1])
    if how == "ctrl":
        keys.key_down(Keys.CONTROL)
        pointer.pause(0)
    pointer.move_to_location(x, y)
    keys.pause(0)
    buttons = BUTTONS.get(how)
    if buttons is None:
        raise BrowserError(f"a page file says {how!r} where it must be left, right, ctrl or both")
    for button in buttons:
        pointer.pointer_down(button)
        keys.pause(0)
    for button in reversed(buttons):
        pointer.pointer_up(button)
        keys.pause(0)
    if how == "ctrl":
        keys.key_up(Keys.CONTROL)
    with told("pointer input"):
        try:
            builder.perform()
        except UnexpectedAlertPresentException:  # it opened amid the press: who presses looks what came of it
            builder.clear_actions()


def visit(driver: Chrome, url: str) -> None:
    """Go to an address; raises BrowserError."""
    asked: Any = driver
    try:
        with told("loading"):
            driver.get(url)
            failed = asked.execute_script(FAILED)
    except BrowserError as error:
        raise type(error)(f"cannot open {url}: {str(error).removeprefix('loading: ')}") from None
    if failed is not None:
        raise BrowserError(f"cannot open {url}: {failed}")


def keep_screenshot(driver: Chrome, file: Path) -> None:
    """The window as a PNG file."""
    with told("screenshot"):
        data = driver.get_screenshot_as_png()
    try:
        file.write_bytes(data)
    except OSError as error:
        raise BrowserError(f"cannot write {file}: {first_line(error)}") from None


def recognised(driver: Chrome, rows: Sequence[PageRow] = PAGES) -> OpenPage | None:
    """The page as the first kind that it is of; waits a while for it to build its board."""
    pages = [OpenPage(driver, row) for row in rows]
    until = monotonic() + PATIENCE
    while monotonic() < until:
        page = next((page for page in pages if page.present()), None)
        if page is not None:
            return page
        sleep(0.1)
    return None
