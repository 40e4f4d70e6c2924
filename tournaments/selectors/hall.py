"""Reads tables: what is on there, who sits there, the codes and the calls."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from django.db.models import Count, Max, Q, QuerySet

from accounts.actors import Actor, ActorKind
from scoring.models import Line
from tournaments.models import Device, EntryPlayer, Event, Pairing, Player, RefereeCall, TableCode
from tournaments.permissions import Act, check, code_of, may
from tournaments.refusals import NotAllowed, NotFound
from tournaments.selectors.entries import shown

ON = Q(state=Pairing.State.CALLED) | Q(holds_table=True)
"""A pairing that is on at its table: it is played there, or waits there for its signatures."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a phone is: its device and code with table and event, what is on there, and whether
    the referee was called."""

    device: Device
    code: TableCode
    event: Event
    pairing: Pairing | None
    call: RefereeCall | None


def pairing_at(code: TableCode) -> Pairing | None:
    """The pairing that is on at the table of a code, if it is one that the code is for; where none
    is, the last that was decided there, as long as it is not signed."""
    rows = Pairing.objects.filter(table=code.table_id).select_related("match", "event", "table")
    if code.round_id is not None:
        rows = rows.filter(round=code.round_id)
    on = rows.filter(ON).first()
    if on is not None:
        return on
    last = rows.filter(state=Pairing.State.DECIDED).order_by("-decided_at", "-pk").first()
    return last if last is not None and last.match and not last.match.signed else None


def players_at(code: TableCode) -> set[int]:
    """The ids of those who play at the table of a code now."""
    pairing = pairing_at(code)
    if pairing is None:
        return set()
    members = EntryPlayer.objects.filter(entry__slots__pairing=pairing)
    return set(members.values_list("player_id", flat=True))


def shown_player(event: Event, player: Player) -> str:
    """A player as the event shows names."""
    return shown(event, player.first_name, player.last_name)


def place_of(actor: Actor) -> Place:
    """Where this phone is. Raises NotAllowed for who is at no table."""
    code = code_of(actor)
    if code is None:
        raise NotAllowed("code_gone" if actor.kind == ActorKind.TABLE else "not_at_a_table")
    event = Event.objects.select_related("club").get(pk=code.event_id)
    device = Device.objects.select_related("player").get(pk=actor.id)
    call = RefereeCall.objects.filter(table=code.table, answered_at__isnull=True).first()
    return Place(device, code, event, pairing_at(code), call)


def device_by(token: str) -> Device | None:
    """The phone that has this token, unless it left or its code was revoked. One query."""
    devices = Device.objects.filter(left_at__isnull=True, code__revoked_at__isnull=True)
    return devices.filter(digest=digest_of(token)).first()


def digest_of(token: str) -> str:
    """What is kept of a phone's token: 32 random bytes need no slow digest."""
    return sha256(token.encode()).hexdigest()


def codes_of(actor: Actor, event: Event) -> QuerySet[TableCode]:
    """The codes in force at an event, in the order of tables. Raises NotAllowed."""
    check(actor, Act.MANAGE_EVENTS, club_id=event.club_id, event=event)
    codes = TableCode.objects.filter(event=event, revoked_at__isnull=True)
    inside = Count("devices", filter=Q(devices__left_at__isnull=True))
    rows = codes.select_related("table", "round").annotate(device_count=inside)
    return rows.order_by("table__number", "round_id", "pk")


def code_for(actor: Actor, code_id: int) -> TableCode:
    """The code of that id. Raises NotFound, NotAllowed."""
    code = TableCode.objects.select_related("event", "table").filter(pk=code_id).first()
    if code is None:
        raise NotFound
    check(actor, Act.MANAGE_EVENTS, club_id=code.event.club_id, event=code.event)
    return code


def calls_of(event: Event) -> QuerySet[RefereeCall]:
    """The tables of an event that wait for the referee, who waits longest first."""
    calls = RefereeCall.objects.filter(event=event, answered_at__isnull=True)
    return calls.select_related("table", "pairing").order_by("called_at", "pk")


def last_written(event: Event) -> dict[int, datetime]:
    """When the last line came in at each table that is on, by match. One query."""
    on = Pairing.objects.filter(ON, event=event)
    lines = Line.objects.filter(match__pairing__in=on).values("match")
    return dict(lines.annotate(last=Max("arrived_at")).values_list("match", "last"))


def call_for(actor: Actor, call_id: int) -> RefereeCall:
    """The call of that id, for who works at its event. Raises NotFound."""
    call = RefereeCall.objects.select_related("event", "table").filter(pk=call_id).first()
    if call is None:
        raise NotFound
    if not may(actor, Act.WRITE_SHEETS, club_id=call.event.club_id, event=call.event):
        raise NotFound
    return call


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that wrote: at which table, and whose it is, if somebody said so."""

    table: int
    player: str


def phones_of(event: Event, devices: Iterable[str]) -> dict[str, Phone]:
    """The phones of these ids, by id. One query."""
    rows = Device.objects.filter(pk__in=set(devices)).select_related("code__table", "player")
    return {
        str(row.pk): Phone(
            row.code.table.number, shown_player(event, row.player) if row.player else ""
        )
        for row in rows
    }
