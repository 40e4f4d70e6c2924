"""Every screen there is, and how to come to it: for axe, for the scales, for the pictures."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.house import House

ROLES = ("", "OWNER", "REFEREE")
MAKE_THINGS = "from tests.browser.things import main; main()"
Step = Callable[[Page], Any]
ARRIVED = "main h1, main h2, main legend, main form, main .banner"
"""What stands on the pad once it has answers."""


@dataclass(frozen=True)
class Things:
    """What stands in the addresses of a demo to which ``things`` has added what it lacks."""

    club: str
    event: str
    match: int
    pairing: int
    secret: str
    entry: int
    draft: str
    opened: str
    waiting: int
    promised: str
    promised_draw: int
    drawing: str
    drawing_draw: int
    failed: str
    again: str
    again_draw: int
    level: str
    drawn: str
    drawn_draw: int
    over: str
    over_match: int
    read: str
    unread: str
    reading: str
    invitation: str
    corrected: str
    question: int
    correctable: int
    aside: int
    penalty: int


def things_of(house: House) -> Things:
    said = house.manage("shell", "-c", MAKE_THINGS)
    found = re.search(r"THINGS (.*)", said)
    assert found, said
    told = json.loads(found.group(1))
    return Things(**{each.name: told[each.name] for each in fields(Things)})


@dataclass(frozen=True)
class Screen:
    """A screen: its name in a picture's name, its address, who looks (a role of the demo), what is
    arranged before it is opened, and what is done there."""

    name: str
    path: str
    role: str = ""
    before: tuple[Step, ...] = ()
    do: tuple[Step, ...] = ()
    status: int = 200

    @property
    def is_pad(self) -> bool:
        return self.path.startswith("/pad/")


# On the pad ---------------------------------------------------------------------------------


def _come_in(page: Page) -> None:
    page.locator(".stack button").first.click()
    expect(page.locator(".score")).to_be_visible()


def _press(selector: str, then: str) -> Step:
    """Presses the first of these and waits for what then stands there."""

    def step(page: Page) -> None:
        page.locator(selector).first.click()
        expect(page.locator(then).first).to_be_visible()

    return step


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


_hand = _press(".thumb button", ".keys")

# On pages -----------------------------------------------------------------------------------


def _still(page: Page) -> None:
    """A page that looks again by itself stays as it is."""
    page.route("**/js/again*.js", lambda route: route.abort())


def _turned(times: int) -> Step:
    def step(page: Page) -> None:
        for _ in range(times):
            page.keyboard.press("ArrowRight")

    return step


def _far_too_much(page: Page) -> None:
    """A form that is larger than any of ours."""
    page.goto("/accounts/login/")
    page.locator("input[name=login]").evaluate("(field) => { field.type = 'text'; }")
    page.locator("input[name=login]").evaluate(
        "(field) => { field.removeAttribute('maxlength'); field.value = 'x'.repeat(3000000); }"
    )
    with page.expect_navigation():
        page.locator("form.card").evaluate("(form) => form.submit()")


def screens(things: Things) -> tuple[Screen, ...]:
    """All of them."""
    parts = (_board, _pad, _desk, _corrected, _errors)
    return tuple(screen for part in parts for screen in part(things))


def _corrected(things: Things) -> Iterator[Screen]:
    """After a correction: what it would change, questions, penalties, prizes."""
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
    """A line that does not count, where the next match was played."""
    form = page.locator("form", has=page.locator("input[name=kind][value=strike]"))
    form.locator("xpath=ancestor::details").locator("summary").click()
    form.locator("input[name=reason]").fill("Scritta all’altro tavolo")
    with page.expect_navigation():
        form.locator("button[type=submit]").click()


def _board(things: Things) -> Iterator[Screen]:
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
    yield Screen("board-draws-promised", f"/events/{things.promised}/draws/")
    yield Screen("board-draws-large", f"/events/{things.drawn}/draws/")
    yield Screen("board-draws-none", f"/events/{things.opened}/draws/")
    for name in ("promised", "drawing", "again", "drawn"):
        of, draw = getattr(things, name), getattr(things, f"{name}_draw")
        yield Screen(f"board-wall-draw-{name}", f"/events/{of}/draws/{draw}/ceremony/")
    yield Screen("board-wall", f"{event}screen/")
    yield Screen("board-wall-round", f"{event}screen/?pages=round")
    yield Screen("board-wall-entries", f"/events/{things.opened}/screen/")
    yield Screen("board-wall-over", f"/events/{things.over}/screen/?pages=winner")
    yield Screen("board-wall-places", f"/events/{things.over}/screen/?pages=places")
    yield Screen("sign-in", "/accounts/login/")
    yield Screen("sign-in-refused", "/accounts/login/", do=(_sign_in_wrongly,))
    yield Screen("password-reset", "/accounts/password/reset/")
    yield Screen("password-reset-sent", "/accounts/password/reset/done/")
    yield Screen("password-reset-late", "/accounts/password/reset/key/1-late/")
    yield Screen("invitation", f"/desk/invitations/{things.invitation}/")


def _check(page: Page) -> None:
    page.locator("[data-check]").first.click()
    expect(page.locator("[data-checks] .right")).to_have_count(3)


def _sign_in_wrongly(page: Page) -> None:
    page.locator("input[name=login]").fill("iole@savio.example")
    page.locator("input[name=password]").fill("una parola sbagliata")
    page.locator("input[name=password]").press("Enter")
    expect(page.locator("[role=alert]")).to_be_visible()


def _pad(things: Things) -> Iterator[Screen]:
    at = f"/pad/#{things.secret}"
    yield Screen("pad-code", "/pad/")
    yield Screen("pad-code-refused", "/pad/", do=(_wrong_code,))
    yield Screen("pad-code-unknown", "/pad/#nobody-has-ever-seen-this", status=200)
    yield Screen("pad-away", f"/pad/matches/{things.match}/", "OWNER", before=(_cut,))
    yield Screen("pad-who", at)
    yield Screen("pad-nothing", at, before=(_nothing_on,))
    yield Screen("pad-match", at, do=(_come_in,))
    yield Screen("pad-hand", at, do=(_come_in, _hand))
    yield Screen("pad-hand-chosen", at, do=(_come_in, _hand, _choose))
    yield Screen("pad-amend", at, do=(_come_in, _press("button.link", ".keys")))
    for name in ("claim", "redeal", "strike", "leave"):
        step = _press(f"button[name={name}_button]", "button.back")
        yield Screen(f"pad-{name}", at, before=(_poor_hands_return,), do=(_come_in, step))
    waiting = (_come_in, _hand, _cut, _write, _seen(".banner.waiting"))
    yield Screen("pad-offline", at, do=waiting)
    conflict = (_come_in, _hand, _write, _seen(".versus"))
    yield Screen("pad-conflict", at, before=(_one_hand_behind,), do=conflict)
    yield Screen("pad-sign", at, before=(_is_over,), do=(_come_in,))
    yield Screen("pad-referee", f"/pad/matches/{things.match}/", "OWNER")


def _seen(selector: str) -> Step:
    return lambda page: expect(page.locator(selector).first).to_be_visible()


def _desk(things: Things) -> Iterator[Screen]:
    club, event = f"/desk/clubs/{things.club}/", f"/desk/events/{things.event}/"
    opened, over = f"/desk/events/{things.opened}/", f"/desk/events/{things.over}/"
    drawn = f"/desk/events/{things.drawn}/"
    pages = {
        "home": "/desk/",
        "new-event": f"{club}new/",
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
        "draw-promised": f"/desk/events/{things.promised}/draw/",
        "draw-drawing": f"/desk/events/{things.drawing}/draw/",
        "draw-failed": f"/desk/events/{things.failed}/draw/",
        "draw-again": f"/desk/events/{things.again}/draw/",
        "draw-level": f"/desk/events/{things.level}/stages/2/draw/",
        "stages": f"{event}stages/",
        "stage-new": f"{event}stages/new/",
        "bracket": f"{event}bracket/",
        "bracket-large": f"{drawn}bracket/",
        "places": f"{event}places/",
        "places-over": f"{over}places/",
        "tables": f"{event}tables/",
        "codes": f"{event}codes/",
        "cards": f"{event}codes/cards/",
        "move": f"/desk/pairings/{things.pairing}/move/",
        "withdraw": f"/desk/entries/{things.entry}/withdraw/",
        "replace": f"/desk/entries/{things.entry}/replace/",
        "sheet": f"/desk/matches/{things.match}/",
        "sheet-over": f"/desk/matches/{things.over_match}/",
        "tokens": "/desk/tokens/",
        "invitation": f"/desk/invitations/{things.invitation}/",
    }
    for name, path in pages.items():
        yield Screen(f"desk-{name}", path, "OWNER")
    reading = f"/desk/imports/{things.reading}/"
    yield Screen("desk-import-reading", reading, "OWNER", before=(_still,))
    yield Screen("desk-import-failed", f"/desk/imports/{things.unread}/", "OWNER", status=422)
    yield Screen("desk-event-referee", event, "REFEREE")
    yield Screen("sign-out", "/accounts/logout/", "OWNER")
    yield Screen("password-change", "/accounts/password/change/", "OWNER")


def _errors(things: Things) -> Iterator[Screen]:
    people = f"/desk/clubs/{things.club}/people/"
    yield Screen("error-not-found", "/nothing/here/", status=404)
    yield Screen("error-not-allowed", people, "REFEREE", status=403)
    yield Screen("error-not-done-here", f"/desk/events/{things.event}/start/", "OWNER", status=405)
    yield Screen("error-invitation", "/desk/invitations/nobody/", status=410)
    yield Screen("error-unreadable", "/accounts/login/", do=(_far_too_much,))


# Looking ------------------------------------------------------------------------------------


@contextmanager
def looking(
    browser: Browser, house: House, *, language: str, **more: Any
) -> Iterator[BrowserContext]:
    """A browser of one language, in which nobody has signed in yet."""
    context = browser.new_context(base_url=house.base_url, locale=language, **more)
    context.set_default_timeout(10_000)
    yield context
    context.close()


@contextmanager
def visitors(
    browser: Browser, house: House, *, language: str, **more: Any
) -> Iterator[dict[str, BrowserContext]]:
    """A browser for each role that a screen has; nobody has signed in where the role is empty."""
    with ExitStack() as stack:
        contexts: dict[str, BrowserContext] = {}
        for role in ROLES:
            one = looking(browser, house, language=language, **more)
            contexts[role] = stack.enter_context(one)
            if role:
                sign_in(contexts[role], house, role)
        yield contexts


def sign_in(context: BrowserContext, house: House, role: str = "OWNER") -> None:
    page = context.new_page()
    page.goto("/accounts/login/")
    page.locator("input[name=login]").fill(house.logins[role]["email"])
    page.locator("input[name=password]").fill(house.logins[role]["password"])
    page.locator("input[name=password]").press("Enter")
    page.wait_for_url("**/desk/**")
    page.close()


def open_screen(context: BrowserContext, screen: Screen) -> Page:
    """The screen, as one has come to it."""
    page = context.new_page()
    for step in screen.before:
        step(page)
    page.goto(screen.path)
    page.wait_for_load_state("load")
    if screen.is_pad:
        expect(page.locator(ARRIVED).first).to_be_attached()
    for step in screen.do:
        step(page)
    return page
