"""Each compiled query gives what the ORM gives. Run on SQLite and on PostgreSQL."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.timezone import localdate

from api.permissions import EVENTS
from database.compiled import CompiledQuery
from tests.factories import make_event
from tests.tournaments.steps import QUICK, pairing, win, write
from tournaments.models import Entry, Event, Pairing, Venue
from tournaments.selectors.events.events import select_event_with_facts
from tournaments.selectors.events.pairing_rows import select_forecast_slots
from tournaments.selectors.events.today import (
    select_counts_and_stages,
    select_finished_pairings,
    select_tables_today,
)
from tournaments.selectors.hall.tables import select_last_lines
from tournaments.selectors.registration.entries import select_entry_with_facts
from tournaments.selectors.registration.names import NAMES_SHOWN, PLAYERS_ALIKE, PLAYERS_OF_EVENT
from tournaments.selectors.stages.brackets import (
    PairingsQuery,
    in_group,
    in_hall,
    in_round,
    in_stage,
    of_matches,
)
from tournaments.selectors.stages.matches import select_pairing_of_match
from tournaments.selectors.stages.plans import select_plan_pairings, select_plan_slots
from tournaments.selectors.stages.stages import select_counts_of_event, select_counts_of_stage
from tournaments.selectors.versions import (
    select_event_versions,
    select_match_versions,
    select_voided_match_versions,
)


@pytest.fixture
def event() -> Event:
    """An event in play, of which one match is over and one has a date and a called table."""
    event = make_event(pairs=6, tables=2, match_format=QUICK, format="double_elimination")
    win(pairing(event, "main-1-2"))
    event.stages.get().groups.get().rounds.filter(number=2).update(date=localdate())
    return event


def assert_same(query: CompiledQuery[Any], *parameters: Any) -> None:
    """The rows are those of the ORM, value by value and type by type, and there are some; the first
    call compiles the query, the second one uses what was compiled."""
    expected = list(query.build(*parameters))
    assert expected
    for _ in range(2):
        rows = query.fetch(*parameters)
        assert rows == expected
        types = [[type(value) for value in row] for row in rows]
        assert types == [[type(value) for value in row] for row in expected]


def assert_same_instance(query: CompiledQuery[Any], parameter: int | UUID) -> None:
    """The instance has all that the ORM's has: its columns, those of its related rows, and what was
    annotated; and it can be saved."""
    for _ in range(2):
        (expected,), (found,) = query.build(parameter), query.fetch(parameter)
        assert list_values(found) == list_values(expected)
        assert found._state.db == expected._state.db
        assert not found._state.adding


def list_values(instance: Model) -> dict[str, Any]:
    """The values of an instance with their types, and those of what it refers to."""
    values: dict[str, Any] = {}
    for name, value in vars(instance).items():
        if name != "_state":
            values[name] = (type(value), value)
    for name, related in instance._state.fields_cache.items():
        if related is None:
            values[name] = None
        elif instance._meta.get_field(name).concrete:
            values[name] = list_values(related)
        else:
            # A match refers back to its pairing.
            values[name] = related.pk
    return values


def assert_same_pairings(query: PairingsQuery, *parameters: Any) -> None:
    assert_same(query.slots, *parameters)
    assert_same(query.pairings, *parameters)


@pytest.mark.parametrize("name_shown", NAMES_SHOWN)
def test_the_players_of_an_event(event: Event, name_shown: str) -> None:
    assert_same(PLAYERS_OF_EVENT[name_shown], event.pk)
    entries = list(event.entries.values_list("pk", flat=True))
    for length in range(1, len(entries) + 1):
        assert_same(PLAYERS_ALIKE[name_shown], event.pk, entries[:length])


def test_the_counts_of_rounds(event: Event) -> None:
    assert_same(select_counts_of_event, event.pk)
    assert_same(select_counts_of_stage, event.pk, event.stages.get().pk)


def test_the_pairings_of_a_stage(event: Event) -> None:
    stage = event.stages.get()
    played = pairing(event, "main-1-2")
    assert_same_pairings(in_stage, stage.pk)
    assert_same_pairings(in_group, stage.pk, stage.groups.get().number)
    assert_same_pairings(in_round, played.round_id)
    matches = event.pairings.filter(match__isnull=False).values_list("match", flat=True)
    assert_same_pairings(of_matches, list(matches))


def test_the_pairings_in_the_hall(event: Event) -> None:
    played = pairing(event, "main-1-2")
    byes = event.pairings.filter(state=Pairing.State.BYE).values_list("round", flat=True)
    assert byes
    for pairings, rounds, rounds_with_byes in (
        ([0], [0], [0]),
        ([played.pk], [0], [0]),
        ([0], [played.round_id], [0]),
        ([played.pk, 0, 0], [0], sorted(set(byes))),
    ):
        parameters = (event.pk, localdate(), pairings, rounds, rounds_with_byes)
        assert_same_pairings(in_hall, *parameters)


def test_what_a_stage_is_ranked_by_and_the_evening_is_forecast_from(event: Event) -> None:
    stage = event.stages.get()
    assert_same(select_plan_pairings, stage.pk)
    assert_same(select_plan_slots, stage.pk)
    assert_same(select_forecast_slots, event.pk)


def test_what_the_organizer_sees_at_once(event: Event) -> None:
    assert_same(select_counts_and_stages, event.pk)
    assert_same(select_tables_today, event.pk)
    called_at = timezone.now() - timedelta(minutes=20)
    event.pairings.filter(code="main-1-2").update(called_at=called_at)
    assert_same(select_finished_pairings, event.pk)
    write(pairing(event, "main-2-1"), "hand", {"points": [2, None]})
    assert_same(select_last_lines, event.pk)


def test_an_event_is_found_from_what_it_has(event: Event) -> None:
    assert_same_instance(EVENTS["event_id"], event.pk)
    stage = event.stages.get()
    assert_same_instance(EVENTS["stage_id"], stage.pk)
    assert_same_instance(EVENTS["round_id"], pairing(event, "main-1-2").round_id)
    # All can be compiled, also those of which the event has none.
    for name, query in EVENTS.items():
        if name != "event_id":
            assert query.fetch_one(0) is None


def test_an_event_a_match_and_an_entry_with_their_related_rows(event: Event) -> None:
    assert_same_instance(select_event_with_facts, event.pk)
    event.venue = Venue.objects.create(club=event.club, name="Circolo Acli")
    event.save()
    assert_same_instance(select_event_with_facts, event.pk)
    matches = event.pairings.filter(match__isnull=False)
    for is_without_table in (True, False):
        found = matches.filter(table__isnull=is_without_table).first()
        assert found is not None
        assert_same_instance(select_pairing_of_match, found.match_id or 0)
    entry = event.entries.first()
    assert entry is not None
    assert_same_instance(select_entry_with_facts, entry.pk)


def test_the_versions_of_an_event_and_of_its_matches(event: Event) -> None:
    assert_same(select_event_versions, event.pk)
    played = pairing(event, "main-1-2")
    match_id = played.match_id or 0
    assert_same(select_match_versions, match_id)
    author = {"author_kind": "USER", "author_id": "1"}
    played.set_aside.create(match_id=match_id, reason="", at=timezone.now(), **author)
    assert_same(select_voided_match_versions, match_id)


def test_what_is_not_there_is_none(event: Event) -> None:
    assert select_event_with_facts.fetch_one(uuid4()) is None
    assert select_entry_with_facts.fetch_one(0) is None


class Builds:
    """A query that counts how often the ORM builds it."""

    def __init__(self) -> None:
        self.count = 0
        self.query = CompiledQuery(self.build)

    def build(self, event_id: UUID, entries: list[int]) -> QuerySet[Entry, tuple[int, UUID]]:
        self.count += 1
        found = Entry.objects.filter(event=event_id, pk__in=entries).order_by("pk")
        return found.values_list("pk", "event_id")


def test_a_query_is_built_once_for_each_power_of_two_of_ids(event: Event) -> None:
    entries = list(event.entries.order_by("pk").values_list("pk", flat=True))
    builds = Builds()
    for _ in range(2):
        for length in range(1, 6):
            expected = [(entry, event.pk) for entry in entries[:length]]
            assert builds.query.fetch(event.pk, entries[:length]) == expected
    # For 1, 2, 4 and 8 ids.
    assert builds.count == 4


def test_without_any_id_the_orm_answers(event: Event) -> None:
    builds = Builds()
    assert builds.query.fetch(event.pk, []) == []
    assert builds.count == 1


def test_a_parameter_that_is_not_used_as_it_is_is_an_error(event: Event) -> None:
    changed = CompiledQuery(lambda number: Entry.objects.filter(pk=number + 1).values_list("pk"))
    with pytest.raises(ValueError, match="not in the SQL as it is"):
        changed.fetch(1)


def test_a_parameter_can_be_used_twice(event: Event) -> None:
    entry = event.entries.first()
    assert entry is not None
    query = CompiledQuery(
        lambda pk: Entry.objects.filter(pk=pk, members__entry=pk).values_list("pk").distinct()
    )
    assert_same(query, entry.pk)
