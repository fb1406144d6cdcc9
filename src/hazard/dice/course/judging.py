"""What becomes of an AI's answer: the command that is carried out, or why the platform would refuse it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from hazard.core.status import Status
from hazard.dice.command import END, Command, Kind
from hazard.dice.course.board import Land
from hazard.dice.course.commands import BattleCommand, EndTurnCommand, TransferCommand
from hazard.dice.refusal import Refusal


@dataclass(frozen=True, slots=True)
class State:
    """What a command is judged by: the board as it is, whatever the AI did to its copy."""

    land: Land
    player: int  # the name of whoever is asked
    owners: bytes  # names, by area
    dice: bytes
    transfers_left: int


def judged(answer: object, state: State) -> Command | Refusal:
    """The command in our numbers. A transfer beyond the last allowed one ends the turn, as it does there."""
    if isinstance(answer, EndTurnCommand):
        return END
    if isinstance(answer, BattleCommand):
        return attack(answer.source_name, answer.target_name, state)
    if isinstance(answer, TransferCommand):
        if state.transfers_left < 1:
            return END
        return transfer(answer.source_name, answer.target_name, state)
    what = f"class {answer.__name__}" if isinstance(answer, type) else type(answer).__name__
    return Refusal(
        Status.ERROR,
        f"ai_turn returned {what}; it must return BattleCommand(source, target), "
        "TransferCommand(source, target) or EndTurnCommand()",
    )


def attack(source: object, target: object, state: State) -> Command | Refusal:
    """An attack on whoever owns the target, if it is legal."""
    places = edge("attack", source, target, state)
    if isinstance(places, Refusal):
        return places
    if state.dice[places[0]] < 2:
        return refused("attack", source, target, f"area {source} has one die")
    if state.owners[places[1]] == state.player:
        return refused("attack", source, target, f"area {target} is its own")
    return Command(Kind.ATTACK, *places)


def transfer(source: object, target: object, state: State) -> Command | Refusal:
    """A transfer, if it is legal; whether one of no dice is, the rules of the table say."""
    places = edge("transfer", source, target, state)
    if isinstance(places, Refusal):
        return places
    if state.owners[places[1]] != state.player:
        owner = state.owners[places[1]]
        return refused("transfer", source, target, f"area {target} belongs to player {owner}")
    return Command(Kind.TRANSFER, *places)


def edge(verb: str, source: object, target: object, state: State) -> tuple[int, int] | Refusal:
    """Both areas in our numbers, if the first is an own one and they touch."""
    for name in (source, target):
        if type(name) is not int and (fault := unsent(name)):
            return fault
    place = place_of(source, state)
    if place is None:
        return refused(verb, source, target, f"there is no area {source!r}")
    if state.owners[place] != state.player:
        owner = state.owners[place]
        return refused(verb, source, target, f"area {source} belongs to player {owner}")
    for other in state.land.neighbours[place]:
        if other == target:
            return place, other - 1
    if place_of(target, state) is None:
        return refused(verb, source, target, f"there is no area {target!r}")
    return refused(verb, source, target, "these areas do not touch")


def place_of(name: object, state: State) -> int | None:
    """Our number of an area; the platform looks for what str() makes of its name."""
    text = str(name)
    if text.isascii() and text.isdigit() and text == str(int(text)) and 1 <= int(text) <= len(state.land):
        return int(text) - 1
    return None


def unsent(name: object) -> Refusal | None:
    """The platform sends commands as JSON, and gives up an AI whose command is none: numpy.int64 is none."""
    try:
        json.dumps(name)
    except (TypeError, ValueError) as error:
        kind = f"{type(name).__module__}.{type(name).__qualname__}"
        return Refusal(
            Status.ERROR,
            f"the name of an area is {name!r}, a {kind}: the platform cannot send it ({error}); use int()",
        )
    return None


def refused(verb: str, source: object, target: object, why: str) -> Refusal:
    """An illegal command, in the platform's names."""
    return Refusal(Status.ILLEGAL, f"{verb} {source} -> {target}: {why}")
