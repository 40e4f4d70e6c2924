"""Which cards may be played: any, and Mariaccia's duties when the stock is gone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.refusals import Refused, Unreadable
from tests.rules.marriages import oracle
from tests.rules.marriages.hands import book_of, every_game, plain, refusal, whole
from tests.rules.marriages.oracle import Doc, Hand

HAND = ["3D", "AD", "2C", "KS", "JD"]


def legal(game: str, options: Doc, moment: Doc) -> list[str]:
    book, chosen = book_of(game, options)
    cards: list[str] = book.list_legal_cards(moment, chosen)
    return cards


@every_game
def test_any_card_may_follow_while_there_is_a_stock_and_in_all_but_mariaccia_to_the_end(
    game: str, options: Doc
) -> None:
    moment = {"trump": "S", "hand": HAND, "table": ["4D"]}
    assert legal(game, options, {**moment, "stock_empty": False}) == sorted(HAND)
    if game != "mariaccia":
        assert legal(game, options, {**moment, "stock_empty": True}) == sorted(HAND)


@pytest.mark.parametrize(
    ("led", "trump", "cards"),
    [
        ("KD", "S", ["3D", "AD"]),
        ("4D", "S", ["3D", "AD", "JD"]),
        ("2B", "S", ["KS"]),
        ("2B", "B", sorted(HAND)),
        ("2B", None, sorted(HAND)),
        ("AS", "S", ["KS"]),
        ("3S", "D", ["KS"]),
        ("3C", "D", ["2C"]),
    ],
)
def test_with_the_stock_gone_one_follows_beats_and_trumps(
    led: str, trump: str | None, cards: list[str]
) -> None:
    moment = {"trump": trump, "hand": HAND, "table": [led], "stock_empty": True}
    assert legal("mariaccia", {}, moment) == cards


def test_whoever_leads_plays_what_he_likes() -> None:
    moment = {"trump": "S", "hand": HAND, "table": [], "stock_empty": True}
    assert legal("mariaccia", {}, moment) == sorted(HAND)


@given(st.permutations(oracle.CARDS), st.sampled_from([None, "D", "C", "S", "B"]), st.booleans())
@settings(max_examples=300)
def test_what_may_be_played_is_what_the_slow_rules_allow(
    deck: list[str], trump: str | None, is_empty: bool
) -> None:
    hand, table = deck[:5], deck[5:6]
    moment = {"trump": trump, "hand": hand, "table": table, "stock_empty": is_empty}
    allowed = oracle.strictly(hand, table, trump) if is_empty else hand
    assert legal("mariaccia", {}, moment) == sorted(allowed)


@given(st.integers(0, 2**32))
@settings(max_examples=100)
def test_every_card_of_an_end_play_is_one_that_may_be_played_and_others_are_refused(
    seed: int,
) -> None:
    doc = whole("mariaccia", {}, seed)
    hand = Hand("mariaccia", {}, doc)
    for number, trick in enumerate(doc["tricks"]):
        for place, event in enumerate(trick):
            if event[0] == "P" and not hand.stock:
                seat = event[1]
                moment = {
                    "trump": hand.trump,
                    "hand": hand.held[seat],
                    "table": hand.on_table,
                    "stock_empty": True,
                }
                may = legal("mariaccia", {}, moment)
                assert event[2] in may
                for card in set(hand.held[seat]) - set(may):
                    other = [*trick[:place], ["P", seat, card]]
                    (found,) = refusal(
                        "mariaccia", {}, {**doc, "tricks": [*doc["tricks"][:number], other]}
                    )
                    assert found["code"] in ("must_follow", "must_beat", "must_trump")
                    assert found["params"]["card"] == card
            hand.do(event)
        hand.close()


def test_a_moment_that_cannot_be_is_refused_with_all_that_is_wrong() -> None:
    book, chosen = book_of("mariaccia", {})
    moment = {"trump": "Q", "hand": [*HAND, "8D"], "table": ["AD", "4D"], "stock_empty": True}
    with pytest.raises(Refused) as refused:
        book.list_legal_cards(moment, chosen)
    assert plain(refused.value.violations) == [
        {"code": "unknown_suit", "trump": "Q"},
        {"code": "too_many_cards", "field": "hand", "cards": 6, "most": 5},
        {"code": "too_many_cards", "field": "table", "cards": 2, "most": 1},
        {"code": "card_twice", "card": "AD"},
        {"code": "unknown_card", "card": "8D"},
    ]


@every_game
def test_as_many_cards_lie_on_the_table_as_others_play(game: str, options: Doc) -> None:
    book, chosen = book_of(game, options)
    others = book.seats(chosen) - 1
    for count in range(4):
        moment = {"trump": None, "hand": HAND, "table": ["4D", "5D", "6D"][:count]}
        if count <= others:
            assert book.list_legal_cards({**moment, "stock_empty": False}, chosen) == sorted(HAND)
        else:
            with pytest.raises(Refused):
                book.list_legal_cards({**moment, "stock_empty": False}, chosen)


@every_game
@pytest.mark.parametrize("missing", ["trump", "hand", "table", "stock_empty"])
def test_a_document_has_all_its_fields(game: str, options: Doc, missing: str) -> None:
    document = {"trump": None, "hand": HAND, "table": [], "stock_empty": False}
    del document[missing]
    book, chosen = book_of(game, options)
    with pytest.raises(Unreadable, match=f"{missing}: field missing"):
        book.list_legal_cards(document, chosen)
