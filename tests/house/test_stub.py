from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

VAGUE = {"object", "Any", "ArrayLike", "Incomplete"}
NEEDS_PARAMETERS = {"dict", "list", "tuple", "set", "NDArray", "ndarray"}

MISUSE = """
import numpy as np
from hazard._native.mines import Boards, mix
from hazard._native.dice import Map, winning_rolls

mix("one", 2)
mix(1, 2).no_such_attribute
Boards(16, 30, 99, 0)
winning_rolls("two", 3)
Map.no_such_attribute
Map(34)
"""


@pytest.fixture(scope="module", params=["mines", "dice"])
def game(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def stub(root: Path, game: str) -> ast.Module:
    return ast.parse((root / f"src/hazard/_native/{game}.pyi").read_text())


def named(body: list[ast.stmt]) -> dict[str, ast.stmt]:
    names: dict[str, ast.stmt] = {}
    for statement in body:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            names[statement.name] = statement
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            names[statement.target.id] = statement
    return names


def public(thing: object) -> set[str]:
    return {name for name in vars(thing) if not name.startswith("_")}


def last_name(annotation: ast.expr) -> str:
    return ast.unparse(annotation).split(".")[-1]


def vague_parts(annotation: ast.expr) -> Iterator[str]:
    """Yield the parts of an annotation that say too little."""
    if isinstance(annotation, ast.Subscript):
        inside = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
        match last_name(annotation.value):
            case "Annotated":  # what it adds is no type
                inside = inside[:1]
            case "NDArray":  # of any dtype: a dict of arrays has no narrower type
                inside = []
        for part in inside:
            yield from vague_parts(part)
    elif isinstance(annotation, ast.BinOp):
        yield from vague_parts(annotation.left)
        yield from vague_parts(annotation.right)
    elif last_name(annotation) in VAGUE | NEEDS_PARAMETERS:
        yield ast.unparse(annotation)


def faults(function: ast.FunctionDef) -> Iterator[str]:
    arguments = function.args
    for argument in arguments.posonlyargs + arguments.args + arguments.kwonlyargs:
        if argument.annotation is not None:
            yield from (f"{argument.arg}: {part}" for part in vague_parts(argument.annotation))
        elif argument.arg != "self":
            yield f"{argument.arg} has no type"
    if arguments.vararg or arguments.kwarg:
        yield "takes anything"
    if function.returns is None:
        yield "returns an unknown type"
    else:
        yield from (f"returns {part}" for part in vague_parts(function.returns))


def test_the_stub_names_everything_public(stub: ast.Module, game: str) -> None:
    module = import_module(f"hazard._native.{game}")
    names = named(stub.body)
    assert public(module) == {name for name in names if not name.startswith("_")}
    for name, statement in names.items():
        if isinstance(statement, ast.ClassDef):
            assert public(getattr(module, name)) <= named(statement.body).keys(), name


def test_the_stub_has_real_types(stub: ast.Module) -> None:
    functions = [node for node in ast.walk(stub) if isinstance(node, ast.FunctionDef)]
    assert functions
    assert {f.name: found for f in functions if (found := list(faults(f)))} == {}


def test_the_type_checker_reads_the_stub(root: Path, tmp_path: Path) -> None:
    (tmp_path / "misuse.py").write_text(MISUSE)
    checker = [Path(sys.executable).parent / "basedpyright", "--pythonpath", sys.executable]
    result = subprocess.run(
        [*checker, tmp_path / "misuse.py"], cwd=root, capture_output=True, text=True, timeout=120
    )
    for fault in ["reportArgumentType", "reportAttributeAccessIssue", "reportCallIssue"]:
        assert result.stdout.count(fault) >= 2, fault  # one of each game
    assert "could not be resolved" not in result.stdout
