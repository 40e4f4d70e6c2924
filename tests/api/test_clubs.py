"""/clubs/: as far as they are public."""

from typing import Any

from tests.api.client import Program, refused
from tests.factories import make_club, make_event
from tournaments.models import Club, Venue


def test_clubs_are_shown_with_an_event_on_show_or_to_their_own(
    club: Club, organizer: Program, stranger: Program, anybody: Program
) -> None:
    def names(who: Program) -> list[str]:
        return [shown["name"] for shown in who.read("clubs/")["results"]]

    assert (names(organizer), names(anybody)) == ([club.name], [])
    make_event(club=club, pairs=2, visibility="CLUB")
    assert names(anybody) == []
    make_event(club=club, pairs=2)
    make_event(club=club, pairs=2)
    assert names(anybody) == [club.name]
    assert sorted(names(stranger)) == ["Circolo del Rubicone", club.name]


def test_a_club_has_its_venues(club: Club, organizer: Program, stranger: Program) -> None:
    venue = Venue.objects.create(club=club, name="Sala grande", address="Via Savio 1")
    assert organizer.read(f"clubs/{club.pk}/") == {
        "id": club.pk,
        "slug": club.slug,
        "name": club.name,
        "venues": [
            {"id": venue.pk, "club": club.pk, "name": "Sala grande", "address": "Via Savio 1"}
        ],
    }
    refused(stranger.get(f"clubs/{club.pk}/"), 404, "not_found")


def test_a_club_is_found_by_its_name(club: Club, anybody: Program) -> None:
    for each in (club, make_club("Circolo di Bagno")):
        make_event(club=each, pairs=2)
    assert [row["id"] for row in anybody.read("clubs/?q=SAVIO")["results"]] == [club.pk]
    assert anybody.read("clubs/?q=nessuno")["results"] == []
    venue = Venue.objects.create(club=club, name="Sala grande")
    assert [row["id"] for row in anybody.read("venues/?q=SALA")["results"]] == [venue.pk]
    assert anybody.read("venues/?q=nessuna")["results"] == []


def test_a_name_is_just_text(organizer: Program, anybody: Program) -> None:
    club = make_club("<b>Bar 'Sport'</b> 🃏")
    make_event(club=club, pairs=2)
    shown: Any = anybody.read("clubs/")["results"]
    assert [row["name"] for row in shown] == [club.name]
