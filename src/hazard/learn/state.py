"""What a learner is between two sessions: arrays and JSON values, in a folder that is whole or not there."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import BadInput

VALUES, ARRAYS = "state.json", "tensors.safetensors"
FORMAT = 1


@dataclass
class State:
    """Arrays by name (weights, buffers, generators) and plain values (counters, schedules)."""

    arrays: dict[str, NDArray[Any]] = field(default_factory=dict[str, NDArray[Any]])
    values: dict[str, Any] = field(default_factory=dict[str, Any])

    def add(self, prefix: str, inner: State) -> None:
        """Take a part's state in, its names behind `prefix/`."""
        self.arrays |= {f"{prefix}/{name}": array for name, array in inner.arrays.items()}
        self.values[prefix] = inner.values

    def part(self, prefix: str) -> State:
        """What `add` took in."""
        start = f"{prefix}/"
        arrays = {name.removeprefix(start): a for name, a in self.arrays.items() if name.startswith(start)}
        return State(arrays, cast("dict[str, Any]", self.values[prefix]))


def write_state(state: State, folder: Path) -> None:
    """Make the folder appear with everything in it; raises BadInput, and leaves nothing, where that fails."""
    from safetensors.numpy import save

    beside = folder.with_name(f".{folder.name}.{os.getpid()}")
    arrays = {name: np.asarray(array, order="C") for name, array in state.arrays.items()}
    try:
        shutil.rmtree(beside, ignore_errors=True)
        beside.mkdir(parents=True)
        write_synced(beside / ARRAYS, save(arrays))
        write_synced(beside / VALUES, msgspec.json.encode({"format": FORMAT, "values": state.values}))
        sync_folder(beside)
        shutil.rmtree(folder, ignore_errors=True)  # of an earlier attempt at the same session
        os.rename(beside, folder)
        sync_folder(folder.parent)
    except OSError as error:
        raise BadInput(f"cannot write the checkpoint {folder}: {error.strerror}") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def read_state(folder: Path) -> State:
    """What `write_state` wrote; raises BadInput where something is missing or broken."""
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        data = (folder / ARRAYS).read_bytes()
        saved = msgspec.json.decode((folder / VALUES).read_bytes(), type=dict[str, Any])
        if saved.get("format") != FORMAT:
            raise BadInput(
                f"checkpoint {folder} is of format {saved.get('format')}; this Hazard reads format {FORMAT}"
            )
        return State(load(data), saved["values"])
    except FileNotFoundError as error:
        raise BadInput(f"checkpoint {folder} is incomplete: {Path(error.filename).name} is missing") from None
    except OSError as error:
        raise BadInput(f"cannot read the checkpoint {folder}: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, SafetensorError, KeyError) as error:
        raise BadInput(f"checkpoint {folder} is broken: {error}") from None


def write_synced(path: Path, data: bytes) -> None:
    """Write a file and wait until it is on the disk."""
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Wait until a folder's entries are on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
