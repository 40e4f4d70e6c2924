"""Every list is CSV too: with the same columns on every page, and no cell out of Python."""

import csv
import io
from typing import Any

import pytest
from django.test import Client

from tests.api.client import Program, refused
from tests.factories import make_event
from tests.roles.hall import Hall, make_hall
from tests.roles.table import LISTS_WITHIN, TABLE
from tests.roles.test_roles import answer
from tournaments.models import Club

LISTS = (
    *("api:club-list", "api:club-player-list", "api:venue-list", "api:event-list"),
    *("api:event-player-list", "api:event-entry-list", "api:event-penalty-list", "api:draw-list"),
    *("api:event-question-list", "api:event-protest-list", "api:hall-list", "api:event-call-list"),
    *(
        "api:stage-list",
        "api:event-stage-list",
        "api:stage-absence-list",
        "api:stage-wish-list",
        "api:line-list",
    ),
    *(
        "api:round-list",
        "api:pairing-list",
        "api:match-list",
        "api:standings-detail",
        "api:standings-placings",
    ),
    *("api:ranking-detail", "api:prize-list", "api:job-list", "api:event-table-code-list"),
    *("api:role-list", "api:invitation-list", "api:template-list", "api:club-webhook-list"),
    *("api:webhook-deliveries", "api:planner-detail", "api:cash-detail", "api:no-shows-detail"),
)
ROWS = ("results", "rows", "prizes", "lines", "collectors", "entries")


def read_table(body: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(body.decode())))


def ask(hall: Hall, name: str, accept: str) -> Any:
    client = hall.clients["W"]
    client.defaults["HTTP_ACCEPT"] = accept
    return answer(hall, "W", "GET", name)


@pytest.mark.django_db
def test_every_list_is_csv_with_the_fields_of_its_rows_as_columns() -> None:
    hall = make_hall()
    assert set(LISTS_WITHIN) <= set(LISTS) <= set(TABLE)
    for name in LISTS:
        document = ask(hall, name, "application/json").json()
        got = ask(hall, name, "text/csv")
        assert (got.status_code, got["Content-Type"]) == (200, "text/csv; charset=utf-8"), name
        assert "Accept" in got["Vary"], name
        heads, *cells = read_table(got.content)
        assert 0 < len(set(heads)) == len(heads), name
        rows = next(document[member] for member in ROWS if member in document)
        assert len(cells) == len(rows), name
        for row in rows:
            assert set(row) <= {head.partition(".")[0] for head in heads}, name
        for cell in (cell for row in cells for cell in row):
            assert cell not in ("None", "True", "False"), name
            assert "{'" not in cell, name


def test_objects_inside_are_columns_and_null_is_an_empty_cell(club: Club, anybody: Program) -> None:
    event = make_event(club=club, pairs=4, tables=1)
    body = anybody.client.get(f"/api/v1/matches/?event={event.pk}&format=csv").content
    table = list(csv.DictReader(io.StringIO(body.decode())))
    waiting = next(row for row in table if row["state"] != "CALLED")
    assert (waiting["table"], waiting["winner_side"]) == ("", "")
    assert '"side":0' in table[0]["sides"]


def test_an_empty_list_has_the_columns_of_a_full_one(club: Club, anybody: Program) -> None:
    empty = make_event(club=club, pairs=0, drawn=False)
    full = make_event(club=club, pairs=2, drawn=False)
    path = "/api/v1/events/{}/entries/?format=csv"
    (heads,) = read_table(anybody.client.get(path.format(empty.pk)).content)
    assert heads == read_table(anybody.client.get(path.format(full.pk)).content)[0]
    assert heads[:2] == ["id", "event"]


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["format=xml", "format=api"])
def test_a_format_that_is_not_there_is_refused_with_those_that_are(query: str) -> None:
    program = Program()
    problem = refused(program.get(f"events/?{query}"), 406, "not_acceptable")
    assert problem["params"]["choices"] == ["json", "csv"]
    problem = refused(program.get("?format=csv"), 406, "not_acceptable")
    assert problem["params"]["choices"] == ["json"]


@pytest.mark.django_db
def test_the_format_of_the_address_goes_before_what_a_browser_accepts() -> None:
    got = Client().get("/api/v1/events/?format=csv", headers={"Accept": "application/json"})
    assert (got.status_code, got["Content-Type"]) == (200, "text/csv; charset=utf-8")
    as_json = Client().get("/api/v1/events/?format=json", headers={"Accept": "text/csv"})
    assert as_json["Content-Type"] == "application/json"
