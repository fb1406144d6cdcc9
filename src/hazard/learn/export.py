"""A trained network as an agent file: ONNX with a card, compared with the original before it is kept."""

# pyright: reportUnknownMemberType=false
# torch tells the types of its functions in part only.

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray

from hazard.arena.mines.match import match_mines
from hazard.core.errors import BadInput, HazardError
from hazard.core.modelfile import ENDING
from hazard.core.records import write_whole
from hazard.core.seeds import mix
from hazard.learn.metrics import SESSION, Row
from hazard.learn.onnx_graph import onnx_of
from hazard.learn.play import Play
from hazard.learn.recipe import Recipe
from hazard.learn.runs import Run
from hazard.learn.training import learner_at
from hazard.mines.level import Level
from hazard.mines.nets.agent import best_cells
from hazard.mines.nets.card import Card, ModelFile, Provenance, Strength, sealed
from hazard.mines.nets.planes import planes_of
from hazard.mines.nets.session import Net
from hazard.mines.nets.sliding import windows_of
from hazard.mines.views import COVERED

if TYPE_CHECKING:
    from hazard.learn.training import Learner

COMPARED = 64  # games, whose positions are told to both networks; of large boards fewer
COMPARED_CELLS = 2**13  # on the boards of those games, more or less
CLOSE = 1e-4  # what float32 may differ by, relative to the largest value or to 1
EXPORT = 0xE  # salt of the seed of those games


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written, and how it compares with the network that was trained."""

    run: str
    session: int
    level: Level  # of the recipe, with its rule
    file: Path
    card: Card
    size: int  # bytes
    positions: int  # on which both were asked
    difference: float  # the largest, over all their covered cells
    same: float  # the share of positions in which both open the same cell

    def to_json(self) -> dict[str, Any]:
        """run, session, file, bytes, card, compared: positions, difference, same."""
        compared = {"positions": self.positions, "difference": self.difference, "same": self.same}
        return {
            "run": self.run,
            "session": self.session,
            "file": str(self.file),
            "bytes": self.size,
            "card": msgspec.to_builtins(self.card),
            "compared": compared,
        }


def export_run(
    run: Run,
    file: Path | str,
    *,
    session: int | None = None,
    half: bool = False,
    games: int = 0,
    seed: int = 1,
    workers: int = 1,
    note: str = "",
) -> Exported:
    """Write a run's last checkpoint, or that of a session, as an agent file.

    `half` stores weights as float16. With `games`, the file plays so many of the recipe's level before it is
    written, and its card says how many it won; else it says how the training's own test of that session went.
    Raises BadInput where there is no such checkpoint, or a network that cannot be exported.
    """
    file = Path(file)
    if file.suffix != ENDING:
        raise BadInput(f"cannot export to {file}: want a name that ends in {ENDING}")
    recipe = run.recipe()
    learner, session, elapsed = learner_at(run, session)
    network, facts = player_of(learner, recipe)
    model = onnx_of(network, *shapes(facts), half=half)
    provenance = provenance_of(run, recipe, session, elapsed, note)
    card = Card(**facts, provenance=provenance)
    with TemporaryDirectory() as folder:
        beside = Path(folder) / file.name
        write_whole(beside, sealed(model, card))
        net = Net(ModelFile(beside, card), file.name)
        positions, difference, same = compared(net, network, recipe)
        if not half and not difference <= CLOSE:
            raise HazardError(
                f"the exported network differs from the trained one by {difference:g} on {positions} boards"
            )
        strength = measured(beside, recipe, games, seed, workers) if games else told(run, recipe, session)
    provenance = msgspec.structs.replace(provenance, strength=strength)
    card = msgspec.structs.replace(card, provenance=provenance)
    data = sealed(model, card)
    write_whole(file, data)
    return Exported(run.name, session, level_of(recipe), file, card, len(data), positions, difference, same)


def player_of(learner: Learner, recipe: Recipe) -> tuple[torch.nn.Module, dict[str, Any]]:
    """The module from planes to the values that a card speaks of, and that card's facts."""
    network, facts = getattr(learner, "player", None), getattr(learner, "card_facts", None)
    if network is None or facts is None:
        raise BadInput(f"learner {recipe.learner} trains no network that plays: there is nothing to export")
    return network.eval(), facts()


def shapes(facts: dict[str, Any]) -> tuple[list[int | str], list[int | str]]:
    """What the network takes and gives: sides that it is not bound to are names."""
    window = facts.get("window")
    sides = [window or facts["rows"] or "rows", window or facts["cols"] or "cols"]
    return ["n", planes_of(facts["planes"]).channels, *sides], ["n", *sides]


def provenance_of(run: Run, recipe: Recipe, session: int, elapsed: float, note: str) -> Provenance:
    """Where the network is from."""
    about = run.about()
    commit = "" if about.commit is None else f" {about.commit[:10]}{'+' if about.commit[-1] == '+' else ''}"
    return Provenance(
        recipe=about.recipe,
        run=run.name,
        seed=recipe.seed,
        code=f"{about.version}{commit}",
        date=about.began[:10],
        sessions=session,
        seconds=round(elapsed, 1),
        note=note,
    )


def compared(net: Net, network: torch.nn.Module, recipe: Recipe) -> tuple[int, float, float]:
    """How file and original agree on the positions of games that the file plays.

    The number of positions, the largest difference of covered cells (relative to the largest value, if that
    is above 1), the share of the same choices.
    """
    level, first = level_of(recipe), first_of(recipe)
    sign = 1 if net.card.choose == "least" else -1

    def choose(cells: NDArray[np.int8], _games: object = None, _moves: object = None) -> NDArray[np.int32]:
        return best_cells(sign * net.values(cells, level.mines), cells == COVERED)

    games = int(np.clip(COMPARED_CELLS // level.area, COMPARED // 4, COMPARED))
    cells = Play(level, first, games, mix(recipe.seed, EXPORT)).games(games, choose).cells
    if not len(cells):  # the first cell ends every game
        return 0, 0.0, 1.0
    if net.card.window is not None:
        cells = windows_of(cells, net.card.window)  # what both see
    said = net.said(cells, level.mines)
    planes = net.planes.encode(cells, level.mines)
    with torch.inference_mode():
        meant = network(torch.from_numpy(planes)).float().numpy().reshape(cells.shape)
    covered = cells == COVERED
    same = best_cells(sign * said, covered) == best_cells(sign * meant, covered)
    largest = max(1.0, float(np.abs(meant[covered]).max()))
    return len(cells), float(np.abs(said - meant)[covered].max()) / largest, float(same.mean())


def measured(file: Path, recipe: Recipe, games: int, seed: int, workers: int) -> tuple[Strength, ...]:
    """What a match on fresh boards says of the file."""
    level, first = level_of(recipe), first_of(recipe)
    (standing,) = match_mines([str(file)], level, first, games, seed, workers).standings
    return (Strength(str(level), level.rule, first, standing.games, standing.wins, seed),)


def told(run: Run, recipe: Recipe, session: int) -> tuple[Strength, ...]:
    """What the training's own test of a session said, where there was one."""
    none: Row = {}
    row = next((row for row in run.metrics.rows() if row[SESSION] == session), none)
    games, rate = row.get("fresh_games"), row.get("fresh_win_rate")
    if not games or rate is None:
        return ()
    level = Level.parse(getattr(recipe, "test_level", str(level_of(recipe))))
    return (Strength(str(level), level_of(recipe).rule, first_of(recipe), int(games), round(rate * games)),)


def level_of(recipe: Any) -> Level:
    """The level of a recipe that has one."""
    return Level.parse(recipe.level, recipe.rule)


def first_of(recipe: Any) -> str:
    """Which cell the recipe's games open first."""
    return recipe.first
