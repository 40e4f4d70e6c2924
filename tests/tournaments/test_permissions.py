"""Who sees and writes what: hidden events, referees bound to one event."""

import pytest

from accounts.actors import PUBLIC
from tests.factories import NOW, actor_of, make_club, make_event, make_member, make_user
from tests.tournaments.steps import act
from tournaments.models import Event, Pairing, Role
from tournaments.permissions import list_visible_events
from tournaments.refusals import NotAllowed, NotFound
from tournaments.services.results.sheets import record_line

pytestmark = pytest.mark.django_db


def write_as(user: object, event: Event) -> None:
    match = Pairing.objects.filter(event=event, state=Pairing.State.READY).earliest("pk").match
    actor = actor_of(user)  # type: ignore[arg-type]
    line = act(match.pk, "hand", {"points": [6, None]})
    record_line(match_id=match.pk, act=line, actor=actor, now=NOW)


def test_a_stranger_is_not_told_that_a_hidden_match_is_there() -> None:
    hidden = make_event(visibility=Event.Visibility.CLUB)
    with pytest.raises(NotFound):
        write_as(make_user(), hidden)
    with pytest.raises(NotAllowed):
        write_as(make_user(), make_event())


def test_a_referee_bound_to_one_event_writes_and_sees_that_one_alone() -> None:
    club = make_club()
    his, other = (make_event(club=club, visibility=Event.Visibility.CLUB) for _ in range(2))
    referee = make_member(club, Role.Kind.REFEREE, his)
    write_as(referee, his)
    with pytest.raises(NotFound):
        write_as(referee, other)
    assert list(list_visible_events(actor_of(referee))) == [his]
    assert not list_visible_events(PUBLIC).exists()


def test_a_referee_of_the_club_writes_everywhere_in_it() -> None:
    club = make_club()
    event = make_event(club=club)
    write_as(make_member(club, Role.Kind.REFEREE), event)
