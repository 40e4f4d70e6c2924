"""/jobs/: the long work for an event, for who manages it."""

from jobs.models import Job
from jobs.services import run
from tests.api.client import Program, refused
from tests.factories import make_event, make_member
from tournaments.models import Club, Role
from tournaments.selectors.registration.names import load_short_names


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


def test_a_draw_that_is_refused_while_it_is_stored_answers_with_its_problem(
    club: Club, organizer: Program
) -> None:
    event = make_event(club=club, pairs=4, drawn=False)
    answer = organizer.post(f"events/{event.pk}/draw/", {})
    job = answer.json()
    event.entries.filter(pk=event.entries.earliest("pk").pk).update(state="WITHDRAWN")
    run(job_id=job["id"], attempt=1)
    problem = organizer.read(f"jobs/{job['id']}/")["problem"]
    assert (problem["code"], problem["status"]) == ("entries_changed", 409)
    assert (problem["type"], problem["violations"]) == ("urn:la-bella:problem:entries_changed", [])
    # The request that asked for the work, not the one that reads of it.
    request_id = Job.objects.get(pk=job["id"]).request_id
    assert problem["instance"] == f"urn:la-bella:request:{request_id}"


def test_the_refusal_of_a_job_names_entries_as_the_event_does(
    club: Club, organizer: Program
) -> None:
    event = make_event(club=club, pairs=2, drawn=False)
    job = organizer.write(f"events/{event.pk}/draw/", {})["id"]
    first, second = event.entries.order_by("pk").values_list("pk", flat=True)
    params = {"one": first, "other": second}
    violation = {"code": "seeds_meet_at_once", "at": None, "params": params}
    refusal = {"status": 409, "violations": [violation]}
    Job.objects.filter(pk=job).update(state="FAILED", message="round_refused", refusal=refusal)
    (told,) = organizer.read(f"jobs/{job}/", accept_language="en")["problem"]["violations"]
    assert told["params"] == params
    names = load_short_names(event, [first, second])
    assert names[first] in told["sentence"]
    assert names[second] in told["sentence"]
