"""A browser draws again what the server drew; the hall watches, and anybody checks."""

import json
import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from competition.draw.coin import Coin, toss
from competition.draw.commitment import VERSION, commitment
from competition.draw.constraints import Constraints
from competition.formats import FORMATS
from competition.formats.contract import MOST_GROUPS
from competition.plan import Entrant
from competition.stages.drawing import LOTS, draw_order
from competition.stages.stage import order_as_json
from kernel.canonical import canonical
from tests.browser.conftest import BOARD, DESK, OpenPage, SignIn
from tests.browser.server import DemoServer

DRAWS = 300
"""Draws of each format."""
MOST = 40
WORDS = ("Romagna", "perche\N{COMBINING GRAVE ACCENT}", "42", "", "\N{MUSICAL SYMBOL G CLEF}")
CLUBS = (None, "bar fiume", "è", "\N{MUSICAL SYMBOL G CLEF}", "\uffff", 'a\t"\\', "b", "c", "d")
OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "groups": ({}, {"group_size": 3}, {"group_size": 6, "grouping": "snake"}),
    "qualifying": ({}, {"rounds": 6}),
    "swiss": (
        {},
        {"first": "drawn"},
        {"first": "standings"},
        {"accelerated": 2},
        {"club_level": 0},
    ),
    "danese": ({}, {"club_level": 3}),
}
VERIFY = """async (records) => {
  const { verify } = await import("/static/js/draw/drawing.js");
  return records.map(({ seed, ...record }) => verify(record, seed));
}"""
CANONICAL = """async (values) => {
  const { canonical } = await import("/static/js/draw/canonical.js");
  return values.map(canonical);
}"""
REPLACE_BY_THE_SERVERS_PAGE = """async () => {
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.querySelector(".draw").replaceWith(page.querySelector(".draw"));
  document.dispatchEvent(new Event("refreshed"));
}"""
"""What the live part of the page does when the event changes."""
REFUSE_TO_COPY = """() => {
  Object.defineProperty(navigator, "clipboard", { value: undefined });
  document.execCommand = () => false;
}"""
AS_PUBLISHED = {"commitment": True, "seed": True, "order": True}


@pytest.fixture
def engine(open_page: OpenPage) -> Page:
    page = open_page()
    page.goto("/")
    return page


def drawn(format_: str, random: Random, most: int = MOST) -> dict[str, Any]:
    """A published draw with its seed."""
    entries = random.randint(2, most)
    options = _options(format_, entries, random)
    seeded = random.choice((0, 0, random.randint(0, entries)))
    seeds = [*random.sample(range(1, 3 * entries), seeded), *[None] * (entries - seeded)]
    random.shuffle(seeds)
    clubs = CLUBS[: random.randint(1, len(CLUBS))]
    entrants = [
        {"id": random.choice((number, f"e{number}é")), "seed": seed, "club": random.choice(clubs)}
        for number, seed in enumerate(seeds)
    ]
    if options.get("groups", 1) > 1 and random.random() < 0.3:
        for entrant in random.sample(entrants, entries // 3):
            entrant["group"] = random.randint(1, options["groups"])
    if random.random() < 0.4:
        _after_groups(entrants, random)
    constraints = random.choice(
        ({}, {"clubs_apart": True}, {"clubs_apart": False}, {"groupmates_apart": False})
    )
    return record_of(format_, options, entrants, constraints, random)


def _after_groups(entrants: list[dict[str, Any]], random: Random) -> None:
    """As if they came from groups: in pots, with groupmates, opponents and points."""
    groups, pots = random.randint(1, 8), random.choice((0, 1, 4))
    for entrant in entrants:
        entrant["mates"] = str(random.randint(1, groups))
        if pots and random.random() < 0.9:
            entrant["pot"] = random.randint(1, pots)
        if random.random() < 0.5:
            entrant["met"] = [random.choice(entrants)["id"]]
            entrant["carried"] = random.randint(1, 9)


def _options(format_: str, entries: int, random: Random) -> dict[str, Any]:
    options = dict(random.choice(OPTIONS.get(format_, ({},))))
    if format_ not in (LOTS, "groups") and random.random() < 0.4:
        options["groups"] = random.randint(1, max(1, min(MOST_GROUPS, entries // 3)))
        options["grouping"] = random.choice(("drawn", "snake"))
    return options


def record_of(
    format_: str,
    options: dict[str, Any],
    entrants: list[dict[str, Any]],
    constraints: dict[str, Any],
    random: Random,
) -> dict[str, Any]:
    secret, word = f"{random.getrandbits(256):064x}", random.choice(WORDS)
    seed = toss(secret, word)
    order = draw_order(
        format_,
        options,
        [Entrant(**entrant) for entrant in entrants],
        constraints=Constraints(**constraints),
        coin=Coin(seed),
    )
    drawn_from: dict[str, Any] = {
        "secret": secret,
        "entries": entrants,
        "constraints": constraints,
    }
    return {
        **drawn_from,
        "commitment": commitment(**drawn_from, format_=format_, version=VERSION),
        "word": word,
        "format": format_,
        "options": options,
        "version": VERSION,
        "order": order_as_json(order),
        "seed": seed,
    }


@pytest.mark.parametrize("format_", [*FORMATS, LOTS])
def test_a_browser_draws_again_what_the_server_drew(engine: Page, format_: str) -> None:
    random = Random(format_)
    records = [drawn(format_, random) for _ in range(DRAWS)]
    told = engine.evaluate(VERIFY, records)
    wrong = [record for record, found in zip(records, told, strict=True) if found != AS_PUBLISHED]
    assert wrong[:1] == []


@pytest.mark.parametrize("format_", ["single_elimination", "groups", "qualifying"])
def test_large_fields_come_out_the_same(engine: Page, format_: str) -> None:
    random = Random(format_)
    records = [drawn(format_, random, most=256) for _ in range(8)]
    assert engine.evaluate(VERIFY, records) == [AS_PUBLISHED] * 8


def test_whatever_was_changed_afterwards_is_found(engine: Page) -> None:
    record = drawn("single_elimination", Random(41))
    first, *others = record["entries"]
    changed: list[dict[str, Any]] = [
        record | {"entries": [first | {"seed": 99}, *others]},
        record | {"constraints": {"clubs_apart": False, "more": 1}},
        record | {"secret": "0" * 64},
        record | {"word": "Marche"},
        record | {"order": record["order"][::-1]},
    ]
    told = engine.evaluate(VERIFY, changed)
    assert [found["commitment"] for found in told] == [False, False, False, True, True]
    assert [found["seed"] for found in told] == [True, True, False, False, True]
    assert [found["order"] for found in told[2:]] == [False, False, False]


def test_what_this_version_does_not_know_it_does_not_judge(engine: Page) -> None:
    record = drawn("single_elimination", Random(41))
    told = engine.evaluate(VERIFY, [record | {"format": "ladder"}, record | {"version": 2}])
    assert [found["order"] for found in told] == [None, None]
    assert [found["seed"] for found in told] == [True, True]


def test_canonical_json_is_the_same_letter_by_letter(engine: Page) -> None:
    values: list[Any] = [
        {"b": 1, "a": [True, None, {"z": -3, "é": '\x7f\x00\x1f\u2028/"\\\n'}], "": {}},
        {"\uffff": 1, "\N{MUSICAL SYMBOL G CLEF}": 2, "\ud7ff": 3, "aa": 4, "a": 5},
        [[], {}, "", 0, 2**53 - 1, -(2**53) + 1, "\N{MUSICAL SYMBOL G CLEF}"],
    ]
    assert engine.evaluate(CANONICAL, values) == [canonical(value).decode() for value in values]


# In the hall --------------------------------------------------------------------------------


def commit_draw_in(server: DemoServer) -> tuple[str, int]:
    """An event with a committed draw of twelve: its id and that of the draw."""
    said = server.manage(
        "shell", "-c", "from tests.browser.things import commit_to_draw; commit_to_draw()"
    )
    found = re.search(r"COMMITTED (.*)", said)
    assert found, said
    told = json.loads(found.group(1))
    return told["event"], int(told["draw"])


def say(page: Page, event: str, word: str) -> None:
    page.goto(f"/desk/events/{event}/draw/")
    page.locator("input[name=word]").fill(word)
    page.keyboard.press("Enter")
    expect(page.locator(".banner.good")).to_contain_text(word)


def test_the_hall_watches_a_draw_from_the_commitment_to_the_last_lot(
    server: DemoServer, open_page: OpenPage, sign_in: SignIn
) -> None:
    desk, wall = open_page(DESK), open_page(BOARD, reduced_motion="reduce")
    sign_in(desk, "ORGANIZER")
    event, draw = commit_draw_in(server)
    wall.goto(f"/events/{event}/draws/{draw}/ceremony/")
    expect(wall.locator("[data-live-chip]")).to_have_text("dal vivo")
    expect(wall.locator(".commitment .large b")).to_have_count(4)
    say(desk, event, "Sangiovese")
    expect(wall.locator(".drawing .word")).to_contain_text("Sangiovese")
    lots = wall.locator("[data-lot]:visible")
    expect(lots).to_have_count(1)
    expect(wall.locator("[data-called] b")).to_have_text("1")
    for key in ("ArrowRight", "PageDown", "ArrowLeft", "ArrowRight"):
        wall.keyboard.press(key)
    expect(lots).to_have_count(3)
    expect(wall.locator("[data-called] b")).to_have_text("3")
    wall.keyboard.press("End")
    expect(lots).to_have_count(12)
    expect(wall.locator("[data-called]")).to_be_hidden()


def test_the_ceremony_goes_by_itself_until_the_space_bar(
    server: DemoServer, open_page: OpenPage, sign_in: SignIn
) -> None:
    desk, wall = open_page(DESK), open_page(BOARD)
    sign_in(desk, "ORGANIZER")
    event, draw = commit_draw_in(server)
    say(desk, event, "Albana")
    wall.goto(f"/events/{event}/draws/{draw}/ceremony/")
    lots = wall.locator("[data-lot]:visible")
    expect(lots).to_have_count(2)
    wall.keyboard.press(" ")
    wall.keyboard.press("Home")
    expect(lots).to_have_count(1)
    wall.keyboard.press(" ")
    expect(lots).to_have_count(2)


def test_anybody_checks_a_draw_on_his_own_phone(
    server: DemoServer, phone: Page, page: Page, sign_in: SignIn
) -> None:
    sign_in(page, "ORGANIZER")
    event, draw = commit_draw_in(server)
    say(page, event, "Pagadebit")
    phone.goto(f"/events/{event}/draws/")
    phone.locator("[data-check]").click()
    expect(phone.locator("[data-checks] .right")).to_have_count(4)
    phone.evaluate("document.dispatchEvent(new Event('refreshed'))")
    expect(phone.locator("[data-checks] .right")).to_have_count(4)
    order = phone.locator(".lots li").all_inner_texts()
    assert len(order) == 12
    copied = phone.locator("[data-copy]").get_attribute("data-done") or "?"
    phone.locator("[data-copy]").click()
    expect(phone.locator("[data-copy]")).to_have_text(copied)
    phone.evaluate(REPLACE_BY_THE_SERVERS_PAGE)
    expect(phone.locator("[data-copy]")).to_have_text(copied)
    record = phone.evaluate(f"fetch('/draws/{draw}/record.json').then((told) => told.json())")
    assert record["word"] == "Pagadebit"
    assert phone.evaluate(VERIFY, [record | {"seed": toss(record["secret"], record["word"])}]) == [
        AS_PUBLISHED
    ]


def test_who_cannot_copy_a_record_is_told(
    server: DemoServer, phone: Page, page: Page, sign_in: SignIn
) -> None:
    sign_in(page, "ORGANIZER")
    event, _draw = commit_draw_in(server)
    say(page, event, "Cagnina")
    phone.goto(f"/events/{event}/draws/")
    phone.evaluate(REFUSE_TO_COPY)
    phone.locator("[data-copy]").click()
    expect(phone.locator("[data-copy]")).to_have_text("Il browser non permette di copiare")


def test_a_page_that_was_changed_is_found_out(
    server: DemoServer, page: Page, sign_in: SignIn
) -> None:
    sign_in(page, "ORGANIZER")
    event, _draw = commit_draw_in(server)
    say(page, event, "Trebbiano")
    page.route("**/draws/part/", lambda route: route.fulfill(status=304))
    page.goto(f"/events/{event}/draws/")
    page.locator("script[id^='record-']").evaluate(
        """(block) => {
          const told = JSON.parse(block.textContent);
          const changed = { ...told, word: "Marsala", order: told.order.reverse() };
          block.textContent = JSON.stringify(changed);
        }"""
    )
    page.locator("[data-check]").click()
    expect(page.locator("[data-what=commitment].right")).to_have_count(1)
    expect(page.locator("[data-what=seed].wrong, [data-what=order].wrong")).to_have_count(2)


# A page that shows something else than was drawn ------------------------------------------------

ALL = {"commitment", "seed", "shown", "order"}
SWAP_NAMES = """(card) => {
  const [one, other] = card.querySelectorAll("[data-name]");
  [one.textContent, other.textContent] = [other.textContent, one.textContent];
}"""
SWAP_ROWS = (
    "(card) => card.querySelector('[data-lots]').append(card.querySelector('[data-lots] li'))"
)
DROP_ROW = "(card) => card.querySelector('[data-lots] li:last-child').remove()"
DROP_LIST = "(card) => card.querySelector('[data-lots]').remove()"
ZERO_COMMITMENT = (
    "(card) => { card.querySelector('[data-commitment]').textContent = '0'.repeat(64); }"
)
ZERO_SEED = "(card) => { card.querySelector('[data-seed]').textContent = '0'.repeat(64); }"
BREAK_RECORD = "(card) => { card.querySelector('[id^=record-]').textContent = '{\"secret\":'; }"
EMPTY_RECORD = "(card) => { card.querySelector('[id^=record-]').textContent = '{}'; }"
DROP_RECORD = "(card) => card.querySelector('[id^=record-]').remove()"
BREAK_NAMES = "(card) => { card.querySelector('[id^=names-]').textContent = '[['; }"
DROP_NAMES = "(card) => card.querySelector('[id^=names-]').remove()"
CHANGE_RECORD = """(card, changes) => {
  const block = card.querySelector("[id^=record-]");
  block.textContent = JSON.stringify({ ...JSON.parse(block.textContent), ...changes });
}"""
FORGE = """async (card) => {
  const { toss } = await import("/static/js/draw/coin.js");
  const { commitment, ordered } = await import("/static/js/draw/drawing.js");
  const block = card.querySelector("[id^=record-]");
  const record = JSON.parse(block.textContent);
  const isOther = (forged) => JSON.stringify(forged.order) !== JSON.stringify(record.order);
  const forged = Array.from({ length: 100 }, (_, at) => {
    const secret = String(at).padStart(64, "0");
    return { ...record, secret, order: ordered(record, toss(secret, record.word)) };
  }).find(isOther);
  forged.commitment = commitment(forged);
  block.textContent = JSON.stringify(forged);
  card.querySelector("[data-commitment]").textContent = forged.commitment;
  card.querySelector("[data-seed]").textContent = toss(forged.secret, forged.word);
}"""


@pytest.fixture
def draw_page(server: DemoServer, open_page: OpenPage, sign_in: SignIn) -> Page:
    """The public page of a draw that was held; nothing is loaded into it again."""
    desk, page = open_page(DESK), open_page(DESK)
    sign_in(desk, "ORGANIZER")
    event, _draw = commit_draw_in(server)
    say(desk, event, "Famoso")
    page.route("**/draws/part/", lambda route: route.fulfill(status=304))
    page.goto(f"/events/{event}/draws/")
    return page


def check_draw(page: Page) -> dict[str, set[str]]:
    """Checks the draw on the page; the lines that are right, wrong and not checkable there."""
    page.locator("[data-check]").click()
    lines = page.locator("[data-what]")
    expect(page.locator("[data-what].right, [data-what].wrong, [data-what].unknown")).to_have_count(
        lines.count()
    )
    expect(page.locator("[data-checks]")).to_be_visible()
    assert all(lines.all_inner_texts())
    names = ("right", "wrong", "unknown")
    told = {
        name: [
            each.get_attribute("data-what") or ""
            for each in page.locator(f".{name}[data-what]").all()
        ]
        for name in names
    }
    return {name: set(found) for name, found in told.items() if found}


def tamper(page: Page, script: str, argument: Any = None) -> None:
    page.locator(".draw").evaluate(script, argument)


def test_each_thing_that_is_shown_otherwise_turns_its_line_red(draw_page: Page) -> None:
    assert check_draw(draw_page) == {"right": ALL}
    for script, wrong in (
        (SWAP_NAMES, {"shown"}),
        (SWAP_ROWS, {"shown"}),
        (DROP_ROW, {"shown"}),
        (DROP_LIST, {"shown"}),
        (ZERO_COMMITMENT, {"commitment"}),
        (ZERO_SEED, {"seed"}),
        (BREAK_RECORD, ALL),
        (EMPTY_RECORD, ALL),
        (DROP_RECORD, ALL),
        (BREAK_NAMES, ALL),
        (DROP_NAMES, ALL),
    ):
        draw_page.reload()
        tamper(draw_page, script)
        told = check_draw(draw_page)
        assert told == {"wrong": wrong, **({"right": ALL - wrong} if ALL - wrong else {})}, script


def test_a_changed_record_turns_its_lines_red_and_is_answered_at_once(draw_page: Page) -> None:
    changes: tuple[tuple[dict[str, Any], set[str]], ...] = (
        ({"secret": "0" * 64}, {"commitment", "seed"}),
        ({"word": "Marsala"}, {"seed"}),
        ({"commitment": "0" * 64}, {"commitment"}),
        ({"commitment": ""}, {"commitment"}),
        ({"order": None}, {"order", "shown"}),
        ({"order": []}, {"order", "shown"}),
        ({"entries": []}, {"commitment", "order"}),
        ({"entries": None}, ALL),
        ({"options": {"groups": 10**9}}, ALL),
        ({"format": "qualifying", "options": {"rounds": 10**9}}, ALL),
    )
    for changed, wrong in changes:
        draw_page.reload()
        tamper(draw_page, CHANGE_RECORD, changed)
        assert wrong <= check_draw(draw_page)["wrong"], changed


def test_a_record_that_was_exchanged_for_another_does_not_fit_the_names(draw_page: Page) -> None:
    """Its own commitment, seed and order are right, and the page shows them."""
    tamper(draw_page, FORGE)
    assert check_draw(draw_page) == {"wrong": {"shown"}, "right": ALL - {"shown"}}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (r"(<strong data-name>)([^<]*)(.*?<strong data-name>)([^<]*)", r"\1\4\3\2"),
        (r"(data-commitment>)[0-9a-f]{64}", rf"\g<1>{'0' * 64}"),
        (r'(<script id="record-\d+"[^>]*>)\{', r"\1"),
        (r'<script id="record-\d+".*?</script>', ""),
    ],
    ids=["names swapped", "commitment zeroed", "record broken", "record missing"],
)
def test_a_page_that_was_changed_on_its_way_is_found_out(
    draw_page: Page, before: str, after: str
) -> None:
    def change(route: Route) -> None:
        answer = route.fetch()
        body, count = re.subn(before, after, answer.text(), count=1, flags=re.DOTALL)
        assert count == 1
        route.fulfill(response=answer, body=body)

    draw_page.route(draw_page.url, change)
    draw_page.reload()
    assert check_draw(draw_page)["wrong"]
