"""Reads the lines of phones that wait for a decision because others had their place."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from accounts.actors import Actor
from scoring.models import Line
from tournaments.models import Event, SheetConflict
from tournaments.permissions import Right, may
from tournaments.refusals import NotFound


@dataclass(frozen=True, slots=True)
class OpenConflict:
    """A phone that says something else than the sheet of its match, which is at ``table``."""

    id: int
    match: int
    table: int | None
    met_at: datetime


def select_open_conflicts(event: Event) -> QuerySet[SheetConflict]:
    """Those of an event that nobody has settled: the phone has written nothing on that sheet since,
    and the sheet is not signed."""
    # A later line of the same phone shows that it has taken over what is on the sheet.
    later_lines = Line.objects.filter(
        match=OuterRef("match"), device=OuterRef("device"), n__gt=OuterRef("version")
    )
    return SheetConflict.objects.filter(
        ~Exists(later_lines),
        settled_at__isnull=True,
        match__pairing__event=event,
        match__signed=False,
    )


def open_conflicts(event: Event) -> list[OpenConflict]:
    """The last open conflict of each phone of an event, in the order in which they arose. One
    query."""
    rows = select_open_conflicts(event)
    fields = ("pk", "match_id", "device", "match__pairing__table__number", "met_at")
    last_by_phone: dict[tuple[int, str], OpenConflict] = {}
    for pk, match, device, table, met_at in rows.order_by("pk").values_list(*fields):
        last_by_phone[match, device] = OpenConflict(pk, match, table, met_at)
    return sorted(last_by_phone.values(), key=lambda each: each.id)


def get_conflict(actor: Actor, conflict_id: int) -> tuple[SheetConflict, Event]:
    """The conflict of that id and its event, for who works there. Raises NotFound."""
    rows = SheetConflict.objects.select_related("match__pairing__event")
    conflict = rows.filter(pk=conflict_id, match__pairing__isnull=False).first()
    if conflict is None:
        raise NotFound
    event = conflict.match.pairing.event
    if not may(actor, Right.WRITE_SHEETS, club_id=event.club_id, event=event):
        raise NotFound
    return conflict, event
