"""A part of the rows of standings, placings and rankings."""

import pytest

from tests.api.client import Program
from tests.factories import make_event
from tournaments.models import Club

PAIRS = 9


@pytest.fixture
def addresses(club: Club) -> list[str]:
    event = make_event(club=club, pairs=PAIRS, format="swiss", options={"rounds": 2})
    stage = event.stages.get().pk
    return [f"events/{event.pk}/standings/", f"stages/{stage}/ranking/"]


def test_parts_make_the_whole(addresses: list[str], anybody: Program) -> None:
    for path in addresses:
        whole = anybody.read(path)
        assert len(whole["rows"]) == PAIRS
        parts = [anybody.read(f"{path}?first={first}&count=4") for first in (1, 5, 9)]
        assert [row for part in parts for row in part["rows"]] == whole["rows"]
        assert [len(part["rows"]) for part in parts] == [4, 4, 1]
        assert all({**part, "rows": []} == {**whole, "rows": []} for part in parts)


def test_behind_the_last_row_there_is_none(addresses: list[str], anybody: Program) -> None:
    for path in addresses:
        assert anybody.read(f"{path}?first=10")["rows"] == []


@pytest.mark.parametrize("query", ["first=0", "count=0", "first=-1", "count=x", "count=99999999"])
def test_what_is_no_part_is_refused(addresses: list[str], anybody: Program, query: str) -> None:
    for path in addresses:
        assert anybody.get(f"{path}?{query}").status_code == 400
