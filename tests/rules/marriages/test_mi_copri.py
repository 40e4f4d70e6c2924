""" "Mi copri": won, lost, and come to nothing because somebody set trumps in the same trick."""

import pytest

from tests.rules.marriages.hands import after, codes, deal, refusal, told
from tests.rules.marriages.oracle import Doc

ON: Doc = {"mi_copri": True}
COVERED = deal("KS 2B", "2C 4C KD HD", "HS 2D HC", "4B 5B KC", top="AS 3S 6B 7B")
"""Seats 0 and 2 have the marriage of swords between them, 2 and 3 that of cups; 1 has coins."""
WON = "C0S P0KS P12C P2HS P34B"

BOTH = pytest.mark.parametrize("game", ["marianna", "cinquecento"])


@BOTH
def test_a_cover_that_is_won_stands_last_in_its_trick_and_names_trumps_from_the_next(
    game: str,
) -> None:
    answer = told(game, ON, after(COVERED, WON))
    assert answer["winners"] == [0]
    assert answer["declarations"] == [
        {"trick": 0, "seat": 0, "kind": "mi_copri", "suit": "S", "value": 20}
    ]
    assert (answer["trumps"], answer["declared_points"]) == (["S"], [20, 0])
    assert (answer["card_points"], answer["totals"]) == ([7, 0], [27, 0])
    assert answer["running"] == [[27, 0]]


@BOTH
def test_the_horse_may_be_led_and_the_king_cover(game: str) -> None:
    turned = {**COVERED, "leader": 2}
    answer = told(game, ON, after(turned, "C2S P2HS P34B P0KS P12C"))
    assert (answer["winners"], answer["declarations"][0]["seat"]) == ([0], 2)


@BOTH
def test_a_cover_that_is_lost_gives_nothing_and_there_are_still_no_trumps(game: str) -> None:
    doc = deal("KS 2B", "3S 4C", "HS 2D", "4B 5B")
    answer = told(game, ON, after(doc, "C0S P0KS P13S P2HS P34B"))
    assert (answer["winners"], answer["declarations"]) == ([1], [])
    assert (answer["trumps"], answer["totals"]) == ([None], [0, 17])


def test_a_cover_comes_to_nothing_if_somebody_sets_trumps_in_the_same_trick() -> None:
    before_it = told("marianna", ON, after(COVERED, "C0S P0KS D1D P12C P2HS P34B"))
    assert [each["kind"] for each in before_it["declarations"]] == ["marriage"]
    assert (before_it["trumps"], before_it["declared_points"]) == (["D"], [0, 40])
    after_it = told("cinquecento", ON, after(COVERED, f"{WON} D1D"))
    assert [each["kind"] for each in after_it["declarations"]] == ["marriage"]
    assert (after_it["winners"], after_it["trumps"]) == ([0], ["D"])


def test_who_is_no_longer_asked_to_cover_may_play_what_he_likes() -> None:
    answer = told("marianna", ON, after(COVERED, "C0S P0KS D1D P12C P22D P34B"))
    assert (answer["winners"], answer["trumps"]) == ([2], ["D"])


@pytest.mark.parametrize(("game", "value"), [("marianna", 60), ("cinquecento", 20)])
def test_a_cover_takes_the_first_place_of_the_series(game: str, value: int) -> None:
    answer = told(game, ON, after(COVERED, WON, "P02B D1D"))
    assert [each["value"] for each in answer["declarations"]] == [20, value]


def test_marriages_change_trumps_after_a_cover_too_where_they_change() -> None:
    second = "P02B D1D P14C P22D P35B"
    assert told("marianna", ON, after(COVERED, WON, second))["trumps"] == ["S", "D"]
    assert told("cinquecento", ON, after(COVERED, WON, second))["trumps"] == ["S", "S"]


@pytest.mark.parametrize(
    ("tricks", "at", "code"),
    [
        (["C0D"], 0, "cover_not_held"),
        (["C0C"], 0, "cover_not_held"),
        (["C1D"], 0, "not_the_moment"),
        (["P02B C0S"], 1, "not_the_moment"),
        (["C0S C0S"], 1, "not_the_moment"),
        (["C0Z"], 0, "unknown_suit"),
        (["C0S P02B"], 1, "must_lead_covered"),
        (["C0S P0KS P12C P22D"], 3, "must_cover"),
        ([WON, "C0C"], 5, "cover_after_trumps"),
    ],
)
def test_a_cover_that_cannot_be_is_named(tricks: list[str], at: int, code: str) -> None:
    for game in ("marianna", "cinquecento"):
        (found,) = refusal(game, ON, after(COVERED, *tricks))
        assert (found["at"], found["code"]) == (at, code)


def test_who_has_king_and_horse_himself_is_not_covered() -> None:
    doc = {**COVERED, "leader": 1}
    assert codes(refusal("marianna", ON, after(doc, "C1D"))) == ["cover_not_held"]


def test_with_trumps_already_there_nobody_is_covered() -> None:
    doc = deal("KS KD HD", "", "HS", "")
    assert codes(refusal("cinquecento", ON, after(doc, "D0D C0S"))) == ["cover_after_trumps"]


def test_a_cover_is_no_declaration_of_its_own_for_one_a_trick() -> None:
    doc = deal("KS KD HD", "4B", "HS", "5B")
    answer = told("marianna", ON, after(doc, "C0S D0D P0KS P14B P2HS P35B"))
    assert [each["kind"] for each in answer["declarations"]] == ["marriage"]


def test_nobody_is_covered_where_it_is_not_played() -> None:
    for game, options in (("marianna", {}), ("cinquecento", {}), ("cinquecento", {"players": 2})):
        doc = COVERED if "players" not in options else deal("KS", "HS")
        assert codes(refusal(game, options, after(doc, "C0S"))) == ["declaration_not_played"]


@pytest.mark.parametrize(("options", "last"), [(ON, 4), ({**ON, "fifth_last": True}, 5)])
def test_a_cover_is_asked_for_till_the_last_draw_as_declarations_are(
    options: Doc, last: int
) -> None:
    for trick in range(7):
        doc = dull_tricks(trick)
        answer = told("marianna", options, {**doc, "tricks": [*doc["tricks"], [["C", 0, "S"]]]})
        assert answer.get("at") == (None if trick <= last else 4 * trick), trick


def dull_tricks(count: int) -> Doc:
    """``count`` tricks that seat 0 wins, as the only one with clubs; seat 0 keeps the king of
    swords, the partner the horse."""
    clubs, cups = ["2B", "4B", "5B", "6B", "7B", "JB", "3B"], ["2C", "4C", "5C", "6C", "7C", "JC"]
    coins, swords = ["2D", "4D", "5D", "6D", "7D", "JD"], ["2S", "4S", "5S", "6S", "7S", "JS"]
    piles = [[*clubs, "AB", "HB"], [*cups, "3C", "AC", "HC"], [*coins, "3D", "AD", "HD"]]
    piles.append([*swords, "3S", "AS", "KC", "KD"])
    hands = [["KS", *piles[0][:4]], piles[1][:5], ["HS", *piles[2][:4]], piles[3][:5]]
    rest = [piles[seat][len(hands[seat]) - (seat % 2 == 0) :] for seat in range(4)]
    drawn = [card for row in zip(*(pile[:4] for pile in rest), strict=True) for card in row]
    doc = deal(*(" ".join(hand) for hand in hands), top=" ".join(drawn))
    doc["tricks"] = [
        [["P", seat, piles[seat][trick]] for seat in range(4)] for trick in range(count)
    ]
    return doc
