"""/venues/: the places of the clubs that one sees, and a new one."""

from typing import Any

from tests.api.client import Program, refused
from tests.factories import make_club, make_event
from tournaments.models import Club, Venue

SALA = {"name": "Sala grande", "address": "Via Savio 1"}


def test_a_place_is_added_by_who_manages_events(
    club: Club, organizer: Program, stranger: Program, anybody: Program
) -> None:
    made = organizer.post("venues/", {"club": club.pk, **SALA})
    venue = Venue.objects.get()
    assert made.json() == {"id": venue.pk, "club": club.pk, **SALA}
    assert made["Location"] == f"/api/v1/venues/{venue.pk}/"
    assert organizer.read(f"venues/{venue.pk}/") == made.json()
    refused(stranger.post("venues/", {"club": club.pk, **SALA}), 404, "not_found")
    make_event(club=club, pairs=2)
    refused(stranger.post("venues/", {"club": club.pk, **SALA}), 403, "not_allowed")
    refused(anybody.post("venues/", {"club": club.pk, **SALA}), 403, "not_allowed")
    assert Venue.objects.count() == 1


def test_the_same_name_is_the_same_place(club: Club, organizer: Program) -> None:
    first = organizer.write("venues/", {"club": club.pk, **SALA})
    again = organizer.write("venues/", {"club": club.pk, "name": "sala GRANDE", "address": "x"})
    assert again == first


def test_places_are_listed_with_their_clubs(
    club: Club, organizer: Program, anybody: Program, django_assert_num_queries: Any
) -> None:
    other = make_club()
    make_event(club=other, pairs=2)
    for number in range(3):
        Venue.objects.create(club=club, name=f"Sala {number}")
        Venue.objects.create(club=other, name=f"Bar {number}")

    def names(who: Program, query: str = "") -> list[str]:
        return [venue["name"] for venue in who.read(f"venues/{query}")["results"]]

    assert sorted(names(organizer)) == [f"{n} {i}" for n in ("Bar", "Sala") for i in range(3)]
    assert names(organizer, f"?club={club.pk}") == ["Sala 0", "Sala 1", "Sala 2"]
    with django_assert_num_queries(1):
        assert names(anybody) == ["Bar 0", "Bar 1", "Bar 2"]
    hidden = Venue.objects.filter(club=club)[0]
    refused(anybody.get(f"venues/{hidden.pk}/"), 404, "not_found")


def test_a_place_without_a_name_is_none(club: Club, organizer: Program) -> None:
    for name in ("", " ", "x" * 121, "a\tb", 7):
        answer = organizer.post("venues/", {"club": club.pk, "name": name})
        refused(answer, 422, "body_refused")
    refused(organizer.get("venues/?club=x"), 400, "query_refused")
