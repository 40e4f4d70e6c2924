"""Draws: asked of a worker in one, or committed, held and called off; and the jobs."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from competition.documents.draws import verify
from jobs.models import Job
from jobs.services import run
from tests.api.client import Program, refused
from tests.factories import draw_now, first_match, make_event, make_member
from tests.tournaments.tied_event import make_tied_event
from tournaments.models import Club, Draw, Event, Role
from tournaments.tasks import compute_draw


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, drawn=False)


def test_a_draw_is_a_job_that_can_be_watched(event: Event, organizer: Program) -> None:
    answer = organizer.post(f"events/{event.pk}/draw/")
    assert answer.status_code == 202
    job = answer.json()
    assert answer["Location"] == f"/api/v1/jobs/{job['id']}/"
    assert (job["kind"], job["event"], job["state"]) == ("draw", str(event.pk), "QUEUED")
    assert (job["message"], job["ended_at"]) == (None, None)
    run(job_id=UUID(job["id"]), attempt=1)
    told = organizer.read(f"jobs/{job['id']}/", accept_language="en")
    assert (told["state"], told["done"], told["total"]) == ("DONE", 4, 4)
    assert (told["message"]["code"], told["message"]["params"]) == ("drawn", {"entries": 4})
    assert told["message"]["sentence"] not in ("", "drawn")
    assert organizer.read(f"events/{event.pk}/")["state"] == "DRAWN"


def test_a_draw_that_is_not_held_has_no_record(event: Event, organizer: Program) -> None:
    draw = organizer.write(f"stages/{event.stages.get().pk}/draws/", {})
    refused(organizer.get(f"draws/{draw['id']}/documents/verify/"), 404, "not_found")


def test_asked_for_twice_it_is_one_draw(event: Event, organizer: Program) -> None:
    jobs = [organizer.write(f"events/{event.pk}/draw/")["id"] for _ in range(2)]
    assert jobs[0] == jobs[1]


def test_nobody_learns_the_seed_from_a_job(event: Event, organizer: Program) -> None:
    job = organizer.write(f"events/{event.pk}/draw/")["id"]
    seed = Job.objects.get(pk=job).arguments["seed"]
    assert seed not in organizer.get(f"jobs/{job}/").content.decode()


def test_drawn_again_it_needs_a_reason(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=4, running=False)
    answer = organizer.post(f"events/{event.pk}/draw/", {"reason": " "})
    refused(answer, 409, "draw_again_needs_a_reason")
    answer = organizer.post(f"events/{event.pk}/draw/", {"reason": "una coppia dimenticata"})
    run(job_id=UUID(answer.json()["id"]), attempt=1)
    assert event.stages.get().draws.count() == 2


def test_once_it_is_played_nothing_is_drawn(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=4)
    organizer.line(first_match(event), 0, {"points": [7, None]})
    answer = organizer.post(f"events/{event.pk}/draw/", {"reason": "un'altra"})
    refused(answer, 409, "event_cannot_be_drawn")


def test_one_pair_is_no_tournament(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=1, drawn=False)
    problem = refused(organizer.post(f"events/{event.pk}/draw/"), 409, "draw_refused")
    assert [fault["code"] for fault in problem["violations"]] == ["too_few_entries"]


def test_only_who_manages_events_draws(event: Event, club: Club, stranger: Program) -> None:
    for who in (stranger, Program(make_member(club, Role.Kind.REFEREE))):
        refused(who.post(f"events/{event.pk}/draw/"), 403, "not_allowed")
    assert not Job.objects.exists()


def test_a_draw_that_fails_says_why(event: Event, organizer: Program) -> None:
    job = organizer.write(f"events/{event.pk}/draw/")["id"]
    answer = organizer.post(
        f"events/{event.pk}/entries/", {"players": [{"last_name": "Turci"}, {"last_name": "Gori"}]}
    )
    refused(answer, 409, "draw_is_promised")
    event.entries.earliest("pk").delete()
    run(job_id=UUID(job), attempt=1)
    told = organizer.read(f"jobs/{job}/")
    assert (told["state"], told["message"]["code"]) == ("FAILED", "entries_changed")


def test_a_job_is_watched_by_who_manages_its_event(
    event: Event, organizer: Program, stranger: Program, anybody: Program
) -> None:
    job = organizer.write(f"events/{event.pk}/draw/")["id"]
    for who in (stranger, anybody):
        refused(who.get(f"jobs/{job}/"), 404, "not_found")
    refused(organizer.get(f"jobs/{uuid4()}/"), 404, "not_found")


def test_a_draw_is_told_with_all_that_is_needed_to_hold_it_again(
    club: Club, organizer: Program, anybody: Program
) -> None:
    event = make_event(club=club, pairs=5, running=False)
    told = anybody.read(f"draws/?event={event.pk}")["results"]
    draw = Draw.objects.get()
    assert [row["seed"] for row in told] == [draw.seed]
    assert sorted(told[0]["order"]) == sorted(entry["id"] for entry in told[0]["entries"])
    arguments = {**told[0], "reason": ""}
    order, _ = compute_draw(arguments, lambda done, total: None)
    assert list(order) == told[0]["order"]
    assert "author" not in told[0]
    inside = organizer.read(f"draws/{draw.pk}/")
    assert inside["author"]["id"] == draw.author_id
    assert anybody.read(f"draws/{draw.pk}/") == told[0]


def test_the_first_draw_stays_on_show(club: Club, anybody: Program) -> None:
    event = make_event(club=club, pairs=4, running=False)
    draw_now(event, reason="mancava una coppia")
    told = anybody.read(f"draws/?event={event.pk}")["results"]
    assert [(row["number"], row["reason"]) for row in told] == [(1, ""), (2, "mancava una coppia")]


# Committed, held, called off -----------------------------------------------------------------


def commit_to_draw(event: Event, organizer: Program, **body: str) -> dict[str, Any]:
    answer = organizer.post(f"stages/{event.stages.get(number=1).pk}/draws/", body)
    assert answer.status_code == 201
    told: dict[str, Any] = answer.json()
    assert answer["Location"] == f"/api/v1/draws/{told['id']}/"
    return told


def test_a_committed_draw_shows_its_commitment_and_keeps_its_secret(
    event: Event, organizer: Program, anybody: Program
) -> None:
    told = commit_to_draw(event, organizer)
    draw = Draw.objects.get()
    assert (told["state"], told["commitment"]) == ("COMMITTED", draw.commitment)
    assert (told["secret"], told["word"], told["seed"], told["order"]) == (None,) * 4
    assert draw.secret not in anybody.get(f"draws/{draw.pk}/").content.decode()
    assert commit_to_draw(event, organizer)["id"] == draw.pk


def test_the_hall_says_a_word_and_a_worker_draws(
    event: Event, organizer: Program, anybody: Program
) -> None:
    told = commit_to_draw(event, organizer)
    answer = organizer.post(f"draws/{told['id']}/hold/", {"word": "Romagna"})
    assert answer.status_code == 202
    job = answer.json()["id"]
    assert answer["Location"] == f"/api/v1/jobs/{job}/"
    run(job_id=UUID(job), attempt=1)
    held = anybody.read(f"draws/{told['id']}/")
    assert (held["state"], held["word"], held["commitment"]) == (
        "HELD",
        "Romagna",
        told["commitment"],
    )
    names = ("secret", "word", "format", "options", "entries", "constraints", "version")
    record = {name: held[name] for name in (*names, "commitment", "order")}
    assert verify(record)["valid"] is True


def test_a_word_is_needed_and_stays(event: Event, organizer: Program) -> None:
    draw = commit_to_draw(event, organizer)["id"]
    assert organizer.post(f"draws/{draw}/hold/", {}).status_code == 422
    refused(organizer.post(f"draws/{draw}/hold/", {"word": " "}), 409, "word_missing")
    organizer.write(f"draws/{draw}/hold/", {"word": "Romagna"})
    refused(organizer.post(f"draws/{draw}/hold/", {"word": "Marche"}), 409, "word_said_already")


def test_a_committed_draw_is_called_off_once_and_with_a_reason(
    event: Event, organizer: Program
) -> None:
    draw = commit_to_draw(event, organizer)["id"]
    refused(organizer.post(f"draws/{draw}/call-off/", {"reason": " "}), 422, "reason_missing")
    answer = organizer.post(f"draws/{draw}/call-off/", {"reason": "manca una coppia"})
    assert answer.status_code == 200
    told = answer.json()
    assert (told["state"], told["called_off_reason"]) == ("CALLED_OFF", "manca una coppia")
    again = organizer.post(f"draws/{draw}/call-off/", {"reason": "ancora"})
    refused(again, 409, "draw_not_promised")
    refused(organizer.post(f"draws/{draw}/hold/", {"word": "Romagna"}), 409, "draw_called_off")


def test_lots_are_drawn_for_nobody_who_is_not_level(event: Event, organizer: Program) -> None:
    answer = organizer.post(f"stages/{event.stages.get().pk}/lots/")
    refused(answer, 409, "stage_not_paired_out")


def test_lots_are_drawn_for_who_is_tied_at_the_cut(
    club: Club, organizer: Program, anybody: Program
) -> None:
    event = make_tied_event(club)
    stage = event.stages.get(number=1)
    later = event.stages.get(number=2)
    refused(organizer.post(f"stages/{later.pk}/draws/", {}), 409, "level_at_the_cut")
    answer = organizer.post(f"stages/{stage.pk}/lots/")
    assert answer.status_code == 201
    told = answer.json()
    assert (told["purpose"], told["format"], len(told["entries"])) == ("LOTS", "lots", 2)
    job = organizer.write(f"draws/{told['id']}/hold/", {"word": "Romagna"})["id"]
    run(job_id=UUID(job), attempt=1)
    ids = sorted(entry["id"] for entry in told["entries"])
    assert sorted(anybody.read(f"draws/{told['id']}/")["order"]) == ids
    assert organizer.post(f"stages/{later.pk}/draws/", {}).status_code == 201


def test_only_who_manages_the_event_commits_holds_and_calls_off(
    event: Event, organizer: Program, stranger: Program, club: Club
) -> None:
    draw = commit_to_draw(event, organizer)["id"]
    stage = event.stages.get().pk
    for who in (stranger, Program(make_member(club, Role.Kind.REFEREE))):
        for path in (f"stages/{stage}/draws/", f"stages/{stage}/lots/"):
            refused(who.post(path), 403, "not_allowed")
        refused(who.post(f"draws/{draw}/hold/", {"word": "Romagna"}), 403, "not_allowed")
        refused(who.post(f"draws/{draw}/call-off/", {"reason": "no"}), 403, "not_allowed")
    assert Draw.objects.get().state == "COMMITTED"
