"""An AI of the course in this process, where a debugger reaches it: asked again about a recorded game."""

from __future__ import annotations

import os
from atexit import register
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

import numpy as np

from hazard.core.errors import BadInput
from hazard.dice.command import Command, Kind
from hazard.dice.course.board import Board, Land, board_of
from hazard.dice.course.form import Form
from hazard.dice.course.life import seed_generators
from hazard.dice.course.platform import ai_class_of, furnish, install
from hazard.dice.course.source import SCHEME, parsed
from hazard.dice.position import Position
from hazard.dice.record import Record, steps

SECONDS_LEFT = 10.0  # as the AI is told: nobody counts here


@dataclass(frozen=True)
class Decision:
    """One question to the AI, its answer, and what was played in the recorded game."""

    number: int
    """Of the command in the record, from 0."""
    position: Position
    board: Board
    """As the AI got it; it may have changed it."""
    answer: Any
    """BattleCommand, TransferCommand, EndTurnCommand, or whatever it returned."""
    played: Command


class Desk:
    """`Desk("xlogin00")` imports an AI here, and works in a folder that looks like the platform.

    Everything that it does to this process (working folder, modules `dicewars.…`) stays: one desk a process.
    What the AI prints is seen, and its exceptions come through.
    """

    def __init__(self, path: str | Path, seed: int = 0) -> None:
        text = str(path)
        source = parsed(text if text.startswith(f"{SCHEME}:") else f"{SCHEME}:{text}")
        root = Path(mkdtemp(prefix="hazard-course-"))
        register(rmtree, root, ignore_errors=True)
        furnish(root, source)
        os.chdir(root)
        install(root)
        self.ai_class = ai_class_of(source, text)
        self.seed = seed

    def decisions(self, record: Record, seat: int) -> Iterator[Decision]:
        """The AI in a seat of a recorded game, asked about each of that seat's commands in turn.

        What it answers is not played: the game goes as it went. Random numbers are others than in the match.
        """
        if not 0 <= seat < record.rules.players:
            raise BadInput(f"seat {seat}: want 0 to {record.rules.players - 1}")
        land = Land.of(record.beginning().map.neighbours, record.beginning().map.hexes)
        order = list(range(1, record.rules.players + 1))
        seed_generators(self.seed)
        form = Form(self.ai_class)
        ai = form.made(seat + 1, board_at(land, record.beginning()), order, record.rules.transfers)
        old, battles, transfers, turns = form.is_old(ai.ai_turn), 0, 0, 0
        for number, step in enumerate(steps(record)):
            if step.before.player != seat:
                continue
            board = board_at(land, step.before)
            counts = (battles, turns) if old else (battles, transfers, turns)
            answer = ai.ai_turn(board, *counts, SECONDS_LEFT)
            yield Decision(number, step.before, board, answer, step.event.command)
            kind = step.event.command.kind
            battles, transfers = battles + (kind == Kind.ATTACK), transfers + (kind == Kind.TRANSFER)
            if kind == Kind.END:
                battles, transfers, turns = 0, 0, turns + 1


def board_at(land: Land, position: Position) -> Board:
    """The board that an AI gets of a position."""
    owners = (position.owners + 1).astype(np.uint8).tobytes()
    return board_of(land.rows, owners, position.dice.astype(np.uint8).tobytes())
