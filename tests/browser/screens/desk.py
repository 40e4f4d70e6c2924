"""What an organizer sees."""

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.browser.screens.addresses import Things
from tests.browser.screens.screen import Screen


def desk(things: Things) -> Iterator[Screen]:
    """The pages of a club, of its events in every state, of lists and of people."""
    club, event = f"/desk/clubs/{things.club}/", f"/desk/events/{things.event}/"
    opened, over = f"/desk/events/{things.opened}/", f"/desk/events/{things.over}/"
    drawn = f"/desk/events/{things.drawn}/"
    pages = {
        "home": "/desk/",
        "keys": "/desk/keys/",
        "new-event": f"{club}new/",
        "planner": f"{club}planner/?pairs=32&tables=16&start=20:30&hours=4&game=marafon",
        "people": f"{club}people/",
        "event-draft": f"/desk/events/{things.draft}/",
        "event-open": opened,
        "event-drawn": drawn,
        "event": event,
        "event-over": over,
        "entries": f"{event}entries/",
        "entries-open": f"{opened}entries/",
        "entries-draft": f"/desk/events/{things.draft}/entries/",
        "import": f"/desk/imports/{things.read}/",
        "draw": f"{event}draw/",
        "draw-open": f"{opened}draw/",
        "draw-committed": f"/desk/events/{things.committed}/draw/",
        "draw-drawing": f"/desk/events/{things.drawing}/draw/",
        "draw-failed": f"/desk/events/{things.failed}/draw/",
        "draw-again": f"/desk/events/{things.again}/draw/",
        "draw-tied": f"/desk/events/{things.tied}/stages/2/draw/",
        "bracket": f"{event}bracket/",
        "bracket-large": f"{drawn}bracket/",
        "places": f"{event}places/",
        "places-over": f"{over}places/",
        "tables": f"{event}tables/",
        "tables-in-halls": f"/desk/events/{things.weekend}/tables/",
        "results": f"{event}results/",
        "protests": f"{event}protests/",
        "protest": f"/desk/protests/{things.protest}/",
        "regulation": f"{event}regulation/",
        "confirm": f"{event}codes/revoke/",
        "clocks": f"{event}clocks/",
        "rescue": f"{event}rescue/",
        "rescue-typing": f"{event}rescue/?table={things.table}&phone=K4D9",
        "codes": f"{event}codes/",
        "cards": f"{event}codes/cards/",
        "cards-none": f"/desk/events/{things.draft}/codes/cards/",
        "prize-list-none": f"/desk/events/{things.draft}/prizes/list/",
        "site": f"{event}site/",
        "prints": f"{event}prints/",
        "prints-draft": f"/desk/events/{things.draft}/prints/",
        "prints-over": f"{over}prints/",
        "move": f"/desk/pairings/{things.pairing}/move/",
        "entry-change": f"/desk/entries/{things.entry}/change/",
        "entry-change-open": f"/desk/entries/{things.waiting}/change/",
        "import-row": f"/desk/imports/{things.read}/?open=3",
        "players": f"{club}players/",
        "webhooks": f"{club}webhooks/",
        "webhook": f"/desk/webhooks/{things.webhook}/",
        "player": f"/desk/players/{things.player}/",
        "player-merge": f"/desk/players/{things.player}/merge/?into={things.other_player}",
        "player-anonymise": f"/desk/players/{things.player}/anonymise/",
        "check-in": f"/desk/entries/{things.waiting}/check-in/",
        "payments": f"/desk/entries/{things.waiting}/payments/",
        "cash": f"{opened}cash/",
        "no-shows": f"{opened}entries/absent/",
        "withdraw": f"/desk/entries/{things.entry}/withdraw/",
        "replace": f"/desk/entries/{things.entry}/replace/",
        "entry-group": f"/desk/entries/{things.waiting}/group/",
        "sheet": f"/desk/matches/{things.match}/",
        "line": f"/desk/matches/{things.match}/lines/1/",
        "card-by-card": f"/desk/matches/{things.match}/cards/",
        "sheet-over": f"/desk/matches/{things.over_match}/",
        "settings": f"{event}settings/",
        "settings-draft": f"/desk/events/{things.draft}/settings/",
        "settings-over": f"{over}settings/",
        "tokens": "/desk/tokens/",
        "invitation": f"/desk/invitations/{things.invitation}/",
    }
    for name, path in pages.items():
        yield Screen(f"desk-{name}", path, "OWNER")
    paper = f"{event}results/"
    yield Screen("desk-results-read", paper, "OWNER", do=(_read_result,))
    yield Screen("desk-results-refused", paper, "OWNER", do=(_refuse_result,))
    reading = f"/desk/imports/{things.reading}/"
    yield Screen("desk-import-reading", reading, "OWNER", before=(_still,))
    yield Screen("desk-import-failed", f"/desk/imports/{things.unread}/", "OWNER", status=422)
    yield Screen("desk-event-referee", event, "REFEREE")
    yield Screen("sign-out", "/accounts/logout/", "OWNER")
    yield Screen("password-change", "/accounts/password/change/", "OWNER")


def _read_result(page: Page) -> None:
    """A result that is read while it is typed, and not written: that takes Enter."""
    page.locator("[data-paper] [name=score]").fill("2 1")
    expect(page.locator("[data-ready]")).to_be_visible()


def _refuse_result(page: Page) -> None:
    """A result that nobody has won, sent with Enter."""
    page.locator("[data-paper] [name=score]").fill("2 2")
    page.keyboard.press("Enter")
    expect(page.locator("#score-hint[role=alert]")).to_be_visible()


def _still(page: Page) -> None:
    """A page that looks again by itself stays as it is."""
    page.route("**/js/again*.js", lambda route: route.abort())
