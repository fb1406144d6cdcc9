"""A page of a kind that no page file describes: read from screenshots, played with the pointer."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from PIL import Image
from selenium.webdriver import Chrome

from hazard.browser.chromium import told
from hazard.browser.openpage import PATIENCE, keep_screenshot, press
from hazard.browser.picture.board import Board, read, usual_mines
from hazard.browser.picture.grid import Grid
from hazard.browser.reading import MINE, Reading
from hazard.core.errors import BrowserError, PictureError
from hazard.mines.level import Level

LOOKS = """return [devicePixelRatio, innerWidth, innerHeight, performance.timeOrigin]"""
AGAIN = 0.2  # seconds between two pictures
OFF = (2.0, 2.0)  # where the pointer lies over no cell while a picture is taken


class PicturePage:
    """What is on the screen is all that is known; a new game is the page loaded again."""

    def __init__(self, driver: Chrome, mines: int | None) -> None:
        self.driver, self.mines, self.name = driver, mines, "unknown"
        self._before: Grid | None = None  # where the board was
        self._driver: Any = driver  # whose scripts give values of any kind

    def read(self) -> Reading:
        """What is to be seen now; raises BrowserError where no board is, or none that can be."""
        until = monotonic() + PATIENCE
        while True:
            try:
                return self.look()
            except PictureError as error:  # it may be moving still
                if monotonic() > until:
                    raise BrowserError(f"the page cannot be read from its picture: {error}") from None
            sleep(AGAIN)

    def look(self) -> Reading:
        """One look; raises PictureError, BrowserError."""
        with told("screenshot"):
            data = self.driver.get_screenshot_as_png()
            ratio, width, height, loaded = self._driver.execute_script(LOOKS)
        board = read(Image.open(BytesIO(data)), self._before)
        self._before = board.grid
        rows, cols = board.cells.shape
        mines = usual_mines(rows, cols) if self.mines is None else self.mines
        if mines is not None and not (board.cells >= MINE).any():
            board.position(mines)  # refused where it cannot be
        return Reading(
            board.cells,
            mines,
            None,
            "any",
            "right",
            None,
            middle(board, 0, 0, ratio),
            middle(board, rows - 1, cols - 1, ratio),
            (width, height),
            loaded,
        )

    def click(self, reading: Reading, row: int, col: int, how: str) -> None:
        """Press where the cell was seen, and move the pointer away."""
        point = reading.centre(row, col)
        if point is None:
            raise BrowserError(f"cell ({row}, {col}) is outside the window")
        press(self.driver, point, how)
        press(self.driver, OFF, "none")

    def restart(self) -> None:
        """Load the page again."""
        with told("loading"):
            self.driver.refresh()

    def choose(self, level: Level) -> None:
        """Nobody knows how."""
        raise BrowserError(f"how an unknown page is set to {level} is not known; leave --level out")

    def cover(self, row: int, col: int) -> str | None:
        """Not known."""
        return None

    def screenshot(self, file: Path) -> None:
        """Keep a picture of the window."""
        keep_screenshot(self.driver, file)


def middle(board: Board, row: int, col: int, ratio: float) -> tuple[float, float]:
    """The centre of a cell, in the pixels that the pointer goes by."""
    x, y = board.grid.centre(row, col)
    return x / ratio, y / ratio
