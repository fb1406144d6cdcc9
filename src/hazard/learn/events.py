"""TensorBoard's view of a run: an event file written from its metrics."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from time import time
from types import TracebackType
from typing import Any

from hazard.learn.metrics import SESSION, Row


class Events:
    """An event file with the rows so far, then those that are added; nothing where TensorBoard is missing.

    A run that goes on begins a new file: what came after its checkpoint is forgotten here as in the metrics.
    """

    def __init__(self, folder: Path, rows: Iterable[Row]) -> None:
        self._writer: Any = None
        try:
            files: Any = import_module("tensorboard.summary.writer.event_file_writer")
        except ModuleNotFoundError:
            return
        shutil.rmtree(folder, ignore_errors=True)
        self._writer = files.EventFileWriter(str(folder))
        rows = list(rows)
        self._began = time() - (float(rows[-1].get("elapsed") or 0) if rows else 0)
        for row in rows:
            self._write(row)

    def add(self, row: Row) -> None:
        """Write a session's row, so that a running TensorBoard shows it."""
        self._write(row)
        if self._writer is not None:
            self._writer.flush()

    def _write(self, row: Row) -> None:
        if self._writer is None:
            return
        summaries: Any = import_module("tensorboard.compat.proto.summary_pb2")
        events: Any = import_module("tensorboard.compat.proto.event_pb2")
        told = [
            summaries.Summary.Value(tag=name, simple_value=float(value))
            for name, value in row.items()
            if name != SESSION and value is not None
        ]
        when = self._began + float(row.get("elapsed") or 0)
        summary = summaries.Summary(value=told)
        self._writer.add_event(events.Event(step=int(row[SESSION] or 0), wall_time=when, summary=summary))

    def __enter__(self) -> Events:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._writer is not None:
            self._writer.close()
