"""What a training runs on: threads, device, native bf16; and its description for a run's folder."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from hazard.core.errors import BadInput
from hazard.learn.recipe import Recipe

if TYPE_CHECKING:
    import torch

CPU_FACTS = Path("/proc/cpuinfo")
BF16_FLAGS = {"amx_bf16", "avx512_bf16", "bf16"}  # the last is how ARM calls it
LIBRARIES = ("torch", "numpy", "safetensors", "onnx")


def settled(recipe: Recipe) -> Recipe:
    """The recipe with `auto` replaced by what this machine has: so a run goes on elsewhere as it began."""
    threads = recipe.threads or available_threads()
    device, precision = recipe.device, recipe.precision
    if device == "auto":
        device = "cuda" if has_cuda() else "cpu"
    if precision == "auto":
        precision = "bf16" if device == "cuda" or has_native_bf16() else "f32"
    return msgspec.structs.replace(recipe, threads=threads, device=device, precision=precision)


def available_threads() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def has_cuda() -> bool:
    """Whether torch finds a GPU."""
    try:
        import torch
    except ModuleNotFoundError:
        return False
    return torch.cuda.is_available()


def has_native_bf16() -> bool:
    """Whether the processor multiplies bf16 itself; where it does not, bf16 is slower than f32."""
    return bool(BF16_FLAGS & cpu_flags())


def cpu_flags() -> set[str]:
    """The features that the system lists for this processor; empty where it lists none."""
    for key, value in cpu_lines():
        if key in ("flags", "Features"):
            return set(value.split())
    return set()


def cpu_kind() -> str:
    """The processor's name."""
    return next(
        (value for key, value in cpu_lines() if key == "model name"), platform.processor() or "unknown"
    )


def cpu_lines() -> list[tuple[str, str]]:
    """Keys and values of the system's list of processor facts."""
    try:
        lines = CPU_FACTS.read_text().splitlines()
    except OSError:
        return []
    pairs = (line.partition(":") for line in lines)
    return [(key.strip(), value.strip()) for key, _, value in pairs]


def device_of(recipe: Recipe) -> torch.device:
    """The torch device of a recipe, with the threads set; raises BadInput where there is no GPU."""
    import torch

    torch.set_num_threads(recipe.threads or available_threads())
    if recipe.device == "cuda" and not torch.cuda.is_available():
        raise BadInput('device = "cuda", but torch finds no GPU; --set device=cpu')
    return torch.device(recipe.device if recipe.device != "auto" else "cpu")


def facts() -> dict[str, Any]:
    """What a run's folder says about the machine: nothing that tells whose it is."""
    found: dict[str, Any] = {
        "system": platform.system(),
        "python": platform.python_version(),
        "cpu": cpu_kind(),
    }
    found["threads"] = available_threads()
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
