"""How a later stage is seeded: the form, the page of the stages, the page of the draws."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import make_event
from tests.tournaments.steps import QUICK
from tests.tournaments.test_chains import chain, draw
from tests.tournaments.test_seeding import of_each, played
from tests.web.pages import html_of, text_of
from tests.web.test_stages_page import STAGE, path
from tournaments.models import Club, Event

FOLLOWING = {**STAGE, "take": "of_each", "of_each": "2", "last": "", "groupmates_apart": "on"}


@pytest.fixture
def groups(club: Club) -> Event:
    return make_event(club=club, pairs=8, drawn=False, match_format=QUICK, format="groups")


@pytest.mark.parametrize(
    ("sent", "kept", "words"),
    [
        ({}, {}, "The first of each group are seeded; lots are drawn for the others."),
        ({"seeding": "pots"}, {"seeding": "pots"}, "the firsts, the seconds and so on"),
        (
            {"seeding": "table"},
            {"seeding": "table", "table": "crossed"},
            "Neighbouring groups cross in the first round",
        ),
        (
            {"seeding": "table", "table": "1a-2b, 1b-2a"},
            {"seeding": "table", "table": "1a-2b, 1b-2a"},
            "First round by the crossing table: 1A–2B, 1B–2A.",
        ),
        ({"compare": "average"}, {"compare": "average"}, "by the average per match"),
    ],
)
def test_a_stage_is_seeded_as_the_form_says(
    desk: Client, groups: Event, sent: dict[str, str], kept: dict[str, Any], words: str
) -> None:
    assert desk.post(path(groups, "new/"), {**FOLLOWING, **sent}).status_code == 302
    stage = groups.stages.get(number=2)
    usual = {"take": "of_each", "stage": 1, "of_each": 2, "runners_up": 0}
    assert (stage.cut, stage.constraints) == ({**usual, **kept}, {})
    page = text_of(desk.get(path(groups)))
    assert words in page
    assert "kept apart as long as possible" in page
    assert desk.post(path(groups, "2/"), {**FOLLOWING, **sent}).status_code == 302
    stage.refresh_from_db()
    assert stage.cut == {**usual, **kept}


def test_groupmates_may_be_left_to_chance(desk: Client, groups: Event) -> None:
    sent = {name: value for name, value in FOLLOWING.items() if name != "groupmates_apart"}
    assert desk.post(path(groups, "new/"), sent).status_code == 302
    assert groups.stages.get(number=2).constraints == {"groupmates_apart": False}
    assert "kept apart as long as possible" not in text_of(desk.get(path(groups)))


def test_a_table_that_cannot_be_says_why_and_stays(desk: Client, groups: Event) -> None:
    sent = {**FOLLOWING, "seeding": "table", "table": "1A-2B, 1C"}
    answer = desk.post(path(groups, "new/"), sent)
    assert answer.status_code == 422
    assert "is not a pairing of a crossing table" in text_of(answer)
    assert "1A-2B, 1C</textarea>" in html_of(answer)


def test_a_danese_that_follows_begins_with_the_standings(desk: Client, groups: Event) -> None:
    danese = {
        **FOLLOWING,
        "format": "danese",
        "format_of": "danese",
        "format-rounds": "3",
        "format-rematches": "on",
        "format-club_level": "0",
        "ranking-walkover": "none",
        "carried": "half",
    }
    answer = desk.post(path(groups, "new/"), {**danese, "format-first": "standings"})
    assert answer.status_code == 302
    stage = groups.stages.get(number=2)
    assert stage.options["first"] == "standings"
    assert (stage.cut or {})["carried"] == "half"
    assert "Half of the points is carried over, rounded down." in text_of(desk.get(path(groups)))
    assert desk.post(path(groups, "2/"), {**danese, "format-first": "fold"}).status_code == 302
    stage.refresh_from_db()
    assert stage.options["first"] == "fold"


def test_the_page_of_the_draws_says_who_can_meet_again(anybody: Client, db: None) -> None:
    cut = of_each(3, seeding="pots")
    event = played(chain(16, "groups", {"groups": 4}, ("single_elimination", cut, {})))
    draw(event, 2)
    page = text_of(anybody.get(f"/events/{event.pk}/draws/"))
    assert page.count("can meet again in round") == 4
    told = anybody.get(f"/api/v1/draws/?event={event.pk}").json()["results"]
    again = told[-1]["meetings_again"]
    assert len(again) == 4
    assert {each["certain"] for each in again} == {False}
    assert told[0]["meetings_again"] == []


def test_the_page_of_the_draws_says_that_groupmates_are_apart(anybody: Client, db: None) -> None:
    event = played(chain(8, "groups", {"groups": 2}, ("single_elimination", of_each(2), {})))
    draw(event, 2)
    page = text_of(anybody.get(f"/events/{event.pk}/draws/"))
    assert "Groupmates can meet again in the final at the earliest." in page


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ({"level_in_group": "play_off"}, {"level": "play_off"}),
        (
            {"level_in_group": "in_play_off", "room_after_groups": "6"},
            {"level": "in_play_off", "room": 6},
        ),
    ],
)
def test_ties_in_groups_are_settled_as_the_form_says(
    desk: Client, groups: Event, sent: dict[str, str], kept: dict[str, Any]
) -> None:
    for address in ("new/", "2/"):
        assert desk.post(path(groups, address), {**FOLLOWING, **sent}).status_code == 302
        stage = groups.stages.get(number=2)
        usual = {"take": "of_each", "stage": 1, "of_each": 2, "runners_up": 0}
        assert stage.cut == {**usual, **kept}
    page = html_of(desk.get(path(groups, "2/")))
    assert f'<option value="{kept["level"]}" selected>' in page


def test_room_without_a_meaning_is_refused_in_words(desk: Client, groups: Event) -> None:
    answer = desk.post(path(groups, "new/"), {**STAGE, "room": "6"})
    assert answer.status_code == 422
    assert "only has an effect if all tied entries advance" in text_of(answer)
