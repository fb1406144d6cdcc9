"""The folder of what outlives a command: HAZARD_HOME, or the place that the system has for such data."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hazard.core.errors import BadInput


def home() -> Path:
    """The folder's path, whether it exists or not: HAZARD_HOME, else the user's data folder."""
    named = os.environ.get("HAZARD_HOME")
    return Path(named).expanduser().absolute() if named else default_home()


def default_home() -> Path:
    """`~/.local/share/hazard` (or under XDG_DATA_HOME); what macOS and Windows have instead."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "hazard"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "hazard"
    named = os.environ.get("XDG_DATA_HOME", "")
    data = Path(named) if os.path.isabs(named) else Path.home() / ".local" / "share"
    return data / "hazard"


def made(folder: Path) -> Path:
    """The folder, made with those above it where it was missing; raises BadInput."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        hint = "; HAZARD_HOME names another place" if folder == home() else ""
        raise BadInput(f"cannot make the folder {folder}: {error.strerror}{hint}") from None
    return folder
