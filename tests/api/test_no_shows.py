"""Who is not there, and who plays in the place."""

from tests.api.client import Program, refused
from tests.factories import make_event
from tournaments.models import Club, Entry


def test_who_has_not_presented_itself_is_listed(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=2, drawn=False)
    there, missing = event.entries.order_by("pk")
    organizer.write(f"entries/{there.pk}/present/", {"present": True})
    found = organizer.read(f"events/{event.pk}/no-shows/")
    assert [entry["id"] for entry in found["entries"]] == [missing.pk]
    assert (found["next_waiting"], found["is_due"]) == (None, found["due_at"] is not None)


def test_who_waits_plays_in_the_place_of_who_does_not_come(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    entry = event.entries.order_by("pk")[0]
    path = f"entries/{entry.pk}/waiting-place/"
    refused(organizer.post(path, {"reason": "non viene"}), 422, "nobody_waits")


def test_others_do_not_see_who_is_missing(club: Club, anybody: Program, stranger: Program) -> None:
    event = make_event(club=club, pairs=2, drawn=False)
    assert anybody.get(f"events/{event.pk}/no-shows/").status_code in (401, 403)
    refused(stranger.get(f"events/{event.pk}/no-shows/"), 403, "not_allowed")
    assert Entry.objects.filter(event=event, present_at=None).count() == 2
