"""Debian's Chromium, as tests, measurements and pictures start it."""

import shutil
import sys

PROGRAMS = ("chromium-headless-shell", "chromium")
"""The shell is the same engine without windows: it takes less time and memory."""
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-default-apps", "--disable-extensions", "--no-pings"),
)


def find_chromium() -> str | None:
    """The path of the program."""
    paths = map(shutil.which, PROGRAMS)
    return next(filter(None, paths), None)


def require_chromium() -> str:
    """The same. Ends the process with advice if there is none."""
    path = find_chromium()
    if path is None:
        sys.exit("Chromium is missing: apt install chromium")
    return path
