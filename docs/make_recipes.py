"""Write docs/recipes.md, the fields of every learner's recipe, from the structs that check them.

python docs/make_recipes.py
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from hazard.learn.learners import LEARNERS
from hazard.learn.recipe import Field, Recipe, fields_of

PAGE = Path(__file__).with_name("recipes.md")

HEAD = """# Recipes

What can stand in a recipe; [learning.md](learning.md) says how to train with one, and `hazard train` lists
those that come with Hazard. A key with a dot stands in a table: `fit.batch` is `batch` under `[fit]`, or
`--set fit.batch=512` on the command line. This page is written by `python docs/make_recipes.py`.
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD, "## Every recipe\n"]
    common = list(fields_of(Recipe))
    parts.append(table(common))
    for row in LEARNERS:
        parts.append(f'## learner = "{row.name}"\n\nIt {row.sentence}.\n')
        keys = {field.key for field in common}
        parts.append(table([field for field in fields_of(row.recipe_class()) if field.key not in keys]))
    return "\n".join(parts)


def table(fields: list[Field]) -> str:
    """One line a field."""
    lines = ["| key | default | allowed | what it is |", "|---|---|---|---|"]
    for field in fields:
        words = (f"`{field.key}`", default_of(field), field.allowed, field.description)
        lines.append("| " + " | ".join(word.replace("|", "\\|") for word in words) + " |")
    return "\n".join(lines) + "\n"


def default_of(field: Field) -> str:
    """The default as TOML writes it."""
    if field.default is msgspec.NODEFAULT:
        return ""
    return f"`{msgspec.json.encode(field.default).decode()}`"


if __name__ == "__main__":
    PAGE.write_text(page())
