"""Chromium with its driver: found, started so that it runs as any user and asks nobody, and ended."""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator
from contextlib import contextmanager, suppress
from tempfile import TemporaryDirectory

from selenium.common.exceptions import (
    InvalidSessionIdException,
    NoSuchWindowException,
    TimeoutException,
    WebDriverException,
)
from selenium.webdriver import Chrome, ChromeOptions, ChromeService
from urllib3.exceptions import HTTPError

from hazard.core.errors import BrowserError

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
DRIVERS = ("chromedriver", "chromium.chromedriver")
FLAGS = (
    "--no-sandbox",  # it would not start for root
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--window-size=1400,1050",
)
LOAD_LIMIT = 30.0  # seconds that a page may take to load
ANSWER_LIMIT = 10.0  # seconds that a page may take to answer a question
GONE = (
    "disconnected",
    "not reachable",
    "tab crashed",
    "target frame detached",
    "target window already closed",
)


class WindowGone(BrowserError):
    """Nothing more can be asked of this window."""


def found(what: str, names: tuple[str, ...], variable: str) -> str:
    """The path of a program; raises BrowserError that says how to install it."""
    named = os.environ.get(variable)
    path = shutil.which(named) if named else next(filter(None, map(shutil.which, names)), None)
    if path is None:
        where = f"{variable}={named} names no program" if named else f"there is no {what} here"
        raise BrowserError(
            f"{where}: install it (Debian: apt install chromium chromium-driver), or name it in {variable}"
        )
    return path


def programs() -> tuple[str, str]:
    """The paths of Chromium and of its driver; raises BrowserError."""
    return (
        found("Chromium", BROWSERS, "HAZARD_CHROMIUM"),
        found("chromedriver", DRIVERS, "HAZARD_CHROMEDRIVER"),
    )


@contextmanager
def started(*, show: bool = False, scale: float = 1.0) -> Generator[Chrome]:
    """A browser with an empty profile of its own, both gone in the end. `scale` is that of the screen."""
    browser, driver = programs()
    with TemporaryDirectory(prefix="hazard-browser-", ignore_cleanup_errors=True) as profile:
        options = ChromeOptions()
        options.binary_location = browser
        options.unhandled_prompt_behavior = "dismiss"  # pop-ups
        for flag in (*FLAGS, f"--user-data-dir={profile}", f"--force-device-scale-factor={scale:g}"):
            options.add_argument(flag)
        if not show:
            options.add_argument("--headless=new")
        elif not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            raise BrowserError("there is no display to show the browser on; leave --show out")
        try:
            chrome = Chrome(options=options, service=ChromeService(driver))
        except (WebDriverException, OSError) as error:
            raise BrowserError(f"{browser} does not start: {first_line(error)}") from None
        try:
            chrome.set_page_load_timeout(LOAD_LIMIT)
            chrome.set_script_timeout(ANSWER_LIMIT)
            yield chrome
        finally:
            with suppress(WebDriverException, HTTPError, OSError):
                chrome.quit()


@contextmanager
def told(what: str) -> Generator[None]:
    """Turn what selenium raises into WindowGone or BrowserError, one line that begins with `what`."""
    try:
        yield
    except (NoSuchWindowException, InvalidSessionIdException):
        raise WindowGone("the browser's window was closed") from None
    except TimeoutException:
        raise BrowserError(f"{what}: the page does not answer") from None
    except WebDriverException as error:
        line = first_line(error)
        if any(sign in line for sign in GONE):
            raise WindowGone(f"the browser is gone: {line}") from None
        raise BrowserError(f"{what}: {line}") from None
    except (HTTPError, OSError):  # the driver itself does not answer
        raise WindowGone("the browser and its driver are gone") from None


def first_line(error: Exception) -> str:
    """What an error says, without the driver's stack."""
    text = getattr(error, "msg", None) or str(error)
    return text.strip().splitlines()[0].removeprefix("unknown error: ") if text.strip() else "no reason given"
