"""Events of every format: stages, rounds, rankings, outlook."""

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.browser.screens.addresses import Things
from tests.browser.screens.screen import Screen


def formats(things: Things) -> Iterator[Screen]:
    """Screens of the board, then of the desk."""
    for name, path in _on_the_board(things).items():
        yield Screen(f"board-{name}", path)
    for name, path in _on_the_desk(things).items():
        yield Screen(f"desk-{name}", path, "OWNER")
    what_if = f"/desk/events/{things.groups}/stages/1/what-if/"
    yield Screen("desk-what-if-supposed", what_if, "OWNER", do=(_suppose,))


def _on_the_board(things: Things) -> dict[str, str]:
    return {
        "event-weekend": f"/events/{things.weekend}/",
        "rounds-swiss": f"/events/{things.swiss}/rounds/",
        "rounds-dated": f"/events/{things.championship}/rounds/",
        "calendar": f"/events/{things.championship}/stages/1/calendar/",
        "ranking-swiss": f"/events/{things.swiss}/stages/1/ranking/",
        "ranking-groups": f"/events/{things.groups}/stages/1/ranking/",
        "outlook": f"/events/{things.groups}/stages/1/outlook/",
        "bracket-double": f"/events/{things.double}/bracket/",
        "bracket-losers": f"/events/{things.weekend}/bracket/",
        "places-weekend": f"/events/{things.weekend}/places/",
        "regulation": f"/events/{things.weekend}/regulation/",
    }


def _on_the_desk(things: Things) -> dict[str, str]:
    groups, swiss = f"/desk/events/{things.groups}/", f"/desk/events/{things.swiss}/"
    return {
        "event-weekend": f"/desk/events/{things.weekend}/",
        "event-swiss": swiss,
        "stages": f"{groups}stages/",
        "stage-new": f"{groups}stages/new/",
        "stage-change": f"{groups}stages/2/",
        "ranking-swiss": f"{swiss}stages/1/ranking/",
        "rounds-swiss": f"{swiss}stages/1/rounds/",
        "rounds-danese": f"/desk/events/{things.danese}/stages/1/rounds/",
        "stages-dated": f"/desk/events/{things.championship}/stages/",
        "calendar": f"/desk/events/{things.championship}/stages/1/calendar/",
        "what-if": f"{groups}stages/1/what-if/",
        "bracket-double": f"/desk/events/{things.double}/bracket/",
        "bracket-change": f"/desk/events/{things.double}/stages/1/bracket/",
    }


def _suppose(page: Page) -> None:
    page.locator("select").first.select_option(index=1)
    page.locator("main form button[type=submit]").first.click()
    expect(page.locator("#rk")).to_be_visible()
