"""Which cards may be played on a trick, and hands that are played by simulated players."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.refusals import Refused
from tests.rules.trionfo import oracle
from tests.rules.trionfo.hands import BOOK, DEFAULT, START, plain, seeds

HAND = ["3D", "AD", "2C", "KS"]


@pytest.mark.parametrize(
    ("table", "allowed"),
    [
        ([], ["2C", "3D", "AD", "KS"]),
        (["4D"], ["3D", "AD"]),
        (["4D", "3S", "3C", "5C"], ["3D", "AD"]),
        (["4B"], ["2C", "3D", "AD", "KS"]),
    ],
)
def test_the_suit_led_must_be_followed_by_who_has_it(table: list[str], allowed: list[str]) -> None:
    for trump in (None, "D", "S"):
        assert (
            BOOK.list_legal_cards({"trump": trump, "hand": HAND, "table": table}, DEFAULT)
            == allowed
        )


def test_what_cannot_be_on_table_and_in_hand_is_refused_all_at_once() -> None:
    asked = {"trump": "Q", "hand": [*HAND, "8D"], "table": ["AD", "4D", "5D", "6D", "7D"]}
    with pytest.raises(Refused) as refused:
        BOOK.list_legal_cards(asked, DEFAULT)
    assert plain(refused.value.violations) == [
        {"code": "unknown_suit", "trump": "Q"},
        {"code": "too_many_cards", "field": "table", "cards": 5, "most": 4},
        {"code": "card_twice", "card": "AD"},
        {"code": "unknown_card", "card": "8D"},
    ]
    with pytest.raises(Refused):
        BOOK.list_legal_cards({"trump": "D", "hand": oracle.CARDS[:9], "table": []}, DEFAULT)


@given(seeds, st.none() | st.integers(0, 4))
def test_a_simulated_hand_is_legal_and_whole(seed: int, turn: int | None) -> None:
    play = BOOK.simulate(Random(seed), DEFAULT, turn)
    assert BOOK.replay(play, DEFAULT)["complete"]
    holder_of_5_of_swords = next(seat for seat in range(5) if "5S" in play["hands"][seat])
    assert play["leader"] == (holder_of_5_of_swords if turn is None else turn)
    assert BOOK.check(BOOK.record_of_play(play, DEFAULT, START), DEFAULT, START) == ()


def test_the_same_random_numbers_make_the_same_hand() -> None:
    assert BOOK.simulate(Random(7), DEFAULT, 0) == BOOK.simulate(Random(7), DEFAULT, 0)


def test_simulated_players_call_play_alone_and_pass_now_and_then() -> None:
    rules = set()
    for seed in range(600):
        play = BOOK.simulate(Random(seed), DEFAULT, 0)
        (step,) = BOOK.score(BOOK.record_of_play(play, DEFAULT, START), DEFAULT)
        rules.add(step.parts[0].rule)
    assert {"all_pass", "chiamo", "own_card", "di_piu"} <= rules
    assert len({rule.code for rule in BOOK.list_rules(DEFAULT)}) == len(BOOK.list_rules(DEFAULT))
