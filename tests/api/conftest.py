"""Who asks: an organizer's program, one of another club, and anybody."""

import pytest

from tests.api.client import Program
from tests.factories import make_club, make_member
from tournaments.models import Club, Role


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
