"""The card says what the rulebook says: every row, every end, every turn."""

import json
from itertools import product
from typing import Any

import pytest

from rules.cards import DECK
from rules.contract import Situation
from tests.rules.marafon import pad
from tests.rules.mariglia.hands import BOOK, Facts, options

VARIANTS: list[Facts] = [
    {},
    {"honours": "H2J1", "target": 35},
    {"win_above_target": True, "target": 70},
]
BEFORE = [(0, 0), (30, 33), (44, 43), (70, 68), (50, 50)]


def card_of(chosen: Facts) -> dict[str, Any]:
    """The card as it comes to the pad: through JSON."""
    card: dict[str, Any] = json.loads(json.dumps(BOOK.build_card(options(**chosen))))
    return card


def told(record: Facts, chosen: Facts, before: Situation) -> pad.Walked:
    """What the rulebook makes of a record."""
    rules = options(**chosen)
    read = BOOK.read_record(record)
    assert BOOK.check(read, rules, before) == ()
    walked = pad.Walked(before.totals)
    for step in BOOK.score(read, rules):
        totals = step.add_to(walked.totals)
        ending = BOOK.find_ending(totals, rules)
        walked = pad.Walked(totals, ending.winner if ending else None, over=ending is not None)
        if walked.over:
            break
    return walked


@pytest.mark.parametrize("chosen", VARIANTS)
def test_every_row_is_booked_and_ends_a_game_as_the_rulebook_has_it(chosen: Facts) -> None:
    card = card_of(chosen)
    (form,) = card["forms"]
    bonuses, plays = (step["rows"] for step in form["steps"])
    rules = options(**chosen)
    for bonus, (at, play), totals in product(bonuses, enumerate(plays), BEFORE):
        dealer, trionfo = bonus["key"]
        before = Situation(totals)
        if BOOK.find_ending(totals, rules) or (at + dealer) % 7:  # a seventh of the pairs is enough
            continue
        written = {"dealer": dealer, "trionfo": trionfo, "totals": play["key"][0]}
        walked = pad.hand(card, form["name"], written, totals)
        bare = {"dealer": dealer, "trionfo": trionfo}
        won = not BOOK.check(BOOK.read_record(bare), rules, before)
        if trionfo[0] == "7" and written["totals"][dealer % 2] < 6 and not won:
            assert BOOK.check(BOOK.read_record(written), rules, before)  # left to the server
            continue
        assert walked == told(bare if won else written, chosen, before)


@pytest.mark.parametrize("chosen", VARIANTS)
def test_a_key_has_a_row_if_and_only_if_it_can_be(chosen: Facts) -> None:
    (form,) = card_of(chosen)["forms"]
    bonus, play = form["steps"]
    assert [step["fields"] for step in form["steps"]] == [["dealer", "trionfo"], ["totals"]]
    assert [row["key"] for row in bonus["rows"]] == [
        [seat, card] for seat, card in product(range(4), DECK)
    ]
    assert [row["key"] for row in play["rows"]] == [[[ours, 70 - ours]] for ours in range(71)]
    assert all(step["is_looked_at"] and step["items"] is None for step in form["steps"])


def test_the_card_names_what_it_is_for() -> None:
    card = card_of({"win_above_target": True})
    assert (card["game"], card["sides"], card["claim"]) == ("mariglia", 2, None)
    assert card["end"] == {"unit": "points", "need": 46, "both": "higher"}
    assert card["smallest"] == ["totals", "dealer", "trionfo"]
    assert card["turn"] == {"field": "dealer", "after_hand": [1, 2, 3, 0], "after_redeal": None}
