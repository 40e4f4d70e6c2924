"""The match of an event or a stage in its fields: saved without a change, it is the same match."""

from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from scoring.core.format import best_of
from tests.factories import NOW, make_event, owner_of
from tests.tournaments.steps import QUICK
from tests.web.pages import text_of
from tests.web.sent_forms import read_sent_form
from tournaments.models import Club, Event, Stage
from tournaments.services.events.stages import StagePlan, add_stage
from web.desk.match_fields import can_say_match, make_match_document, read_match_fields

CUT = {"take": "places", "stage": 1, "first": 1, "last": 4}
MARAFON: dict[str, Any] = {"game": "marafon", "options": {}}
MARIGLIA: dict[str, Any] = {"game": "mariglia", "options": {}}
SAID = [
    best_of(1, "marafon"),
    best_of(3, "marafon", {"target": 31}, {"target": 31}, {"target": 41}),
    {"games": [MARAFON, MARAFON, MARIGLIA], "wins": 2},
    {"games": [MARAFON, MARIGLIA, MARIGLIA], "wins": 2},
    {"games": [MARAFON, MARIGLIA], "wins": None},
    {"games": [MARAFON, {**MARIGLIA, "options": {"target": 35}}], "wins": None},
    {"games": [{**MARAFON, "hands": 8}], "wins": None},
    {"games": [{"game": "marafon"}] * 3, "wins": 2},
]
"""Matches that the fields can say."""
UNSAID = [
    {"games": [MARAFON] * 4, "wins": 3},
    {"games": [MARAFON] * 3, "wins": None},
    {"games": [MARAFON, MARAFON, MARIGLIA, MARAFON, MARAFON], "wins": 3},
    {"games": [{**MARAFON, "options": {"target": 31}}, MARAFON, MARAFON][::-1], "wins": 1},
    {"games": [MARAFON, {**MARIGLIA, "options": {"target": 35}}, MARAFON], "wins": 2},
]
"""Matches that they cannot say."""


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=8, drawn=False, match_format=QUICK, format="groups")


def add_final(event: Event, match: dict[str, Any] | None) -> Stage:
    # A group may draw its matches.
    plan = StagePlan(format="groups", cut=CUT, match_format=match)
    return add_stage(event=event, plan=plan, actor=owner_of(event.club), now=NOW)


def address(stage: Stage) -> str:
    return f"/desk/events/{stage.event_id}/stages/{stage.number}/"


def save_stage(desk: Client, stage: Stage, **changed: Any) -> None:
    sent = read_sent_form(desk.get(address(stage)), having="second_game")
    answer = desk.post(address(stage), {**sent, **changed})
    assert answer.status_code == 302, text_of(answer)
    stage.refresh_from_db()


@pytest.mark.parametrize("match", [*SAID, *UNSAID])
def test_a_stage_with_another_name_keeps_its_match(
    desk: Client, event: Event, match: dict[str, Any]
) -> None:
    stage = add_final(event, match)
    save_stage(desk, stage, name="Finale")
    assert (stage.name, stage.match_format) == ("Finale", match)


@pytest.mark.parametrize("match", [*SAID, *UNSAID])
def test_an_event_like_another_has_its_match(
    desk: Client, club: Club, match: dict[str, Any]
) -> None:
    old = make_event(club=club, pairs=4, drawn=False, match_format=match, format="groups")
    path = f"/desk/clubs/{club.slug}/new/?like={old.pk}"
    sent = read_sent_form(desk.get(path), having="event_id")
    # Another choice of how it is played: the shape of the other event is not taken as it is.
    sent.pop("clubs_apart")
    assert desk.post(path, sent).status_code == 302
    event = Event.objects.exclude(pk=old.pk).get()
    assert event.match_format == match
    assert event.stages.get().constraints == {"clubs_apart": False}


def test_another_target_keeps_the_bella(desk: Client, event: Event) -> None:
    stage = add_final(event, {"games": [MARAFON, MARAFON, MARIGLIA], "wins": 2})
    save_stage(desk, stage, **{"option-target": "31"})
    assert stage.match_format is not None
    games = stage.match_format["games"]
    assert [game["game"] for game in games] == ["marafon", "marafon", "mariglia"]
    assert games[0]["options"] == {"target": 31}


def test_a_stage_that_plays_as_the_event_still_does(desk: Client, event: Event) -> None:
    stage = add_final(event, None)
    save_stage(desk, stage, name="Finale")
    assert stage.match_format is None


def test_a_stage_takes_the_match_of_the_event_for_its_own(desk: Client, event: Event) -> None:
    stage = add_final(event, None)
    save_stage(desk, stage, own_match="on")
    assert stage.match_format == event.match_format


@pytest.mark.parametrize("match", UNSAID)
def test_the_form_shows_a_match_that_its_fields_cannot_say(
    desk: Client, event: Event, match: dict[str, Any]
) -> None:
    assert "These fields cannot say all of this match" in text_of(
        desk.get(address(add_final(event, match)))
    )


def test_the_form_shows_no_match_that_its_fields_say(desk: Client, event: Event) -> None:
    assert "These fields cannot say" not in text_of(desk.get(address(add_final(event, SAID[2]))))


@pytest.mark.parametrize(("matches", "said"), [(SAID, True), (UNSAID, False)])
def test_the_fields_know_what_they_can_say(matches: list[dict[str, Any]], said: bool) -> None:
    assert [can_say_match(match) for match in matches] == [said] * len(matches)


GAMES = st.sampled_from(["marafon", "mariglia"])
FIELDS = st.fixed_dictionaries(
    {
        "game": GAMES,
        "games": st.sampled_from([1, 2, 3, 5]),
        "hands": st.one_of(st.none(), st.integers(1, 20)),
        "second_game": st.one_of(st.just(""), GAMES),
        "bella_game": st.one_of(st.just(""), GAMES),
        "bella_target": st.one_of(st.none(), st.integers(20, 100)),
    }
)


@given(fields=FIELDS, target=st.one_of(st.none(), st.integers(20, 100)))
def test_every_match_that_the_fields_make_is_read_back(
    fields: dict[str, Any], target: int | None
) -> None:
    options = {} if target is None else {"target": target}
    assert can_say_match(make_match_document(fields, options))


def test_what_is_read_is_typed_again() -> None:
    fields = {
        "game": "marafon",
        "games": 3,
        "hands": None,
        "second_game": "mariglia",
        "bella_game": "",
        "bella_target": 51,
    }
    assert read_match_fields(make_match_document(fields, {})) == fields
