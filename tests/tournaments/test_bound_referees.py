"""A referee who is bound to tables stays bound, also when the tables go."""

from typing import Any

import pytest

from api.authentication import make_device_actor
from tests.factories import NOW, actor_of, draw_now, make_event, make_user, owner_of
from tests.tournaments.steps import act, pairing
from tournaments.models import Event, Pairing, RefereeCall, Role
from tournaments.permissions import check_visible, list_own_events, list_rights
from tournaments.refusals import InvitationRefused, NoSuchTables, NotAllowed, NotFound
from tournaments.services.club.invitations import accept, invite, take_role
from tournaments.services.decisions.protests import file_protest
from tournaments.services.events.changes import change_event
from tournaments.services.events.events import start_play
from tournaments.services.hall.devices import admit
from tournaments.services.hall.referee_calls import answer_call, call_referee, reopen_call
from tournaments.services.hall.table_codes import make_codes
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


def make_event_that_lost_a_table() -> tuple[Event, Role]:
    """A running event of the club alone with three tables, and a referee of its former fourth."""
    event = make_event(pairs=8, tables=4, drawn=False)
    bound, owner = referee_at(event, 4), owner_of(event.club)
    event = change_event(
        event=event, changes={"tables": 3, "visibility": "CLUB"}, actor=owner, now=NOW
    )
    draw_now(event)
    return start_play(event=event, actor=owner, now=NOW), bound


def test_a_referee_whose_tables_are_all_gone_has_no_rights_at_all() -> None:
    event, bound = make_event_that_lost_a_table()
    actor = actor_of(bound.user)
    assert list_rights(actor, club_id=event.club_id, event=event) == frozenset()
    assert not list_own_events(actor).exists()
    with pytest.raises(NotFound):
        check_visible(actor, event)


def call_of_table(event: Event, number: int) -> RefereeCall:
    """The call of a phone at this table."""
    codes = make_codes(event=event, actor=owner_of(event.club), now=NOW)
    (code,) = [code for code in codes if code.table.number == number]
    return call_referee(actor=make_device_actor(admit(code=code.code, now=NOW).device), now=NOW)


def start_event(*, tables: int) -> Event:
    event = make_event(pairs=8, tables=tables, drawn=False)
    draw_now(event)
    return start_play(event=event, actor=owner_of(event.club), now=NOW)


def test_a_call_is_answered_by_the_referees_of_its_table() -> None:
    event = start_event(tables=4)
    here, elsewhere = referee_at(event, 1), referee_at(event, 4)
    call = call_of_table(event, 1)
    with pytest.raises(NotAllowed):
        answer_call(call=call, actor=actor_of(elsewhere.user), now=NOW)
    call = answer_call(call=call, actor=actor_of(here.user), now=NOW)
    assert call.answered_at == NOW
    with pytest.raises(NotAllowed):
        reopen_call(call=call, answered_at=NOW, actor=actor_of(elsewhere.user), now=NOW)


def test_a_bound_referee_files_protests_about_matches_at_his_tables() -> None:
    event = start_event(tables=4)
    first = event.pairings.filter(table__number=1).get()
    entry = first.slots.earliest("position").entry
    assert entry is not None
    protest: dict[str, Any] = {"entry": entry, "article": "", "text": "Wrong total", "now": NOW}
    here, elsewhere, free = referee_at(event, 1), referee_at(event, 4), referee_at(event)
    for role, pairing_of_protest in ((elsewhere, first), (elsewhere, None), (here, None)):
        with pytest.raises(NotAllowed):
            file_protest(pairing=pairing_of_protest, actor=actor_of(role.user), **protest)
    assert file_protest(pairing=first, actor=actor_of(here.user), **protest).pairing == first
    assert file_protest(pairing=None, actor=actor_of(free.user), **protest).pairing is None


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
