"""Notebooks run from top to bottom: on a tiny run, and on the curves that come with Hazard."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from hazard.learn.recipe import load_recipe
from hazard.learn.runs import new_run, runs_folder
from hazard.learn.training import train
from tests.learn.tiny import tiny_recipe

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "cnn-thesis.ipynb"


def run_cells(parameters: str, monkeypatch: pytest.MonkeyPatch) -> tuple[dict[str, Any], list[bytes]]:
    """Its names after the last cell, and the pictures that it showed; IPython is not needed."""
    shown: list[bytes] = []
    display = ModuleType("IPython.display")
    display.__dict__.update(Image=bytes, display=shown.append)
    ipython = ModuleType("IPython")
    ipython.__dict__["version_info"] = (9, 0)  # matplotlib asks
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    names: dict[str, Any] = {}
    for cell in json.loads(NOTEBOOK.read_text())["cells"]:
        if cell["cell_type"] == "code":
            given = "parameters" in cell["metadata"].get("tags", ())
            exec(compile(parameters if given else "".join(cell["source"]), str(NOTEBOOK), "exec"), names)
    return names, shown


def test_the_analysis_of_cnn_thesis_draws_a_tiny_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = load_recipe(str(tiny_recipe(tmp_path)), ["sessions=3", "test.every=1"])
    train(new_run(runs_folder(), recipe, "tiny", "mine", "", {}))
    names, shown = run_cells('names = ["mine"]', monkeypatch)
    assert names["logs"]["runs"]["mine"]["session"] == 3
    assert len(shown) == 2
    assert all(picture.startswith(b"\x89PNG") for picture in shown)


def test_without_runs_it_draws_the_curves_that_come_with_hazard(monkeypatch: pytest.MonkeyPatch) -> None:
    names, shown = run_cells("names = []", monkeypatch)
    assert set(names["logs"]["beginner"]) == set(names["TRUTHS"].values())
    assert len(shown) >= 6
