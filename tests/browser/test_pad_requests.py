"""What a hand costs the network of a hall: the requests of the two phones at a table."""

import re
from collections import Counter

from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.pad import come_in, make_event, write_hand
from tests.browser.server import DemoServer


def count_requests(page: Page) -> Counter[str]:
    """The requests to the API from now on, by method and address; the ids are left out."""
    counts: Counter[str] = Counter()

    def count(request: Request) -> None:
        _, found, path = request.url.partition("/api/v1/")
        if found:
            counts[f"{request.method} {re.sub(r'[0-9]+', '*', path)}"] += 1

    page.on("request", count)
    return counts


def expect_version(page: Page, hands: int) -> None:
    expect(page.locator("table.hands tbody tr:not(.unsent)")).to_have_count(hands)


def test_a_hand_is_one_request_of_its_phone_and_two_of_the_other(
    server: DemoServer, open_page: OpenPage
) -> None:
    (card,) = make_event(server)
    one, two = open_page(PHONE), open_page(PHONE)
    come_in(one, card)
    come_in(two, card, 1)
    # Both streams are open, as each phone has heard of a hand of the other.
    write_hand(one, 2)
    expect_version(two, 1)
    write_hand(two, 3)
    expect_version(one, 2)
    of_one, of_two = count_requests(one), count_requests(two)
    write_hand(one, 4)
    expect_version(two, 3)
    # Notices come in their order: that of its own hand was heard before this one.
    write_hand(two, 5)
    expect_version(one, 4)
    once_each = {"POST matches/*/lines/": 1, "GET matches/*/": 1, "GET matches/*/lines/": 1}
    assert of_one == once_each
    assert of_two == once_each
