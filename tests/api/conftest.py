"""Clients of the API (an organizer, a stranger, anybody), and an event with codes of its tables."""

import pytest

from tests.api.client import Program
from tests.factories import NOW, make_club, make_event, make_member, owner_of
from tests.tournaments.steps import QUICK, pairing
from tournaments.models import Club, Event, Role, TableCode
from tournaments.services.hall.table_codes import make_codes


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


@pytest.fixture
def organizer(club: Club) -> Program:
    return Program(make_member(club, Role.Kind.ORGANIZER))


@pytest.fixture
def stranger(db: None) -> Program:
    """The organizer of another club."""
    return Program(make_member(make_club("Circolo del Rubicone"), Role.Kind.ORGANIZER))


@pytest.fixture
def anybody(db: None) -> Program:
    return Program()


@pytest.fixture
def event(club: Club) -> Event:
    """Four pairs and three tables, of which the third is free; one hand decides a match."""
    return make_event(club=club, pairs=4, tables=3, match_format=QUICK)


@pytest.fixture
def codes(event: Event) -> list[TableCode]:
    return make_codes(event=event, actor=owner_of(event.club), now=NOW)


@pytest.fixture
def match(event: Event) -> int:
    """The match on table 1."""
    found = pairing(event, "main-1-1").match_id
    assert found is not None
    return found
