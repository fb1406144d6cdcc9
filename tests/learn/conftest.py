"""What trains needs torch: without it, one loud line."""

from __future__ import annotations

import os

import pytest

# Before torch is imported: tests run on two processes, which would otherwise fight for the processors.
os.environ.setdefault("OMP_NUM_THREADS", "1")


def pytest_ignore_collect() -> None:
    """Ask for torch once for all files of this folder."""
    pytest.importorskip("torch", reason="torch is missing: `make test` installs it")
