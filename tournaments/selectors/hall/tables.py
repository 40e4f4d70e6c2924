"""Reads tables: their matches, their players, the codes and the calls."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from uuid import UUID

from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery

from accounts.actors import Actor, ActorKind
from database.compiled import CompiledQuery
from database.statements import load_instance
from scoring.models import Line
from tournaments.models import (
    Device,
    EntryPlayer,
    Event,
    Pairing,
    Player,
    RefereeCall,
    Slot,
    TableCode,
)
from tournaments.permissions import Right, check, find_table_code, may
from tournaments.refusals import NotAllowed, NotFound
from tournaments.selectors.registration.names import format_player_name
from tournaments.statements import DEVICE_BY_DIGEST

ON = Q(state=Pairing.State.CALLED) | Q(holds_table=True)
"""A pairing that is on at its table: it is played there, or waits there for its signatures."""
RECENT = 3
"""Decided pairings of a table whose phones may still have unsent lines."""


@dataclass(frozen=True, slots=True)
class TableState:
    """The pairing that is ``on`` at a table, and the ``last`` that was decided there."""

    on: Pairing | None
    last: Pairing | None

    @property
    def has_begun(self) -> bool:
        """Whether a hand of the pairing that is on is written."""
        return self.on is not None and self.on.match is not None and self.on.match.begun

    @property
    def unsigned(self) -> Pairing | None:
        """The last one, as long as it is not signed and no hand of the next one is written."""
        if self.last is None or self.last.match is None or self.last.match.signed:
            return None
        if self.has_begun:
            return None
        return self.last

    @property
    def departing(self) -> Pairing | None:
        """The last one, as long as its players may still look at it: nothing is on, or no hand of
        what is on is written. None where it is ``current`` itself."""
        is_on = self.on is not None and (self.has_begun or self.on.holds_table)
        if is_on or self.last == self.current:
            return None
        return self.last

    @property
    def current(self) -> Pairing | None:
        """What is on; where nothing is, the last one as long as it is not signed."""
        return self.on or self.unsigned


@dataclass(frozen=True, slots=True)
class Place:
    """Where a phone is: its device and code with table and event, what is on there, and whether
    the referee was called."""

    device: Device
    code: TableCode
    event: Event
    state: TableState
    call: RefereeCall | None

    @property
    def pairing(self) -> Pairing | None:
        """The one that is on."""
        return self.state.current


def load_table_state(code: TableCode) -> TableState:
    """What is on at the table of a code, and what was decided there last; only of the round that
    the code is for. Two queries."""
    rows = Pairing.objects.filter(table=code.table_id)
    if code.round_id is not None:
        rows = rows.filter(round=code.round_id)
    return _find_table_state(rows)


def find_pairing_at(code: TableCode) -> Pairing | None:
    """The pairing that is on at the table of a code, if it is one that the code is for; where none
    is, the last that was decided there, as long as it is not signed."""
    return load_table_state(code).current


def find_pairing_at_table(event: Event, number: int) -> Pairing | None:
    """The same for the table of that number, among the pairings of one event."""
    return _find_table_state(Pairing.objects.filter(event=event, table__number=number)).current


def list_recent_pairings_at_table(event: Event, number: int) -> list[Pairing]:
    """The pairings with a match that a phone at this table may have unsent lines of: the one that
    is on, then those that were decided there, the last first."""
    # A decided pairing that holds its table is among those that are on.
    at_table = Pairing.objects.filter(event=event, table__number=number, match__isnull=False)
    decided_pairings = at_table.filter(state=Pairing.State.DECIDED, holds_table=False)
    return [*at_table.filter(ON), *decided_pairings.order_by("-decided_at", "-pk")[:RECENT]]


def _find_table_state(at_table: QuerySet[Pairing]) -> TableState:
    rows = at_table.select_related("match", "event", "table")
    # A decided pairing that holds its table is on there, not the last one.
    decided_pairings = rows.filter(state=Pairing.State.DECIDED, holds_table=False)
    last_decided = decided_pairings.order_by("-decided_at", "-pk").first()
    return TableState(on=rows.filter(ON).first(), last=last_decided)


def list_players_at(code: TableCode) -> set[int]:
    """The ids of those who play at the table of a code, or have still to sign there."""
    state = load_table_state(code)
    pairings = [each for each in (state.on, state.unsigned) if each is not None]
    members = EntryPlayer.objects.filter(entry__slots__pairing__in=pairings)
    return set(members.values_list("player_id", flat=True))


def format_player(event: Event, player: Player) -> str:
    """A player as the event shows names."""
    return format_player_name(event, player.first_name, player.last_name)


def get_place_of_phone(actor: Actor) -> Place:
    """Where this phone is. Raises NotAllowed for who is at no table."""
    code = find_table_code(actor)
    if code is None and actor.kind == ActorKind.TABLE:
        raise NotAllowed("code_gone")
    if code is None:
        raise NotAllowed("not_at_a_table")
    event = Event.objects.select_related("club").get(pk=code.event_id)
    device = Device.objects.select_related("player").get(pk=actor.id)
    call = RefereeCall.objects.filter(table=code.table, answered_at__isnull=True).first()
    return Place(device, code, event, load_table_state(code), call)


def find_device(token: str) -> Device | None:
    """The phone that has this token, unless it left or its code was revoked. One query."""
    columns = DEVICE_BY_DIGEST.fetch_named(digest_device_token(token))
    if columns is None:
        return None
    return load_instance(Device, **columns)


def digest_device_token(token: str) -> str:
    """What is kept of a phone's token: 32 random bytes need no slow digest."""
    return sha256(token.encode()).hexdigest()


def list_table_codes(actor: Actor, event: Event) -> QuerySet[TableCode]:
    """The codes in force at an event, in the order of tables. Raises NotAllowed."""
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    codes = TableCode.objects.filter(event=event, revoked_at__isnull=True)
    inside = Count("devices", filter=Q(devices__left_at__isnull=True))
    rows = codes.select_related("table", "round").annotate(device_count=inside)
    return rows.order_by("table__number", "round_id", "pk")


def get_table_code(actor: Actor, code_id: int) -> TableCode:
    """The code of that id. Raises NotFound, also without permission: ids are sequential,
    and it should not be visible which exist."""
    code = TableCode.objects.select_related("event", "table").filter(pk=code_id).first()
    if code is None:
        raise NotFound
    if not may(actor, Right.MANAGE_EVENTS, club_id=code.event.club_id, event=code.event):
        raise NotFound
    return code


def list_referee_calls(event: Event) -> QuerySet[RefereeCall]:
    """The tables of an event that wait for the referee, who waits longest first."""
    calls = RefereeCall.objects.filter(event=event, answered_at__isnull=True)
    return calls.select_related("table", "pairing").order_by("called_at", "pk")


def load_last_written(event: Event) -> dict[int, datetime]:
    """When the last line came in at each table that is on, by match. One query."""
    return dict(select_last_lines.fetch(event.pk))


@CompiledQuery
def select_last_lines(event_id: UUID) -> QuerySet[Line, tuple[int, datetime]]:
    on = Pairing.objects.filter(ON, event=event_id)
    lines = Line.objects.filter(match__pairing__in=on).values("match")
    return lines.annotate(last=Max("arrived_at")).values_list("match", "last")


def call_for(actor: Actor, call_id: int) -> RefereeCall:
    """The call of that id, for who works at its event. Raises NotFound."""
    call = RefereeCall.objects.select_related("event", "table").filter(pk=call_id).first()
    if call is None:
        raise NotFound
    if not may(actor, Right.WRITE_SHEETS, club_id=call.event.club_id, event=call.event):
        raise NotFound
    return call


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that wrote: its table, and the name of its owner (empty if unknown)."""

    table: int
    player: str


def load_phones(event: Event, devices: Iterable[str]) -> dict[str, Phone]:
    """The phones of these ids, by id. One query, and none for no id."""
    ids = set(devices)
    if not ids:
        return {}
    rows = Device.objects.filter(pk__in=ids).select_related("code__table", "player")
    phones: dict[str, Phone] = {}
    for row in rows:
        player_name = format_player(event, row.player) if row.player else ""
        phones[str(row.pk)] = Phone(row.code.table.number, player_name)
    return phones


@dataclass(frozen=True, slots=True)
class PhoneOwner:
    """The owner of a phone, by the name that the event shows, and the owner's side in a match."""

    name: str
    side: int


def load_phone_owners(event: Event, match_id: int) -> dict[str, PhoneOwner]:
    """The owners of the phones that wrote on a sheet, by the id of the phone: those with an owner
    who plays that match. Two queries."""
    lines = Line.objects.filter(match=match_id, author_kind=ActorKind.TABLE)
    ids = set(lines.values_list("author_id", flat=True).distinct())
    if not ids:
        return {}
    # A phone may belong to somebody who plays at another table, or to nobody: it has no side then.
    own_slot = Slot.objects.filter(
        pairing__match=match_id, entry__members__player=OuterRef("player")
    )
    rows = Device.objects.filter(pk__in=ids).annotate(side=Subquery(own_slot.values("side")[:1]))
    owners: dict[str, PhoneOwner] = {}
    for row in rows.filter(side__isnull=False).select_related("player"):
        if row.player is not None:
            owners[str(row.pk)] = PhoneOwner(format_player(event, row.player), row.side)
    return owners
