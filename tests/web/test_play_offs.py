"""Play-offs on the desk and the board: called, played at a table, and shown with the cut."""

import pytest
from django.test import Client

from tests.factories import make_member
from tests.tournaments.steps import win
from tests.tournaments.test_final_ties import tie_two
from tests.tournaments.tied_event import make_tied_event
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import Club, Pairing, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(club: Club) -> Client:
    return signed_in(club.roles.get(kind="OWNER").user)


def test_the_desk_calls_the_play_off_and_then_draws(desk: Client, club: Club) -> None:
    event = make_tied_event(club, level="play_off")
    at = f"/desk/events/{event.pk}/stages/2/draw/"
    page = text_of(desk.get(at))
    assert "2 are tied at the cut" in page
    assert "a play-off between the two" in page
    assert "Call the play-off" in page
    assert "A play-off must be played" in text_of(desk.get(f"/desk/events/{event.pk}/stages/"))
    assert "Go to the play-off" in text_of(desk.get(f"/desk/events/{event.pk}/"))
    address = f"/desk/events/{event.pk}/stages/1/play-offs/"
    assert desk.post(address)["Location"] == f"/desk/events/{event.pk}/tables/"
    assert "Play-off" in text_of(desk.get(f"/desk/events/{event.pk}/tables/"))
    assert "Spareggio" in text_of(Client().get(f"/events/{event.pk}/rounds/"))
    play_off = Pairing.objects.get(round__section="play_off")
    assert desk.get(f"/desk/matches/{play_off.match_id}/").status_code == 200
    win(play_off)
    assert "Prepare the draw" in text_of(desk.get(at))
    ranking = text_of(desk.get(f"/desk/events/{event.pk}/stages/1/ranking/"))
    assert "a play-off decided" in ranking
    assert "Ahead by a play-off." in ranking


def test_who_advances_because_all_do_is_said_on_the_pages(desk: Client, club: Club) -> None:
    event = make_tied_event(club, level="in")
    page = desk.get(f"/desk/events/{event.pk}/stages/1/ranking/")
    assert "all of them advance" in text_of(page)
    assert "passano tutti" in text_of(Client().get(f"/events/{event.pk}/stages/1/ranking/"))


def test_a_tie_for_a_prize_comes_before_the_event_can_be_closed() -> None:
    event = tie_two(prize_ties="lots")
    desk = signed_in(make_member(event.club, Role.Kind.ORGANIZER))
    page = desk.get(f"/desk/events/{event.pk}/")
    assert "2 share places at the end" in text_of(page)
    assert f'href="/desk/events/{event.pk}/stages/1/draw/"' in html_of(page)
    assert "Close the event" not in text_of(page)
