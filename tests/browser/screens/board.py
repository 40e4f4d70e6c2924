"""What a hall sees."""

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.browser.screens.addresses import Things
from tests.browser.screens.screen import Screen


def board(things: Things) -> Iterator[Screen]:
    """The pages of an event, its draws, its wall, and the sign-in pages."""
    event = f"/events/{things.event}/"
    yield Screen("board-home", "/")
    yield Screen("board-event", event)
    yield Screen("board-event-mine", f"{event}?q=a")
    yield Screen("board-event-open", f"/events/{things.opened}/")
    yield Screen("board-event-drawn", f"/events/{things.drawn}/")
    yield Screen("board-event-over", f"/events/{things.over}/")
    yield Screen("board-rounds", f"{event}rounds/")
    yield Screen("board-bracket", f"{event}bracket/")
    yield Screen("board-bracket-large", f"/events/{things.drawn}/bracket/")
    yield Screen("board-places", f"{event}places/")
    yield Screen("board-places-over", f"/events/{things.over}/places/")
    yield Screen("board-sheet", f"/matches/{things.match}/")
    yield Screen("board-sheet-over", f"/matches/{things.over_match}/")
    yield Screen("board-draws", f"/events/{things.again}/draws/")
    yield Screen("board-draws-checked", f"/events/{things.again}/draws/", do=(_check,))
    yield Screen("board-draws-committed", f"/events/{things.committed}/draws/")
    yield Screen("board-draws-large", f"/events/{things.drawn}/draws/")
    yield Screen("board-draws-none", f"/events/{things.opened}/draws/")
    for name in ("committed", "drawing", "again", "drawn"):
        of, draw = getattr(things, name), getattr(things, f"{name}_draw")
        yield Screen(f"board-wall-draw-{name}", f"/events/{of}/draws/{draw}/ceremony/")
    yield Screen("board-wall", f"{event}screen/")
    yield Screen("board-wall-round", f"{event}screen/?pages=round")
    yield Screen("board-wall-entries", f"/events/{things.opened}/screen/")
    yield Screen("board-wall-over", f"/events/{things.over}/screen/?pages=winner")
    yield Screen("board-wall-places", f"/events/{things.over}/screen/?pages=places")
    for view in ("standings", "bracket", "tables"):
        yield Screen(f"embed-{view}", f"/embed/events/{things.event}/{view}/")
    yield Screen("embed-standings-over", f"/embed/events/{things.over}/standings/?theme=dark")
    yield Screen("sign-in", "/accounts/login/")
    yield Screen("sign-in-refused", "/accounts/login/", do=(_sign_in_wrongly,))
    yield Screen("password-reset", "/accounts/password/reset/")
    yield Screen("password-reset-sent", "/accounts/password/reset/done/")
    yield Screen("password-reset-late", "/accounts/password/reset/key/1-late/")
    yield Screen("invitation", f"/desk/invitations/{things.invitation}/")


def _check(page: Page) -> None:
    page.locator("[data-check]").first.click()
    expect(page.locator("[data-checks] .right")).to_have_count(4)


def _sign_in_wrongly(page: Page) -> None:
    page.locator("input[name=login]").fill("iole@savio.example")
    page.locator("input[name=password]").fill("una parola sbagliata")
    page.locator("input[name=password]").press("Enter")
    expect(page.locator("[role=alert]")).to_be_visible()
