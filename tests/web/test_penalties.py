"""Penalties on the desk and the board: points off a ranking, disqualifications, cancelled."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import first_match, make_event, owner_of
from tests.tournaments.steps import QUICK, act
from tests.tournaments.test_rounds import swiss
from tests.tournaments.test_weekend import A_FIGURE
from tests.web.pages import act_of, html_of, text_of
from tournaments.models import Club, Entry, Event, Penalty
from tournaments.selectors.standings.rankings import load_ranking
from tournaments.services.results.sheets import record_line


@pytest.fixture
def event(club: Club) -> Event:
    return swiss(4, club=club)


def entry_of(event: Event) -> Entry:
    return event.entries.order_by("pk")[0]


def take_off(desk: Client, event: Event, **data: Any) -> Any:
    said = {
        "entry": entry_of(event).pk,
        "off": "1:match_points",
        "points": "2",
        "article": "7",
        "reason": "segni al compagno",
        **data,
    }
    return desk.post(f"/desk/events/{event.pk}/penalties/", said, follow=True)


def put_out(desk: Client, event: Event, **data: Any) -> Any:
    said = {"entry": entry_of(event).pk, "voids": "0", "reason": "insulti", **data}
    return desk.post(f"/desk/events/{event.pk}/disqualify/", said, follow=True)


def test_points_come_off_the_ranking_and_everybody_sees_why(
    desk: Client, anybody: Client, event: Event
) -> None:
    page = text_of(take_off(desk, event))
    assert "Zoffoli0 – Casadei0 2 off (match points), Swiss" in page
    assert "Article 7 · segni al compagno" in page
    last = load_ranking(event.stages.get()).placings[-1]
    assert (last.entry, last.values["match_points"]) == (entry_of(event).pk, -2)
    for address in ("places", "decisions", "stages/1/ranking"):
        said = text_of(anybody.get(f"/events/{event.pk}/{address}/"))
        assert "2 off (match points), Swiss" in said
        assert "Article 7 · segni al compagno" in said
        assert "Amaducci" not in said


def test_figure_are_told_as_points(desk: Client, club: Club) -> None:
    event = make_event(
        club=club, pairs=4, match_format=A_FIGURE, format="qualifying", options={"rounds": 1}
    )
    page = text_of(take_off(desk, event, off="1:points_for", points="20"))
    assert "6⅔ off (points made)" in page


@pytest.mark.parametrize(
    "data",
    [
        {"points": "0"},
        {"points": "10000"},
        {"points": "sette"},
        {"reason": " "},
        {"entry": "999999"},
        {"entry": ""},
        {"off": "1:lots"},
        {"off": "1:head_to_head"},
        {"off": "2:match_points"},
        {"off": ""},
    ],
)
def test_a_penalty_that_cannot_be_is_not_taken(
    desk: Client, event: Event, data: dict[str, str]
) -> None:
    assert take_off(desk, event, **data).status_code == 422
    assert not Penalty.objects.exists()


def test_a_bracket_has_no_ranking_that_points_come_off(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4)
    page = desk.get(f"/desk/events/{event.pk}/penalties/")
    assert "Points off a ranking" not in text_of(page)
    assert "Disqualify a pair" in text_of(page)


@pytest.mark.parametrize(
    ("voids", "said"), [("0", "the results stay"), ("1", "the results no longer count")]
)
def test_who_is_disqualified_is_out_and_everybody_reads_why(
    desk: Client, anybody: Client, event: Event, voids: str, said: str
) -> None:
    page = text_of(put_out(desk, event, voids=voids, article="9"))
    assert f"Disqualified; {said}" in page
    assert entry_of(event).state == "DISQUALIFIED"
    assert "Article 9 · insulti" in text_of(anybody.get(f"/events/{event.pk}/places/"))
    entries = desk.get(f"/desk/events/{event.pk}/entries/")
    assert "disqualified" in text_of(entries)
    assert f'href="/desk/events/{event.pk}/penalties/"' in html_of(entries)


def test_the_list_of_entries_leads_to_it_with_the_pair_chosen(desk: Client, event: Event) -> None:
    entry = entry_of(event)
    address = f"/desk/events/{event.pk}/disqualify/?entry={entry.pk}"
    assert f'href="{address}"' in html_of(desk.get(f"/desk/entries/{entry.pk}/change/"))
    assert f'<option value="{entry.pk}" selected>' in html_of(desk.get(address))


@pytest.mark.parametrize("data", [{"voids": ""}, {"voids": "2"}, {"reason": ""}, {"entry": "0"}])
def test_a_disqualification_says_who_why_and_what_becomes_of_the_results(
    desk: Client, event: Event, data: dict[str, str]
) -> None:
    assert put_out(desk, event, **data).status_code == 422
    assert entry_of(event).state == "ENTERED"


def test_a_cancelled_penalty_stays_on_show_with_its_reason(
    desk: Client, anybody: Client, event: Event
) -> None:
    put_out(desk, event)
    penalty = Penalty.objects.get()
    address = f"/desk/penalties/{penalty.pk}/cancel/"
    assert desk.post(address, {"reason": " "}).status_code == 422
    page = desk.post(address, {"reason": "non era lui"}, follow=True)
    assert "Cancelled: non era lui" in text_of(page)
    assert f'href="{address}"' not in html_of(page)
    assert entry_of(event).state == "ENTERED"
    assert "Cancelled: non era lui" in text_of(anybody.get(f"/events/{event.pk}/places/"))
    again = desk.post(address, {"reason": "due volte"})
    assert again.status_code == 409
    assert "cancelled already" in text_of(again)


def test_a_ranking_lists_its_penalties_and_tells_the_club_who_gave_them(
    desk: Client, anybody: Client, event: Event
) -> None:
    take_off(desk, event)
    put_out(desk, event, entry=event.entries.order_by("pk")[1].pk)
    first = Penalty.objects.earliest("pk")
    ranking = f"/desk/events/{event.pk}/stages/1/ranking/"
    assert text_of(desk.get(ranking)).count("Amaducci") == 3, "in the head, and of both"
    desk.post(f"/desk/penalties/{first.pk}/cancel/", {"reason": "non era lui"})
    for page in (desk.get(ranking), anybody.get(f"/events/{event.pk}/stages/1/ranking/")):
        assert html_of(page).count('<p class="struck">') == 1
        assert "Cancelled: non era lui" in text_of(page)
        assert "insulti" in text_of(page)


def test_the_penalties_of_a_ranking_cost_one_query_for_those_who_gave_them(
    desk: Client, event: Event, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    ranking = f"/desk/events/{event.pk}/stages/1/ranking/"
    with django_assert_max_num_queries(14):
        desk.get(ranking)
    take_off(desk, event)
    take_off(desk, event, entry=event.entries.order_by("pk")[1].pk)
    with django_assert_max_num_queries(15):
        desk.get(ranking)


def test_penalties_on_the_sheets_are_listed_as_they_read_now(desk: Client, event: Event) -> None:
    match = first_match(event)
    address = f"/desk/matches/{match}/"
    form = act_of(desk.get(address), "penalty")
    desk.post(address, {**form, "side": "0", "points": "2", "article": "12", "reason": "parla"})
    page = desk.get(f"/desk/events/{event.pk}/penalties/")
    assert "−2 points Article 12 · parla" in text_of(page)
    assert f'href="{address}"' in html_of(page)
    strike = act_of(desk.get(address), "strike")
    desk.post(address, {**strike, "line": "1", "reason": "non era vero"})
    struck = text_of(desk.get(f"/desk/events/{event.pk}/penalties/"))
    assert "parla · struck on the sheet" in struck


def test_a_strike_that_is_struck_counts_no_more(desk: Client, event: Event) -> None:
    match = first_match(event)
    owner = owner_of(event.club)
    for kind, data in (
        ("penalty", {"side": 0, "points": 2, "article": "", "reason": "parla"}),
        ("strike", {"line": 1, "reason": "non era vero"}),
        ("strike", {"line": 2, "reason": "era vero"}),
    ):
        line = act(match, kind, data)
        record_line(match_id=match, act=line, actor=owner, now=line.made_at)
    page = text_of(desk.get(f"/desk/events/{event.pk}/penalties/"))
    assert "parla" in page
    assert "struck on the sheet" not in page


def test_before_the_draw_nothing_can_be_given(desk: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False, match_format=QUICK)
    assert "Disqualify" not in text_of(desk.get(f"/desk/events/{event.pk}/penalties/"))
    refused = put_out(desk, event)
    assert refused.status_code == 409
    assert entry_of(event).state == "ENTERED"


def test_many_penalties_cost_no_more_queries_than_one(
    desk: Client, event: Event, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _more in range(2):
        take_off(desk, event)
        take_off(desk, event, points="1")
        with django_assert_max_num_queries(14):
            desk.get(f"/desk/events/{event.pk}/penalties/")
