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
from tournaments.services.events.halls import add_hall, remove_hall, rename_hall
from tournaments.services.events.stages import GroupPlan, set_group
from wording.regulation import build_regulation, list_regulation_sentences

pytestmark = pytest.mark.django_db


def add(event: Event, name: str = "Palestra", tables: int = 4, **more: Any) -> Hall:
    actor = owner_of(event.club)
    return add_hall(event=event, name=name, tables=tables, actor=actor, now=NOW, **more)


def remove(hall: Hall) -> None:
    remove_hall(hall=hall, actor=owner_of(hall.event.club), now=NOW)


def rename(hall: Hall, name: str, reason: str = "") -> Hall:
    actor = owner_of(hall.event.club)
    return rename_hall(hall=hall, name=name, actor=actor, now=NOW, reason=reason)


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
    sentences = list(list_regulation_sentences(build_regulation(read_facts(event))))
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


def test_a_renamed_hall_keeps_its_tables_and_its_groups(event: Event) -> None:
    first, _second = add(event, "Palesrta"), add(event, "Bar Fiume", 2)
    stage, plan = event.stages.get(), GroupPlan(venue=first.venue)
    group = set_group(stage=stage, number=1, plan=plan, actor=owner_of(event.club), now=NOW)
    version = Event.objects.get(pk=event.pk).version

    hall = rename(first, "Palestra")

    assert (hall.pk, hall.first_table, hall.last_table) == (first.pk, 13, 16)
    group.refresh_from_db()
    assert group.venue is not None
    assert (group.venue.name, group.first_table) == ("Palestra", 13)
    assert [each.name for each in read_facts(event).halls] == ["Palestra", "Bar Fiume"]
    assert Event.objects.get(pk=event.pk).version == version + 1
    # The club keeps no misspelt venue that nothing is held in.
    assert not event.club.venues.filter(name="Palesrta").exists()


def test_capitals_of_a_hall_are_corrected(event: Event) -> None:
    hall = add(event, "palestra")
    assert rename(hall, "Palestra").venue.name == "Palestra"
    assert event.club.venues.get().name == "Palestra"


def test_a_name_that_stays_changes_nothing(event: Event) -> None:
    hall = add(event)
    version = Event.objects.get(pk=event.pk).version
    rename(hall, "Palestra")
    assert Event.objects.get(pk=event.pk).version == version


def test_a_venue_of_other_events_keeps_its_name(event: Event) -> None:
    hall = add(event)
    other = make_event(club=event.club, drawn=False, tables=2)
    other_hall = add(other)
    assert other_hall.venue_id == hall.venue_id

    renamed = rename(hall, "Palestra comunale")

    assert renamed.venue.name == "Palestra comunale"
    other_hall.refresh_from_db()
    assert other_hall.venue.name == "Palestra"
    # Of a name that is shared, capitals alone are another spelling of the same venue.
    rename(renamed, "Palestra")
    with pytest.raises(HallRefused) as refused:
        rename(Hall.objects.get(pk=hall.pk), "PALESTRA")
    assert refused.value.code == "hall_is_there"


def test_a_hall_is_renamed_to_a_venue_that_the_club_has(event: Event) -> None:
    hall = add(event, "Palesrta")
    gym = add_venue(
        club=event.club, name="Palestra", address="Via Roma 1", actor=owner_of(event.club)
    )
    assert rename(hall, "palestra").venue == gym


def test_a_hall_is_not_renamed_to_another_hall_of_the_event(event: Event) -> None:
    hall = add(event)
    add(event, "Bar Fiume", 2)
    venue = add_venue(club=event.club, name="Circolo", address="", actor=owner_of(event.club))
    Event.objects.filter(pk=event.pk).update(venue=venue)
    for name in ("Bar Fiume", "circolo"):
        with pytest.raises(HallRefused) as refused:
            rename(hall, name)
        assert refused.value.code == "hall_is_there"
    hall.refresh_from_db()
    assert hall.venue.name == "Palestra"


def test_after_the_start_a_hall_is_renamed_with_a_reason_and_a_version() -> None:
    event = make_event(pairs=8, tables=2, match_format=QUICK)
    hall = add(event, "Palesrta", tables=2, reason="siamo in troppi")
    numbers_before = list(event.regulations.values_list("number", flat=True))
    with pytest.raises(ReasonMissing):
        rename(hall, "Palestra")
    rename(Hall.objects.get(pk=hall.pk), "Palestra", reason="scritto male")
    newest = event.regulations.order_by("-number")[0]
    assert newest.number == max(numbers_before) + 1
    assert newest.reason == "scritto male"
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    rename(Hall.objects.get(pk=hall.pk), "Palestra comunale", reason="nome intero")


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
