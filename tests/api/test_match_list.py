"""/matches/?event=: table, points, games and pace of every match in one call."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.api.client import Program, refused
from tests.factories import first_match, make_event
from tournaments.models import Club, Entry, Event, Pairing, Slot

HAND = {"points": [7, None]}


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, tables=2)


def rows(program: Program, event: Event, query: str = "") -> list[Any]:
    return list(program.read(f"matches/?event={event.pk}{query}")["results"])


def test_a_match_is_a_row_with_its_points_and_its_pace(
    event: Event, organizer: Program, anybody: Program
) -> None:
    match = first_match(event)
    began = datetime(2026, 1, 1, tzinfo=UTC)
    Pairing.objects.filter(match=match).update(called_at=began)
    organizer.line(match, 0, HAND)
    organizer.line(match, 1, HAND)
    row = next(row for row in rows(anybody, event) if row["id"] == match)
    assert (row["hands"], row["version"], row["status"]) == (2, 2, "OPEN")
    assert row["games"] == [row["points"]] == [anybody.read(f"matches/{match}/")["state"]["sum"]]
    assert row["games_won"] == [0, 0]
    assert row["table"] in (1, 2)
    assert [side["entry"]["id"] for side in row["sides"]] == [
        side["entries"][0]["id"] for side in anybody.read(f"matches/{match}/")["sides"]
    ]
    seconds = (datetime.fromisoformat(row["last_line_at"]) - began).total_seconds()
    assert row["seconds_a_hand"] == int(seconds) // 2


def test_the_matches_and_pairings_of_one_entry(event: Event, anybody: Program) -> None:
    slot = Slot.objects.filter(pairing__match=first_match(event)).order_by("pk")[0]
    (row,) = rows(anybody, event, f"&entry={slot.entry_id}")
    assert row["id"] == slot.pairing.match_id
    (found,) = anybody.read(f"pairings/?event={event.pk}&entry={slot.entry_id}")["results"]
    assert found["id"] == slot.pairing_id


def test_matches_are_filtered_by_state_table_and_time(
    event: Event, organizer: Program, anybody: Program
) -> None:
    match = first_match(event)
    long_ago = datetime(2026, 1, 1, tzinfo=UTC)
    Pairing.objects.filter(event=event).update(called_at=long_ago)
    for model in (Entry, Pairing, Slot):
        model.objects.update(updated_at=long_ago)
    organizer.line(match, 0, HAND)
    later = (long_ago + timedelta(days=1)).isoformat().replace("+", "%2B")
    assert [row["id"] for row in rows(anybody, event, f"&updated_since={later}")] == [match]
    assert len(rows(anybody, event, "&state=CALLED")) == 2
    table = next(row["table"] for row in rows(anybody, event) if row["id"] == match)
    assert [row["id"] for row in rows(anybody, event, f"&table={table}")] == [match]
    for query in ("updated_since=ieri", "updated_since=11/12/2026", "state=ON", "stagee=1"):
        refused(anybody.get(f"matches/?event={event.pk}&{query}"), 400, "query_refused")
    refused(anybody.get("matches/"), 400, "query_refused")
