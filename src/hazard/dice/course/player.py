"""`dicewars.client.game.player`: imported by some AIs for their annotations."""

from __future__ import annotations


class Player:
    """Who plays: a name, 1 and up, and the size of the largest region."""

    __module__ = "dicewars.client.game.player"

    def __init__(self, name: int, score: int = 0) -> None:
        self.name = int(name)
        self.score = score

    def get_name(self) -> int:
        """1 and up."""
        return self.name

    def get_score(self) -> int:
        """Areas of the largest region."""
        return self.score

    def set_score(self, score: int) -> None:
        """Of this copy."""
        self.score = score
