"""The forms of every game on the pad: a hand, a claim, a correction, a hand card by card."""

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.browser.pad import choose_owner, expect_settled, go_back, open_hand


def _choice(name: str, value: object) -> str:
    return f"label.choice:has(input[id='{name}-{value}'])"


def _counted(field: str, value: int) -> str:
    """The key that gives this many points to the counted side."""
    return f"label.choice:has(input[id^='{field}-{value}-'])"


def _typed(field: str, number: int) -> list[str]:
    return [f"button[id='{field}-key-{digit}']" for digit in str(number)]


ANSWERS = "main.cards-in :is(.stack, .suit-keys, .ranks) button:enabled:visible"
FORMS: dict[str, list[str]] = {
    "marafon": [_counted("points", 7), _choice("marafona", 0), ".optional summary"],
    "figures": [_choice("thirds-whole", 7), ".thirds label.choice:nth-child(2)"],
    "first": [_counted("points", 3), _choice("first", 0), _choice("marafona", 0)],
    "mariglia": [_choice("trionfo-rank", "K"), _choice("trionfo-suit", "S"), *_typed("totals", 50)],
    "marianna": [
        *("button[id='declarations-0-marriage-']", "button[id='declarations-1-marriage-']"),
        *_typed("card_points", 73),
    ],
    "cinquecento": ["button[id='declarations-1-marriage-']", *_typed("card_points", 60)],
    "briscola_151": [
        *(_choice("trump", "C"), "button[id='declarations-0-marriage-C']"),
        *_typed("card_points", 61),
    ],
    "mariaccia": [
        *(_choice("trump", "C"), "button[id='declarations-0-marriage-C']"),
        *("button[id='declarations-1-marriage-S']", "button[id='card_points-key-10']"),
        *_typed("card_points", 4),
    ],
    "trionfo": [
        *(_choice("declarer", 1), _choice("bid", "chiamo"), _choice("partner", 3)),
        _choice("success", "true"),
    ],
}
"""The taps that fill the form of a hand."""


def walk(page: Page, game: str, secret: str, match: int) -> Iterator[str]:
    """Opens the forms of this game one by one; yields the name of each."""
    page.goto(f"/pad/#{secret}")
    choose_owner(page)
    yield from _fill(page, game, FORMS[game])
    yield from _enter_cards(page)
    yield from _correct(page)
    yield from _claim(page)
    page.goto(f"/pad/matches/{match}/")
    yield from _correct(page, "-by-referee")


def _fill(page: Page, game: str, taps: list[str]) -> Iterator[str]:
    open_hand(page)
    expect_settled(page)
    yield "hand"
    for selector in taps:
        page.locator(selector).first.click()
    yield "hand-chosen"


def _enter_cards(page: Page) -> Iterator[str]:
    if page.locator("button[name=open_cards]").count():
        page.locator("button[name=open_cards]").click()
        expect(page.locator("main.cards-in")).to_be_visible()
        expect_settled(page)
        yield "cards"
        answers = page.locator(ANSWERS)
        answers.first.click()
        # From here on something was entered.
        expect(page.locator("button[name=undo_card]")).to_be_enabled()
        for _ in range(10):
            if not answers.count():
                break
            answers.first.click()
        yield "cards-in-play"
        go_back(page)
        # Cards that were entered are thrown away only after a question.
        expect(page.locator("form.fill")).to_have_attribute("data-screen", "abandon")
        expect_settled(page)
        yield "abandon"
        page.locator(".thumb button[type=submit]").click()
    else:
        go_back(page)
    expect(page.locator(".score")).to_be_visible()


def _correct(page: Page, by: str = "") -> Iterator[str]:
    page.locator("table.hands button").first.click()
    expect(page.locator(".thumb button[type=submit]")).to_be_visible()
    expect_settled(page)
    yield f"amend{by}"
    go_back(page)
    expect(page.locator(".score")).to_be_visible()


def _claim(page: Page) -> Iterator[str]:
    button = page.locator("button[name=claim_button]")
    if button.count():
        expect_settled(page)
        button.click()
        expect(page.locator("[id^=claim-side]").first).to_be_attached()
        expect_settled(page)
        yield "claim"
        page.locator(_choice("claim-side", 1)).click()
        page.locator(".pad3 > :is(label, button):first-child").click()
        yield "claim-chosen"
        go_back(page)
        expect(page.locator(".score")).to_be_visible()
