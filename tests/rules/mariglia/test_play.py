"""A hand card by card, against a second, slow reading of the same rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.refusals import Refused, Unreadable
from rules.contract import Situation
from tests.rules.mariglia import oracle
from tests.rules.mariglia.hands import BOOK, DEFAULT, START, Facts, legal_hands, options, plain

WHOLE = oracle.legal_hand(1)


def refusal(play: Facts) -> list[Facts]:
    with pytest.raises(Refused) as refused:
        BOOK.replay(play, DEFAULT)
    return plain(refused.value.violations)


@given(legal_hands(least=0))
@settings(max_examples=200)
def test_a_hand_is_replayed_as_the_rules_have_it(dealt: tuple[Facts, str]) -> None:
    play, honours = dealt
    assert BOOK.replay(play, options(honours=honours)) == oracle.answer(play, honours)


@given(legal_hands())
def test_any_legal_play_makes_70_points_and_ten_tricks(dealt: tuple[Facts, str]) -> None:
    play, honours = dealt
    result = BOOK.replay(play, options(honours=honours))
    assert result["complete"]
    assert (sum(result["totals"]), sum(result["card_points"]), sum(result["tricks"])) == (
        70,
        60,
        10,
    )
    assert sum(result["trick_points"]) == 70


@given(legal_hands(), st.integers(0, 39), st.integers(0, 39))
@settings(max_examples=200)
def test_two_plays_changed_about_are_caught_unless_they_are_legal_too(
    dealt: tuple[Facts, str], one: int, other: int
) -> None:
    play, honours = dealt
    plays = list(play["plays"])
    plays[one], plays[other] = plays[other], plays[one]
    changed = {**play, "plays": plays}
    at = oracle.first_illegal(changed, honours)
    if at is None:
        assert BOOK.replay(changed, options(honours=honours))["complete"]
        return
    with pytest.raises(Refused) as refused:
        BOOK.replay(changed, options(honours=honours))
    assert [violation.at for violation in refused.value.violations] == [at]


@given(legal_hands(least=4), st.data())
def test_what_a_player_may_play_is_what_a_replay_lets_him(
    dealt: tuple[Facts, str], data: st.DataObject
) -> None:
    play, honours = dealt
    rules = options(honours=honours)
    length = data.draw(st.integers(0, min(len(play["plays"]), 39)))
    before = {**play, "plays": play["plays"][:length]}
    winners = BOOK.replay(before, rules)["winners"]
    leader = winners[-1] if winners else (play["dealer"] + 1) % 4
    table = before["plays"][len(winners) * 4 :]
    hand = [
        card for card in play["hands"][(leader + len(table)) % 4] if card not in before["plays"]
    ]
    asked = {"trump": play["trionfo"][1], "hand": hand, "table": table}
    for card in hand:
        after = {**before, "plays": [*before["plays"], card]}
        may = oracle.first_illegal(after, honours) is None
        assert may == (card in BOOK.list_legal_cards(asked, rules))


DEAL: Facts = {
    "dealer": 3,
    "trionfo": "2B",
    "hands": [
        ["KD", "7D", "4D", "2D", "AS", "KS", "JS", "HS", "7S", "3B"],
        ["AD", "3D", "KC", "7C", "6C", "5C", "4C", "3C", "2C", "7B"],
        ["JD", "HD", "6D", "5D", "6S", "5S", "4S", "3S", "2S", "AB"],
        ["AC", "JC", "HC", "KB", "JB", "HB", "6B", "5B", "4B", "2B"],
    ],
    "plays": [],
}


@pytest.mark.parametrize(
    ("plays", "code", "at"),
    [
        (["KD", "KC"], "must_follow", 1),
        (["KD", "3D"], "must_beat", 1),
        (["2D", "3D", "5D", "AC"], "must_trump", 3),
        (["3B", "7B", "AB", "7B"], "played_twice", 3),
        (["3B", "7B", "AB", "AD"], "not_in_hand", 3),
    ],
)
def test_the_first_illegal_play_is_named_and_nothing_after_it(
    plays: list[str], code: str, at: int
) -> None:
    with pytest.raises(Refused) as refused:
        BOOK.replay({**DEAL, "plays": [*plays, "9X"]}, DEFAULT)
    assert [(fault.code, fault.at) for fault in refused.value.violations] == [(code, at)]


def test_a_partner_who_is_winning_need_not_be_beaten() -> None:
    result = BOOK.replay({**DEAL, "plays": ["2D", "AD", "JD", "AC"]}, DEFAULT)
    assert result["winners"] == [1]


def test_the_dealers_right_hand_neighbour_leads() -> None:
    assert refusal({**DEAL, "plays": ["AD"]}) == [{"code": "not_in_hand", "card": "AD", "seat": 0}]


def test_the_trionfo_is_one_of_the_dealers_cards_and_its_suit_is_trumps() -> None:
    assert refusal({**DEAL, "trionfo": "3B"}) == [
        {"code": "trionfo_not_held", "seat": 3, "card": "3B"}
    ]
    trumped = ["2D", "3D", "5D", "2B"]
    assert BOOK.replay({**DEAL, "plays": trumped}, DEFAULT)["winners"] == [3]


def test_all_faults_of_a_deal_are_named_and_no_card_is_judged() -> None:
    broken = {**DEAL, "dealer": 4, "trionfo": "8B", "hands": DEAL["hands"][:3], "plays": ["9X"]}
    assert [fault["code"] for fault in refusal(broken)] == [
        "out_of_range",
        "wrong_hands",
        "unknown_card",
    ]


def test_a_forty_first_card_is_one_too_many() -> None:
    (fault,) = refusal({**WHOLE, "plays": [*WHOLE["plays"], WHOLE["plays"][0]]})
    assert fault["code"] == "too_many_plays"


@pytest.mark.parametrize("field", ["dealer", "trionfo", "hands", "plays"])
def test_a_field_that_is_missing_or_of_the_wrong_type_makes_a_document_unreadable(
    field: str,
) -> None:
    with pytest.raises(Unreadable, match=f"{field}: field missing"):
        BOOK.replay({name: value for name, value in DEAL.items() if name != field}, DEFAULT)
    with pytest.raises(Unreadable, match=f"{field}: wrong type"):
        BOOK.replay({**DEAL, field: {}}, DEFAULT)


@given(legal_hands(), st.integers(0, 50), st.integers(0, 50))
@settings(max_examples=200)
def test_the_record_of_a_play_passes_its_own_check_and_is_booked_alike(
    dealt: tuple[Facts, str], ours: int, theirs: int
) -> None:
    play, honours = dealt
    rules, before = options(honours=honours), Situation((ours, theirs), turn=play["dealer"])
    record = BOOK.record_of_play(play, rules, before)
    assert BOOK.check(record, rules, before) == ()
    told = oracle.answer(play, honours)
    bonus, *rest = BOOK.score(record, rules)
    assert list(bonus.add_to((0, 0))) == told["bonus"]
    assert bool(rest) == (BOOK.find_ending(bonus.add_to(before.totals), rules) is None)
    assert [list(step.add_to((0, 0))) for step in rest] == [told["score"]] * len(rest)


def test_a_play_that_is_not_finished_makes_no_record_unless_the_trionfo_has_won() -> None:
    beginning = {**WHOLE, "plays": WHOLE["plays"][:39]}
    with pytest.raises(Refused) as refused:
        BOOK.record_of_play(beginning, DEFAULT, START)
    assert plain(refused.value.violations) == [
        {"code": "play_incomplete", "plays": 39, "must_be": 40}
    ]
    shown = next(
        play for play in map(oracle.legal_hand, range(99)) if play["trionfo"][0] in "7AKJH"
    )
    near = Situation((44, 44))
    for length in (0, 7, 40):
        record = BOOK.record_of_play({**shown, "plays": shown["plays"][:length]}, DEFAULT, near)
        assert record.totals is None
