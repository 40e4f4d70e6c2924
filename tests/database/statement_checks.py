"""Each statement written as SQL gives what the ORM gives. Run on SQLite and on PostgreSQL."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError
from django.db.models import Q
from django.utils import timezone
from django.utils.timezone import localdate

from accounts.actors import EVERYWHERE, Actor, ActorKind, TokenAccess, TokenScope
from accounts.authorship import make_author_columns
from accounts.models import Token
from accounts.selectors import find_token
from accounts.services import make_token, revoke_token
from database.statements import load_instance
from database.updates import save_columns
from live.models import Notice
from live.services import write_notices
from scoring.acts import Act
from scoring.core.lines import SheetLine
from scoring.derived import DERIVED
from scoring.models import Line, Match
from scoring.services import lock_match, lock_sheet, lock_sheets, write_lines
from scoring.statements import LINES_OF_MATCH
from tests.factories import NOW, actor_of, make_club, make_event, make_member, make_user, owner_of
from tests.tournaments.steps import QUICK, pairing, win, write
from tournaments.models import (
    Club,
    Device,
    Event,
    Group,
    Pairing,
    Role,
    Round,
    Slot,
    Stage,
    Table,
    TableCode,
)
from tournaments.permissions import find_table_code
from tournaments.selectors.hall.tables import find_device
from tournaments.selectors.stages.brackets import (
    BEFORE_ALL,
    due,
    place_in_queue,
    sort_in_queue_order,
)
from tournaments.services.hall.devices import admit, leave
from tournaments.services.hall.table_codes import make_codes, revoke_codes
from tournaments.services.pairing_locks import load_pairing, lock_pairings
from tournaments.services.results.locked_pairing import lock_for_line
from tournaments.services.table_queue import lock_table_queue
from tournaments.services.versions import raise_stage_version
from tournaments.statements import (
    AFTER_RESULT,
    CONDITIONAL_PAIRINGS,
    DEPENDENT_PAIRINGS,
    EMPTY_SLOT_IN_PAIRING,
    ENTRIES_AT_TABLES,
    ENTRIES_BY_SIDE,
    ENTRIES_OF_PAIRINGS,
    FED_SLOTS,
    FREE_TABLES,
    GONE_IN_PAIRING,
    OPPOSITE_ENTRIES,
    READY_PAIRINGS,
    REFEREE_ROLE,
    ROLE_KINDS,
)
from webhooks.models import WebhookEndpoint
from webhooks.statements import ACTIVE_SUBSCRIPTIONS


def columns_of(row: Any) -> dict[str, Any]:
    """What an instance has read of its row."""
    return {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if field.attname in row.__dict__
    }


def assert_same(row: Any) -> None:
    """What was read without the ORM is what the ORM reads, value by value and type by type."""
    orm = type(row).objects.get(pk=row.pk)
    found = columns_of(row)
    assert found
    expected = {name: getattr(orm, name) for name in found}
    assert found == expected
    assert [type(value) for value in found.values()] == [type(v) for v in expected.values()]
    assert row._state.adding is False


def event_with_lines() -> Event:
    event = make_event(pairs=4, tables=2)
    for points in ([11, None], [0, None]):
        write(pairing(event, "main-1-1"), "hand", {"points": points})
    return event


def test_a_locked_match_is_the_row() -> None:
    event = event_with_lines()
    undecided, untouched = pairing(event, "main-1-1").match_id, pairing(event, "main-1-2").match_id
    for pk in (undecided, untouched):
        assert_same(lock_match(pk or 0))
    quick = pairing(make_event(pairs=4, match_format=QUICK), "main-1-1")
    win(quick)
    assert lock_match(quick.match_id or 0).tally is not None
    assert_same(lock_match(quick.match_id or 0))


def test_a_match_that_is_not_there_does_not_exist() -> None:
    with pytest.raises(Match.DoesNotExist):
        lock_match(10**9)
    with pytest.raises(Match.DoesNotExist):
        lock_sheet(10**9)


def test_a_locked_sheet_is_the_match_with_its_lines() -> None:
    found = pairing(event_with_lines(), "main-1-1")
    sheet = lock_sheet(found.match_id or 0)
    assert_same(sheet.match)
    rows = Line.objects.filter(match=found.match_id).order_by("n")
    expected = [(SheetLine(row.n, row.kind, row.data), row.key) for row in rows]
    assert list(sheet.lines) == expected


def test_sheets_that_are_locked_together_are_those_that_are_locked_one_by_one() -> None:
    event = event_with_lines()
    ids = [pairing(event, code).match_id or 0 for code in ("main-1-2", "main-1-1")]
    sheets = lock_sheets(ids)
    assert list(sheets) == sorted(ids)
    for pk, sheet in sheets.items():
        assert_same(sheet.match)
        assert list(sheet.lines) == list(lock_sheet(pk).lines)
    assert lock_sheets([]) == {}


def test_lines_that_are_written_together_are_stored_as_they_are_returned() -> None:
    event = event_with_lines()
    ids = [pairing(event, code).match_id or 0 for code in ("main-1-1", "main-1-2")]
    sheets = []
    for sheet in lock_sheets(ids).values():
        version, data = sheet.match.version, {"points": [6, None]}
        sheets.append((sheet, Act("hand", data, f"x{version}", version, "", NOW)))
    for written in write_lines(sheets=sheets, actor=owner_of(event.club), now=NOW):
        assert columns_of(written.line) == columns_of(Line.objects.get(pk=written.line.pk))
        # Undecided: without a tally, which is null and not the null of JSON.
        stored = Match.objects.get(pk=written.match.pk, tally__isnull=True)
        for name in DERIVED:
            assert getattr(stored, name) == getattr(written.match, name)


def test_pairings_are_locked_with_their_matches() -> None:
    event = make_event(pairs=4)
    pairings = list(Pairing.objects.filter(event=event).order_by("pk"))
    locked = lock_pairings(pairing.pk for pairing in reversed(pairings))
    assert list(locked) == [pairing.pk for pairing in pairings]
    for found in locked.values():
        assert_same(found)
        if found.match is not None:
            assert_same(found.match)
    assert lock_pairings([]) == {}


def test_the_lines_of_a_sheet_are_the_rows() -> None:
    match = pairing(event_with_lines(), "main-1-1").match_id
    rows = Line.objects.filter(match=match).order_by("n")
    assert LINES_OF_MATCH.fetch_all(match) == list(rows.values_list("n", "kind", "data", "key"))


def test_a_written_line_and_its_match_are_stored_as_they_are_returned() -> None:
    event = make_event(pairs=4, match_format=QUICK)
    written = win(pairing(event, "main-1-1")).written
    assert columns_of(written.line) == columns_of(Line.objects.get(pk=written.line.pk))
    stored = Match.objects.get(pk=written.match.pk)
    for name in ("state", "winner", "begun", "signed", "version", "head", "snapshot", "tally"):
        assert getattr(stored, name) == getattr(written.match, name)


def test_the_pairing_of_a_match_is_the_row_with_those_above_it() -> None:
    event = event_with_lines()
    locked = lock_for_line(pairing(event, "main-1-1").match_id or 0, owner_of(event.club))
    found = locked.pairing
    for row in (locked.sheet.match, found, found.event, found.round, found.round.group):
        assert_same(row)
    assert found.round.group.stage_id == event.stages.get().pk
    assert locked.is_asked_about is False


def test_a_program_is_let_in_with_its_user() -> None:
    user = make_user()
    event = make_event(pairs=2, drawn=False)
    scopes = EVERYWHERE, TokenScope(club_id=event.club_id), TokenScope(event_id=event.pk)
    tokens = [
        make_token(user=user, name="Tabellone", access=TokenAccess.ORGANIZE, scope=scope)[0]
        for scope in scopes
    ]
    for token, scope in zip(tokens, scopes, strict=True):
        found = find_token(token.digest)
        assert found is not None
        assert_same(found)
        assert found.scope == scope
    assert found is not None
    assert_same(found.user)
    revoke_token(user=user, key=token.token_key)
    again = find_token(token.digest)
    assert again is not None
    assert_same(again)
    user.is_active = False
    user.save()
    assert find_token(token.digest) is None
    assert find_token("0" * 128) is None
    assert Token.objects.count() == 3


def test_a_phone_is_let_in_by_its_token_and_its_code() -> None:
    event = make_event(pairs=4, tables=2)
    owner = owner_of(event.club)
    code = make_codes(event=event, actor=owner, now=NOW)[0]
    admitted, second = (admit(code=code.code, now=NOW) for _ in range(2))
    actor = Actor(ActorKind.TABLE, str(admitted.device.pk))
    for row in (find_device(admitted.token), find_table_code(actor)):
        assert row is not None
        assert_same(row)
    found = find_table_code(actor)
    assert found is not None
    assert_same(found.table)
    leave(actor=Actor(ActorKind.TABLE, str(second.device.pk)), now=NOW)
    assert find_device(second.token) is None
    revoke_codes(codes=TableCode.objects.filter(pk=code.pk), event=event, actor=owner, now=NOW)
    assert (find_device(admitted.token), find_table_code(actor)) == (None, None)
    assert Device.objects.count() == 2


@pytest.mark.parametrize(
    ("bound_to", "at_tables", "at_table", "is_found"),
    [
        ("club", [], None, True),
        ("event", [], 1, True),
        ("other_event", [], 1, False),
        ("group", [], 1, True),
        ("club", [1], 1, True),
        ("club", [1], 2, False),
        ("club", [1], None, False),
    ],
)
def test_a_referee_writes_where_his_role_is(
    bound_to: str, at_tables: list[int], at_table: int | None, *, is_found: bool
) -> None:
    event = make_event(pairs=4, tables=2)
    other = make_event(club=event.club, pairs=4)
    group = Group.objects.get(stage__event=event)
    bound = {"event": event, "other_event": other, "group": event}.get(bound_to)
    user = make_member(
        event.club, "REFEREE", event=bound, group=group if bound_to == "group" else None
    )
    tables = dict(Table.objects.filter(event=event).values_list("number", "pk"))
    role = user.roles.get()
    role.tables.set([tables[number] for number in at_tables])
    place = event.club_id, event.pk, group.pk, tables.get(at_table or 0)
    assert (REFEREE_ROLE.fetch_one(user.pk, *place) is not None) == is_found
    # The same role, looked for together with a pairing at that table.
    found = pairing(event, "main-1-1")
    others = Pairing.objects.filter(event=event, state=Pairing.State.CALLED).exclude(pk=found.pk)
    others.update(state=Pairing.State.READY, table=None)
    Pairing.objects.filter(pk=found.pk).update(table=tables.get(at_table or 0))
    locked = lock_for_line(found.match_id or 0, actor_of(user))
    assert locked.writer is not None
    assert locked.writer.has_role == is_found
    role.tables.clear()
    role.at_tables_only = True
    role.save()
    assert REFEREE_ROLE.fetch_one(user.pk, *place) is None


@pytest.mark.parametrize("tables", ["not named", "there", "gone"])
def test_the_kinds_of_roles_are_those_in_force(tables: str) -> None:
    event = make_event(pairs=4, tables=2)
    user = make_member(event.club, "REFEREE", event=event)
    role = user.roles.get()
    role.at_tables_only = tables != "not named"
    role.save()
    if tables == "there":
        role.tables.set(Table.objects.filter(event=event))
    Role.objects.create(club=event.club, user=user, kind=Role.Kind.ORGANIZER)
    Role.objects.create(club=make_club(), user=user, kind=Role.Kind.OWNER)
    other = make_event(club=event.club, pairs=4)
    in_force = Role.objects.in_force().filter(user=user)
    for at in (event.pk, other.pk, None):
        of_place = in_force.filter(Q(event=None) | Q(event=at), club=event.club)
        found = sorted(kind for (kind,) in ROLE_KINDS.fetch_all(user.pk, event.club_id, at))
        assert found == sorted(of_place.values_list("kind", flat=True))
    in_club = ROLE_KINDS.fetch_all(user.pk, event.club_id, event.pk)
    assert len(in_club) == (1 if tables == "gone" else 2)


def test_the_free_tables_of_an_event_are_those_without_a_match_by_number() -> None:
    event = make_event(pairs=4, tables=5, match_format=QUICK)
    make_event(pairs=4, tables=2)
    assert [number for _, number in FREE_TABLES.fetch_all(event.pk)] == [3, 4, 5]
    first = pairing(event, "main-1-1")
    win(first)
    Pairing.objects.filter(pk=first.pk).update(holds_table=True)
    assert [number for _, number in FREE_TABLES.fetch_all(event.pk)] == [3, 4, 5]
    Pairing.objects.filter(pk=first.pk).update(holds_table=False)
    tables = dict(Table.objects.filter(event=event).values_list("number", "pk"))
    table = pairing(event, "main-1-2").table
    assert table is not None
    free = [number for number in tables if number != table.number]
    assert FREE_TABLES.fetch_all(event.pk) == [(tables[n], n) for n in sorted(free)]


def test_ready_pairings_are_those_of_the_day_in_the_order_of_the_queue() -> None:
    event = make_event(pairs=16, tables=1, match_format=QUICK)
    make_event(pairs=4, tables=1, match_format=QUICK)
    today = localdate(NOW)
    later, preliminary = pairing(event, "main-1-4"), pairing(event, "main-1-6")
    dated_round = Round.objects.create(
        group=later.round.group, section="main", number=9, order=9, date=today + timedelta(days=1)
    )
    first_round = Round.objects.create(
        group=later.round.group, section="preliminary", number=1, order=0, date=today
    )
    Pairing.objects.filter(pk=later.pk).update(round=dated_round)
    Pairing.objects.filter(pk=preliminary.pk).update(round=first_round)
    ready = Pairing.objects.filter(due(today), event=event, state=Pairing.State.READY)
    expected = list(sort_in_queue_order(ready).select_related("round__group"))
    assert expected[0].pk == preliminary.pk
    assert later.pk not in {row.pk for row in expected}
    rows = READY_PAIRINGS.fetch_all_named(event.pk, today, *BEFORE_ALL, 100)
    check_pairings([load_pairing(row) for row in rows], expected)
    ids = [row["id"] for row in rows]
    for at, known in enumerate(expected):
        place = place_in_queue(known.round.section, known.pk)
        behind = READY_PAIRINGS.fetch_all_named(event.pk, today, *place, 2)
        assert [row["id"] for row in behind] == ids[at + 1 : at + 3]


def check_pairings(read: list[Pairing], expected: list[Pairing]) -> None:
    """What was read by SQL is what the ORM reads, with what is needed of round and group."""
    for row, known in zip(read, expected, strict=True):
        columns = [field.attname for field in Pairing._meta.concrete_fields]
        assert row.get_deferred_fields() == set()
        assert [getattr(row, name) for name in columns] == [
            getattr(known, name) for name in columns
        ]
        assert (row.round.section, row.round.group_id) == (
            known.round.section,
            known.round.group_id,
        )
        group, known_group = row.round.group, known.round.group
        for name in ("stage_id", "first_table", "last_table"):
            assert getattr(group, name) == getattr(known_group, name)


def test_pairings_are_locked_as_the_orm_reads_them() -> None:
    event = make_event(pairs=8, tables=2, match_format=QUICK, format="double_elimination")
    win(pairing(event, "main-1-1"))
    Pairing.objects.filter(event=event, code="main-1-2").update(why={"code": "forced_pairing"})
    expected = list(event.pairings.order_by("pk").select_related("round__group", "match"))
    locked = lock_pairings(row.pk for row in reversed(expected))
    assert list(locked) == [row.pk for row in expected]
    check_pairings(list(locked.values()), expected)
    for row, known in zip(locked.values(), expected, strict=True):
        assert (row.match is None) == (known.match is None)
        if row.match is not None and known.match is not None:
            assert row.match.get_deferred_fields() == {"format", "snapshot"}
            assert row.match.result == known.match.result
            assert (row.match.begun, row.match.version) == (known.match.begun, known.match.version)


def test_entries_of_pairings_and_those_at_a_table() -> None:
    event = make_event(pairs=8, tables=8, match_format=QUICK)
    ids = list(event.pairings.order_by("pk").values_list("pk", flat=True))
    slots = Slot.objects.filter(pairing__in=ids, entry__isnull=False)
    expected = sorted(slots.values_list("pairing_id", "entry_id"))
    assert sorted(ENTRIES_OF_PAIRINGS.fetch_in(ids)) == expected
    assert ENTRIES_OF_PAIRINGS.fetch_in([]) == []
    first = pairing(event, "main-1-1")
    win(first)
    Pairing.objects.filter(pk=first.pk).update(holds_table=True)
    called = slots.filter(pairing__state=Pairing.State.CALLED).values_list("entry", flat=True)
    held = slots.filter(pairing=first).values_list("entry", flat=True)
    entries = [entry for _pairing, entry in expected]
    assert {entry for (entry,) in ENTRIES_AT_TABLES.fetch_in(entries)} == {*called, *held}


def test_the_queue_for_tables_is_locked_where_there_are_tables() -> None:
    assert lock_table_queue(make_event(pairs=4, tables=2).pk)
    assert not lock_table_queue(make_event(pairs=4).pk)


def test_what_hangs_on_a_result() -> None:
    event = make_event(pairs=8, tables=4, match_format=QUICK)
    stage = event.stages.get()
    expected = (stage.format, stage.options, 3)
    assert AFTER_RESULT.fetch_one(stage.pk) == (*expected, False, "RUNNING")
    event.prizes.create(first=1, last=1, text="Prosciutto", announced={"entries": [1]})
    assert AFTER_RESULT.fetch_one(stage.pk) == (*expected, True, "RUNNING")


def test_a_second_final_depends_on_the_first() -> None:
    event = make_event(pairs=4, format="double_elimination")
    conditional = Pairing.objects.get(event=event, only_if__isnull=False)
    assert CONDITIONAL_PAIRINGS.fetch_all(conditional.only_if_id) == [(conditional.pk,)]
    assert CONDITIONAL_PAIRINGS.fetch_all(conditional.pk) == []


def test_where_the_winner_and_the_loser_of_a_pairing_go() -> None:
    event = make_event(pairs=5, format="double_elimination")
    is_bye_by_pairing: dict[int, bool] = {}
    for found in Pairing.objects.filter(event=event):
        fed = Slot.objects.filter(source_pairing=found).select_related("pairing")
        expected = {slot.pairing_id: slot.pairing.state == Pairing.State.BYE for slot in fed}
        assert dict(DEPENDENT_PAIRINGS.fetch_all(found.pk)) == expected
        is_bye_by_pairing |= expected
    assert set(is_bye_by_pairing.values()) == {True, False}


def test_fed_slots_are_read_whole() -> None:
    event = make_event(pairs=5, options={"third_place": True})
    counts = set()
    for found in Pairing.objects.filter(event=event):
        expected = [columns_of(slot) for slot in found.feeds.order_by("pk")]
        slots = [load_instance(Slot, **row) for row in FED_SLOTS.fetch_all_named(found.pk)]
        assert [columns_of(slot) for slot in slots] == expected
        counts.add(len(expected))
    assert counts == {0, 1, 2}


def test_entries_of_a_pairing_are_read_by_side() -> None:
    event = make_event(pairs=5)
    for found in Pairing.objects.filter(event=event):
        expected = list(found.slots.order_by("pk").values_list("side", "entry_id"))
        assert ENTRIES_BY_SIDE.fetch_all(found.pk) == expected


def test_the_entries_in_the_other_slots_are_those_of_the_pairing() -> None:
    event = make_event(pairs=4)
    first, second = pairing(event, "main-1-1").slots.order_by("position")
    assert OPPOSITE_ENTRIES.fetch_all(first.pairing_id, first.pk) == [(second.entry_id,)]
    final = pairing(event, "main-2-1").slots.order_by("position")[0]
    assert OPPOSITE_ENTRIES.fetch_all(final.pairing_id, final.pk) == [(None,)]


@pytest.mark.parametrize("called_at", [None, NOW])
def test_columns_are_saved_as_the_orm_saves_them(called_at: datetime | None) -> None:
    event = make_event(pairs=4, tables=2)
    found = pairing(event, "main-1-1")
    before = columns_of(Pairing.objects.get(pk=found.pk))
    found.state, found.called_at, found.holds_table = Pairing.State.READY, called_at, False
    found.why, found.table_id, found.number = {"lots": [1, 2]}, None, 99
    started_at = timezone.now()
    save_columns(found, "state", "table", "called_at", "holds_table", "why")
    after = columns_of(Pairing.objects.get(pk=found.pk))
    assert after.pop("updated_at") >= started_at
    changed = {"state": "READY", "table_id": None, "called_at": called_at, "holds_table": False}
    unchanged = {name: value for name, value in before.items() if name != "updated_at"}
    assert after == unchanged | changed | {"why": {"lots": [1, 2]}}


def test_columns_of_a_row_that_is_gone_are_not_saved() -> None:
    found = pairing(make_event(pairs=4), "main-1-1")
    found.pk = 0
    with pytest.raises(DatabaseError):
        save_columns(found, "state")


def test_an_empty_slot_is_found_in_a_pairing() -> None:
    event = make_event(pairs=4)
    for found in Pairing.objects.filter(event=event):
        expected = found.slots.filter(entry__isnull=True).exists()
        assert (EMPTY_SLOT_IN_PAIRING.fetch_one(found.pk) is not None) == expected
        assert expected == (found.state == Pairing.State.WAITING)


@pytest.mark.parametrize("of_event", [True, False])
@pytest.mark.parametrize("state", WebhookEndpoint.State.values)
def test_subscribers_of_an_event_are_those_of_its_active_endpoints(
    state: str, *, of_event: bool
) -> None:
    event = make_event(pairs=2, drawn=False)
    endpoint = make_endpoint(
        event.club, event if of_event else None, "event.changed", "entry.changed"
    )
    make_endpoint(event.club, make_event(club=event.club, pairs=2, drawn=False), "event.changed")
    make_endpoint(make_event(pairs=2, drawn=False).club, None, "event.changed")
    endpoint.state = state
    endpoint.stopped_at = NOW if state == WebhookEndpoint.State.STOPPED else None
    endpoint.save()
    is_active = state == WebhookEndpoint.State.ACTIVE
    expected = [("event.changed", endpoint.pk), ("entry.changed", endpoint.pk)] if is_active else []
    assert ACTIVE_SUBSCRIPTIONS.fetch_all(event.pk) == expected


def make_endpoint(club: Club, event: Event | None, *types: str) -> WebhookEndpoint:
    endpoint = WebhookEndpoint.objects.create(
        club=club,
        event=event,
        name="Bot",
        url="https://example.com/",
        secret="x",
        created_at=NOW,
        **make_author_columns(owner_of(club)),
    )
    for name in types:
        endpoint.subscriptions.create(type=name)
    return endpoint


def test_who_has_left_is_found_in_a_pairing() -> None:
    event = make_event(pairs=4)
    first = pairing(event, "main-1-1")
    assert GONE_IN_PAIRING.fetch_one(first.pk) is None
    event.entries.filter(slots__pairing=first, slots__position=1).update(state="WITHDRAWN")
    assert GONE_IN_PAIRING.fetch_one(first.pk) is not None


def test_the_version_of_a_stage_rises_by_one_and_is_told() -> None:
    stage = make_event(pairs=4).stages.get()
    before = stage.version
    raise_stage_version(stage.pk, NOW)
    assert Stage.objects.get(pk=stage.pk).version == before + 1
    told = Notice.objects.filter(topic=f"stage:{stage.pk}").latest("pk")
    assert (told.version, told.created_at) == (before + 1, NOW)


def test_notices_are_stored_in_their_order() -> None:
    write_notices("one", "two", "three", version=7, now=NOW)
    rows = Notice.objects.order_by("-pk").values_list("topic", "version", "created_at")[:3]
    assert list(rows) == [("three", 7, NOW), ("two", 7, NOW), ("one", 7, NOW)]
