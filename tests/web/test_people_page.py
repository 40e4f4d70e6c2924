"""Who may do what in a club."""

from typing import Any

from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_club, make_event, make_member
from tests.web.pages import signed_in, text_of
from tournaments.models import Club, Role


def test_an_owner_sees_who_does_what(desk: Client, club: Club) -> None:
    referee = make_member(club, Role.Kind.REFEREE, make_event(club=club, name="Maraffa di Natale"))
    assert f"The people of {club.name}" in text_of(desk.get("/desk/"))
    page = text_of(desk.get(f"/desk/clubs/{club.slug}/people/"))
    assert "Owner: the club and its people" in page
    assert f"{referee} Referee: the sheets {referee.email} · only for Maraffa di Natale" in page


def test_the_page_costs_the_same_for_1_group_and_for_9(
    desk: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for groups in (2, 9):
        plan: dict[str, Any] = {"format": "single_elimination", "options": {"groups": groups}}
        event = make_event(club=club, pairs=2 * groups, running=False, **plan)
        for group in event.stages.get().groups.all():
            make_member(club, Role.Kind.REFEREE, event, group)
        with django_assert_max_num_queries(12):
            desk.get(f"/desk/clubs/{club.slug}/people/")


def test_the_others_of_the_club_do_not(club: Club) -> None:
    organizer = signed_in(make_member(club))
    assert "The people of" not in text_of(organizer.get("/desk/"))
    assert organizer.get(f"/desk/clubs/{club.slug}/people/").status_code == 403


def test_another_club_is_not_there(desk: Client) -> None:
    other = make_club("Bar Fiume")
    assert desk.get(f"/desk/clubs/{other.slug}/people/").status_code == 404
