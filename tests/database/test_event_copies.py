"""Most tests get a copy of an event, because making it takes ten times as long."""

import pytest

from tests.event_copies import is_first
from tests.factories import make_club, make_event


@pytest.mark.django_db
def test_the_first_event_of_a_test_is_a_copy() -> None:
    club = make_club()
    assert is_first()
    make_event(club=club)
    assert not is_first(), "the ids of a copy would be those of the first event"
