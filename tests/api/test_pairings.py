"""/stages/, /rounds/ and /pairings/: the parts of an event, in the order of play."""

from typing import Any
from uuid import uuid4

import pytest

from tests.api.client import Phone, Program, openapi, refused
from tests.factories import NOW, first_match, make_event, make_member, owner_of
from tests.tournaments.steps import QUICK
from tournaments.models import Club, Event, Pairing, Role
from tournaments.services.hall.table_codes import make_codes


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=6, tables=1, match_format=QUICK)


def test_an_event_has_its_stages(event: Event, anybody: Program) -> None:
    (told,) = anybody.read(f"stages/?event={event.pk}")["results"]
    assert (told["number"], told["format"]) == (1, "single_elimination")
    assert told["version"] == event.stages.get().version
    assert anybody.read(f"stages/{told['id']}/") == told


def test_rounds_count_their_pairings(event: Event, organizer: Program) -> None:
    first, second, final = organizer.read(f"rounds/?event={event.pk}")["results"]
    assert [(row["pairings"], row["open"]) for row in (first, second, final)] == [
        (4, 2),
        (2, 2),
        (1, 1),
    ]
    organizer.line(first_match(event), 0, {"points": [11, None]})
    assert organizer.read(f"rounds/{first['id']}/") == first | {"open": 1}


def test_rounds_of_one_stage(event: Event, anybody: Program) -> None:
    stage = event.stages.get().pk
    assert len(anybody.read(f"rounds/?event={event.pk}&stage={stage}")["results"]) == 3
    assert len(anybody.read(f"rounds/?event={event.pk}&group=1")["results"]) == 3


def test_pairings_are_found_by_state_and_round(event: Event, anybody: Program) -> None:
    def codes(query: str) -> list[str]:
        told = anybody.read(f"pairings/?event={event.pk}&{query}")["results"]
        return [pairing["code"] for pairing in told]

    assert len(codes("")) == 7
    assert codes("state=BYE") == ["main-1-1", "main-1-3"]
    assert codes("state=CALLED&state=READY") == ["main-1-2", "main-1-4"]
    final = anybody.read(f"rounds/?event={event.pk}")["results"][2]["id"]
    assert codes(f"round={final}") == ["main-3-1"]


def test_a_pairing_says_who_sits_where_and_where_from(event: Event, anybody: Program) -> None:
    waiting = event.pairings.get(code="main-2-1")
    told = anybody.read(f"pairings/{waiting.pk}/")
    assert (told["state"], told["match"], told["winner"]) == ("WAITING", waiting.match_id, None)
    through, awaited = told["slots"]
    assert (through["source"], through["of"]) == ("WINNER_OF", "main-1-1")
    assert through["entry"]["short"]
    assert (awaited["of"], awaited["entry"]) == ("main-1-2", None)


def test_a_called_pairing_has_its_table_and_its_time(event: Event, anybody: Program) -> None:
    (called,) = anybody.read(f"pairings/?event={event.pk}&state=CALLED")["results"]
    assert called["table"] == 1
    assert called["called_at"] is not None


def test_a_decided_pairing_has_its_winner(event: Event, organizer: Program) -> None:
    organizer.line(first_match(event), 0, {"points": [0, None]})
    (told,) = organizer.read(f"pairings/?event={event.pk}&state=DECIDED")["results"]
    assert told["winner"] == told["winner_side"] == 1
    assert told["winner_entry"] == told["slots"][1]["entry"]["id"]
    assert told["decided_at"] is not None


def test_an_undecided_pairing_has_no_winner(event: Event, anybody: Program) -> None:
    for row in anybody.read(f"pairings/?event={event.pk}")["results"]:
        assert (row["winner_side"], row["winner_entry"]) == (None, None)


def test_the_older_name_of_the_winner_is_deprecated() -> None:
    fields = openapi()["components"]["schemas"]["Pairing"]["properties"]
    assert [name for name, field in fields.items() if field.get("deprecated")] == ["winner"]


@pytest.mark.parametrize("what", ["stages", "rounds", "pairings"])
@pytest.mark.parametrize("query", ["", "?event=", "?event=7", "?event=%00", "?event=x&event=y"])
def test_a_list_within_an_event_needs_the_event(anybody: Program, what: str, query: str) -> None:
    problem = refused(anybody.get(f"{what}/{query}"), 400, "query_refused")
    assert [fault["params"]["field"] for fault in problem["violations"]] == ["event"]


@pytest.mark.parametrize("what", ["stages", "rounds", "pairings"])
def test_what_is_not_there_is_not_found(anybody: Program, what: str) -> None:
    refused(anybody.get(f"{what}/999999/"), 404, "not_found")
    refused(anybody.get(f"{what}/?event={uuid4()}"), 404, "not_found")


@pytest.mark.parametrize("query", ["state=OVER", "round=0", "round=1.5", "round=" + "9" * 30])
def test_a_parameter_that_cannot_be_read_is_named(
    event: Event, anybody: Program, query: str
) -> None:
    answer = anybody.get(f"pairings/?event={event.pk}&{query}")
    problem = refused(answer, 400, "query_refused")
    field = query.partition("=")[0]
    assert [fault["params"]["field"] for fault in problem["violations"]] == [field]


def test_lists_cost_the_same_number_of_queries_at_any_length(
    club: Club, anybody: Program, django_assert_num_queries: Any
) -> None:
    for pairs in (8, 64):
        event = make_event(club=club, pairs=pairs, name=f"Di {pairs}")
        with django_assert_num_queries(7):
            anybody.get(f"pairings/?event={event.pk}")
        with django_assert_num_queries(2):
            anybody.get(f"rounds/?event={event.pk}")


# The table of a pairing


def test_a_match_is_moved_and_changes_places_with_what_is_on_there(
    club: Club, organizer: Program
) -> None:
    event = make_event(club=club, pairs=4, tables=3)
    first, second = organizer.read(f"pairings/?event={event.pk}&state=CALLED")["results"]
    assert (first["table"], second["table"]) == (1, 2)
    moved = organizer.put(f"pairings/{first['id']}/table/", {"table": 2})
    assert moved.json()["table"] == 2
    assert organizer.read(f"pairings/{second['id']}/")["table"] == 1
    assert moved.json() == organizer.read(f"pairings/{first['id']}/")
    for table, status, code in ((9, 404, "not_found"), (0, 422, "body_refused")):
        answer = organizer.put(f"pairings/{first['id']}/table/", {"table": table})
        refused(answer, status, code)


def test_a_table_that_waits_for_signatures_is_freed(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=4, tables=1, match_format=QUICK)
    pairing, waiting = event.pairings.filter(round__order=0).order_by("pk")
    codes = make_codes(event=event, actor=owner_of(club), now=NOW)
    Phone(secret=codes[0].secret).line(pairing.match_id, 0, {"points": [11, None]})
    assert organizer.read(f"pairings/{waiting.pk}/")["table"] is None
    assert organizer.delete(f"pairings/{pairing.pk}/table/").status_code == 200
    assert organizer.read(f"pairings/{waiting.pk}/")["table"] == 1
    assert organizer.delete(f"pairings/{pairing.pk}/table/").status_code == 200


def test_tables_are_moved_by_who_manages_the_event(
    club: Club, stranger: Program, anybody: Program
) -> None:
    pairing = make_event(club=club, pairs=2, tables=2).pairings.get()
    referee = Program(make_member(club, Role.Kind.REFEREE))
    for who in (stranger, anybody, referee):
        answer = who.put(f"pairings/{pairing.pk}/table/", {"table": 2})
        refused(answer, 403, "not_allowed")
    assert Pairing.objects.get().table.number == 1
