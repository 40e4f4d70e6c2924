"""The further halls of an event: their tables, their groups, the regulation."""

from typing import Any

import pytest

from tests.factories import NOW, make_event, owner_of
from tests.tournaments.steps import QUICK
from tournaments.models import Event, Hall, Pairing
from tournaments.refusals import EventStateRefused, HallRefused, ReasonMissing
from tournaments.selectors.regulation.regulation import read_facts
from tournaments.services.club.clubs import add_venue
from tournaments.services.events.changes import change_event
from tournaments.services.events.halls import add_hall, remove_hall
from tournaments.services.events.stages import GroupPlan, set_group
from wording.regulation import build_regulation, regulation_sentences

pytestmark = pytest.mark.django_db


def add(event: Event, name: str = "Palestra", tables: int = 4, **more: Any) -> Hall:
    actor = owner_of(event.club)
    return add_hall(event=event, name=name, tables=tables, actor=actor, now=NOW, **more)


def remove(hall: Hall) -> None:
    remove_hall(hall=hall, actor=owner_of(hall.event.club), now=NOW)


@pytest.fixture
def event() -> Event:
    """Open for entries, at twelve tables."""
    return make_event(drawn=False, tables=12)


def numbers(event: Event) -> list[int]:
    return sorted(event.tables.values_list("number", flat=True))


def test_the_tables_of_a_hall_follow_those_that_are_there(event: Event) -> None:
    first, second = add(event), add(event, "Bar Fiume", 2)
    assert (first.first_table, first.last_table) == (13, 16)
    assert (second.first_table, second.last_table) == (17, 18)
    assert numbers(event) == list(range(1, 19))


def test_the_regulation_says_where_its_tables_are(event: Event) -> None:
    add(event)
    add(event, "Bar Fiume", 1)
    sentences = list(regulation_sentences(build_regulation(read_facts(event))))
    text = " ".join(sentences)
    assert "13" in text
    assert "16" in text
    assert "Palestra" in text
    assert "Bar Fiume" in text


def test_a_hall_is_added_once(event: Event) -> None:
    add(event)
    with pytest.raises(HallRefused) as refused:
        add(event, "PALESTRA")
    assert refused.value.code == "hall_is_there"
    event.venue = add_venue(club=event.club, name="Circolo", address="", actor=owner_of(event.club))
    event.save()
    with pytest.raises(HallRefused):
        add(event, "Circolo")
    assert len(numbers(event)) == 16


@pytest.mark.parametrize("tables", [0, -1, 489])
def test_a_hall_has_tables_and_not_too_many(event: Event, tables: int) -> None:
    with pytest.raises(HallRefused):
        add(event, tables=tables)
    assert not event.halls.exists()


def test_the_last_hall_is_taken_away_with_its_tables_and_its_groups(event: Event) -> None:
    first, second = add(event), add(event, "Bar Fiume", 2)
    stage, actor = event.stages.get(), owner_of(event.club)
    plan = GroupPlan(venue=second.venue)
    group = set_group(stage=stage, number=1, plan=plan, actor=actor, now=NOW)
    assert (group.first_table, group.last_table) == (17, 18)
    with pytest.raises(HallRefused):
        remove(first)
    remove(second)
    group.refresh_from_db()
    assert (group.venue, group.first_table) == (None, None)
    assert numbers(event) == list(range(1, 17))
    assert list(event.halls.all()) == [first]


def test_tables_of_a_hall_are_not_taken_away_under_it(event: Event) -> None:
    add(event)
    with pytest.raises(EventStateRefused) as refused:
        change_event(event=event, changes={"tables": 12}, actor=owner_of(event.club), now=NOW)
    assert refused.value.params == {"hall": "Palestra", "last": 16}


def test_a_hall_is_added_while_it_is_played_with_a_reason_and_its_tables_are_taken() -> None:
    event = make_event(pairs=8, tables=2, match_format=QUICK)
    with pytest.raises(ReasonMissing):
        add(event, tables=2)
    hall = add(event, tables=2, reason="siamo in troppi")
    assert Pairing.objects.filter(event=event, state="CALLED").count() == 4
    with pytest.raises(EventStateRefused):
        remove(hall)


def test_an_event_that_calls_nobody_to_a_table_gets_no_hall_after_the_draw() -> None:
    event = make_event(running=False)
    with pytest.raises(HallRefused):
        add(event)


def test_a_group_plays_at_a_place_that_the_club_did_not_have(event: Event) -> None:
    stage, plan = event.stages.get(), GroupPlan(venue_name="Parrocchia")
    group = set_group(stage=stage, number=1, plan=plan, actor=owner_of(event.club), now=NOW)
    assert group.venue is not None
    assert group.venue.name == "Parrocchia"
    assert group.first_table is None
