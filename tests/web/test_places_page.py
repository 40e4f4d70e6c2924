"""Who stands where, on the desk."""

from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_event
from tests.tournaments.steps import QUICK, pairing, win
from tests.web.pages import text_of
from tournaments.models import Club


def test_before_the_draw_there_are_no_places(desk: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    assert "no places before the draw" in text_of(desk.get(f"/desk/events/{event.pk}/places/"))


def test_who_lost_in_one_round_shares_the_place(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=8, match_format=QUICK)
    for number in range(1, 5):
        win(pairing(event, f"main-1-{number}"))
    page = text_of(desk.get(f"/desk/events/{event.pk}/places/"))
    assert "5–8 Lost in the quarterfinals." in page
    assert "1–4 still in" in page


def test_at_the_end_everybody_has_a_place_and_a_reason(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK, options={"third_place": True})
    for code in ("main-1-1", "main-1-2", "third-1-1", "main-2-1"):
        win(pairing(event, code))
    page = text_of(desk.get(f"/desk/events/{event.pk}/places/"))
    reasons = [
        "1 Won the final.",
        "2 Lost in the final.",
        "3 Won the match for the third place.",
        "4 Lost the match for the third place.",
    ]
    assert [page.index(reason) for reason in reasons] == sorted(
        page.index(reason) for reason in reasons
    )


def test_the_page_costs_the_same_for_8_pairs_and_for_64(
    desk: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for pairs in (8, 64):
        event = make_event(club=club, pairs=pairs)
        with django_assert_max_num_queries(12):
            desk.get(f"/desk/events/{event.pk}/places/")
