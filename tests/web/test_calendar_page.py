"""When the rounds of a stage are played: set and moved on the desk, read on the board."""

from datetime import date
from html import unescape
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_event
from tests.tournaments.steps import QUICK, win
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Event, Round

FORM: dict[str, Any] = {
    "start": "2026-11-03",
    "rounds_a_date": "1",
    "weekdays": ["1", "3"],
    "skipped": "",
}
THIRD, FIFTH, TENTH = date(2026, 11, 3), date(2026, 11, 5), date(2026, 11, 10)


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, match_format=QUICK, format="round_robin")


@pytest.fixture
def groups(club: Club) -> Event:
    return make_event(
        club=club, pairs=6, match_format=QUICK, format="groups", options={"group_size": 3}
    )


def path(event: Event, more: str = "") -> str:
    return f"/desk/events/{event.pk}/stages/1/calendar/{more}"


def dates(event: Event) -> list[date | None]:
    rounds = Round.objects.filter(group__stage__event=event).order_by("order")
    return list(rounds.values_list("date", flat=True))


def test_a_calendar_is_set_and_stands_on_every_page(
    desk: Client, anybody: Client, event: Event
) -> None:
    assert "Set the dates" in text_of(desk.get(path(event)))
    assert 'value="2026-12-13"' in html_of(desk.get(path(event)))
    answer = desk.post(path(event), {**FORM, "skipped": "5/11/2026, 12.11.2026\n2026-11-17"})
    assert (answer.status_code, answer["Location"]) == (302, path(event))
    assert dates(event) == [THIRD, TENTH, date(2026, 11, 19)]
    page = desk.get(path(event))
    assert "Third round Thursday 19 November 2026" in text_of(page)
    assert html_of(page).count(" checked") == 2
    assert "face side" not in html_of(page)
    assert "05/11/2026\n12/11/2026\n17/11/2026" in html_of(page)
    assert "Tuesday 3 November 2026" in text_of(desk.get(f"/desk/events/{event.pk}/tables/"))
    board = f"/events/{event.pk}/"
    assert "Tuesday 3 November 2026" in text_of(anybody.get(f"{board}rounds/"))
    public = text_of(anybody.get(f"{board}stages/1/calendar/"))
    assert public.index("Tuesday 3 November 2026") < public.index("Tuesday 10 November 2026")


def test_dates_are_written_in_italian(anybody: Client, desk: Client, event: Event) -> None:
    desk.post(path(event), FORM)
    italian = {"accept-language": "it"}
    page = anybody.get(f"/events/{event.pk}/stages/1/calendar/", headers=italian)
    assert "Martedì 3 novembre 2026" in text_of(page)
    assert "lunedì" in text_of(desk.get(path(event), headers=italian)).lower()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"weekdays": []}, "Choose one day of the week at least."),
        ({"weekdays": ["7"]}, "Select a valid choice. 7 is not one of the available choices."),
        ({"rounds_a_date": "0"}, "greater than or equal to 1"),
        ({"start": "tomorrow"}, "Enter a valid date."),
        ({"skipped": "8/12/2026, Natale\n31/2/2027"}, "“Natale” is not a date"),
        ({"skipped": "8/12/2026, Natale\n31/2/2027"}, "“31/2/2027” is not a date"),
        ({"start": "9999-12-31"}, "Only 0 of 3 rounds fit into 1098 days: choose more"),
    ],
)
def test_what_cannot_be_is_said_on_the_form_and_nothing_is_lost(
    desk: Client, event: Event, wrong: dict[str, Any], said: str
) -> None:
    answer = desk.post(path(event), {**FORM, **wrong})
    assert answer.status_code == 422
    assert said in text_of(answer)
    assert wrong.get("skipped", "") in unescape(html_of(answer))
    assert dates(event) == [None] * 3


def test_too_many_skipped_dates_are_refused(desk: Client, event: Event) -> None:
    many = ",".join(f"{day}/{month}/2026" for month in range(1, 10) for day in range(1, 29))
    assert "200 dates at most." in text_of(desk.post(path(event), {**FORM, "skipped": many}))


def test_a_round_is_moved(desk: Client, event: Event) -> None:
    desk.post(path(event), FORM)
    sent = {"round": "main-2", "date": "2026-11-06"}
    assert desk.post(path(event, "move/"), sent).status_code == 302
    assert dates(event) == [THIRD, date(2026, 11, 6), TENTH]
    for pairing in event.pairings.filter(round__number=2):
        win(pairing)
    refused = desk.post(path(event, "move/"), sent)
    assert refused.status_code == 422
    assert '<option value="main-2"' not in html_of(refused)
    assert desk.post(path(event, "move/"), {**sent, "date": ""}).status_code == 422


def test_a_round_is_moved_in_all_groups_or_in_one(desk: Client, groups: Event) -> None:
    desk.post(path(groups), FORM)
    sent = {"round": "main-1", "date": "2026-11-04"}
    moved = Round.objects.filter(date=date(2026, 11, 4))
    assert desk.post(path(groups, "move/"), {**sent, "group": "2"}).status_code == 302
    assert [row.group.number for row in moved.select_related("group")] == [2]
    assert desk.post(path(groups, "move/"), {**sent, "group": ""}).status_code == 302
    assert moved.count() == 2
    assert desk.post(path(groups, "move/"), {**sent, "group": "3"}).status_code == 422


def test_the_dates_are_taken_away(desk: Client, event: Event) -> None:
    desk.post(path(event), FORM)
    assert "Remove the dates" in text_of(desk.get(path(event)))
    assert desk.post(path(event, "take/")).status_code == 302
    assert dates(event) == [None] * 3
    assert "Remove the dates" not in text_of(desk.get(path(event)))


def test_before_the_draw_the_dates_wait_for_it(desk: Client, anybody: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False, format="round_robin")
    assert desk.post(path(event), FORM).status_code == 302
    assert "Dates of the rounds" not in text_of(desk.get(path(event)))
    board = anybody.get(f"/events/{event.pk}/stages/1/calendar/")
    assert "The rounds are shown here after the draw." in text_of(board)


def test_after_the_event_the_dates_only_stand_there(desk: Client, event: Event) -> None:
    desk.post(path(event), FORM)
    Event.objects.update(state=Event.State.FINISHED)
    page = text_of(desk.get(path(event)))
    assert "Tuesday 3 November 2026" in page
    assert "Set the dates" not in page
    assert "Move the round" not in page
    assert "The event is" in text_of(desk.post(path(event), FORM))


def test_a_living_calendar_is_renewed_by_a_result_and_by_a_date(
    desk: Client, anybody: Client, event: Event
) -> None:
    part = f"/events/{event.pk}/stages/1/calendar/part/"

    def asked(tag: str = "") -> Any:
        return anybody.get(part, headers={"if-none-match": tag} if tag else {})

    first = asked()
    assert asked(first["ETag"]).status_code == 304
    desk.post(path(event), FORM)
    second = asked(first["ETag"])
    assert "Tuesday 3 November 2026" in text_of(second)
    win(event.pairings.earliest("pk"))
    assert "1 – 0" in text_of(asked(second["ETag"]))


def test_who_rests_stands_in_the_calendar(anybody: Client, groups: Event) -> None:
    page = html_of(anybody.get(f"/events/{groups.pk}/stages/1/calendar/"))
    assert page.count('<li class="soft">') == 6


def test_a_long_calendar_has_pages(anybody: Client, club: Club) -> None:
    long = make_event(club=club, pairs=22, match_format=QUICK, format="round_robin")
    first = text_of(anybody.get(f"/events/{long.pk}/stages/1/calendar/"))
    second = text_of(anybody.get(f"/events/{long.pk}/stages/1/calendar/?page=1"))
    assert "First round" in first
    assert "First round" not in second
    assert "Round 21" in second
    assert "Round 21" not in first


def test_a_round_that_is_longer_than_a_page_has_several(anybody: Client, club: Club) -> None:
    long = make_event(club=club, pairs=400, match_format=QUICK, format="swiss")
    path = f"/events/{long.pk}/stages/1/calendar/"
    first, second = anybody.get(path), anybody.get(f"{path}?page=1")
    assert "First round 1–192" in text_of(first)
    assert "First round 193–200" in text_of(second)
    assert [html_of(page).count('<a href="/matches/') for page in (first, second)] == [192, 8]
    for page in ("2", "99999"):
        assert "193–200" in text_of(anybody.get(f"{path}?page={page}"))


@pytest.mark.parametrize("pairs", [4, 12])
def test_it_costs_the_same_number_of_queries_at_any_size(
    desk: Client,
    anybody: Client,
    club: Club,
    pairs: int,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    event = make_event(club=club, pairs=pairs, match_format=QUICK, format="round_robin")
    with django_assert_max_num_queries(8):
        desk.get(path(event))
    with django_assert_max_num_queries(10):
        anybody.get(f"/events/{event.pk}/stages/1/calendar/")
