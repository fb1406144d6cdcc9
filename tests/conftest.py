"""What holds for every test: its own HAZARD_HOME, the same examples each time, no skip in CI."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest
from hypothesis import settings
from hypothesis.configuration import set_hypothesis_home_dir

# Jobs in the background of a shell ignore Ctrl-C, and so would the programs that tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

set_hypothesis_home_dir(mkdtemp(prefix="hazard-hypothesis-"))
settings.register_profile("hazard", derandomize=True, deadline=None, database=None)
settings.load_profile("hazard")


@pytest.fixture(autouse=True)
def hazard_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Set HAZARD_HOME to an empty temporary folder, for the test and for the processes that it starts."""
    before = os.environ.get("HAZARD_HOME")
    home = tmp_path_factory.mktemp("home")
    os.environ["HAZARD_HOME"] = str(home)
    yield home
    if before is None:
        del os.environ["HAZARD_HOME"]
    else:
        os.environ["HAZARD_HOME"] = before


def _failed_if_skipped_in_ci(report: pytest.TestReport | pytest.CollectReport) -> None:
    if os.environ.get("CI") == "true" and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"With CI=true nothing may be skipped. {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _failed_if_skipped_in_ci(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _failed_if_skipped_in_ci(report)
    return report
