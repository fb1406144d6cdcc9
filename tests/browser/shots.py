"""Screenshots of pages in Chromium, with what they show: games that are under way, some mines flagged."""

from __future__ import annotations

from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from selenium.webdriver import Chrome

from hazard.browser.game import PageGame, fresh
from hazard.browser.openpage import OpenPage, press
from hazard.mines.agents.rules import Rules
from hazard.mines.deduction import MINE, counting_rules

OFF = (2.0, 2.0)  # where the pointer lies over no cell


def begun(page: OpenPage, rng: np.random.Generator) -> NDArray[np.int8]:
    """A new game with a few numbers and, often, a few flags: int8[rows, cols] as the page tells it."""
    while True:
        fresh(page, None)
        game = PageGame(page, Rules().choose, int(rng.integers(1 << 30)), None, 0.0)
        for _ in range(int(rng.integers(1, 9))):
            if game.end() is None:
                game.decide()
        if game.end() is not None or (game.reading.cells > 0).sum() < 3:
            continue
        mines = np.argwhere(counting_rules(game.reading.cells[np.newaxis])[0] == MINE).tolist()
        for row, col in mines[: int(rng.integers(0, 6))]:
            game.carry_out("flag", row, col)
        return game.reading.cells


def shot(driver: Chrome) -> Image.Image:
    """What is on the screen, the pointer out of the way."""
    press(driver, OFF, "none")
    return Image.open(BytesIO(driver.get_screenshot_as_png()))
