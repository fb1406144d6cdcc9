"""Boards read from pictures: painted in several themes, pages of Chromium at several scales; no boards."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw
from selenium.webdriver import Chrome

from hazard.apps.cli.main import main
from hazard.arena.entrants import entrants
from hazard.browser.chromium import started
from hazard.browser.openpage import recognised, visit
from hazard.browser.picture.board import read, read_file, settled
from hazard.browser.picture.glyphs import MODEL
from hazard.browser.picture.sense import Sense
from hazard.browser.playing import DEMO, Wish, play_in
from hazard.browser.reading import MINE
from hazard.core.errors import PictureError
from hazard.core.modelfile import card_of
from hazard.mines.inference import analyse
from hazard.mines.level import Level
from hazard.mines.position import Position
from hazard.mines.views import COVERED
from tests.browser.boards import HELD_OUT, THEMES, Theme, paint, positions, spoilt
from tests.browser.shots import begun, shot

BEGINNER = Level.parse("beginner")
INTERMEDIATE = Level.parse("intermediate")


@pytest.mark.parametrize("theme", [*THEMES, HELD_OUT], ids=lambda theme: theme.name)
def test_painted_boards_are_read_whatever_their_theme(theme: Theme) -> None:
    rng = np.random.default_rng(11)
    for number, cells in enumerate(positions(BEGINNER, 3, 21)):
        side = (18, 27, 40)[number]
        picture = spoilt(paint(cells, theme, side), rng, 2.0)
        board = read(picture)
        assert np.array_equal(board.cells, cells)
        assert board.position().mines == 10


def test_a_board_whose_edges_are_cut_is_read_whole() -> None:
    (cells,) = positions(INTERMEDIATE, 1, 3)
    whole = paint(cells, THEMES[1], 30, margin=(20, 20))
    for lost in (20, 22, 26):  # of the margin, and then of the outermost cells
        cut = whole.crop((lost, lost, whole.width - lost, whole.height - lost))
        assert np.array_equal(read(cut).cells, cells)


@pytest.mark.long
def test_hundreds_of_painted_boards_are_read_or_refused() -> None:
    rng = np.random.default_rng(5)
    wrong = right = accepted_wrong = 0
    for cells in positions(INTERMEDIATE, 30, 8):
        for theme in (*THEMES, HELD_OUT):
            side, margin = int(rng.integers(16, 44)), int(rng.integers(0, 60))
            cut = margin + int(side * rng.uniform(0, 0.25)) if rng.random() < 0.35 else 0
            picture = spoilt(paint(cells, theme, side, (margin, margin)), rng, float(rng.uniform(0, 5)), cut)
            try:
                board = read(picture)
                same = board.cells.shape == cells.shape
                bad = int((board.cells != cells).sum()) if same else cells.size
                wrong, right = wrong + bad, right + cells.size - bad
                board.position(40)
                accepted_wrong += bad > 0
            except PictureError:
                continue
    assert accepted_wrong <= 1
    assert right / (right + wrong) >= 0.999


def test_the_network_is_small_and_says_how_it_came_about() -> None:
    card = json.loads(card_of(MODEL, "glyphs"))
    assert MODEL.stat().st_size < 300_000
    assert card["trained_by"] == "benchmarks/_fit_glyphs.py"
    assert card["right"] / card["fresh"] > 0.98


def test_pages_in_chromium_are_read(chromium: Chrome, npm_pages: str) -> None:
    check_pages(chromium, npm_pages)


@pytest.mark.long
@pytest.mark.parametrize("scale", [1.25, 2.0])
def test_pages_in_chromium_are_read_on_finer_screens(scale: float, chromium: Chrome, npm_pages: str) -> None:
    with started(scale=scale) as driver:
        check_pages(driver, npm_pages)


def check_pages(driver: Chrome, npm_pages: str) -> None:
    """A screenshot of each page is read as the page itself is."""
    rng = np.random.default_rng(4)
    for url in (f"{DEMO.as_uri()}#9x9/10", f"{npm_pages}/for_web/", f"{npm_pages}/react/"):
        visit(driver, url)
        page = recognised(driver)
        assert page is not None
        cells = begun(page, rng)
        assert np.array_equal(read(shot(driver)).cells, cells), url


def test_what_inference_contradicts_is_refused() -> None:
    (cells,) = positions(BEGINNER, 1, 4)
    wrong = cells.copy()
    at = tuple(np.argwhere(cells == 1)[0])
    wrong[at] = 7
    with pytest.raises(PictureError, match=r"what was read of the picture cannot be: .* cannot"):
        read(paint(wrong, THEMES[0], 30)).position()


def test_a_cell_with_something_else_on_it_is_told() -> None:
    cells = np.full((6, 6), -1, np.int8)
    cells[2:4, 2:4] = [[0, 3], [3, 2]]
    picture = paint(cells, THEMES[1], 32, margin=(20, 20))
    draw, (x, y) = ImageDraw.Draw(picture), (20 + 2 * 32, 20 + 2 * 32)
    draw.line([(x + 7, y + 7), (x + 25, y + 25)], "#c02020", 3)
    draw.line([(x + 7, y + 25), (x + 25, y + 7)], "#c02020", 3)
    with pytest.raises(
        PictureError, match=r"^(what stands in cell \(2, 2\) is not known|cell \(2, 2\) may be)"
    ):
        read(picture)


def test_what_inference_leaves_of_two_answers_is_taken_and_else_both_are_told() -> None:
    """The number beside six covered cells and nothing else may be a 1 or a 2; beside one it is a 1."""
    cells = np.full((6, 6), COVERED, np.int8)
    cells[2, 2] = 1
    doubtful = Sense(cells, {(2, 2): [1, 2]}, 0.0)
    with pytest.raises(PictureError, match=r"^cell \(2, 2\) may be a 1 or a 2$"):
        settled([doubtful])
    cells[2:4, :] = [[0, 0, 0, 0, 1, COVERED], [0, 0, 0, 0, 1, 1]]
    cells[:2], cells[4:] = 0, 0
    cells[1, 4:], cells[0, 5] = 1, 0
    assert settled([Sense(cells, {(2, 4): [2, 1]}, 0.0)])[2, 4] == 1


def test_a_board_that_goes_on_beyond_the_picture_is_refused() -> None:
    (cells,) = positions(INTERMEDIATE, 1, 3)
    whole = paint(cells, THEMES[1], 30, margin=(20, 20))
    with pytest.raises(PictureError, match="the board goes on beyond the edge of the picture"):
        read(whole.crop((0, 0, 20 + 30 * 10 + 12, whole.height)))


def test_a_game_that_is_over_is_told_as_such() -> None:
    (cells,) = positions(BEGINNER, 1, 4)
    cells[analyse(Position(9, 9, 10, cells)).mine_probability == 1] = MINE
    board = read(paint(cells, THEMES[1], 30))
    assert np.array_equal(board.cells, cells)
    with pytest.raises(PictureError, match="the game on the picture is over"):
        board.position()


def test_a_picture_without_a_board_is_refused() -> None:
    rng = np.random.default_rng(1)
    noise = Image.fromarray(rng.integers(0, 255, (300, 300, 3), dtype=np.uint8))
    for picture in (Image.new("RGB", (400, 300), "white"), Image.new("RGB", (3, 3)), noise):
        with pytest.raises(PictureError):
            read(picture)


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n\x1a\n", b"no picture"])
def test_a_file_that_is_no_picture_is_told(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "broken.png").write_bytes(content)
    with pytest.raises(PictureError, match=r"broken\.png is no picture that can be read"):
        read_file(tmp_path / "broken.png")


def test_analyse_takes_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (cells,) = positions(Level.parse("7x11/9"), 1, 6)
    cells = np.where(cells < 0, -1, cells).astype(np.int8)
    paint(cells, THEMES[0], 24).save(tmp_path / "board.png")
    picture = str(tmp_path / "board.png")
    assert main(["analyse", picture, "--json", "--mines", "9"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == json.loads(json.dumps(analyse(Position(7, 11, 9, cells)).to_json()))
    assert main(["analyse", picture]) == 2
    assert "board.png: a board of 7x11 cells: --mines says how many mines it has" in capsys.readouterr().err
    paint(cells, THEMES[0], 24).save(tmp_path / "board.jpg", quality=90)
    assert main(["analyse", str(tmp_path / "board.jpg"), "--json", "--mines", "9"]) == 0
    assert json.loads(capsys.readouterr().out) == told
    assert main(["analyse", str(tmp_path / "none.png")]) == 2
    assert (
        capsys.readouterr().err == f"hazard: cannot read {tmp_path / 'none.png'}: No such file or directory\n"
    )


def test_a_page_of_no_known_kind_is_played_from_screenshots(chromium: Chrome, tmp_path: Path) -> None:
    """The demo page under other names: nothing of it can be looked up."""
    for name in ("index.html", "demo.js"):
        text = (DEMO.parent / name).read_text()
        (tmp_path / name).write_text(text.replace("square", "field").replace('"game"', '"plate"'))
    asked = Wish(f"{tmp_path / 'index.html'}#6x6/4", ("mines/exact",), 1, mines=4, keep=tmp_path / "kept")
    result = play_in(chromium, asked, entrants(asked.agents, "mines"))
    assert result.page == "unknown"
    assert result.messages == []
    assert result.rows[0].statuses["won"] + result.rows[0].statuses["lost"] == 1
    assert result.records == 1
