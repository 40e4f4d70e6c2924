"""After a correction: what it would change, questions, penalties, prizes."""

from collections.abc import Iterator

from playwright.sync_api import Page

from tests.browser.screens.addresses import Things
from tests.browser.screens.screen import Screen


def corrected(things: Things) -> Iterator[Screen]:
    """Screens of the board, then of the desk."""
    event, desk = f"/events/{things.corrected}/", f"/desk/events/{things.corrected}/"
    yield Screen("board-decisions", f"{event}decisions/")
    yield Screen("board-places-prizes", f"{event}places/")
    yield Screen("board-sheet-aside", f"/matches/{things.aside}/")
    pages = {
        "event-question": desk,
        "questions": f"{desk}questions/",
        "question": f"/desk/questions/{things.question}/",
        "sheet-aside": f"/desk/matches/{things.aside}/",
        "penalties": f"{desk}penalties/",
        "disqualify": f"{desk}disqualify/",
        "penalty-cancel": f"/desk/penalties/{things.penalty}/cancel/",
        "prizes": f"{desk}prizes/",
        "prize-list": f"{desk}prizes/list/",
        "entries-disqualified": f"{desk}entries/",
    }
    for name, path in pages.items():
        yield Screen(f"desk-{name}", path, "OWNER")
    sheet = f"/desk/matches/{things.correctable}/"
    yield Screen("desk-correction", sheet, "OWNER", do=(_strike,))


def _strike(page: Page) -> None:
    """Strikes a line whose match decides who plays the next one, which has been played."""
    form = page.locator("form", has=page.locator("input[name=kind][value=strike]"))
    form.locator("xpath=ancestor::details").locator("summary").click()
    form.locator("input[name=reason]").fill("Scritta all’altro tavolo")
    with page.expect_navigation():
        form.locator("button[type=submit]").click()
