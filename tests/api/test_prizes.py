"""/events/{id}/prizes/: the whole list, taken or refused as one."""

from typing import Any

import pytest

from tests.api.client import Program, refused
from tests.factories import make_event, make_member
from tests.tournaments.steps import QUICK, pairing, win
from tournaments.models import Club, Event, Prize, Role


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, match_format=QUICK)


def prize(first: int, last: int, text: str = "coppa") -> dict[str, Any]:
    return {"first": first, "last": last, "text": text}


def put(who: Program, event: Event, *prizes: dict[str, Any]) -> Any:
    return who.put(f"events/{event.pk}/prizes/", {"prizes": list(prizes), "reason": "sponsor"})


def test_prizes_are_put_and_read_with_who_has_them(
    organizer: Program, anybody: Program, event: Event
) -> None:
    answer = put(organizer, event, prize(3, 4, "vino"), prize(1, 1, " prosciutto "))
    assert answer.status_code == 200
    told = answer.json()
    assert [row["text"] for row in told["prizes"]] == ["prosciutto", "vino"]
    address = f"events/{event.pk}/prizes/"
    assert anybody.read(address) == told
    for code in ("main-1-1", "main-1-2", "main-2-1"):
        win(pairing(event, code))
    first, third = anybody.read(address)["prizes"]
    assert (first["settled"], len(first["entries"])) == (True, 1)
    assert (third["settled"], len(third["entries"])) == (True, 2)
    assert third["ex_aequo"] == []


def test_who_has_them_as_they_are_is_told_so(
    organizer: Program, anybody: Program, event: Event
) -> None:
    put(organizer, event, prize(1, 1))
    address = f"events/{event.pk}/prizes/"
    tag = anybody.get(address)["ETag"]
    assert anybody.get(address, if_none_match=tag).status_code == 304
    put(organizer, event, prize(1, 2))
    assert anybody.get(address, if_none_match=tag).status_code == 200


def test_the_list_takes_the_place_of_the_one_before(organizer: Program, event: Event) -> None:
    put(organizer, event, prize(1, 1), prize(2, 2))
    put(organizer, event)
    assert not Prize.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "codes"),
    [
        ([prize(2, 1)], ["prize_places"]),
        ([prize(1, 4), prize(3, 5), prize(6, 6, " ")], ["prize_twice", "prize_without_text"]),
        ([prize(place, place) for place in range(1, 42)], ["too_many_prizes"]),
    ],
)
def test_a_list_that_cannot_be_changes_nothing_and_tells_all(
    organizer: Program, event: Event, wrong: list[dict[str, Any]], codes: list[str]
) -> None:
    put(organizer, event, prize(1, 1))
    problem = refused(put(organizer, event, *wrong), 422, "prizes_refused")
    assert [fault["code"] for fault in problem["violations"]] == codes
    assert Prize.objects.count() == 1


@pytest.mark.parametrize(
    "row",
    [
        {"first": 0, "last": 1, "text": "a"},
        {"first": 1, "last": 5000, "text": "a"},
        {"first": 1, "text": "a"},
        {"first": "1", "last": 1, "text": "a"},
        {"first": 1, "last": 1, "text": "x" * 201},
        {"first": 1, "last": 1, "text": "a\u0007"},
        {"first": 1, "last": 1, "text": "a", "worth": 5},
    ],
)
def test_a_row_of_another_form_is_refused(
    organizer: Program, event: Event, row: dict[str, Any]
) -> None:
    refused(put(organizer, event, row), 422, "body_refused")


def test_only_who_manages_puts_them(stranger: Program, club: Club, event: Event) -> None:
    for who in (stranger, Program(make_member(club, Role.Kind.REFEREE))):
        refused(put(who, event, prize(1, 1)), 403, "not_allowed")


def test_tied_entries_are_named_where_they_share_a_prize(
    organizer: Program, anybody: Program, event: Event
) -> None:
    put(organizer, event, prize(3, 3), prize(4, 4))
    for code in ("main-1-1", "main-1-2", "main-2-1"):
        win(pairing(event, code))
    third, fourth = anybody.read(f"events/{event.pk}/prizes/")["prizes"]
    assert third["entries"] == third["ex_aequo"] == fourth["entries"] == fourth["ex_aequo"]
    assert len(third["entries"]) == 2
