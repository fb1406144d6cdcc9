"""One Chromium a module, and the npm packages that are played; both skip loudly where they are missing."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from selenium.webdriver import Chrome

from hazard.browser.chromium import programs, started
from hazard.core.errors import BrowserError

PACKAGES = ("minesweeper-for-web@3.0.4", "react-minesweeper@1.0.2")
FOR_WEB = """<!doctype html><meta charset="utf-8">
<button id="again">again</button> <span id="left"></span>
<minesweeper-game columns="9" rows="9" bombs="10" restart-selector="#again" bomb-counter-selector="#left">
</minesweeper-game><script type="module" src="custom-element.js"></script>"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing of it."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chrome]:
    """A browser for the tests of a module."""
    try:
        programs()
    except BrowserError as error:
        pytest.skip(f"NO BROWSER TESTS: {error}")
    with started() as driver:
        yield driver


@pytest.fixture(scope="session")
def npm_pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a folder with `for_web/` and `react/`, fetched from npm."""
    folder = tmp_path_factory.mktemp("npm")
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("NO TESTS OF npm PAGES: npm is not installed (Debian: apt install npm)")
    fetch = [npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--silent"]
    try:
        done = subprocess.run(
            [*fetch, "--prefix", folder, *PACKAGES], capture_output=True, text=True, timeout=120, check=False
        )
    except subprocess.TimeoutExpired:
        pytest.skip("NO TESTS OF npm PAGES: npm did not fetch them within two minutes")
    if done.returncode:
        pytest.skip(f"NO TESTS OF npm PAGES: npm cannot fetch them: {done.stderr.strip()[-300:]}")
    modules, site = folder / "node_modules", folder / "site"
    shutil.copytree(modules / "minesweeper-for-web" / "dist", site / "for_web")
    (site / "for_web" / "index.html").write_text(FOR_WEB)
    shutil.copytree(modules / "react-minesweeper" / "demo" / "dist", site / "react")
    with served(site) as address:
        yield address


class served:  # noqa: N801  # used as a function
    """A folder over HTTP, on a port of its own."""

    def __init__(self, folder: Path) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))

    def __enter__(self) -> str:
        Thread(target=self.server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self.server.server_port}"

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()
