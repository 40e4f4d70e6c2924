"""Who sees what of an event: the public, another club, the organizer, a referee bound to it."""

import pytest

from tests.api.client import Program, refused
from tests.factories import make_event, make_member
from tournaments.models import Club, Event, Role


def paths(event: Event) -> list[str]:
    """All that can be read of an event."""
    pairing = event.pairings.order_by("pk")[0]
    stage = event.stages.get().pk
    return [
        f"events/{event.pk}/",
        f"events/{event.pk}/entries/",
        f"events/{event.pk}/standings/",
        f"events/{event.pk}/bracket/",
        f"entries/{event.entries.order_by('pk')[0].pk}/",
        f"stages/?event={event.pk}",
        f"stages/{stage}/",
        f"rounds/?event={event.pk}",
        f"rounds/{pairing.round_id}/",
        f"pairings/?event={event.pk}",
        f"pairings/{pairing.pk}/",
        f"matches/{pairing.match_id}/",
        f"matches/{pairing.match_id}/lines/",
    ]


@pytest.fixture
def readers(
    club: Club, organizer: Program, stranger: Program, anybody: Program
) -> dict[str, Program]:
    return {"organizer": organizer, "stranger": stranger, "anybody": anybody}


INSIDE, EVERYBODY = {"organizer"}, {"organizer", "stranger", "anybody"}


@pytest.mark.parametrize(
    ("visibility", "opened", "listed"),
    [("PUBLIC", EVERYBODY, EVERYBODY), ("LINK", EVERYBODY, INSIDE), ("CLUB", INSIDE, INSIDE)],
)
def test_an_event_is_public_by_link_or_for_the_club(
    club: Club,
    readers: dict[str, Program],
    visibility: str,
    opened: set[str],
    listed: set[str],
) -> None:
    event = make_event(club=club, pairs=2, visibility=visibility)
    for name, who in readers.items():
        found = [row["id"] for row in who.read("events/")["results"]]
        assert (str(event.pk) in found) == (name in listed)
        for path in paths(event):
            if name in opened:
                assert who.get(path).status_code == 200, (name, path)
            else:
                refused(who.get(path), 404, "not_found")


def test_a_draft_is_for_the_club(club: Club, readers: dict[str, Program]) -> None:
    event = make_event(club=club, pairs=2)
    Event.objects.filter(pk=event.pk).update(state=Event.State.DRAFT)
    for path in paths(event):
        assert readers["organizer"].get(path).status_code == 200
        refused(readers["stranger"].get(path), 404, "not_found")
        refused(readers["anybody"].get(path), 404, "not_found")


def test_a_referee_bound_to_an_event_sees_that_one(club: Club) -> None:
    event = make_event(club=club, pairs=2, visibility="CLUB")
    other = make_event(club=club, pairs=2, visibility="CLUB")
    referee = Program(make_member(club, Role.Kind.REFEREE, event=event))
    assert all(referee.get(path).status_code == 200 for path in paths(event))
    assert all(referee.get(path).status_code == 404 for path in paths(other))


def test_who_may_not_see_an_event_learns_nothing_from_a_copy_of_it(
    club: Club, organizer: Program, anybody: Program
) -> None:
    event = make_event(club=club, pairs=2, visibility="CLUB")
    path = f"events/{event.pk}/standings/"
    tag = organizer.get(path)["ETag"]
    refused(anybody.get(path, if_none_match=tag), 404, "not_found")
    refused(anybody.get(path, if_none_match="*"), 404, "not_found")
