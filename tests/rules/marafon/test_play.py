"""A hand card by card, against a second, slow reading of the same rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.refusals import Refused, Unreadable
from rules.contract import Situation
from tests.rules.marafon import oracle
from tests.rules.marafon.hands import (
    BOOK,
    DEFAULT,
    START,
    Facts,
    codes,
    legal_beginnings,
    legal_hands,
    options,
    plain,
    variants,
)

DEAL = oracle.legal_hand(1, length=0)
WHOLE = oracle.legal_hand(1)


def refusal(play: Facts) -> Refused:
    with pytest.raises(Refused) as refused:
        BOOK.replay(play, DEFAULT)
    return refused.value


@given(legal_beginnings, variants)
@settings(max_examples=200)
def test_a_hand_is_replayed_as_the_rules_have_it(play: Facts, chosen: Facts) -> None:
    assert BOOK.replay(play, options(**chosen)) == oracle.answer(play, chosen)


@given(legal_hands)
def test_any_legal_play_makes_35_thirds_and_11_points(play: Facts) -> None:
    result = BOOK.replay(play, DEFAULT)
    assert result["complete"]
    assert (sum(result["thirds"]), sum(result["points"])) == (35, 11)


@given(legal_hands, st.integers(0, 39), st.integers(0, 39))
def test_two_plays_changed_about_are_caught_unless_they_are_legal_too(
    play: Facts, one: int, other: int
) -> None:
    plays = list(play["plays"])
    plays[one], plays[other] = plays[other], plays[one]
    at = first_illegal({**play, "plays": plays})
    if at is None:
        assert BOOK.replay({**play, "plays": plays}, DEFAULT)["complete"]
    else:
        violations = refusal({**play, "plays": plays}).violations
        assert [violation.at for violation in violations] == [at]


def first_illegal(play: Facts) -> int | None:
    """The index of the first play that the slow rules do not allow."""
    left = [list(hand) for hand in play["hands"]]
    leader = play["caller"]
    for start in range(0, 40, 4):
        trick = oracle.OpenTrick(leader)
        for place, seat in enumerate(trick.order):
            card = play["plays"][start + place]
            if card not in oracle.allowed(left[seat], trick.cards):
                return start + place
            left[seat].remove(card)
            trick.cards.append(card)
        leader = trick.winner(play["trump"])
    return None


ORDERED: Facts = {
    "caller": 0,
    "trump": "B",
    "hands": [[rank + suit for rank in "A234567JHK"] for suit in "DCSB"],
    "declared": None,
}
"""A suit in each hand: seat 3 has all the trumps, and so the marafona."""


@pytest.mark.parametrize(
    ("plays", "code", "at"),
    [
        (["AC"], "not_in_hand", 0),
        (["AD", "9C"], "unknown_card", 1),
        (["AD", ""], "unknown_card", 1),
        (["AD", "AC", "AS", "AB", "AB"], "played_twice", 4),
        (["AD", "AC", "AS", "AB", "AD"], "played_twice", 4),
        (["AD", "AC", "AS", "AB", "2C", "AC"], "not_in_hand", 4),
    ],
)
def test_the_first_illegal_play_is_named_and_nothing_after_it(
    plays: list[str], code: str, at: int
) -> None:
    assert codes(refusal({**ORDERED, "plays": plays}).violations) == [(code, at)]


def test_who_has_the_suit_led_must_play_it() -> None:
    hands = [list(hand) for hand in ORDERED["hands"]]
    hands[1][0], hands[0][9] = "KD", "AC"
    violations = refusal({**ORDERED, "hands": hands, "plays": ["AD", "2C"]}).violations
    assert codes(violations) == [("must_follow", 1)]
    assert plain(violations) == [{"code": "must_follow", "card": "2C", "seat": 1, "suit": "D"}]


def test_a_forty_first_card_is_one_too_many() -> None:
    play = {**WHOLE, "plays": [*WHOLE["plays"], WHOLE["plays"][0]]}
    assert codes(refusal(play).violations) == [("too_many_plays", 40)]


def test_all_faults_of_a_deal_are_named_and_no_card_is_judged() -> None:
    hands = [["AD", "AD", "9X"], *DEAL["hands"][:1]]
    play = {"caller": 4, "trump": "X", "hands": hands, "plays": ["9X"], "declared": -1}
    found = [violation.code for violation in refusal(play).violations]
    assert found[:6] == [
        "out_of_range",
        "out_of_range",
        "unknown_suit",
        "wrong_hands",
        "wrong_hand_size",
        "card_twice",
    ]
    assert "unknown_card" in found
    assert {violation.at for violation in refusal(play).violations} == {None}


def test_a_card_dealt_twice_is_named_once() -> None:
    hands = [list(hand) for hand in DEAL["hands"]]
    hands[1][0] = hands[0][0]
    found = plain(refusal({**DEAL, "hands": hands}).violations)
    assert found == [{"code": "card_twice", "card": hands[0][0]}]


def test_who_declares_a_marafona_must_hold_it_whatever_else_is_wrong() -> None:
    assert codes(refusal({**ORDERED, "declared": 2, "plays": []}).violations) == [
        ("marafona_not_held", None)
    ]
    assert codes(refusal({**ORDERED, "declared": 2, "plays": ["AC"]}).violations) == [
        ("marafona_not_held", None),
        ("not_in_hand", 0),
    ]


def test_a_declared_marafona_for_which_the_options_give_nothing_is_no_violation() -> None:
    play = {**ORDERED, "declared": 3, "plays": []}
    result = BOOK.replay(play, options(marafona_points=0))
    assert (result["marafona"], result["score"]) == (3, [0, 0])
    result = BOOK.replay(play, options(marafona_who="caller"))
    assert (result["marafona"], result["score"]) == (3, [0, 0])


def test_a_marafona_counts_from_its_declaration_with_no_card_played() -> None:
    result = BOOK.replay({**ORDERED, "declared": 3, "plays": []}, DEFAULT)
    assert (result["complete"], result["points"], result["score"]) == (False, [0, 0], [0, 3])
    figure = BOOK.replay({**ORDERED, "declared": 3, "plays": []}, options(count="figure"))
    assert figure["score"] == [0, 9]


def test_holding_a_marafona_is_enough_where_it_need_not_be_declared() -> None:
    play = {**ORDERED, "plays": []}
    assert BOOK.replay(play, DEFAULT)["score"] == [0, 0]
    assert BOOK.replay(play, options(marafona_must_declare=False))["score"] == [0, 3]


@pytest.mark.parametrize(
    ("plays", "score"),
    [
        ([], [0, 0]),
        (["AD", "AC", "AS"], [0, 0]),
        (["AD", "AC", "AS", "AB"], [0, 4 + 3]),
        (["AD", "AC", "AS", "3B"], [0, 3]),
    ],
)
def test_the_ace_must_be_the_holders_first_card_where_that_is_played(
    plays: list[str], score: list[int]
) -> None:
    lead_ace = options(marafona_lead_ace=True)
    result = BOOK.replay({**ORDERED, "declared": 3, "plays": plays}, lead_ace)
    assert result["score"] == score


def test_the_last_tricks_point_comes_with_the_last_card() -> None:
    before = BOOK.replay({**WHOLE, "plays": WHOLE["plays"][:39]}, DEFAULT)
    after = BOOK.replay(WHOLE, DEFAULT)
    assert (before["complete"], before["last_trick"], before["shutout"]) == (False, None, None)
    assert (after["complete"], after["last_trick"]) == (True, after["winners"][-1] % 2)
    gained = sum(after["thirds"]) - sum(before["thirds"])
    assert gained == int(3 * oracle.worth(WHOLE["plays"][36:])) + 3


def test_who_takes_not_one_third_is_shut_out() -> None:
    plays = [card for four in zip(*ORDERED["hands"], strict=True) for card in four]
    trumps_lead = [
        *plays[:4],
        *(four for start in range(4, 40, 4) for four in _led_by_3(plays, start)),
    ]
    result = BOOK.replay({**ORDERED, "plays": trumps_lead}, DEFAULT)
    assert (result["thirds"], result["points"], result["shutout"]) == ([0, 35], [0, 11], 0)


def _led_by_3(plays: list[str], start: int) -> list[str]:
    return [plays[start + 3], *plays[start : start + 3]]


@pytest.mark.parametrize(
    ("hand", "allowed"),
    [
        (["4D", "5D", "6D", "7D", "4C", "5C", "6C", "7C", "4S", "AS"], True),
        (["4D", "5D", "6D", "7D", "4C", "5C", "6C", "KC", "4S", "AS"], False),
    ],
)
def test_a_hand_under_one_point_and_a_figure_may_be_redealt_whatever_the_option(
    hand: list[str], allowed: bool
) -> None:
    rest = [card for card in oracle.CARDS if card not in hand]
    hands = [hand, rest[:10], rest[10:20], rest[20:]]
    play = {"caller": 0, "trump": "D", "hands": hands, "plays": [], "declared": None}
    assert BOOK.replay(play, DEFAULT)["redeal_allowed"] is allowed


def test_a_play_that_says_nothing_of_a_declaration_has_none() -> None:
    silent = {name: value for name, value in DEAL.items() if name != "declared"}
    assert BOOK.replay(silent, DEFAULT) == BOOK.replay({**silent, "declared": None}, DEFAULT)


@pytest.mark.parametrize("field", ["caller", "trump", "hands", "plays", "declared"])
def test_a_field_that_is_missing_or_of_the_wrong_type_makes_a_document_unreadable(
    field: str,
) -> None:
    if field != "declared":
        with pytest.raises(Unreadable, match=f"{field}: field missing"):
            BOOK.replay({name: value for name, value in DEAL.items() if name != field}, DEFAULT)
    with pytest.raises(Unreadable, match=f"{field}: wrong type"):
        BOOK.replay({**DEAL, field: {}}, DEFAULT)


def test_an_unknown_field_makes_a_document_unreadable() -> None:
    with pytest.raises(Unreadable, match="colour: unknown field"):
        BOOK.replay({**DEAL, "colour": "red"}, DEFAULT)


@given(legal_hands, variants)
@settings(max_examples=200)
def test_the_record_of_a_play_passes_its_own_check_and_is_booked_alike(
    play: Facts, variant: Facts
) -> None:
    chosen = options(**variant)
    record = BOOK.record_of_play(play, chosen, START)
    assert BOOK.check(record, chosen, Situation((0, 0), turn=play["caller"])) == ()
    (step,) = BOOK.score(record, chosen)
    assert list(step.add_to((0, 0))) == oracle.answer(play, variant)["score"]
    assert (record.caller, record.trump) == (play["caller"], play["trump"])


def test_a_play_that_is_not_finished_makes_no_record() -> None:
    with pytest.raises(Refused) as refused:
        BOOK.record_of_play({**WHOLE, "plays": WHOLE["plays"][:39]}, DEFAULT, START)
    assert plain(refused.value.violations) == [
        {"code": "play_incomplete", "plays": 39, "must_be": 40}
    ]


@given(legal_hands, variants, st.integers(30, 40), st.integers(30, 40))
@settings(max_examples=300)
def test_who_got_there_first_is_told_trick_by_trick_in_exact_thirds(
    play: Facts, variant: Facts, ours: int, theirs: int
) -> None:
    chosen = options(**{**variant, "both_reach": "first_in_play"})
    unit = 3 if variant["count"] == "figure" else 1
    before = Situation((ours * unit, theirs * unit))
    record = BOOK.record_of_play(play, chosen, before)
    (step,) = BOOK.score(record, chosen)
    if min(step.add_to(before.totals)) >= BOOK.target(chosen):
        assert record.first == first_by_hand(play, variant, (3 * ours, 3 * theirs))
    else:
        assert record.first is None
    assert BOOK.check(record, chosen, before) == ()


def first_by_hand(play: Facts, variant: Facts, thirds: tuple[int, int]) -> int:
    need = 3 * 41 + variant["plus_figure"]
    totals = list(thirds)
    counts = oracle.counting_marafona(play, variant)
    if counts is not None:
        totals[counts % 2] += 3 * variant.get("marafona_points", 3)
    for number, (seat, cards) in enumerate(oracle.winners(play)):
        if max(totals) >= need:
            break
        totals[seat % 2] += int(3 * oracle.worth(cards)) + (3 if number == 9 else 0)
    return totals.index(max(totals))


def test_nobody_is_first_in_a_game_over_a_number_of_hands() -> None:
    chosen = options(both_reach="first_in_play", target=11)
    before = Situation((40, 40), to_target=False)
    record = BOOK.record_of_play(WHOLE, chosen, before)
    assert record.first is None
    assert BOOK.check(record, chosen, before) == ()
