"""The pad in every state."""

import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from tests.browser.pad import choose_owner, expect_settled, key, open_hand, submit_button
from tests.browser.screens.addresses import Table, Things
from tests.browser.screens.screen import Screen, Step, press, seen

API = "**/api/v1/**"
LINES = "**/api/v1/matches/*/lines/"
REFUSED = {
    "code": "invalid_line",
    "title": "La mano non va.",
    "violations": [{"field": "", "sentence": "I punti di una mano sono undici."}],
}

MOVES = {
    "code": "correction_moves_lines",
    "title": "Altre righe conterebbero altrove.",
    "effect": {
        "sentences": [
            "Riga 7 (10 a 1): messa da parte, “Prima partita” finisce prima.",
            "Prima partita: 38 a 42, vinta da Bartolini. Dopo: 41 a 31, vinta da Zoffoli.",
        ]
    },
}
"""A correction that would set a hand aside."""


def pad(things: Things | Table) -> Iterator[Screen]:
    """Screens at the table. They share a browser, so each starts as a new phone."""

    def at_table(name: str, *do: Step, before: tuple[Step, ...] = ()) -> Screen:
        return Screen(name, f"/pad/#{things.secret}", before=(_new_phone, *before), do=do)

    yield Screen("pad-code", "/pad/", before=(_new_phone,))
    yield Screen("pad-code-refused", "/pad/", before=(_new_phone,), do=(_wrong_code,))
    address = "/pad/#nobody-has-ever-seen-this"
    yield Screen("pad-code-unknown", address, before=(_new_phone,), do=(_code_has_focus,))
    yield Screen("pad-away", f"/pad/matches/{things.match}/", "OWNER", before=(_new_phone, _cut))
    yield at_table("pad-who", seen("#who-0"))
    yield at_table("pad-who-chosen", press("label.choice:has(#who-1)", "output .side"))
    yield at_table("pad-nothing", seen("button[name=leave_button]"), before=(_nothing_on,))
    free = seen("section.card.now")
    yield at_table("pad-nothing-next", free, before=(_comes_next_at_free_table,))
    yield at_table("pad-match", _come_in)
    yield at_table("pad-phone", _come_in, press("button.mine", "button[name=hand_on]"))
    yield at_table("pad-hand", _come_in, _hand)
    yield at_table("pad-hand-chosen", _come_in, _hand, _choose)
    yield at_table("pad-hand-refused", _come_in, _hand, _write_refused, seen(".banner.wrong"))
    yield at_table("pad-cards", _come_in, _hand, press("button[name=open_cards]", "main.cards-in"))
    cards = (press("button[name=open_cards]", "main.cards-in"), _answer_first_question)
    yield at_table("pad-abandon", _come_in, _hand, *cards, press("button.back", "button.danger"))
    yield at_table("pad-amend", _come_in, press("table.hands button", ".pad3"))
    yield at_table("pad-moves", _come_in, press("table.hands button", ".pad3"), _write_moving)
    for name in ("claim", "redeal", "strike", "leave"):
        step = press(f"button[name={name}_button]", "button.back")
        yield at_table(f"pad-{name}", _come_in, step, before=(_poor_hands_return,))
    yield from _without_network(at_table)
    yield at_table("pad-no-storage", _come_in, _no_storage, before=(_refuse_storage,))
    overtaken = (_come_in, _hand, _choose, _hear_of_the_other, seen("button[name=same_theirs]"))
    yield at_table("pad-overtaken", *overtaken, before=(_one_hand_behind,))
    conflict = (_come_in, _hand, _write, seen("button[name=keep_theirs]"))
    yield at_table("pad-conflict", *conflict, before=(_one_hand_behind,))
    taken_back = (
        *(_come_in, _hand, _cut, _write, seen("tr.unsent")),
        *(press("button[name=strike_button]", "button.danger, button[type=submit]"), _submit),
        *(_hear_of_the_other, seen("button[name=strike_theirs]")),
    )
    yield at_table("pad-conflict-taken-back", *taken_back, before=(_one_hand_behind,))
    amend = (_come_in, _cut, press("table.hands button", ".pad3"), _write, seen(".score"))
    yield at_table("pad-conflict-struck", *amend, _hear_of_strike, seen("[name=write_another]"))
    yield from _signing(at_table)
    yield Screen("pad-referee", f"/pad/matches/{things.match}/", "OWNER", before=(_new_phone,))


def _without_network(at_table: Any) -> Iterator[Screen]:
    waiting = (_come_in, _hand, _cut, _write, seen("tr.unsent"))
    refused = (_come_in, _hand, _write_refused, press("button.mine", "button[name=ask_discard]"))
    yield at_table("pad-offline", *waiting)
    yield at_table("pad-rescue", *waiting, press("button[name=show_rescue]", ".aloud"))
    yield at_table("pad-code-waiting", *waiting, _leave, seen("button[name=show_unsent]"))
    yield at_table("pad-unsent", *refused)
    yield at_table("pad-discard", *refused, press("button[name=ask_discard]", "button.danger"))


def _signing(at_table: Any) -> Iterator[Screen]:
    sign = press("button[name=open_sign]", ".signing, .hand-over")
    yield at_table("pad-over", _come_in, before=(_is_over(),))
    yield at_table("pad-sign", _come_in, sign, before=(_is_over(),))
    yield at_table("pad-hand-over", _come_in, sign, before=(_is_over(0),))
    yield at_table("pad-next", seen("button[name=go_on]"), before=(_is_over(0, 1),))
    times = (_is_over(0, 1), _comes_next)
    yield at_table("pad-next-times", seen("section.card.now"), before=times)


def _new_phone(page: Page) -> None:
    """Deletes what the phone has stored on the screen before."""
    page.add_init_script(
        'for (const name of ["table", "person"]) indexedDB.deleteDatabase(`la-bella-${name}`);'
    )


def _code_has_focus(page: Page) -> None:
    """What the card says was refused: the code can be typed."""
    expect(page.locator("#code")).to_be_focused()


def _refuse_storage(page: Page) -> None:
    """This phone can keep neither hands nor its token."""
    page.add_init_script(
        "indexedDB.open = () => { throw new Error('refused'); };"
        "const keep = Storage.prototype.setItem;"
        "Storage.prototype.setItem = function (name, value) {"
        "  if (name.startsWith('la-bella.')) throw new DOMException('', 'QuotaExceededError');"
        "  keep.call(this, name, value);"
        "};"
    )


def _no_storage(page: Page) -> None:
    expect(page.locator("button[name=have_paper]")).to_be_visible()


def _come_in(page: Page) -> None:
    choose_owner(page)
    expect_settled(page)


def _hand(page: Page) -> None:
    open_hand(page)
    expect_settled(page)


def _choose(page: Page) -> None:
    key(page, "points", 7).click()
    key(page, "marafona", 0).click()


def _write(page: Page) -> None:
    key(page, "points", 7).click()
    submit_button(page).click()


def _submit(page: Page) -> None:
    expect_settled(page)
    submit_button(page).click()
    expect_settled(page)


def _write_moving(page: Page) -> None:
    """The server asks before it writes a correction."""

    def ask(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=409, json=MOVES)
        else:
            route.continue_()

    page.route(LINES, ask)
    key(page, "points", 7).click()
    submit_button(page).click()
    expect(page.locator("button[name=agree_moves]")).to_be_visible()
    expect_settled(page)


def _write_refused(page: Page) -> None:
    """The server refuses the line, but not because of a newer version."""

    def refuse(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=422, json=REFUSED)
        else:
            route.continue_()

    page.route(LINES, refuse)
    _write(page)
    expect(page.locator(".banner.wrong")).to_be_visible()
    expect_settled(page)


def _leave(page: Page) -> None:
    page.locator("button[name=leave_button]").click()
    submit_button(page).click()


def _wrong_code(page: Page) -> None:
    page.locator("#code").fill("K7M")
    page.locator("main button[type=submit]").click()
    expect(page.locator("#err")).to_be_visible()


def _cut(page: Page) -> None:
    page.route(API, lambda route: route.abort())


def _one_hand_behind(page: Page) -> None:
    """Another phone wrote the last line, and this phone has not read it."""

    def old(route: Route) -> None:
        if route.request.method == "POST":
            route.continue_()
            return
        document = route.fetch().json()
        document["lines"], document["version"] = document["lines"][:-1], document["version"] - 1
        route.fulfill(json=document)

    page.route(LINES, old)


def _hear_of_the_other(page: Page) -> None:
    page.unroute_all()
    page.evaluate('dispatchEvent(new Event("online"))')


def _hear_of_strike(page: Page) -> None:
    """Another phone took back the last hand before the correction of it arrives."""

    def refuse(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        address = route.request.url
        sheet = route.fetch(method="GET").json()
        hand = next(line for line in reversed(sheet["lines"]) if line["kind"] == "hand")
        number = sheet["version"] + 1
        strike = {"kind": "strike", "data": {"line": hand["n"], "reason": ""}, "key": "OTHER-1"}
        sheet["lines"].append(hand | strike | {"n": number})
        hand["reading"] = hand["reading"] | {"struck_by": number}
        match = route.fetch(url=address.removesuffix("lines/"), method="GET").json()
        match |= {"lines": sheet["lines"], "version": number}
        problem = {"code": "stale_version", "title": "", "violations": [], "match": match}
        route.fulfill(status=409, json=problem)

    # The new route first: in between, the pad could try again and write its correction.
    page.route(LINES, refuse)
    page.unroute(API)
    page.evaluate('dispatchEvent(new Event("online"))')


def _is_over(*signed: int) -> Step:
    """The match at this table has just been decided, and these sides have signed."""

    def decided(route: Route) -> None:
        document = route.fetch().json()
        won = {"totals": [41, 33], "winner": 0, "why": "target"}
        games = {"games": [game | won for game in document["state"]["games"]], "wins": [2, 0]}
        over = {"over": True, "winner": 0, "turn": None, "signed": list(signed), "next": ["sign"]}
        document["state"] |= games | over
        route.fulfill(json=document)

    return lambda page: page.route("**/api/v1/matches/*/", decided)


def _answer_first_question(page: Page) -> None:
    """Before the first card: who has the turn, or which suit is trumps."""
    page.locator("button[name^=turn_], button[name^=trump_]").first.click()
    expect_settled(page)


def _comes_next_at_free_table(page: Page) -> None:
    sides = [{"short": "Domeniconi – Sacchetti"}, {"short": "Maltoni – Ravaioli"}]
    table_next = {"round": {"id": 1, "title": "Quarti di finale"}, "sides": sides}
    _comes_next(page, match=None, table_next=table_next)


def _comes_next(page: Page, **changes: object) -> None:
    """One side is called, the other waits for a table: both have a time."""
    moment = (timezone.now() + timedelta(hours=1)).isoformat()
    called = {"state": "CALLED", "table": 7, "called_at": moment, "expected_at": None}
    waits = {"state": "READY", "table": None, "called_at": None, "expected_at": moment}
    rows = [
        _next_match(0, "Domeniconi – Sacchetti", called),
        _next_match(1, "Bartolini Campanacci – Vandelli", waits),
    ]

    def answer(route: Route) -> None:
        document = route.fetch().json()
        document.get("device", document).update(changes, next=rows)
        route.fulfill(json=document)

    page.route(re.compile(r"/api/v1/devices?/$"), answer)


def _next_match(side: int, opponent: str, state: Mapping[str, object]) -> dict[str, object]:
    round_ = {"id": 1, "title": "Quarti di finale"}
    entry = {"short": ("Zoffoli – Quercioli", "Bartolini – Faedi")[side]}
    opponent_name = {"short": opponent}
    return dict(side=side, entry=entry, round=round_, place=None, opponent=opponent_name, **state)


def _poor_hands_return(page: Page) -> None:
    """The regulation of this match has the redeal of a poor hand."""

    def with_redeal(route: Route) -> None:
        document = route.fetch().json()
        document["turn"]["after_redeal"] = list(range(len(document["turn"]["after_hand"])))
        route.fulfill(json=document)

    page.route("**/api/v1/rulebooks/*/card/*", with_redeal)


def _nothing_on(page: Page) -> None:
    def empty(route: Route) -> None:
        document = route.fetch().json()
        document.get("device", document)["match"] = None
        route.fulfill(json=document)

    page.route(re.compile(r"/api/v1/devices?/$"), empty)
