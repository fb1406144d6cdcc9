"""The smallest training that has everything: network, games under way, exploration, replay, tests."""

from __future__ import annotations

from pathlib import Path

TINY = """
learner = "predictor"
level = "4x4/2"
rule = "safe"
sessions = 12
checkpoint_every = 2
threads = 1
precision = "f32"

[network]
widths = [2]

[play]
clicks = 150
boards = 20
teacher = 0.3
explore = 0.1

[fit]
batch = 32
replay = 400
held_out = 0.1
symmetries = true
schedule = "cosine"
l2 = 1e-4

[test]
every = 5
games = 50
"""


def tiny_recipe(folder: Path) -> Path:
    """The recipe as a file."""
    path = folder / "tiny.toml"
    path.write_text(TINY)
    return path
