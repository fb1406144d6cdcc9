"""The drawing of a position is well-formed, complete, and tells players apart with any eyes."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest

from hazard.core.errors import PositionError
from hazard.core.svg import INK, PALE
from hazard.dice.command import END, Kind
from hazard.dice.drawing import COLOURS, LETTERS, ink_on
from hazard.dice.event import Event
from hazard.dice.game import Game
from hazard.dice.map import Map
from hazard.dice.position import Position
from hazard.dice.rules import Rules

SVG = "{http://www.w3.org/2000/svg}"

# How linear RGB arrives without one kind of cone (Machado, Oliveira, Fernandes 2009, severity 1).
VISIONS = {
    "all cones": np.eye(3),
    "no long": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "no medium": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "no short": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(colour: str) -> np.ndarray:
    channels = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def lab(colour: str, vision: np.ndarray) -> np.ndarray:
    """CIE L*a*b* of a colour as seen."""
    white = TO_XYZ @ np.ones(3)
    x, y, z = np.cbrt(TO_XYZ @ np.clip(vision @ linear(colour), 0.001, 1) / white)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def elements(drawing: str, name: str, kind: str | None = None) -> list[ElementTree.Element]:
    found = ElementTree.fromstring(drawing).iter(f"{SVG}{name}")
    return [element for element in found if kind is None or element.get("class") == kind]


def texts(drawing: str) -> list[str]:
    return ["".join(element.itertext()) for element in elements(drawing, "text")]


@pytest.fixture(scope="module")
def game() -> Game:
    """A game of eight after an attack."""
    game = Game(Rules(players=8), seed=3)
    while not (attacks := game.position.commands(Kind.ATTACK)):
        game.end()
    game.play(attacks[0])
    return game


def test_a_notebook_shows_the_position(game: Game) -> None:
    position = game.position
    assert position._repr_svg_() == position.svg()
    titles = [element.text for element in elements(position.svg(), "title")]
    assert len(titles) == 34
    owner, dice = LETTERS[position.owners[5]], int(position.dice[5])
    assert titles[5] == f"area 5: player {owner}, {dice} {'die' if dice == 1 else 'dice'}"


def test_every_area_carries_its_owner_in_colour_and_letter_its_dice_and_its_number(game: Game) -> None:
    drawing, position = game.position.svg(), game.position
    fills = [element.get("fill") for element in elements(drawing, "path", "area")]
    assert fills == [COLOURS[owner] for owner in position.owners]
    shown = texts(drawing)
    for area in range(34):
        label = [LETTERS[position.owners[area]], str(position.dice[area]), str(area)]
        assert shown[3 * area : 3 * area + 3] == label


def test_the_legend_tells_what_each_player_has_and_whose_turn_it_is(game: Game) -> None:
    lines = texts(game.position.svg())
    shown = " ".join(lines)
    for player in range(8):
        areas = len(game.position.areas_of(player))
        assert f"{areas} area" in shown
    assert f"{LETTERS[game.position.player]}'s turn" in lines
    assert shown.count("◂") == 1
    assert "region" in shown
    assert "reserve 0" in shown


def test_the_last_command_is_drawn_and_told(game: Game) -> None:
    event = game.events[-1]
    drawing = game.position.svg(event)
    _, source, target = event.command
    assert len(elements(drawing, "path", "mark")) == 2
    assert event.rolled is not None
    told = f"{source} → {target}, {event.rolled[0]} against {event.rolled[1]}"
    assert any(told in text for text in texts(drawing))
    assert len(elements(game.position.svg(), "path", "mark")) == 0


def test_new_dice_are_marked_where_they_fell() -> None:
    game = Game(seed=4)
    event = game.end()
    shown = texts(game.position.svg(event))
    assert sum(int(text) for text in shown if text.startswith("+")) == len(event.dealt)
    assert f"A ended its turn and got {len(event.dealt)} dice; B's turn" in shown
    assert "end of turn: no new dice; B's turn" in texts(game.position.svg(Event(END)))


def test_a_game_that_is_over_names_the_winner() -> None:
    board = Map(((1,), (0,)), (((0, 0),), ((2, 0),)))
    position = Position(board, [0, 1], [8, 1]).attacked(0, 1, 40, 2)
    assert position.over
    assert "A wins" in texts(position.svg())


def test_a_map_without_hexes_cannot_be_drawn_but_shown_as_text() -> None:
    position = Position(Map(((1,), (0,))), [0, 1], [8, 1])
    with pytest.raises(PositionError, match="no hexes"):
        position.svg()
    assert position._repr_svg_() is None


@pytest.mark.parametrize("vision", VISIONS)
def test_players_colours_differ_with_any_colour_vision(vision: str) -> None:
    """A difference of 2.3 is just noticeable; ten times that is plain, also on small areas apart."""
    for one, other in combinations(COLOURS, 2):
        assert np.linalg.norm(lab(one, VISIONS[vision]) - lab(other, VISIONS[vision])) > 23, (one, other)


def test_text_on_every_colour_has_contrast() -> None:
    def luminance(colour: str) -> float:
        return float((TO_XYZ @ linear(colour))[1])

    for player, colour in enumerate(COLOURS):
        dark, light = sorted([luminance(ink_on(player)), luminance(colour)])
        assert (light + 0.05) / (dark + 0.05) >= 4.5, player
    assert {ink_on(player) for player in range(8)} == {INK, PALE}
