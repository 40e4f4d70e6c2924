"""The draw on the desk: asked for, watched, done."""

from django.test import Client

from jobs.models import Job
from jobs.services import run
from tests.factories import make_event, make_member
from tests.tournaments.steps import QUICK, pairing, win
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import Club, Event, Role


def ask(desk: Client, event: Event, reason: str = "") -> Job:
    desk.post(f"/desk/events/{event.pk}/draw/", {"reason": reason})
    return Job.objects.latest("queued_at")


def test_a_draw_is_watched_until_the_bracket_stands(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=8, drawn=False)
    page = desk.get(f"/desk/events/{event.pk}/draw/")
    assert "Draw 8 pairs" in text_of(page)
    job = ask(desk, event)
    waiting = desk.get(f"/desk/events/{event.pk}/draw/?watch=1")
    assert "<progress" in html_of(waiting)
    assert 'http-equiv="refresh"' in html_of(waiting)
    assert "<progress" in html_of(desk.get(f"/desk/events/{event.pk}/draw/progress/"))
    run(job_id=job.pk, attempt=job.attempt)
    done = desk.get(f"/desk/events/{event.pk}/draw/progress/")
    assert done["HX-Redirect"] == f"/desk/events/{event.pk}/draw/?watch=1"
    assert desk.get(done["HX-Redirect"])["Location"] == f"/desk/events/{event.pk}/bracket/"
    assert event.pairings.count() == 7


def test_asked_for_twice_it_is_one_draw(desk: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    assert ask(desk, event).pk == ask(desk, event).pk


def test_a_draw_that_cannot_be_says_why(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=1, drawn=False)
    response = desk.post(f"/desk/events/{event.pk}/draw/", {"reason": ""})
    assert response.status_code == 422
    assert "A draw needs 2 pairs at least" in text_of(response)


def test_a_draw_that_failed_says_what_to_do(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, drawn=False)
    job = ask(desk, event)
    event.entries.first().delete()
    run(job_id=job.pk, attempt=job.attempt)
    page = text_of(desk.get(f"/desk/events/{event.pk}/draw/?watch=1"))
    assert "The entries changed while it was drawn" in page


def test_a_draw_is_made_again_only_with_a_reason_and_the_first_stays(
    desk: Client, club: Club
) -> None:
    event = make_event(club=club, running=False)
    refused = desk.post(f"/desk/events/{event.pk}/draw/", {"reason": " "})
    assert refused.status_code == 422
    assert "Say why it is drawn again" in text_of(refused)
    job = ask(desk, event, "una coppia in più")
    run(job_id=job.pk, attempt=job.attempt)
    page = text_of(desk.get(f"/desk/events/{event.pk}/draw/"))
    assert "Draw 1" in page
    assert "Drawn again: una coppia in più" in page


def test_once_play_has_begun_the_draw_stays(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, match_format=QUICK)
    win(pairing(event, "main-1-1"))
    assert "<button" not in html_of(desk.get(f"/desk/events/{event.pk}/draw/")).split("</main>")[0]
    assert desk.post(f"/desk/events/{event.pk}/draw/", {"reason": "x"}).status_code == 422


def test_a_referee_does_not_draw(club: Club) -> None:
    event = make_event(club=club, drawn=False)
    referee = signed_in(make_member(club, Role.Kind.REFEREE))
    assert referee.post(f"/desk/events/{event.pk}/draw/", {}).status_code == 403
