"""Layouts of thin boards of any length, counted column by column."""

from __future__ import annotations

from hazard.mines.position import Position

Column = int  # bit r: a mine in row r


class ThinBoard:
    """A position of few rows. Nothing is grouped: two neighbouring columns are the whole state."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.columns: list[list[int]] = position.cells.T.tolist()
        self.choices = [
            [mines for mines in range(1 << position.rows) if self.is_possible(codes, mines)]
            for codes in self.columns
        ]

    @staticmethod
    def is_possible(codes: list[int], mines: Column) -> bool:
        """Whether what is seen of a column allows these mines: none below numbers, one below each flag."""
        return all(
            (mines >> row & 1) in {-2: (1,), -1: (0, 1)}.get(code, (0,)) for row, code in enumerate(codes)
        )

    def numbers_hold(self, codes: list[int], before: Column, here: Column, after: Column) -> bool:
        block = [before << 1, here << 1, after << 1]  # bit r + 1 is row r, so that r - 1 exists
        return all(
            code < 0 or code == sum((mines >> row & 7).bit_count() for mines in block)
            for row, code in enumerate(codes)
        )

    def layouts(self, mined: tuple[int, int] | None = None) -> int:
        """How many fit; with a mine on the given cell if one is given."""
        width = self.position.cells.size  # bits of a count: there are no more layouts than that many bits say
        ways = {(0, 0): 1}  # by the last two columns: counts by number of mines, `width` bits each
        for col in range(self.position.cols + 1):
            after_end = col == self.position.cols
            codes = self.columns[col - 1] if col else []
            new: dict[tuple[Column, Column], int] = {}
            for (before, here), count in ways.items():
                for after in [0] if after_end else self.choices[col]:
                    if mined is not None and mined[1] == col and not after >> mined[0] & 1:
                        continue
                    if self.numbers_hold(codes, before, here, after):
                        more = count << width * after.bit_count()
                        new[here, after] = new.get((here, after), 0) + more
            ways = new
        return sum(ways.values()) >> width * self.position.mines & (1 << width) - 1
