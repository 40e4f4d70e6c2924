"""The pad in every state."""

import re
from collections.abc import Iterator

from playwright.sync_api import Page, Route, expect

from tests.browser.screens.addresses import Things
from tests.browser.screens.screen import Screen, press, seen

HAND = press(".thumb button", ".keys")


def pad(things: Things) -> Iterator[Screen]:
    """At the table."""
    at = f"/pad/#{things.secret}"
    yield Screen("pad-code", "/pad/")
    yield Screen("pad-code-refused", "/pad/", do=(_wrong_code,))
    yield Screen("pad-code-unknown", "/pad/#nobody-has-ever-seen-this", status=200)
    yield Screen("pad-away", f"/pad/matches/{things.match}/", "OWNER", before=(_cut,))
    yield Screen("pad-who", at)
    yield Screen("pad-nothing", at, before=(_nothing_on,))
    yield Screen("pad-match", at, do=(_come_in,))
    yield Screen("pad-hand", at, do=(_come_in, HAND))
    yield Screen("pad-hand-chosen", at, do=(_come_in, HAND, _choose))
    yield Screen("pad-amend", at, do=(_come_in, press("button.link", ".keys")))
    for name in ("claim", "redeal", "strike", "leave"):
        step = press(f"button[name={name}_button]", "button.back")
        yield Screen(f"pad-{name}", at, before=(_poor_hands_return,), do=(_come_in, step))
    waiting = (_come_in, HAND, _cut, _write, seen(".banner.waiting"))
    yield Screen("pad-offline", at, do=waiting)
    conflict = (_come_in, HAND, _write, seen(".versus"))
    yield Screen("pad-conflict", at, before=(_one_hand_behind,), do=conflict)
    yield Screen("pad-sign", at, before=(_is_over,), do=(_come_in,))
    yield Screen("pad-referee", f"/pad/matches/{things.match}/", "OWNER")


def _come_in(page: Page) -> None:
    page.locator(".stack button").first.click()
    expect(page.locator(".score")).to_be_visible()


def _choose(page: Page) -> None:
    page.locator(".keys label").nth(7).click()
    page.locator(".marafona label").nth(1).click()


def _write(page: Page) -> None:
    page.locator(".keys label").nth(7).click()
    page.locator(".thumb button[type=submit]").click()


def _wrong_code(page: Page) -> None:
    page.locator("#code").fill("K7M")
    page.keyboard.press("Enter")
    expect(page.locator("#err")).to_be_visible()


def _cut(page: Page) -> None:
    page.route("**/api/v1/**", lambda route: route.abort())


def _one_hand_behind(page: Page) -> None:
    """The phone has not heard of the last line: another one wrote it."""

    def old(route: Route) -> None:
        if route.request.method == "POST":
            route.continue_()
            return
        told = route.fetch().json()
        told["lines"], told["version"] = told["lines"][:-1], told["version"] - 1
        route.fulfill(json=told)

    page.route("**/api/v1/matches/*/lines/", old)


def _is_over(page: Page) -> None:
    """The match at this table has just been decided."""
    page.route("**/api/v1/matches/*/", _decided)


def _decided(route: Route) -> None:
    told = route.fetch().json()
    told["state"] |= {"over": True, "winner": 0, "turn": None, "signed": [], "next": ["sign"]}
    route.fulfill(json=told)


def _poor_hands_return(page: Page) -> None:
    """The regulation of this match has the redeal of a poor hand."""

    def with_redeal(route: Route) -> None:
        told = route.fetch().json()
        told["turn"]["after_redeal"] = list(range(len(told["turn"]["after_hand"])))
        route.fulfill(json=told)

    page.route("**/api/v1/rulebooks/*/card/*", with_redeal)


def _nothing_on(page: Page) -> None:
    def empty(route: Route) -> None:
        told = route.fetch().json()
        told.get("device", told)["match"] = None
        route.fulfill(json=told)

    page.route(re.compile(r"/api/v1/devices?/$"), empty)
