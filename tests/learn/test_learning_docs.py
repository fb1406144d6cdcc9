"""The pages about training tell what the code does."""

from __future__ import annotations

import re
import tomllib
from importlib import util
from pathlib import Path
from types import ModuleType

from hazard.learn.data import COLUMNS
from hazard.learn.learners import LEARNERS
from hazard.learn.recipe import checked, fields_of
from hazard.learn.runs import ABOUT, METRICS, RECIPE

DOCS = Path(__file__).parents[2] / "docs"
LEARNING = (DOCS / "learning.md").read_text()


def maker() -> ModuleType:
    spec = util.spec_from_file_location("make_recipes", DOCS / "make_recipes.py")
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_of_recipes_is_what_the_structs_say() -> None:
    assert (DOCS / "recipes.md").read_text() == maker().page(), "run `python docs/make_recipes.py`"


def test_every_field_of_every_learner_says_what_it_is() -> None:
    for row in LEARNERS:
        for field in fields_of(row.recipe_class()):
            assert len(field.description) > 5, f"{row.name}: {field.key}"
            assert field.allowed, f"{row.name}: {field.key}"


def test_the_recipe_in_ten_lines_is_one() -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", LEARNING, re.DOTALL)
    assert len(text.splitlines()) <= 10
    checked(tomllib.loads(text), "in the docs")


def test_the_columns_of_data_sets_are_listed() -> None:
    for column in COLUMNS:
        kind = f"{column.kind} a cell" if column.list else column.kind
        assert f"| `{column.name}` | {kind} | {column.meaning} |" in LEARNING


def test_the_files_of_a_run_are_listed() -> None:
    for name in (RECIPE, ABOUT, METRICS):
        assert f"| `{name}` |" in LEARNING
