"""Lists as CSV: the same rows, a column for each field."""

import csv
import io

import pytest

from tests.api.client import Program
from tests.factories import make_event
from tournaments.models import Club, Venue


def rows(program: Program, path: str, **headers: str) -> list[dict[str, str]]:
    answer = program.client.get(f"/api/v1/{path}", headers=headers)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(answer.content.decode())))


def test_a_list_is_csv_for_a_reader_who_asks_for_it(club: Club, anybody: Program) -> None:
    event = make_event(club=club, pairs=2)
    (row,) = rows(anybody, "events/?format=csv")
    assert row == rows(anybody, "events/", Accept="text/csv")[0]
    assert (row["id"], row["club.name"]) == (str(event.pk), club.name)
    (first, _) = rows(anybody, f"events/{event.pk}/entries/?format=csv")
    assert first["players"] == "; ".join(
        anybody.read(f"events/{event.pk}/entries/")["results"][0]["players"]
    )


def test_a_page_of_csv_links_to_the_next(club: Club, anybody: Program) -> None:
    event = make_event(club=club, pairs=5, drawn=False)
    answer = anybody.client.get(f"/api/v1/events/{event.pk}/entries/?format=csv&page_size=3")
    following = answer["Link"].partition("<")[2].partition(">")[0].partition("/api/v1/")[2]
    assert len(rows(anybody, following)) == 2


@pytest.mark.parametrize("name", ["=1+1", "@SUM(A1)", "-2", "+3"])
def test_no_cell_becomes_a_formula(club: Club, organizer: Program, name: str) -> None:
    Venue.objects.create(club=club, name=name)
    (row,) = rows(organizer, "venues/?format=csv")
    assert row["name"] == f"'{name}"


def test_what_is_no_list_has_no_csv(club: Club, anybody: Program) -> None:
    event = make_event(club=club, pairs=2)
    answer = anybody.client.get(f"/api/v1/events/{event.pk}/", headers={"Accept": "text/csv"})
    assert answer.status_code == 406
