"""Races in the hall: phones at one table, tables, codes, invitations, calls. Run on SQLite (a file)
and on PostgreSQL."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.utils.timezone import localdate

from accounts.actors import Actor
from api.authentication import make_device_actor
from competition.calendar import Calendar
from live.models import Notice
from scoring.acts import Act
from tests.factories import NOW, make_club, make_event, make_user, owner_of
from tests.races.threads import all_at_once
from tests.tournaments.steps import QUICK, pairing, win
from tournaments.models import Event, Invitation, Pairing, RefereeCall, Role, TableCode
from tournaments.notices import name_results_topic, name_table_topic
from tournaments.refusals import InvitationRefused, NotAllowed
from tournaments.services.club.invitations import accept, invite
from tournaments.services.events.calendars import remove_calendar, set_calendar
from tournaments.services.hall.devices import admit
from tournaments.services.hall.referee_calls import call_referee
from tournaments.services.hall.table_codes import make_codes, revoke_codes
from tournaments.services.hall.table_moves import move_to_table
from tournaments.services.results.sheets import RecordedLine, record_line


def hall(pairs: int = 4, tables: int = 1) -> tuple[Event, TableCode]:
    event = make_event(pairs=pairs, tables=tables, match_format=QUICK)
    return event, make_codes(event=event, actor=owner_of(event.club), now=NOW)[0]


def phone(code: TableCode) -> Actor:
    return make_device_actor(admit(code=code.code, now=NOW).device)


def line(event: Event, actor: Actor, kind: str, data: Any, version: int, key: str) -> RecordedLine:
    match = pairing(event, "main-1-1").match_id or 0
    act = Act(kind, data, key, version, device="", made_at=NOW)
    return record_line(match_id=match, act=act, actor=actor, now=NOW)


def test_both_sides_sign_at_once_and_the_table_is_called_once_for_the_next() -> None:
    event, code = hall()
    one, two = phone(code), phone(code)
    line(event, one, "hand", {"points": [11, None]}, 0, "hand")
    all_at_once(
        [
            partial(line, event, one, "sign", {"side": 0}, 1, "one"),
            partial(line, event, two, "sign", {"side": 1}, 1, "two"),
        ]
    )
    signed = pairing(event, "main-1-1").match
    assert signed is not None
    assert signed.version == 2, "one of them saw an older sheet, and asks again"
    line(event, two, "sign", {"side": 1 - last_side(event)}, 2, "again")
    assert not pairing(event, "main-1-1").holds_table
    assert pairing(event, "main-1-2").state == Pairing.State.CALLED


def test_results_at_once_tell_every_table_that_gets_another_match() -> None:
    event, _ = hall(pairs=16, tables=4)
    called = event.pairings.filter(state=Pairing.State.CALLED).order_by("pk")
    while playing := list(called.all()):
        before = Notice.objects.order_by("pk").last()
        done = all_at_once([partial(win, each) for each in playing])
        assert all(isinstance(each, RecordedLine) for each in done), done
        new = Notice.objects.filter(pk__gt=before.pk if before else 0)
        told = set(new.values_list("topic", flat=True))
        assert {name_table_topic(each.table_id or 0) for each in called.all()} <= told
        assert name_results_topic(event.pk) in told


def last_side(event: Event) -> int:
    match = pairing(event, "main-1-1").match
    assert match is not None
    last = match.lines.latest("n")
    side: int = last.data["side"]
    return side


def test_a_code_that_is_revoked_while_its_phone_writes_is_written_before_or_not_at_all() -> None:
    event, code = hall()
    actor = phone(code)
    owner = owner_of(event.club)
    calls: list[Callable[[], object]] = [
        partial(line, event, actor, "hand", {"points": [7, None]}, 0, "key"),
        partial(revoke_codes, codes=[code], event=event, actor=owner, now=NOW),
    ]
    written, _ = all_at_once(calls)
    assert isinstance(written, (RecordedLine, NotAllowed)), written
    after = all_at_once([partial(line, event, actor, "hand", {"points": [7, None]}, 0, "later")])
    assert isinstance(after[0], Exception)


def test_codes_made_twice_at_once_leave_one_a_table() -> None:
    event, _ = hall(tables=3)
    actor = owner_of(event.club)
    all_at_once([partial(make_codes, event=event, actor=actor, now=NOW)] * 4)
    live = TableCode.objects.filter(event=event, revoked_at=None)
    assert sorted(live.values_list("table__number", flat=True)) == [1, 2, 3]


def test_a_table_that_calls_from_four_phones_calls_once() -> None:
    event, code = hall()
    phones = [phone(code) for _ in range(4)]
    calls = all_at_once([partial(call_referee, actor=each, now=NOW) for each in phones])
    assert len({call.pk for call in calls if isinstance(call, RefereeCall)}) == 1
    assert RefereeCall.objects.filter(event=event).count() == 1


def test_two_matches_moved_onto_each_others_tables_at_once_both_sit_somewhere() -> None:
    event = make_event(pairs=4, tables=2, match_format=QUICK)
    actor = owner_of(event.club)
    first, second = pairing(event, "main-1-1"), pairing(event, "main-1-2")
    moves = [
        partial(move_to_table, pairing=first, number=2, actor=actor, now=NOW),
        partial(move_to_table, pairing=second, number=1, actor=actor, now=NOW),
    ]
    results = all_at_once(moves)
    assert all(isinstance(result, Pairing) for result in results), results
    seated = {pairing(event, code).table_id for code in ("main-1-1", "main-1-2")}
    assert len(seated - {None}) == 2


def test_an_invitation_that_four_open_at_once_is_one_role() -> None:
    club = make_club()
    invited = invite(club=club, kind="REFEREE", actor=owner_of(club), now=NOW)
    users = [make_user() for _ in range(4)]
    results = all_at_once(
        [partial(accept, secret=invited.secret, user=user, now=NOW) for user in users]
    )
    assert sum(isinstance(result, Role) for result in results) == 1
    assert sum(isinstance(result, InvitationRefused) for result in results) == 3
    assert Invitation.objects.get().taken_by in users


def test_results_and_dates_that_change_at_once_all_come_through() -> None:
    event = make_event(
        pairs=8, tables=8, match_format=QUICK, format="round_robin", options={"legs": 1}
    )
    stage, actor, today = event.stages.get(), owner_of(event.club), localdate(NOW)
    calendar = Calendar(start=today, weekdays=frozenset(range(7)))
    for _ in range(5):
        on = event.pairings.filter(state=Pairing.State.CALLED).order_by("pk")[:2]
        acts: list[Callable[[], object]] = [partial(win, each) for each in on]
        acts += [
            partial(set_calendar, stage=stage, calendar=calendar, actor=actor, now=NOW),
            partial(remove_calendar, stage=stage, actor=actor, now=NOW),
        ]
        assert not [done for done in all_at_once(acts) if isinstance(done, Exception)]
