"""A referee who is bound to tables stays bound, also when the tables go."""

import pytest

from tests.factories import NOW, actor_of, draw_now, make_event, make_user, owner_of
from tests.tournaments.steps import act, pairing
from tournaments.models import Event, Pairing, Role
from tournaments.refusals import InvitationRefused, NoSuchTables, NotAllowed
from tournaments.services.club.invitations import accept, invite, take_role
from tournaments.services.events.changes import change_event
from tournaments.services.events.events import start_play
from tournaments.services.results.sheets import record_line

pytestmark = pytest.mark.django_db


def referee_at(event: Event, *tables: int) -> Role:
    """Somebody who has taken up an invitation to these tables."""
    owner = owner_of(event.club)
    made = invite(club=event.club, kind="REFEREE", event=event, tables=tables, actor=owner, now=NOW)
    return accept(secret=made.secret, user=make_user(), now=NOW)


def write(role: Role, pairing: Pairing) -> None:
    """Writes a hand on the sheet of a pairing, as the user who has the role."""
    assert pairing.match_id is not None
    line = act(pairing.match_id, "hand", {"points": [7, None]})
    record_line(match_id=pairing.match_id, act=line, actor=actor_of(role.user), now=NOW)


def test_tables_that_are_not_there_are_refused_by_name() -> None:
    event = make_event(pairs=4, tables=3, drawn=False)
    with pytest.raises(NoSuchTables) as refused:
        referee_at(event, 2, 7, 99)
    assert refused.value.code == "tables_not_there"
    assert refused.value.params == {"missing": "7, 99", "tables": 3}
    assert not event.club.invitations.exists()


@pytest.mark.parametrize("kind", ["REFEREE", "ORGANIZER"])
def test_tables_without_an_event_are_refused(kind: str) -> None:
    event = make_event(pairs=4, tables=3, drawn=False)
    with pytest.raises(NoSuchTables) as refused:
        invite(club=event.club, kind=kind, tables=[1], actor=owner_of(event.club), now=NOW)
    assert refused.value.code == "tables_of_no_event"


def test_a_referee_whose_tables_are_taken_away_has_no_table() -> None:
    event = make_event(pairs=8, tables=4, drawn=False)
    bound, free = referee_at(event, 4), referee_at(event)
    owner = owner_of(event.club)
    event = change_event(event=event, changes={"tables": 3}, actor=owner, now=NOW)
    assert event.tables.count() == 3
    draw_now(event)
    start_play(event=event, actor=owner, now=NOW)
    first = pairing(event, "main-1-1")
    with pytest.raises(NotAllowed):
        write(bound, first)
    write(free, first)


def test_a_match_without_a_table_is_nobodys_who_is_bound_to_tables() -> None:
    event = make_event(pairs=8, tables=2, drawn=False)
    bound = referee_at(event, 2)
    draw_now(event)
    start_play(event=event, actor=owner_of(event.club), now=NOW)
    waiting = event.pairings.filter(table=None, match__isnull=False).order_by("pk").first()
    assert waiting is not None
    with pytest.raises(NotAllowed):
        write(bound, waiting)


def test_a_link_that_was_taken_up_gives_no_role_back() -> None:
    event = make_event(pairs=4, drawn=False)
    owner, user = owner_of(event.club), make_user()
    made = invite(club=event.club, kind="REFEREE", actor=owner, now=NOW)
    role = accept(secret=made.secret, user=user, now=NOW)
    take_role(role=role, actor=owner)
    with pytest.raises(InvitationRefused):
        accept(secret=made.secret, user=user, now=NOW)
