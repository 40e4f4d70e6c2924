"""GET /matches/{id}/: the match and its version."""

from typing import Any

import pytest

from tests.api.client import Program, refused
from tests.factories import first_match, make_event
from tournaments.models import Club, Event
from tournaments.selectors.registration.names import load_entry_names

HAND = {"points": [7, None]}


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, tables=2)


@pytest.fixture
def match(event: Event) -> int:
    return first_match(event)


def test_a_match_says_who_meets_where_and_how(event: Event, match: int, anybody: Program) -> None:
    told = anybody.read(f"matches/{match}/")
    pairing = event.pairings.get(match=match)
    assert (told["event"], told["pairing"], told["code"]) == (
        str(event.pk),
        pairing.pk,
        pairing.code,
    )
    assert told["table"] == 1
    rules = {"unfinished": told["format"]["unfinished"]}
    assert told["format"] == {**event.match_format, **rules}
    assert rules["unfinished"]["walkover"]["score"] == "completed"
    assert (told["status"], told["version"]) == ("OPEN", 0)
    assert told["state"]["next"][:2] == ["hand", "redeal"]
    names = load_entry_names(event)
    assert [side["entries"][0]["players"] for side in told["sides"]] == [
        list(names[slot.entry_id].players)  # type: ignore[index]
        for slot in pairing.slots.order_by("side")
    ]


def test_a_side_that_is_not_known_has_no_entries(event: Event, anybody: Program) -> None:
    final = event.pairings.get(round__order=1).match_id
    sides = anybody.read(f"matches/{final}/")["sides"]
    assert sides == [{"side": 0, "entries": []}, {"side": 1, "entries": []}]


def test_a_line_makes_a_new_version(match: int, organizer: Program, anybody: Program) -> None:
    tag = anybody.get(f"matches/{match}/")["ETag"]
    answer = anybody.get(f"matches/{match}/", if_none_match=f'"other", W/{tag}')
    assert (answer.status_code, answer["ETag"]) == (304, tag)
    organizer.line(match, 0, HAND)
    answer = anybody.get(f"matches/{match}/", if_none_match=tag)
    assert answer.status_code == 200
    assert answer.json()["state"]["games"][0]["totals"] == [7, 4]


def test_a_winner_who_moves_on_makes_a_new_version_of_the_next_match(
    event: Event, organizer: Program, anybody: Program
) -> None:
    final = event.pairings.get(round__order=1).match_id
    tag = anybody.get(f"matches/{final}/")["ETag"]
    forfeit = {"side": 1, "of": "match", "article": "3", "reason": "assenti"}
    organizer.line(first_match(event), 0, forfeit, kind="forfeit")
    answer = anybody.get(f"matches/{final}/", if_none_match=tag)
    assert [len(side["entries"]) for side in answer.json()["sides"]] == [1, 0]


def test_caches_on_the_way_must_ask_again(match: int, anybody: Program) -> None:
    answer = anybody.get(f"matches/{match}/")
    assert answer["Cache-Control"] == "no-cache"
    assert {"Accept-Language", "Authorization", "Cookie"} <= set(answer["Vary"].split(", "))


def test_an_up_to_date_reader_costs_one_query(
    match: int, anybody: Program, django_assert_num_queries: Any
) -> None:
    tag = anybody.get(f"matches/{match}/")["ETag"]
    with django_assert_num_queries(1):
        anybody.get(f"matches/{match}/", if_none_match=tag)


@pytest.mark.parametrize("number", ["0", "-1", "1e3", "9" * 40, "%00", "'%20OR%201=1"])
def test_a_number_that_is_none_is_not_found(anybody: Program, number: str) -> None:
    refused(anybody.get(f"matches/{number}/"), 404, "not_found")
