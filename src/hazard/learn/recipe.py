"""Recipes: what a training is made of, as TOML; typed, checked, with errors that say what is allowed.

    recipe = load_recipe("dense-net-9x9", ["fit.batch=512"])

A recipe names its learner; the table of learners says which struct holds its fields. There, and nowhere else,
every field has a default, a description and bounds: `fields_of` tells them to the docs.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from hazard.core.errors import BadInput
from hazard.core.names import meant
from hazard.learn.learners import row_of

BUILT_IN = Path(__file__).parent / "recipes"

Table = dict[str, Any]
StructT = TypeVar("StructT", bound=Struct)

Precision = Literal["auto", "f32", "bf16"]
Device = Literal["auto", "cpu", "cuda"]


class Recipe(Struct, forbid_unknown_fields=True, kw_only=True):
    """What every learner's recipe has."""

    learner: Annotated[str, Meta(description="which learner: a name of the table of learners")]
    about: Annotated[str, Meta(description="one sentence for those who list recipes and runs")] = ""
    seed: Annotated[
        int, Meta(ge=0, le=2**63 - 1, description="all random streams of the training follow from it")
    ] = 1
    sessions: Annotated[int, Meta(ge=1, description="how many sessions: each ends with a row of metrics")] = (
        100
    )
    checkpoint_every: Annotated[int, Meta(ge=1, description="sessions between two checkpoints")] = 10
    keep: Annotated[int, Meta(ge=1, description="how many checkpoints are kept, the last ones")] = 3
    threads: Annotated[
        int, Meta(ge=0, le=1024, description="processor threads; 0: as many as this process may use")
    ] = 0
    device: Annotated[Device, Meta(description="where the network lives; auto: cuda where there is one")] = (
        "cpu"
    )
    precision: Annotated[
        Precision,
        Meta(description="of the network's arithmetic; auto: bf16 where the processor has it natively"),
    ] = "auto"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a recipe, for its documentation."""

    key: str  # dotted: "fit.batch"
    default: object  # msgspec.NODEFAULT where there is none
    allowed: str
    description: str


def built_in() -> list[str]:
    """Names of the recipes that come with Hazard."""
    return sorted(path.stem for path in BUILT_IN.glob("*.toml"))


def load_recipe(source: str, settings: Sequence[str] = ()) -> Recipe:
    """The recipe in a file, or the built-in one of that name, with `key=value` settings on top.

    Raises BadInput that names file, key, and what is allowed.
    """
    return read_recipe(find_recipe(source), source, settings)


def find_recipe(source: str) -> Path:
    """The file that `source` names; raises BadInput."""
    path = Path(source).expanduser()
    if path.suffix == ".toml" or path.is_file():
        if not path.is_file():
            raise BadInput(f"recipe {source}: there is no file {path}")
        return path
    names = built_in()
    if source not in names:
        hint = meant(source, names, f"there are {', '.join(names)}.")
        raise BadInput(f"unknown recipe {source!r}; {hint} A file of your own ends in .toml")
    return BUILT_IN / f"{source}.toml"


def read_recipe(path: Path, name: str, settings: Sequence[str] = ()) -> Recipe:
    """The recipe in a file, called `name` in errors."""
    try:
        table = tomllib.loads(path.read_text())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"recipe {name}: {error}") from None
    except OSError as error:
        raise BadInput(f"recipe {name}: cannot read {path}: {error.strerror}") from None
    for setting in settings:
        apply_setting(table, setting)
    return checked(table, name)


def apply_setting(table: Table, setting: str) -> None:
    """Put `fit.batch=512` into a table; the value is TOML, or text where it is none."""
    key, equals, text = setting.partition("=")
    key = key.strip()
    if not equals or not re.fullmatch(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*", key):
        raise BadInput(f"--set {setting}: want KEY=VALUE, such as fit.batch=512")
    try:
        value = tomllib.loads(f"x = {text.strip()}")["x"]
    except tomllib.TOMLDecodeError:
        value = text.strip()
    *above, last = key.split(".")
    for part in above:
        inner = table.setdefault(part, {})
        if not isinstance(inner, dict):
            raise BadInput(f"--set {setting}: {part} is a value, not a table")
        table = cast(Table, inner)
    table[last] = value


def checked(table: Table, name: str) -> Recipe:
    """The typed recipe of a table; raises BadInput."""
    learner = table.get("learner")
    if not isinstance(learner, str):
        raise BadInput(f'recipe {name}: it must say learner = "..."')
    kind = cast("type[Recipe]", row_of(learner, f"recipe {name}").recipe_class())
    refuse_unknown(table, kind, name, "")
    try:
        recipe = msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        raise BadInput(f"recipe {name}: {told(str(error), kind)}") from None
    check = getattr(recipe, "check", None)
    if check is not None:
        try:
            check()
        except BadInput as error:
            raise BadInput(f"recipe {name}: {error}") from None
    return recipe


def refuse_unknown(table: Table, kind: type[Struct], name: str, prefix: str) -> None:
    """Raise BadInput for the first key that the struct does not have."""
    hints = get_type_hints(kind, include_extras=True)
    for key, value in table.items():
        if key not in hints:
            hint = meant(key, hints, f"there are {', '.join(hints)}", prefix)
            raise BadInput(f"recipe {name}: unknown key {prefix}{key}; {hint}")
        inner = struct_in(hints[key])
        if inner is not None and isinstance(value, dict):
            refuse_unknown(cast(Table, value), inner, name, f"{prefix}{key}.")


def told(message: str, kind: type[Struct]) -> str:
    """msgspec's message with the key in front and what the key allows behind."""
    what, _, path = message.partition(" - at `$")
    key = path.rstrip("`").removeprefix(".")
    known = {field.key: field for field in fields_of(kind)}
    if key not in known:
        return f"{key}: {what}" if key else what
    return f"{key}: {what[0].lower()}{what[1:]}; want {known[key].allowed}"


def fields_of(kind: type[Struct], prefix: str = "") -> Iterator[Field]:
    """All fields of a recipe's struct, those of its tables with dotted names."""
    hints = get_type_hints(kind, include_extras=True)
    for info in msgspec.structs.fields(kind):
        hint = hints[info.name]
        inner = struct_in(hint)
        if inner is not None:
            yield from fields_of(inner, f"{prefix}{info.name}.")
            continue
        meta = next((item for item in getattr(hint, "__metadata__", ()) if isinstance(item, Meta)), Meta())
        bare: Any = get_args(hint)[0] if get_origin(hint) is Annotated else hint
        default = info.default if info.default_factory is msgspec.NODEFAULT else info.default_factory()
        yield Field(f"{prefix}{info.name}", default, allowed(bare, meta), meta.description or "")


def struct_in(hint: Any) -> type[Struct] | None:
    """The struct that an annotation names, without its metadata."""
    bare: Any = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return bare if isinstance(bare, type) and issubclass(bare, Struct) else None


def allowed(kind: Any, meta: Meta) -> str:
    """What values a field takes, in words."""
    if get_origin(kind) is Literal:
        return " or ".join(str(value) for value in get_args(kind))
    if get_origin(kind) is list:
        return "a list of whole numbers" if get_args(kind) == (int,) else "a list"
    word = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}[kind]
    bounds = [
        f"{sign} {bound:g}"
        for sign, bound in ((">", meta.gt), ("≥", meta.ge), ("<", meta.lt), ("≤", meta.le))
        if bound is not None and abs(bound) < 2**53
    ]
    return " ".join([word, " and ".join(bounds)]).strip()


def as_toml(recipe: Struct) -> str:
    """The recipe as TOML, every field written out."""
    table = cast(Table, msgspec.to_builtins(recipe))
    plain = [line_of(key, value) for key, value in table.items() if not isinstance(value, dict)]
    tables = [
        "\n".join([f"[{key}]", *(line_of(inner, item) for inner, item in cast(Table, value).items())])
        for key, value in table.items()
        if isinstance(value, dict)
    ]
    return "\n\n".join(["\n".join(plain), *tables]) + "\n"


def line_of(key: str, value: object) -> str:
    """One `key = value`; JSON's numbers, strings, lists and booleans are TOML's too."""
    return f"{key} = {msgspec.json.encode(value).decode()}"
