"""Every screen and how to reach it: for axe, for weighing pages and for screenshots."""

from tests.browser.screens.addresses import Things
from tests.browser.screens.board import board
from tests.browser.screens.corrected import corrected
from tests.browser.screens.desk import desk
from tests.browser.screens.errors import errors
from tests.browser.screens.formats import formats
from tests.browser.screens.pad import pad
from tests.browser.screens.screen import Screen


def screens(things: Things) -> tuple[Screen, ...]:
    """All screens."""
    parts = (board, pad, desk, formats, corrected, errors)
    return tuple(screen for part in parts for screen in part(things))
