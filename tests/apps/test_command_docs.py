"""The page about the command line: its sessions print what it shows, and it leaves nothing out."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hazard.apps.cli import dice_state, play_state, replay_view, watch
from hazard.apps.cli.main import _VERBS
from hazard.mines.level import NAMED

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "command-line.md").read_text()
SESSIONS = re.findall(r"^```console\n\$ (.*?)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
VERBS = list(_VERBS)


def without_speed(text: str) -> list[str]:
    """The lines, without trailing blanks and without columns of times, which no two runs share."""
    lines = text.splitlines()
    for name in ("games/s", "a decision"):
        header = next((line for line in lines if name in line), None)
        if header is not None:
            end = header.index(name) + len(name)
            lines = [line[: end - len(name) - 1] + line[end:] for line in lines]
    return [line.rstrip() for line in lines]


def test_the_page_has_sessions() -> None:
    assert len(SESSIONS) >= 4


@pytest.mark.parametrize(("command", "shown"), SESSIONS, ids=[command[:40] for command, _ in SESSIONS])
def test_a_session_prints_what_the_page_shows(command: str, shown: str) -> None:
    environment = {
        name: value for name, value in os.environ.items() if name not in ("COLUMNS", "FORCE_COLOR")
    }
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(
        command, shell=True, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
    )
    assert without_speed(done.stdout or done.stderr) == without_speed(shown)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_and_option_that_help_names_is_known_to_the_page(verb: str) -> None:
    program = "import sys; from hazard.apps.cli.main import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", program, *verb.split(), "--help"], capture_output=True, text=True, check=True
    )
    options = set(re.findall(r"--[a-z-]+", done.stdout))
    assert f"## hazard {verb}" in PAGE
    general = {"--games"}  # seen in a session
    for option in options - general:
        assert f"`{option}" in PAGE or f"{option} " in PAGE, option


def test_every_key_is_known_to_the_page() -> None:
    for key, _, _ in (*play_state.KEYS, *dice_state.KEYS, *watch.KEYS, *replay_view.KEYS):
        for part in key.split():
            assert part in PAGE


def test_every_named_level_is_known_to_the_page_and_to_help() -> None:
    program = "import sys; from hazard.apps.cli.main import main; sys.exit(main())"
    for verb in ("match", "play"):
        done = subprocess.run(
            [sys.executable, "-c", program, verb, "mines", "--help"],
            capture_output=True,
            text=True,
            check=True,
        )
        for name, (rows, cols, mines) in NAMED.items():
            assert f"`{name}` ({rows}x{cols}/{mines})" in PAGE
            assert name in done.stdout
