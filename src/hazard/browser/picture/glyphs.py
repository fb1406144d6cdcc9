"""What stands on a cell: nothing, a digit, a flag, a mine … A small network that has seen many boards' looks.

`benchmarks/_fit_glyphs.py` trained it; `glyphs.onnx` beside this file holds it, its card says how.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np

from hazard.browser.picture.cells import Floats
from hazard.core.errors import PictureError

MODEL = Path(__file__).with_name("glyphs.onnx")
NOTHING, FLAG, MINE, QUESTION, OTHER = 0, 9, 10, 11, 12  # classes; those between are the digits
CLASSES = 13
RARE = {
    QUESTION: 0.3,
    OTHER: 0.01,
}  # how much rarer they are on boards than among what the network learnt from


def scores(ink: Floats) -> Floats:
    """Logarithms of how likely each class is: ink float32[n, 2, SIDE, SIDE] to float32[n, CLASSES]."""
    (found,) = cast("tuple[Floats]", session().run(None, {"planes": ink}))
    found = found.copy()
    for kind, share in RARE.items():
        found[:, kind] += np.log(share)
    found -= found.max(axis=1, keepdims=True)
    return (found - np.log(np.exp(found).sum(axis=1, keepdims=True))).astype(np.float32)


@cache
def session() -> Any:
    """The network, ready to run on one thread."""
    try:
        onnxruntime: Any = import_module("onnxruntime")
    except ImportError:
        raise PictureError(
            "pictures are read with onnxruntime, which is not installed: pip install 'hazard[browser]'"
        ) from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(MODEL.read_bytes(), options, ["CPUExecutionProvider"])
