"""When one may declare: every trick, every moment of it, every seat, under every timing."""

from collections.abc import Callable, Iterator

import pytest

from tests.rules.marriages.hands import after, deal, refusal, told
from tests.rules.marriages.oracle import Doc, Hand

SUITS = "DCSB"
EACH_HAS_ONE = ["KD HD", "KC HC", "KS HS", "KB HB"]
Rule = Callable[[int, int, int], bool]
"""By trick, cards on the table, and how far the seat is from the leader."""


def own_turn(trick: int, cards: int, distance: int) -> bool:
    return cards == distance and trick < 5


def trick_start(trick: int, cards: int, distance: int) -> bool:
    return cards == 0 and trick < 5


def leader(trick: int, cards: int, distance: int) -> bool:
    return cards == 0 and distance == 0 and trick < 5


def any_moment(trick: int, cards: int, distance: int) -> bool:
    return trick < 5


def a_trick_longer(rule: Rule) -> Rule:
    return lambda trick, cards, distance: trick < 6 and rule(min(trick, 4), cards, distance)


def any_of_two(trick: int, cards: int, distance: int) -> bool:
    return trick < 15


def briscola(trick: int, cards: int, distance: int) -> bool:
    return cards == distance and 0 < trick < 15


def mariaccia(trick: int, cards: int, distance: int) -> bool:
    return cards == 0 and distance == 0 and trick > 0


RULES: list[tuple[str, Doc, Rule]] = [
    ("marianna", {}, own_turn),
    ("marianna", {"timing": "trick_start"}, trick_start),
    ("marianna", {"timing": "leader"}, leader),
    ("marianna", {"fifth_last": True}, a_trick_longer(own_turn)),
    ("marianna", {"timing": "trick_start", "fifth_last": True}, a_trick_longer(trick_start)),
    ("marianna", {"timing": "leader", "fifth_last": True}, a_trick_longer(leader)),
    ("cinquecento", {}, any_moment),
    ("cinquecento", {"players": 2}, any_of_two),
    ("briscola_151", {}, briscola),
    ("mariaccia", {}, mariaccia),
]


def moments(game: str, options: Doc, seats: int) -> Iterator[tuple[int, int, int, int, Doc]]:
    """A hand in which each keeps king and horse of a suit as long as he can, stopped everywhere
    where somebody who has both declares them: trick, cards on the table, distance, seat, hand."""
    doc = deal(*EACH_HAS_ONE[:seats], bottom="4B", leader=1)
    hand = Hand(game, options, doc)
    while not hand.is_over:
        trick: list[list[object]] = []
        doc["tricks"].append(trick)
        for cards in range(seats + 1):
            for seat in range(seats):
                if {"K" + SUITS[seat], "H" + SUITS[seat]} <= set(hand.held[seat]):
                    distance = (seat - hand.leader) % seats
                    said = [*trick, ["D", seat, SUITS[seat]]]
                    stopped = {**doc, "tricks": [*doc["tricks"][:-1], said]}
                    yield len(hand.winners), cards, distance, seat, stopped
            if cards < seats:
                turn = (hand.leader + cards) % seats
                playable = hand.playable(turn)
                card = min(playable, key=lambda card: (card[1] == SUITS[turn]) + (card[0] in "KH"))
                hand.do(["P", turn, card])
                trick.append(["P", turn, card])
        hand.close()


@pytest.mark.parametrize(("game", "options", "rule"), RULES)
def test_one_declares_at_the_moments_of_the_game_and_at_no_other(
    game: str, options: Doc, rule: Rule
) -> None:
    seats = options.get("players", 4 if game in ("marianna", "cinquecento") else 2)
    tricks = set()
    for trick, cards, distance, seat, doc in moments(game, options, seats):
        answer = told(game, options, doc)
        may = rule(trick, cards, distance)
        said = [each["seat"] for each in answer.get("declarations", [])]
        where = (trick, cards, distance)
        assert said == ([seat] if may else []), where
        assert may or answer == {"at": sum(map(len, doc["tricks"])) - 1}, where
        tricks.add(trick)
    assert max(tricks) >= (7 if seats == 4 else 17)


FULL = deal("KD HD KC HC", "KS HS", "KB HB", "", leader=0)


@pytest.mark.parametrize("timing", ["own_turn", "trick_start", "leader"])
def test_in_marianna_one_declares_once_a_trick(timing: str) -> None:
    options = {"timing": timing}
    (found,) = refusal("marianna", options, after(FULL, "D0D D0C"))
    assert (found["at"], found["code"]) == (1, "one_declaration_a_trick")
    dull = [hand[-1] for hand in FULL["hands"]]
    trick = f"D0D P0{dull[0]} P1{dull[1]} P2{dull[2]} P3{dull[3]}"
    winner = told("marianna", options, after(FULL, trick))["winners"][0]
    assert winner == 0, "the test needs him to lead again"
    again = told("marianna", options, after(FULL, trick, "D0C"))
    assert [(each["trick"], each["value"]) for each in again["declarations"]] == [(0, 40), (1, 60)]


def test_in_cinquecento_one_declares_as_much_as_one_has() -> None:
    answer = told("cinquecento", {}, after(FULL, "D0D D0C D1S"))
    assert [each["value"] for each in answer["declarations"]] == [40, 20, 20]


@pytest.mark.parametrize("game", ["marianna", "cinquecento"])
def test_a_suit_is_declared_once_a_hand(game: str) -> None:
    dull = [hand[-1] for hand in FULL["hands"]]
    trick = f"D0D P0{dull[0]} P1{dull[1]} P2{dull[2]} P3{dull[3]}"
    (found,) = refusal(game, {}, after(FULL, trick, "D0D"))
    assert (found["at"], found["code"]) == (5, "suit_declared_twice")


def test_at_the_start_of_a_trick_one_declares_in_playing_order_and_the_last_names_trumps() -> None:
    options = {"timing": "trick_start"}
    doc = {**FULL, "leader": 1}
    said = told("marianna", options, after(doc, "D1S D2B D0D"))
    assert [each["seat"] for each in said["declarations"]] == [1, 2, 0]
    (found,) = refusal("marianna", options, after(doc, "D2B D1S"))
    assert (found["at"], found["code"]) == (1, "declared_out_of_order")


def test_a_trick_goes_by_the_trumps_at_its_end() -> None:
    doc = deal("KD HD 2S", "KC HC 2D", "3S", "2C 4C")
    changing = told("marianna", {}, after(doc, "D0D P02S D1C P12D P23S P32C"))
    assert (changing["trumps"], changing["winners"]) == (["C"], [3])
    fixed = told("marianna", {"trump_changes": False}, after(doc, "D0D P02S D1C P12D P23S P32C"))
    assert (fixed["trumps"], fixed["winners"]) == (["D"], [1])
    assert [each["value"] for each in fixed["declarations"]] == [40, 60]


def test_in_cinquecento_also_after_the_last_card_of_the_trick() -> None:
    doc = deal("2S", "2D", "AS", "KD HD 4C")
    silent = told("cinquecento", {}, after(doc, "P02S P12D P2AS P34C"))
    assert (silent["trumps"], silent["winners"]) == ([None], [2])
    sung = told("cinquecento", {}, after(doc, "P02S P12D P2AS P34C D3D"))
    assert (sung["trumps"], sung["winners"]) == (["D"], [1])


def test_a_marriage_that_was_played_from_is_none() -> None:
    doc = deal("KD HD", "", "", "")
    (found,) = refusal("cinquecento", {}, after(doc, "P0KD D0D"))
    assert (found["at"], found["code"]) == (1, "marriage_not_held")


@pytest.mark.parametrize("game", ["briscola_151", "mariaccia"])
def test_a_turned_card_is_trumps_and_a_marriage_of_it_counts_twice(game: str) -> None:
    doc = deal("KD HD KC HC AB", "", bottom="2D")
    dull = doc["hands"][1]
    tricks = [f"P0AB P1{dull[0]}", f"D0D P0KD P1{dull[1]}", "D0C"]
    answer = told(game, {}, after(doc, *tricks))
    assert answer["trumps"] == ["D", "D"]
    assert [each["value"] for each in answer["declarations"]] == [40, 20]
    (found,) = refusal(game, {}, after(doc, *tricks[:1], "D0D D0C"))
    assert (found["at"], found["code"]) == (3, "one_declaration_a_trick")


def test_briscola_is_silent_in_its_first_trick_and_who_loses_a_trick_may_still_speak() -> None:
    doc = deal("2D AB", "KC HC 2B", bottom="2S")
    (found,) = refusal("briscola_151", {}, after(doc, "P02D D1C"))
    assert (found["at"], found["code"]) == (1, "declaration_too_early")
    answer = told("briscola_151", {}, after(doc, "P0AB P12B", "P02D D1C"))
    assert answer["declared_points"] == [0, 20]
