"""/jobs/: the long work for an event, for who manages it."""

from tests.api.client import Program, refused
from tests.factories import make_event, make_member
from tournaments.models import Club, Role


def test_the_jobs_of_an_event_are_listed_for_who_manages_it(
    club: Club, organizer: Program, stranger: Program, anybody: Program
) -> None:
    event = make_event(club=club, pairs=4, drawn=False)
    other = make_event(club=club, pairs=4, drawn=False)
    asked = organizer.write(f"events/{event.pk}/draw/", {})
    assert organizer.read(f"jobs/?event={event.pk}")["results"] == [asked]
    assert organizer.read(f"jobs/?event={other.pk}")["results"] == []
    for state, found in (("QUEUED", [asked]), ("FAILED", [])):
        assert organizer.read(f"jobs/?event={event.pk}&state={state}")["results"] == found
    refused(organizer.get(f"jobs/?event={event.pk}&state=LOST"), 400, "query_refused")
    referee = Program(make_member(club, Role.Kind.REFEREE))
    for who in (stranger, anybody, referee):
        refused(who.get(f"jobs/?event={event.pk}"), 403, "not_allowed")
        refused(who.get(f"jobs/{asked['id']}/"), 404, "not_found")
    refused(organizer.get("jobs/"), 400, "query_refused")
