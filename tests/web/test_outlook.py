"""What must happen on the board, and what if on the desk."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from competition.plan import Why
from competition.scenarios.outlook import Fate, Outlook
from jobs.models import Job
from jobs.services import run
from tests.factories import NOW, make_event, owner_of
from tests.tournaments.steps import QUICK, win
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Event, Group, Pairing
from tournaments.selectors.standings import outlooks
from tournaments.selectors.standings.outlooks import StageOutlooks
from tournaments.services.events.events import start_play
from tournaments.services.events.stages import StagePlan, add_stage
from tournaments.tasks import draw_here
from web.outlook import build_outlook_view
from wording.places import group_name

HANDS = {
    "games": [{"game": "marafon", "options": {"count": "figure"}, "hands": 1}],
    "wins": None,
}


def robin(club: Club, pairs: int = 4, *, last: int = 2, **plan: Any) -> Event:
    """All against all, the best ``last`` of them to a final."""
    plan = {"match_format": QUICK, "format": "round_robin", **plan}
    event = make_event(club=club, pairs=pairs, drawn=False, **plan)
    actor = owner_of(club)
    cut = {"take": "places", "stage": 1, "last": last}
    add_stage(
        event=event,
        plan=StagePlan("single_elimination", cut, match_format=QUICK),
        actor=actor,
        now=NOW,
    )
    draw_here(stage=event.stages.get(number=1), word="Romagna", actor=actor, now=NOW)
    start_play(event=event, actor=actor, now=NOW)
    return event


def decide(event: Event, *, but: int) -> list[Pairing]:
    """The first side wins all open matches but the last ``but``."""
    rows = event.pairings.exclude(state__in=(Pairing.State.DECIDED, Pairing.State.BYE))
    pairings = list(rows.order_by("round__order", "number"))
    for each in pairings[: len(pairings) - but]:
        win(each)
    return pairings[len(pairings) - but :]


def outlook(client: Client, event: Event) -> str:
    return text_of(client.get(f"/events/{event.pk}/stages/1/outlook/"))


def what_if(client: Client, event: Event, **asked: str) -> Any:
    return client.get(f"/desk/events/{event.pk}/stages/1/what-if/", asked)


def test_before_the_draw_it_says_when_to_come_back(anybody: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    assert "What must happen is shown here after the draw." in outlook(anybody, event)


def test_everybody_is_told_what_it_takes(anybody: Client, club: Club) -> None:
    event = robin(club)
    page = outlook(anybody, event)
    assert "Can get through 4" in page
    assert "3 wins in the matches left (3) are enough." in page
    decide(event, but=1)
    page = outlook(anybody, event)
    assert "whatever happens." in page
    assert "by sampling" not in page
    decide(event, but=0)
    page = outlook(anybody, event)
    assert "Through 2" in page
    assert "Can get through" not in page


def test_a_long_outlook_has_pages_and_is_searched(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=256)
    path = f"/events/{event.pk}/stages/1/outlook/"

    pages = [html_of(anybody.get(f"{path}?page={page}")) for page in range(2)]

    assert all("Can get through <span" in page and ">256</span>" in page for page in pages)
    first, second = (set(re.findall("<div><strong>(.+?)</strong>", page)) for page in pages)
    assert (len(first), len(second)) == (128, 128)
    assert first.isdisjoint(second)
    sought = min(second)
    found = html_of(anybody.get(path, {"q": sought.replace(" – ", " ")}))
    assert sought in found
    assert len(re.findall("<div><strong>", found)) < 5
    assert "Nobody here is called" in text_of(anybody.get(path, {"q": "nessuno davvero"}))


def test_groups_without_a_letter_come_after_those_with_one(club: Club) -> None:
    event = make_event(club=club, pairs=28)
    stage = event.stages.get()
    Group.objects.bulk_create([Group(stage=stage, number=number) for number in range(2, 29)])
    rows = tuple(
        Outlook(entry, Fate.POSSIBLE, Why("still_in_it", {}), group=number)
        for number, entry in enumerate(event.entries.values_list("pk", flat=True), start=1)
    )
    found = StageOutlooks(stage.version, outlooks.find_cut_after(stage), rows)

    bands = build_outlook_view(event, stage, found).bands

    assert bands is not None
    assert [row.group for row in bands[0].rows] == [group_name(number) for number in range(1, 29)]


def test_what_was_tried_by_chance_says_so(anybody: Client, club: Club) -> None:
    event = robin(club, 8, format="swiss", options={"rounds": 3})
    outlooks_of = event.stages.get(number=1)
    assert "It is being counted" in outlook(anybody, event)
    assert b'http-equiv="refresh"' in anybody.get(f"/events/{event.pk}/stages/1/outlook/").content
    job = Job.objects.get(kind="outlook", subject=f"stage:{outlooks_of.pk}")
    run(job_id=job.pk, attempt=job.attempt)
    page = outlook(anybody, event)
    assert "2 rounds are still to be paired." in page
    assert "by sampling" in page
    assert "random endings" in page


def test_the_part_is_not_sent_again_before_there_is_a_result(anybody: Client, club: Club) -> None:
    event = robin(club)
    path = f"/events/{event.pk}/stages/1/outlook/part/"
    tag = anybody.get(path)["ETag"]
    assert anybody.get(path, headers={"if-none-match": tag}).status_code == 304
    decide(event, but=5)
    assert anybody.get(path, headers={"if-none-match": tag}).status_code == 200


def test_a_stage_that_there_is_not_is_not_found(anybody: Client, desk: Client, club: Club) -> None:
    event = robin(club)
    assert anybody.get(f"/events/{event.pk}/stages/9/outlook/").status_code == 404
    assert desk.get(f"/desk/events/{event.pk}/stages/9/what-if/").status_code == 404


def test_what_if_offers_the_open_matches_of_the_round(desk: Client, club: Club) -> None:
    event = robin(club)
    page = html_of(what_if(desk, event))
    assert page.count("<select") == 2
    assert "The ranking as it is" in page
    decide(event, but=1)
    assert html_of(what_if(desk, event)).count("<select") == 1
    decide(event, but=0)
    assert "No match is open." in text_of(what_if(desk, event))


def test_what_is_supposed_is_ranked_beside_and_nothing_is_written(desk: Client, club: Club) -> None:
    event = robin(club)
    left = event.pairings.order_by("pk")[0]
    version = event.stages.get(number=1).version
    page = what_if(desk, event, **{left.code: "0-1"})
    assert "The ranking as it would be" in text_of(page)
    assert 'value="0-1" selected' in html_of(page)
    assert event.stages.get(number=1).version == version
    assert text_of(what_if(desk, event, **{left.code: "1-0"})) != text_of(page)


def test_points_are_supposed_where_hands_are_counted(desk: Client, club: Club) -> None:
    event = robin(club, match_format=HANDS, format="qualifying", options={"rounds": 1})
    first = event.pairings.order_by("pk")[0]
    asked = {f"{first.code}.0": "44", f"{first.code}.1": "0"}
    page = text_of(what_if(desk, event, **asked))
    assert "The ranking as it would be" in page
    assert "In figure: three make a point." in page
    for nonsense in ("x", "-1", "²", "9" * 40):
        said = what_if(desk, event, **{**asked, f"{first.code}.0": nonsense})
        assert said.status_code == 200


def test_what_cannot_be_supposed_is_as_if_it_were_not_there(desk: Client, club: Club) -> None:
    event = robin(club)
    first = event.pairings.order_by("pk")[0]
    for asked in ({first.code: "2-0"}, {"main-9-9": "1-0"}, {first.code: "x"}):
        page = what_if(desk, event, **asked)
        assert page.status_code == 200
        assert "The ranking as it is" in text_of(page)


def test_a_bracket_is_played_on_in_thought(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    page = text_of(what_if(desk, event, **{"main-1-1": "1-0", "main-1-2": "0-1"}))
    assert "The ranking as it would be" in page
    assert page.count("Out of it") == 2


@pytest.mark.parametrize("pairs", [4, 16])
def test_the_pages_cost_the_same_for_any_size(
    desk: Client,
    club: Club,
    pairs: int,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    monkeypatch.setattr(outlooks, "SMALL", 100_000)
    event = robin(club, pairs, format="qualifying", options={"rounds": 1})
    with django_assert_max_num_queries(26):
        what_if(desk, event)
    with django_assert_max_num_queries(24):
        desk.get(f"/events/{event.pk}/stages/1/outlook/")


GROUPS = {"group_size": 4}


@pytest.fixture
def long_round(club: Club) -> Event:
    """Groups with 66 open matches in its first round."""
    return make_event(club=club, pairs=132, match_format=QUICK, format="groups", options=GROUPS)


def names_in_form(response: Any) -> list[str]:
    """The names of the fields of the open matches, as they stand in the form."""
    return re.findall(r'<select id="m\d+" name="([^"]+)"', html_of(response))


def hidden_fields(response: Any) -> dict[str, str]:
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', html_of(response))
    return {name: value for name, value in found if name not in ("csrfmiddlewaretoken", "next")}


def rows_of_ranking(response: Any) -> int:
    return html_of(response).count('<th scope="row">')


def test_a_long_round_has_its_open_matches_and_its_ranking_on_pages(
    desk: Client, long_round: Event
) -> None:
    first = what_if(desk, long_round)
    assert (len(names_in_form(first)), rows_of_ranking(first)) == (64, 128)
    second = what_if(desk, long_round, page="1", ranking="1")
    assert (len(names_in_form(second)), rows_of_ranking(second)) == (2, 4)
    assert not set(names_in_form(first)) & set(names_in_form(second))


def test_what_was_supposed_on_one_page_of_the_form_stays_on_the_next(
    desk: Client, long_round: Event
) -> None:
    code = names_in_form(what_if(desk, long_round))[0]
    second = what_if(desk, long_round, page="1", **{code: "1-0"})
    assert hidden_fields(second) == {"page": "1", code: "1-0"}
    assert "The ranking as it would be" in text_of(second)
    # As the browser sends the form of the second page: its own fields, and those it keeps.
    other = names_in_form(second)[0]
    both = what_if(desk, long_round, **hidden_fields(second), **{other: "0-1"})
    assert hidden_fields(both) == {"page": "1", code: "1-0"}
    assert 'value="0-1" selected' in html_of(both)
    back = what_if(desk, long_round, page="0", **{code: "1-0", other: "0-1"})
    assert hidden_fields(back) == {"page": "0", other: "0-1"}
    assert 'value="1-0" selected' in html_of(back)


@pytest.mark.parametrize("page", ["2", "99999", "-1", "x", "²"])
def test_a_page_that_there_is_not_is_another_page(
    desk: Client, long_round: Event, page: str
) -> None:
    response = what_if(desk, long_round, page=page, ranking=page)
    assert response.status_code == 200
    is_late = page.isascii() and page.isdecimal()
    assert len(names_in_form(response)) == (2 if is_late else 64)
    assert rows_of_ranking(response) == (4 if is_late else 128)


def test_a_pair_is_found_among_its_open_matches_and_in_the_ranking(
    desk: Client, long_round: Event
) -> None:
    code = names_in_form(what_if(desk, long_round))[0]
    found = what_if(desk, long_round, q="Zoffoli131", **{code: "1-0"})
    assert len(names_in_form(found)) == rows_of_ranking(found) == 1
    assert "Zoffoli131" in text_of(found)
    assert "The ranking as it would be" in text_of(found)
    nobody = text_of(what_if(desk, long_round, q="nessuno"))
    assert "No entry with this name has an open match." in nobody
    assert "Nobody here is called “nessuno”." in nobody


def test_a_short_round_needs_neither_pages_nor_search(desk: Client, club: Club) -> None:
    page = html_of(what_if(desk, robin(club)))
    assert 'type="search"' not in page
    assert 'class="pager' not in page
