"""Which cards may be played on a trick."""

import pytest

from kernel.refusals import Refused, Unreadable
from tests.rules.marafon.hands import BOOK, DEFAULT, plain

HAND = ["3D", "AD", "2C", "KS"]


@pytest.mark.parametrize(
    ("table", "allowed"),
    [
        ([], ["2C", "3D", "AD", "KS"]),
        (["4D"], ["3D", "AD"]),
        (["4D", "3S", "3C"], ["3D", "AD"]),
        (["4B"], ["2C", "3D", "AD", "KS"]),
    ],
)
def test_the_suit_led_must_be_followed_by_who_has_it(table: list[str], allowed: list[str]) -> None:
    for trump in (None, "D", "S"):
        assert (
            BOOK.list_legal_cards({"trump": trump, "hand": HAND, "table": table}, DEFAULT)
            == allowed
        )


def test_an_empty_hand_has_nothing_to_play() -> None:
    assert BOOK.list_legal_cards({"trump": "D", "hand": [], "table": []}, DEFAULT) == []


def test_what_cannot_be_on_table_and_in_hand_is_refused_all_at_once() -> None:
    with pytest.raises(Refused) as refused:
        BOOK.list_legal_cards(
            {"trump": "Q", "hand": [*HAND, "8D"], "table": ["AD", "4D", "5D", "6D"]}, DEFAULT
        )
    assert plain(refused.value.violations) == [
        {"code": "unknown_suit", "trump": "Q"},
        {"code": "too_many_cards", "field": "table", "cards": 4, "most": 3},
        {"code": "card_twice", "card": "AD"},
        {"code": "unknown_card", "card": "8D"},
    ]


@pytest.mark.parametrize("missing", ["trump", "hand", "table"])
def test_a_document_has_all_its_fields(missing: str) -> None:
    document = {"trump": None, "hand": HAND, "table": []}
    del document[missing]
    with pytest.raises(Unreadable, match=f"{missing}: field missing"):
        BOOK.list_legal_cards(document, DEFAULT)


def test_whether_the_stock_is_empty_is_asked_only_where_there_is_one() -> None:
    with pytest.raises(Unreadable, match="stock_empty: unknown field"):
        BOOK.list_legal_cards(
            {"trump": "D", "hand": HAND, "table": [], "stock_empty": True}, DEFAULT
        )
