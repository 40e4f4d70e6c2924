"""GET /events/{id}/bracket/: rounds, pairings, slots, and who sits in them."""

from typing import Any

from tests.api.client import Program
from tests.factories import first_match, make_event
from tests.tournaments.steps import QUICK
from tournaments.models import Club

BEST_OF_THREE_SHORT = {
    "games": [{"game": "marafon", "options": {"target": 11}}] * 3,
    "wins": 2,
}
OURS, THEIRS = {"points": [11, None]}, {"points": [0, None]}


def test_before_the_draw_there_are_entries_and_no_rounds(club: Club, anybody: Program) -> None:
    event = make_event(club=club, pairs=3, drawn=False)
    told = anybody.read(f"events/{event.pk}/bracket/")
    assert told["rounds"] == []
    assert len(told["entries"]) == 3


def test_slots_say_where_they_are_filled_from(club: Club, anybody: Program) -> None:
    event = make_event(club=club, pairs=3)
    first, final = anybody.read(f"events/{event.pk}/bracket/")["rounds"]
    bye, match = first["pairings"]
    assert (bye["state"], bye["match"]) == ("BYE", None)
    assert [slot["source"] for slot in bye["slots"]] == ["ENTRY", "BYE"]
    assert match["state"] == "READY"
    through, awaited = final["pairings"][0]["slots"]
    assert (through["of"], through["entry"]) == (bye["code"], bye["slots"][0]["entry"])
    assert (awaited["of"], awaited["entry"]) == (match["code"], None)


def test_games_are_told_once_a_match_is_decided(
    club: Club, organizer: Program, anybody: Program
) -> None:
    event = make_event(club=club, pairs=2, match_format=BEST_OF_THREE_SHORT)
    match, path = first_match(event), f"events/{event.pk}/bracket/"
    for version, hand in enumerate((OURS, THEIRS)):
        organizer.line(match, version, hand)
    pairing = anybody.read(path)["rounds"][0]["pairings"][0]
    assert (pairing["winner"], pairing["wins"]) == (None, None)
    organizer.line(match, 2, OURS)
    pairing = anybody.read(path)["rounds"][0]["pairings"][0]
    assert (pairing["state"], pairing["winner"], pairing["wins"]) == ("DECIDED", 0, [2, 1])
    assert pairing["winner_side"] == 0
    assert pairing["winner_entry"] == pairing["slots"][0]["entry"]


def test_a_score_corrected_without_another_winner_is_a_new_version(
    club: Club, organizer: Program, anybody: Program
) -> None:
    event = make_event(club=club, pairs=2, match_format=BEST_OF_THREE_SHORT)
    match, path = first_match(event), f"events/{event.pk}/bracket/"
    organizer.line(match, 0, OURS)
    forfeit = {"side": 0, "of": "match", "article": "7", "reason": "andati via"}
    organizer.line(match, 1, forfeit, kind="forfeit")
    before = anybody.get(path)
    correction = {"line": 1, "data": THEIRS, "reason": "letta al contrario"}
    organizer.line(match, 2, correction, kind="amend")
    after = anybody.get(path, if_none_match=before["ETag"])
    told = [answer.json()["rounds"][0]["pairings"][0] for answer in (before, after)]
    assert [pairing["winner"] for pairing in told] == [1, 1]
    assert told[0]["wins"] != told[1]["wins"]


def test_tables_are_told_and_a_call_is_a_new_version(
    club: Club, organizer: Program, anybody: Program
) -> None:
    event = make_event(club=club, pairs=4, tables=1, match_format=QUICK)
    path = f"events/{event.pk}/bracket/"
    first, second = anybody.read(path)["rounds"][0]["pairings"]
    assert (first["table"], second["table"]) == (1, None)
    tag = anybody.get(path)["ETag"]
    organizer.line(first["match"], 0, OURS)
    answer = anybody.get(path, if_none_match=tag)
    assert answer.json()["rounds"][0]["pairings"][1]["table"] == 1


def test_it_costs_the_same_number_of_queries_at_any_size(
    club: Club, anybody: Program, django_assert_num_queries: Any
) -> None:
    for pairs in (8, 64):
        event = make_event(club=club, pairs=pairs, name=f"Di {pairs}")
        path = f"events/{event.pk}/bracket/"
        with django_assert_num_queries(7):
            tag = anybody.get(path)["ETag"]
        with django_assert_num_queries(1):
            anybody.get(path, if_none_match=tag)
