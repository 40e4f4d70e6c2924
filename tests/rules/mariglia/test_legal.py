"""Which cards may be played on a trick."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.refusals import Refused, Unreadable
from tests.rules.mariglia import oracle
from tests.rules.mariglia.hands import BOOK, DEFAULT, honours, options, plain

HAND = ["7D", "JD", "2D", "7C", "KS", "5B", "2B"]
EVERYTHING = sorted(HAND)


@pytest.mark.parametrize(
    ("table", "trump", "allowed"),
    [
        ([], "B", EVERYTHING),
        (["KD"], "B", ["7D"]),
        (["HD"], "B", ["7D", "JD"]),
        (["KD", "3D"], "B", ["2D", "7D", "JD"]),
        (["3D", "KD"], "B", ["7D"]),
        (["KD", "3D", "AD"], "B", ["7D"]),
        (["3D", "KD", "4D"], "B", ["2D", "7D", "JD"]),
        (["KD", "3B"], "B", ["2D", "7D", "JD"]),
        (["AC"], "S", ["7C"]),
        (["6B"], "D", ["2B", "5B"]),
        (["4B"], "D", ["5B"]),
    ],
)
def test_suit_is_followed_and_an_opponent_beaten_if_one_can(
    table: list[str], trump: str, allowed: list[str]
) -> None:
    assert BOOK.list_legal_cards({"trump": trump, "hand": HAND, "table": table}, DEFAULT) == allowed


@pytest.mark.parametrize(
    ("table", "allowed"),
    [
        (["4S"], ["2B", "5B"]),
        (["4S", "3S"], ["2B", "5B", "2D", "7D"]),
        (["4S", "3B"], ["5B"]),
        (["4S", "6B"], ["2B", "5B", "2D", "7D"]),
        (["3S", "AS", "6B"], ["2B", "5B", "2D", "7D"]),
    ],
)
def test_who_cannot_follow_trumps_an_opponent_if_that_beats_him(
    table: list[str], allowed: list[str]
) -> None:
    asked = {"trump": "B", "hand": ["2B", "5B", "2D", "7D"], "table": table}
    assert BOOK.list_legal_cards(asked, DEFAULT) == sorted(allowed)


def test_jack_and_horse_stand_as_they_are_worth() -> None:
    asked = {"trump": "B", "hand": ["HD", "2D"], "table": ["JD"]}
    assert BOOK.list_legal_cards(asked, DEFAULT) == ["2D", "HD"]
    assert BOOK.list_legal_cards(asked, options(honours="H2J1")) == ["HD"]


@given(
    st.permutations(oracle.CARDS),
    st.integers(0, 10),
    st.integers(0, 3),
    honours,
    st.sampled_from("DCSB"),
)
def test_the_slow_rules_allow_the_same(
    deck: list[str], size: int, played: int, chosen: str, trump: str
) -> None:
    table = oracle.Table(0, trump, chosen)
    table.cards = deck[:played]
    hand = deck[played : played + size]
    asked = {"trump": trump, "hand": hand, "table": table.cards}
    assert BOOK.list_legal_cards(asked, options(honours=chosen)) == sorted(table.allowed(hand))


def test_what_cannot_be_on_table_and_in_hand_is_refused_all_at_once() -> None:
    with pytest.raises(Refused) as refused:
        BOOK.list_legal_cards(
            {"trump": "Q", "hand": [*HAND, "8D"], "table": ["7D", "4D", "5D", "6D"]}, DEFAULT
        )
    assert plain(refused.value.violations) == [
        {"code": "unknown_suit", "trump": "Q"},
        {"code": "too_many_cards", "field": "table", "cards": 4, "most": 3},
        {"code": "card_twice", "card": "7D"},
        {"code": "unknown_card", "card": "8D"},
    ]


def test_whether_the_stock_is_empty_is_asked_only_where_there_is_one() -> None:
    with pytest.raises(Unreadable, match="stock_empty: unknown field"):
        BOOK.list_legal_cards(
            {"trump": "D", "hand": HAND, "table": [], "stock_empty": True}, DEFAULT
        )
