"""Given layouts instead of a seed's, and the results of foreign programs on them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hazard.arena.mines.match import match_mines
from hazard.arena.mines.solving import solve
from hazard.core.errors import BadInput, HazardError, LayoutError
from hazard.core.status import Status
from hazard.mines.formats import read_layouts, write_layouts
from hazard.mines.layout import Layout
from hazard.mines.level import Level

BEGINNER = Level.parse("beginner")


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> str:
    """300 layouts of 9x9/10; every third names its first cell."""
    path = tmp_path_factory.mktemp("boards") / "layouts.jsonl"
    random = np.random.default_rng(5)
    layouts: list[Layout] = []
    for number in range(300):
        cells = random.permutation(81)
        mines = tuple((int(cell) // 9, int(cell) % 9) for cell in cells[:10])
        first = (int(cells[10]) // 9, int(cells[10]) % 9) if number % 3 == 0 else None
        layouts.append(Layout(9, 9, mines, first))
    write_layouts(path, layouts)
    return str(path)


@pytest.mark.parametrize("workers", [1, 2])
def test_every_agent_plays_the_layouts_of_the_file_as_solve_does(boards: str, workers: int) -> None:
    result = match_mines(["mines/exact", "mines/rules"], boards=boards, workers=workers)
    assert (str(result.level), result.level.rule, result.games) == ("9x9/10", "any", 300)
    for agent in ("mines/exact", "mines/rules"):
        solved = [game.status for game in solve(read_layouts(boards), agent)]
        assert [Status(int(code)).name.lower() for code in result.statuses[agent]] == solved
    assert result.to_json()["boards"] == boards


def test_fewer_games_are_the_first_layouts(boards: str) -> None:
    whole = match_mines(["mines/exact"], boards=boards).statuses["mines/exact"]
    part = match_mines(["mines/exact"], boards=boards, games=260)
    assert np.array_equal(part.statuses["mines/exact"], whole[:260])


def test_first_and_rule_can_be_said(boards: str) -> None:
    result = match_mines(["mines/exact"], Level.parse("beginner", "open"), first="4,4", boards=boards)
    on_mine = np.array([(4, 4) in layout.mines for layout in read_layouts(boards)])
    assert (result.statuses["mines/exact"][on_mine] == Status.LOST).all()
    assert result.level.rule == "open"


def test_a_layout_can_be_mbf(tmp_path: Path) -> None:
    path = tmp_path / "one.mbf"
    write_layouts(path, [Layout(9, 9, tuple((8, col) for col in range(9)))])
    result = match_mines(["mines/exact", "mines/rules"], boards=path)
    assert result.games == 1
    assert [row.wins for row in result.standings] == [1, 1]


def test_files_that_cannot_be_played_are_refused(boards: str, tmp_path: Path) -> None:
    mixed, empty = tmp_path / "mixed.jsonl", tmp_path / "empty.jsonl"
    write_layouts(mixed, [Layout(9, 9, ((0, 0),)), Layout(9, 9, ((0, 1),)), Layout(9, 9, ())])
    empty.write_text("")
    for options, message in (
        ({"boards": mixed}, "layout 2 is 9x9/0, layout 0 is 9x9/1; a match needs layouts of one size"),
        ({"boards": empty}, "no layouts in this file"),
        ({"boards": boards, "games": 301}, "a match of 301 games, but the file has 300 layouts"),
        ({"boards": boards, "level": Level.parse("expert")}, "its layouts are 9x9/10, not 16x30/99"),
        ({"boards": boards, "games": 0}, "a match of 0 games"),
        ({"boards": boards, "first": "9,0"}, "outside the 9x9 board"),
    ):
        with pytest.raises(HazardError, match=message):
            match_mines(["mines/exact"], **options)  # type: ignore[arg-type]
    with pytest.raises(LayoutError, match=str(tmp_path / "missing")):
        match_mines(["mines/exact"], boards=tmp_path / "missing")


def foreign_file(path: Path, won: np.ndarray) -> Path:
    """Lines in another order than the layouts'."""
    lines = [f"{index} {int(value)}" for index, value in enumerate(won.tolist())]
    path.write_text("# index won\n\n" + "\n".join(reversed(lines)) + "\n")
    return path


def test_a_foreign_program_is_one_more_row_paired_with_each_agent(tmp_path: Path, boards: str) -> None:
    ours = match_mines(["mines/equations"], boards=boards).statuses["mines/equations"] == Status.WON
    file = foreign_file(tmp_path / "theirs.txt", ours)
    result = match_mines(["mines/exact", "mines/rules"], boards=boards, paired_with=file)
    by_name = {row.agent: row for row in result.standings}
    assert by_name[str(file)].wins == int(ours.sum())
    assert by_name[str(file)].games == 300
    assert by_name[str(file)].to_json()["games_per_second"] is None
    plain = match_mines(["mines/exact", "mines/rules", "mines/equations"], boards=boards)
    for pair, same in zip(result.pairs, plain.pairs, strict=True):
        assert (pair.a, pair.a_only, pair.b_only) == (same.a, same.a_only, same.b_only)
    assert [pair.b for pair in result.pairs] == ["mines/rules", str(file), str(file)]


def test_a_sequential_test_against_a_foreign_program(tmp_path: Path) -> None:
    theirs = match_mines(["mines/equations"], BEGINNER, games=8000).statuses["mines/equations"]
    file = foreign_file(tmp_path / "theirs.txt", theirs == Status.WON)
    result = match_mines(["mines/exact"], BEGINNER, games=6000, paired_with=file, until="0,2")
    plain = match_mines(["mines/exact", "mines/equations"], BEGINNER, games=6000, until="0,2")
    assert result.verdict is not None
    assert plain.verdict is not None
    assert (result.verdict.ratio, result.verdict.accepted) == (plain.verdict.ratio, plain.verdict.accepted)
    assert [row.games for row in result.standings] == [row.games for row in plain.standings]


GOOD = "0 1\n1 0\n2,won\n3 lost\n4 True\n"


def test_the_forms_of_a_foreign_line(tmp_path: Path) -> None:
    file = tmp_path / "theirs.txt"
    file.write_text(GOOD + "5 false\n# done\n")
    result = match_mines(["mines/exact"], BEGINNER, games=6, paired_with=file)
    assert (result.statuses[str(file)] == Status.WON).tolist() == [True, False, True, False, True, False]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GOOD, "theirs.txt: 1 of 6 layouts have no line: 5"),
        ("", "theirs.txt: 6 of 6 layouts have no line: 0, 1, 2, 3, 4, …"),
        (GOOD + "5 1\n3 1\n", "theirs.txt, line 7: layout 3 is in line 4 already"),
        (GOOD + "5\n", "theirs.txt, line 6: '5' is not INDEX WON"),
        (GOOD + "5 2\n", "line 6: '5 2' is not INDEX WON"),
        (GOOD + "-5 1\n", "line 6: '-5 1' is not INDEX WON"),
        (GOOD + "5 1 1\n", "line 6: '5 1 1' is not INDEX WON"),
        (GOOD + "x" * 99, "line 6: 'x+...' is not INDEX WON"),
    ],
)
def test_bad_repeated_and_missing_lines_are_named(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "theirs.txt"
    file.write_text(text)
    with pytest.raises(BadInput, match=message):
        match_mines(["mines/exact"], BEGINNER, games=6, paired_with=file)


def test_a_line_of_a_layout_that_the_file_does_not_have_is_named(tmp_path: Path, boards: str) -> None:
    file = tmp_path / "theirs.txt"
    file.write_text("300 1\n")
    with pytest.raises(BadInput, match="line 1: there is no layout 300; the last is 299"):
        match_mines(["mines/exact"], boards=boards, paired_with=file)
    for broken, message in ((tmp_path / "missing", "cannot read"), (tmp_path / "binary", "not a text file")):
        (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
        with pytest.raises(BadInput, match=message):
            match_mines(["mines/exact"], boards=boards, paired_with=broken)
