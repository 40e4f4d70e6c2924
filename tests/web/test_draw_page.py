"""The draw on the desk: committed, held by a word, failed, called off; lots for tied entries."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from jobs.models import Job
from jobs.services import run
from tests.factories import NOW, make_event, make_member, owner_of
from tests.tournaments.steps import QUICK, pairing, win
from tests.tournaments.test_chains import draw as draw_stage
from tests.tournaments.test_cut_after_changes import penalize, two_cuts
from tests.tournaments.test_weekend import start, weekend
from tests.tournaments.tied_event import make_tied_event
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import Club, Draw, Event, Role
from tournaments.selectors.standings.rankings import load_ranking
from tournaments.services.draws.draws import prepare_draw


def at(event: Event, stage: int = 1) -> str:
    part = "draw/" if stage == 1 else f"stages/{stage}/draw/"
    return f"/desk/events/{event.pk}/{part}"


def commit_to_draw(desk: Client, event: Event, reason: str = "") -> Draw:
    answer = desk.post(at(event), {"reason": reason})
    assert answer["Location"] == at(event)
    return Draw.objects.latest("pk")


def hold(desk: Client, draw: Draw, word: str = "Romagna") -> Any:
    return desk.post(f"/desk/draws/{draw.pk}/hold/", {"word": word})


@contextmanager
def end_job_before(table: str) -> Iterator[None]:
    """A worker ends the job just before this table is read for the first time."""
    waiting = [Job.objects.latest("queued_at")]

    def execute_after(execute: Any, sql: str, *rest: Any) -> Any:
        if f'FROM "{table}"' in sql and waiting:
            job = waiting.pop()
            run(job_id=job.pk, attempt=job.attempt)
        return execute(sql, *rest)

    with connection.execute_wrapper(execute_after):
        yield


def held(desk: Client, draw: Draw, word: str = "Romagna") -> Draw:
    hold(desk, draw, word)
    job = Job.objects.latest("queued_at")
    run(job_id=job.pk, attempt=job.attempt)
    draw.refresh_from_db()
    return draw


def test_a_draw_is_committed_then_the_hall_says_a_word_and_the_bracket_stands(
    desk: Client, club: Club
) -> None:
    event = make_event(club=club, pairs=8, drawn=False)
    assert "Draw 8 pairs" in text_of(desk.get(at(event)))
    draw = commit_to_draw(desk, event)
    page = desk.get(at(event))
    assert "The draw of 8 pairs is committed" in text_of(page)
    assert f"<b>{draw.commitment[:4]}</b>" in html_of(page)
    assert draw.secret not in html_of(page)
    assert hold(desk, draw)["Location"] == at(event)
    waiting = html_of(desk.get(at(event)))
    assert "<progress" in waiting
    assert 'http-equiv="refresh"' in waiting
    assert "<progress" in html_of(desk.get(f"{at(event)}progress/"))
    job = Job.objects.get()
    run(job_id=job.pk, attempt=job.attempt)
    assert desk.get(f"{at(event)}progress/")["HX-Redirect"] == at(event)
    done = text_of(desk.get(at(event)))
    assert "Drawn: 8 pairs" in done
    assert "With the word “Romagna”" in done
    assert event.pairings.count() == 7


def test_asked_for_twice_it_is_one_draw(desk: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    assert commit_to_draw(desk, event) == commit_to_draw(desk, event)
    draw = Draw.objects.get()
    assert hold(desk, draw).status_code == hold(desk, draw).status_code == 302
    assert Job.objects.count() == 1


def test_a_draw_that_cannot_be_says_why(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=1, drawn=False)
    response = desk.post(at(event), {"reason": ""})
    assert response.status_code == 409
    assert "A draw needs 2 entries at least" in text_of(response)


def test_without_a_word_nothing_is_drawn(desk: Client, club: Club) -> None:
    draw = commit_to_draw(desk, make_event(club=club, drawn=False))
    refused = hold(desk, draw, "  ")
    assert refused.status_code == 409
    assert "Write the word that somebody in the hall has said" in text_of(refused)
    assert hold(desk, draw, "x" * 81).status_code == 422
    assert not Job.objects.exists()


def test_a_word_stays_as_it_was_said_first(desk: Client, club: Club) -> None:
    draw = commit_to_draw(desk, make_event(club=club, drawn=False))
    hold(desk, draw, "Romagna")
    refused = hold(desk, draw, "Marche")
    assert refused.status_code == 409
    draw.refresh_from_db()
    assert draw.word == "Romagna"


def test_a_draw_that_failed_says_why_and_is_drawn_again_with_the_same_word(
    desk: Client, club: Club
) -> None:
    event = make_event(club=club, pairs=4, drawn=False)
    draw = commit_to_draw(desk, event)
    gone = event.entries.latest("pk")
    gone.state = "WITHDRAWN"
    gone.save()
    held(desk, draw)
    page = desk.get(at(event))
    assert "The entries changed while it was drawn" in text_of(page)
    assert "The word stays “Romagna”" in text_of(page)
    assert 'name="word" value="Romagna"' in html_of(page)
    gone.state = "ENTERED"
    gone.save()
    assert held(desk, draw).state == "HELD"


def test_a_word_whose_drawing_was_lost_is_drawn_again(desk: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    hold(desk, commit_to_draw(desk, event))
    Job.objects.all().delete()
    assert "Draw again with the same word" in text_of(desk.get(at(event)))


@pytest.mark.parametrize("table", ["jobs_job", "tournaments_draw"])
def test_a_draw_that_ends_while_the_page_is_read_has_not_failed(
    desk: Client, club: Club, table: str
) -> None:
    event = make_event(club=club, drawn=False)
    hold(desk, commit_to_draw(desk, event))
    with end_job_before(table):
        page = text_of(desk.get(at(event)))
    assert "Draw again with the same word" not in page
    assert "Drawn: 4 pairs" in page


def test_a_committed_draw_is_called_off_with_a_reason_and_stays_on_show(
    desk: Client, club: Club
) -> None:
    event = make_event(club=club, drawn=False)
    draw = commit_to_draw(desk, event)
    refused = desk.post(f"/desk/draws/{draw.pk}/call-off/", {"reason": " "})
    assert refused.status_code == 422
    assert "Write why" in text_of(refused)
    reason = {"reason": "manca una coppia"}
    assert desk.post(f"/desk/draws/{draw.pk}/call-off/", reason)["Location"] == at(event)
    page = text_of(desk.get(at(event)))
    assert "Called off: manca una coppia" in page
    assert "Draw 4 pairs" in page
    # A second tap ends where the first one did; another reason would not be written anywhere.
    assert desk.post(f"/desk/draws/{draw.pk}/call-off/", reason)["Location"] == at(event)
    again = desk.post(f"/desk/draws/{draw.pk}/call-off/", {"reason": "piove"})
    assert again.status_code == 409


def test_while_a_draw_is_committed_the_entries_say_to_call_it_off_first(
    desk: Client, club: Club
) -> None:
    event = make_event(club=club, drawn=False)
    commit_to_draw(desk, event)
    data = {"player1": "Ivo Neri", "player2": "Ugo Turci"}
    refused = desk.post(f"/desk/events/{event.pk}/entries/", data)
    assert refused.status_code == 409
    assert "call the draw off first" in text_of(refused)


def test_a_draw_is_made_again_only_with_a_reason_and_the_first_stays(
    desk: Client, club: Club
) -> None:
    event = make_event(club=club, running=False)
    refused = desk.post(at(event), {"reason": " "})
    assert refused.status_code == 409
    assert "Give the reason for drawing again" in text_of(refused)
    held(desk, commit_to_draw(desk, event, "una coppia in più"))
    page = text_of(desk.get(at(event)))
    assert "Draw 1 drawn again since" in page
    assert "Draw 2 counts" in page
    assert "Drawn again: una coppia in più" in page


def test_once_play_has_begun_the_draw_stays(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, match_format=QUICK)
    win(pairing(event, "main-1-1"))
    page = html_of(desk.get(at(event))).split("</main>")[0]
    assert "<button" not in page
    assert "Open the bracket" in page
    assert desk.post(at(event), {"reason": "x"}).status_code == 409


def test_a_referee_does_not_draw(club: Club) -> None:
    event = make_event(club=club, drawn=False)
    draw = prepare_draw(stage=event.stages.get(), reason="", actor=owner_of(club), now=NOW)
    referee = signed_in(make_member(club, Role.Kind.REFEREE))
    for path in (at(event), f"/desk/draws/{draw.pk}/hold/", f"/desk/draws/{draw.pk}/call-off/"):
        assert referee.post(path, {"word": "Romagna", "reason": "x"}).status_code == 403
    draw.refresh_from_db()
    assert draw.state == "COMMITTED"


def test_a_stage_that_is_not_there_has_no_draw(desk: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    assert desk.get(at(event, 2)).status_code == 404
    assert desk.post(f"/desk/events/{event.pk}/stages/2/lots/").status_code == 404


# A later stage ------------------------------------------------------------------------------


def test_a_later_stage_waits_for_the_one_before(desk: Client, club: Club) -> None:
    event = weekend(club=club)
    undrawn = text_of(desk.get(at(event, 2)))
    assert "First stage 1 is drawn and played" in undrawn
    start(event)
    page = text_of(desk.get(at(event, 2)))
    assert "matches are still to be decided" in page


def test_a_later_stage_is_drawn_as_the_first(desk: Client, club: Club) -> None:
    event = make_tied_event(club, last=2)
    assert "Draw 2 pairs" in text_of(desk.get(at(event, 2)))
    answer = desk.post(at(event, 2), {"reason": ""})
    assert answer["Location"] == at(event, 2)
    held(desk, Draw.objects.latest("pk"))
    assert "Drawn: 2 pairs" in text_of(desk.get(at(event, 2)))
    assert desk.get(f"{at(event, 2)}progress/")["HX-Redirect"] == at(event, 2)


def test_who_is_level_at_the_cut_is_drawn_for_first(desk: Client, club: Club) -> None:
    event = make_tied_event(club, last=3)
    page = desk.get(at(event, 2))
    assert "2 are tied at the cut" in text_of(page)
    assert "Prepare the lots" in text_of(page)
    assert desk.post(at(event, 2), {"reason": ""}).status_code == 409
    lots = f"/desk/events/{event.pk}/stages/1/lots/"
    assert desk.post(lots)["Location"] == at(event)
    assert "Go to the drawing of lots" in text_of(desk.get(at(event, 2)))
    draw = Draw.objects.latest("pk")
    assert "The lots of" in text_of(desk.get(at(event)))
    assert held(desk, draw).state == "HELD"
    done = desk.get(at(event))
    assert "Lots have been drawn" in text_of(done)
    assert f'class="button" href="{at(event, 2)}"' in html_of(done)
    assert "Prepare the draw" in text_of(desk.get(at(event, 2)))
    refused = desk.post(lots)
    assert refused.status_code == 409
    assert "Nobody is tied" in text_of(refused)


def test_places_that_are_shared_at_the_end_are_drawn_for(desk: Client, club: Club) -> None:
    event = make_event(
        club=club, pairs=4, match_format=QUICK, format="qualifying", options={"rounds": 1}
    )
    assert "share places" not in text_of(desk.get(at(event)))
    for code in ("r1t1", "r1t2"):
        win(pairing(event, code))
    assert "4 share places at the end" in text_of(desk.get(at(event)))
    desk.post(f"/desk/events/{event.pk}/stages/1/lots/")
    held(desk, Draw.objects.latest("pk"))
    placings = load_ranking(event.stages.get()).placings
    assert [row.first for row in placings] == [1, 2, 3, 4]
    assert "share places" not in text_of(desk.get(at(event)))


def test_a_stage_that_waits_for_a_decision_leads_to_it(desk: Client, club: Club) -> None:
    event = two_cuts()
    penalize(event, draw_stage(event, 2)[0])
    event.club = club
    event.save(update_fields=["club"])
    page = desk.get(at(event, 3))
    assert "First decide what becomes of stage 2" in text_of(page)
    decisions = f"/desk/events/{event.pk}/questions/"
    assert f'class="button" href="{decisions}"' in html_of(page)
