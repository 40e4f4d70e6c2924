"""The first page of the desk."""

from django.test import Client

from tests.factories import make_club, make_event, make_user
from tests.web.pages import signed_in, text_of
from tournaments.models import Club


def test_the_events_of_ones_clubs_are_listed(desk: Client, club: Club) -> None:
    make_event(club=club, name="Maraffa di Natale")
    make_event(club=make_club("Bar Fiume"), name="Torneo del Fiume")
    page = text_of(desk.get("/desk/"))
    assert "Maraffa di Natale" in page
    assert "Torneo del Fiume" not in page


def test_without_events_the_page_offers_the_first(desk: Client, club: Club) -> None:
    response = desk.get("/desk/")
    assert "Create the first event" in text_of(response)
    assert f"/desk/clubs/{club.slug}/new/" in response.content.decode()


def test_who_has_no_club_is_told_whom_to_ask(db: None) -> None:
    assert "Ask the owner of your club" in text_of(signed_in(make_user()).get("/desk/"))


def test_the_list_costs_the_same_for_one_event_and_for_six(
    desk: Client, club: Club, django_assert_max_num_queries: object
) -> None:
    make_event(club=club, drawn=False)
    desk.get("/desk/")  # finds whether the worker lives, for ten seconds
    with django_assert_max_num_queries(7):  # type: ignore[operator]
        desk.get("/desk/")
    for number in range(5):
        make_event(club=club, drawn=False, name=f"Serata {number}")
    with django_assert_max_num_queries(7):  # type: ignore[operator]
        desk.get("/desk/")
