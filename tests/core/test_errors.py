"""Errors: one family, one line each, and they travel between processes."""

from __future__ import annotations

import pickle

import pytest

from hazard.core import errors
from hazard.core.errors import Contradiction, HazardError, in_one_line


def test_all_errors_are_one_family() -> None:
    classes = [
        item for item in vars(errors).values() if isinstance(item, type) and issubclass(item, Exception)
    ]
    assert len(classes) > 10
    assert all(issubclass(item, HazardError) for item in classes)


def test_a_contradiction_carries_its_numbers_through_a_pickle() -> None:
    error = pickle.loads(
        pickle.dumps(Contradiction("no", ((1, 2), (3, 4)), uses_mine_count=True, smallest=True))
    )
    assert str(error) == "no"
    assert (error.cells, error.uses_mine_count, error.smallest) == (((1, 2), (3, 4)), True, True)


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError("a\n  b"), "ValueError: a b"),
        (KeyError(), "KeyError"),
        (SyntaxError("bad", ("f.py", 3, 1, "x")), "SyntaxError: bad (f.py, line 3)"),
    ],
)
def test_any_exception_fits_on_a_line(error: BaseException, text: str) -> None:
    assert in_one_line(error, __file__) == text


def test_the_line_of_a_given_file_is_named() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        _ = 1 / 0
    line = caught.traceback[-1].lineno + 1
    what = "ZeroDivisionError: division by zero"
    assert in_one_line(caught.value, __file__) == f"{what} (test_errors.py, line {line})"
    assert in_one_line(caught.value, "/elsewhere.py") == what
