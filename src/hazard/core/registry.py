"""From a name (`mines/exact`, `mines/asp:FILE`), a file or `course:PATH` to an agent: rows, games, lookup."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from hazard.core import modelfile
from hazard.core.agentfile import Adapter, AgentFile, adapter_of, load_class, split_scheme
from hazard.core.errors import AgentError, AgentFault, AgentStalled, UnknownAgent, in_one_line
from hazard.core.hosting import START_LIMIT, USUAL, Host, Surroundings
from hazard.core.names import nearest

# Each game's table: a module with AGENTS, a tuple of AgentRow, and PLAYS_MODELS, the path of the class that
# is made with a model file and plays it, or None.
GAMES: dict[str, str] = {"mines": "hazard.mines.agents.table", "dice": "hazard.dice.agents.table"}
ENTRY_POINTS = "hazard.agents"


@dataclass(frozen=True, slots=True)
class AgentRow:
    """One line of a game's table of agents."""

    name: str  # "mines/exact"
    path: str  # "hazard.mines.agents.exact:Exact", imported when the agent is made; or the path of a file
    sentence: str
    native: str | None = None  # name of the policy that plays whole games in the native core
    port: str | None = (
        None  # name of its source for another platform, which `hazard export` makes a package of
    )
    counts: bool = True  # whether it looks at the number of mines, which some pages do not tell
    takes: str | None = None  # what its class can be made with: a file, `NAME:FILE` ("rules for clingo")
    file: str | None = None  # the path of that file, where one was named

    @property
    def game(self) -> str:
        """The game it plays, the part of its name before the slash."""
        return self.name.split("/", 1)[0]


@dataclass(frozen=True, slots=True)
class ResolvedAgent:
    """An agent that was found; small, and pickles to workers, which call `make()`."""

    name: str
    row: AgentRow

    @property
    def adapter(self) -> Adapter | None:
        """The module that adapts it, where it was written for something else."""
        scheme = split_scheme(self.row.path)
        return None if scheme is None else adapter_of(scheme)

    @property
    def surroundings(self) -> Surroundings:
        """What the process that plays it finds around it."""
        adapter = self.adapter
        return USUAL if adapter is None else Surroundings(tuple(adapter.ENVIRONMENT.items()), own_folder=True)

    def make(self) -> Any:
        """A fresh agent object; raises AgentError where its code does not load or its class not start.

        An adapted one is made in the process that plays it only.
        """
        if self.adapter is not None:
            return self.adapter.make(self.row.path, self.name)
        file = AgentFile.parse(self.row.path)
        model = file.path if file is not None and file.is_model else None
        path = self.row.path if model is None else player_of_models(self.row.game, self.name)
        given = model if self.row.file is None else Path(self.row.file)
        agent_class = load_class(path, self.name)
        try:
            agent = agent_class() if given is None else agent_class(given)
        except AgentError:
            raise
        except Exception as error:
            raise AgentError(
                f"agent {self.name}: {agent_class.__name__}() raised {in_one_line(error)}"
            ) from error
        if not callable(getattr(agent, "choose", None)):
            raise AgentError(f"agent {self.name}: class {agent_class.__name__} has no method choose(views)")
        return agent


def games() -> list[str]:
    """Names of the games that have a table of agents."""
    return list(GAMES)


def refuse_unknown_game(game: str) -> None:
    """Raise UnknownAgent where no table is of that game."""
    if game not in GAMES:
        raise UnknownAgent(
            f"unknown game {game!r}{did_you_mean(game, GAMES)}; the games are {', '.join(GAMES)}"
        )


def agents(game: str | None = None) -> list[AgentRow]:
    """All listed agents (tables first, then entry points `hazard.agents`), of one game or of all."""
    if game is not None:
        refuse_unknown_game(game)
    rows = [row for name in GAMES if game in (None, name) for row in import_module(GAMES[name]).AGENTS]
    listed = {row.name for row in rows}
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name):
        row = entry_row(point)
        if row.name in listed:
            raise AgentError(
                f"entry point {ENTRY_POINTS}: {row.name} is listed twice; rename the one in {row.path}"
            )
        if game in (None, row.game):
            rows.append(row)
            listed.add(row.name)
    return rows


def entry_row(point: EntryPoint) -> AgentRow:
    """The row of an agent that another package adds; its name must start with the game."""
    if point.name.split("/", 1)[0] not in GAMES or "/" not in point.name:
        raise AgentError(
            f"entry point {ENTRY_POINTS}: {point.name!r} ({point.value}) must be named GAME/NAME, "
            f"with one of the games {', '.join(GAMES)}"
        )
    package = point.dist.name if point.dist is not None else point.value
    return AgentRow(point.name, point.value, f"added by the package {package}")


def resolve(text: str, game: str) -> ResolvedAgent:
    """The agent that `text` names: `mines/exact` (or `exact`), `mines/asp:FILE`, or a file.

    Files are `FILE.py[:Class]` and `FILE.onnx`; `course:PATH` is a Dicewars AI of the course.

    Raises UnknownAgent ("did you mean ...") or AgentError. A Python file is imported once, so that its faults
    show early; in a process of its own, so that they harm nobody. Of a model only its card is read.
    """
    scheme = split_scheme(text)
    if scheme is not None:
        return resolve_adapted(text, adapter_of(scheme), game)
    file = AgentFile.parse(text)
    if file is not None:
        return resolve_model(text, file, game) if file.is_model else resolve_file(text, file, game)
    rows = {row.name: row for row in agents(game)}
    name, colon, given = text.partition(":")
    full = name if "/" in name else f"{game}/{name}"
    if full not in rows:
        listed = f"`hazard agents {game}` lists them"
        if name.partition("/")[0] in GAMES.keys() - {game}:
            hint = f"; the agents of this game are called {game}/…, {listed}"
        else:
            hint = f"; {listed}, FILE.py:Class names your own"
        raise UnknownAgent(f"unknown agent {text!r}{did_you_mean(full, rows) or hint}")
    return with_file(rows[full], given) if colon else ResolvedAgent(full, rows[full])


def with_file(row: AgentRow, given: str) -> ResolvedAgent:
    """A table agent that plays by a file, `mines/asp:FILE`."""
    name = f"{row.name}:{given}"
    if row.takes is None:
        raise AgentError(f"agent {name}: {row.name} plays by no file; name it without :{given}")
    if not Path(given).is_file():
        raise AgentError(f"agent {name}: there is no file {given or '(none is named)'}; it takes {row.takes}")
    return ResolvedAgent(name, replace(row, file=str(Path(given).absolute()), native=None))


def resolve_adapted(text: str, adapter: Adapter, game: str) -> ResolvedAgent:
    """An agent that was written for something else; its process says later whether it loads."""
    if game != adapter.GAME:
        raise AgentError(f"agent {text}: it plays {adapter.GAME}, not {game}")
    return ResolvedAgent(text, AgentRow(*adapter.row_of(text)))


def resolve_file(text: str, file: AgentFile, game: str) -> ResolvedAgent:
    """The agent in a Python file, given as FILE.py or FILE.py:Class."""
    host = Host(naming)
    try:
        found = host.ask((str(file.absolute()), text), START_LIMIT)
    except AgentStalled:
        raise AgentError(f"agent {text}: importing {file.path} took more than {START_LIMIT:g} s") from None
    except AgentFault as fault:
        raise AgentError(f"agent {text}: importing {file.path} failed: {fault}") from None
    finally:
        host.end()
    if isinstance(found, AgentError):
        raise found
    path = AgentFile(file.path.absolute(), found)
    return ResolvedAgent(text, AgentRow(f"{game}/{found}", str(path), f"from {file.path}"))


def resolve_model(text: str, file: AgentFile, game: str) -> ResolvedAgent:
    """The agent that a model file is."""
    plays = modelfile.game_of(file.path, text)
    if plays != game:
        raise AgentError(f"agent {text}: this model plays {plays}, not {game}")
    player_of_models(game, text)
    return ResolvedAgent(
        text, AgentRow(f"{game}/{file.path.stem}", str(file.absolute()), f"from {file.path}")
    )


def player_of_models(game: str, name: str) -> str:
    """The path of the class that plays a game's models; raises AgentError where there is none."""
    table = import_module(GAMES[game]) if game in GAMES else None
    path: str | None = getattr(table, "PLAYS_MODELS", None)
    if path is None:
        raise AgentError(f"agent {name}: there is no player for models of {game}")
    return path


def naming() -> tuple[Callable[[tuple[str, str]], str | AgentError], None]:
    """In a process of its own: the name of the class at a path, or what is wrong with it."""

    def answer(question: tuple[str, str]) -> str | AgentError:
        try:
            return load_class(*question).__name__
        except AgentError as error:
            return AgentError(str(error))

    return answer, None


def did_you_mean(text: str, known: Iterable[str]) -> str:
    """ "; did you mean X?" for the nearest known names, or nothing."""
    by_end = {name.rpartition("/")[2]: name for name in known}  # the game's name would make all alike
    near = nearest(text.lower().rpartition("/")[2], by_end)
    return f"; did you mean {' or '.join(by_end[end] for end in near)}?" if near else ""
