"""What needs the organizer of an event, in the order in which somebody waits for it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event
from tournaments.selectors.events.today import EventToday, HallTable, count_minutes
from tournaments.selectors.hall.conflicts import OpenConflict
from tournaments.selectors.registration.no_shows import presence_due_at
from web.desk.spots import HallGrid, Spot
from web.questions import question_views
from wording.dates import clock

MOST = 5
"""Items with a button of their own; the rest are named in one line."""
BEFORE_PLAY = (Event.State.OPEN, Event.State.DRAWN)
MOST_NAMED = 8
"""Tables that an item names."""


@dataclass(frozen=True, slots=True)
class QueueItem:
    """Something to do. ``kind`` is decision, protest, conflict, call, sign, slow, free, absent or
    unpaid; ``target`` is the id that its link needs: of the decision, the call, or the match;
    ``pairing`` the one whose table can be freed, ``conflict`` the one that can be settled."""

    kind: str
    what: str
    why: str
    target: int | None = None
    pairing: int | None = None
    conflict: int | None = None


@dataclass(frozen=True, slots=True)
class Queue:
    """The first items, and the rest in words."""

    items: tuple[QueueItem, ...]
    rest: str

    @property
    def is_urgent(self) -> bool:
        """Whether anything is to be done before the next step of the event."""
        return any(
            item.kind in ("decision", "protest", "conflict", "call", "sign") for item in self.items
        )

    @property
    def has_decisions(self) -> bool:
        return any(item.kind == "decision" for item in self.items)


def build_queue(event: Event, today: EventToday, grid: HallGrid, now: datetime) -> Queue:
    """Pending decisions, protests, conflicts of phones, calls, missing signatures, slow and free
    tables, pairs that are not there, unpaid entries."""
    items = list(_list_items(event, today, grid, now))
    return Queue(tuple(items[:MOST]), ", ".join(item.what for item in items[MOST:]))


def _list_items(
    event: Event, today: EventToday, grid: HallGrid, now: datetime
) -> Iterator[QueueItem]:
    for view in question_views(event, today.decisions):
        yield QueueItem("decision", view.title, view.said, view.id)
    if today.protests:
        yield _make_protest_item(today.protests)
    for conflict in today.conflicts:
        yield _make_conflict_item(conflict, now)
    calls = [table for table in today.tables if table.call is not None]
    for table in sorted(calls, key=lambda each: (each.called_at or now, each.number)):
        yield _make_call_item(table, now)
    if unsigned := [spot for spot in grid.spots if spot.box and spot.box.waits_for_signatures]:
        yield _make_signature_item(unsigned)
    if slow := [spot for spot in grid.spots if spot.state == "slow"]:
        yield _make_slow_item(slow)
    # Tables are given out by themselves: one stays free beside a ready match only where the two
    # do not fit together (another hall, a player still at a table).
    if grid.free and grid.waiting:
        yield _make_free_item(grid.free, len(grid.waiting))
    due_at = presence_due_at(event)
    is_due = due_at is not None and now >= due_at
    # Where nobody is ticked off, nobody is missed.
    if is_due and today.entries.absent and today.entries.present and event.state in BEFORE_PLAY:
        yield _make_absent_item(today.entries.absent, due_at)
    if today.entries.unpaid and event.state in (
        Event.State.OPEN,
        Event.State.DRAWN,
        Event.State.RUNNING,
    ):
        yield _make_unpaid_item(today.entries.unpaid)


def _make_protest_item(count: int) -> QueueItem:
    what = ngettext(
        "%(count)s protest waits for a decision", "%(count)s protests wait for a decision", count
    )
    return QueueItem("protest", what % {"count": count}, "")


def _make_call_item(table: HallTable, now: datetime) -> QueueItem:
    what = _("Table %(number)s calls the referee") % {"number": table.number}
    minutes = count_minutes(now - (table.called_at or now))
    why = ngettext("for %(minutes)s minute", "for %(minutes)s minutes", minutes)
    return QueueItem("call", what, why % {"minutes": minutes}, table.call)


def _make_conflict_item(conflict: OpenConflict, now: datetime) -> QueueItem:
    what = _("A phone has something else than the sheet")
    if conflict.table is not None:
        what = _("Table %(number)s: a phone has something else than the sheet") % {
            "number": conflict.table
        }
    minutes = count_minutes(now - conflict.met_at)
    why = ngettext("for %(minutes)s minute", "for %(minutes)s minutes", minutes)
    why %= {"minutes": minutes}
    return QueueItem("conflict", what, why, conflict.match, conflict=conflict.id)


def _make_signature_item(spots: Sequence[Spot]) -> QueueItem:
    count = len(spots)
    what = ngettext("%(count)s result is not signed", "%(count)s results are not signed", count) % {
        "count": count
    }
    box = spots[0].box
    assert box is not None, "only a match can be unsigned"
    return QueueItem("sign", what, _name_tables(spots), box.pairing.match, box.pairing.id)


def _make_slow_item(spots: Sequence[Spot]) -> QueueItem:
    longest = max(spots, key=lambda spot: spot.minutes)
    match = longest.box.pairing.match if longest.box else None
    if len(spots) > 1:
        what = _("%(count)s slow tables") % {"count": len(spots)}
        return QueueItem("slow", what, _name_tables(spots))
    what = ngettext(
        "Table %(number)s has been playing for %(minutes)s minute",
        "Table %(number)s has been playing for %(minutes)s minutes",
        longest.minutes,
    ) % {"number": longest.number, "minutes": longest.minutes}
    return QueueItem("slow", what, longest.round, match)


def _make_free_item(free: int, ready: int) -> QueueItem:
    what = ngettext("%(count)s free table", "%(count)s free tables", free) % {"count": free}
    why = ngettext("%(count)s match is ready", "%(count)s matches are ready", ready)
    return QueueItem("free", what, why % {"count": ready})


def _make_absent_item(count: int, due_at: datetime | None) -> QueueItem:
    what = ngettext("%(count)s pair is not here", "%(count)s pairs are not here", count)
    why = _("due since %(time)s") % {"time": clock(due_at)} if due_at else ""
    return QueueItem("absent", what % {"count": count}, why)


def _make_unpaid_item(count: int) -> QueueItem:
    what = ngettext("%(count)s pair has not paid", "%(count)s pairs have not paid", count)
    return QueueItem("unpaid", what % {"count": count}, _("Tick them off in the list of entries."))


def _name_tables(spots: Iterable[Spot]) -> str:
    numbers = [str(spot.number) for spot in spots if spot.number is not None]
    if len(numbers) > MOST_NAMED:
        numbers = [*numbers[:MOST_NAMED], "…"]
    tables = ", ".join(numbers)
    return ngettext("table %(tables)s", "tables %(tables)s", len(numbers)) % {"tables": tables}
