"""What needs the organizer of an event, in the order in which somebody waits for it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event
from tournaments.selectors.events.today import EventToday, count_minutes
from tournaments.selectors.registration.fees import is_fee_due
from tournaments.selectors.registration.no_shows import find_presence_due_at
from web.desk.spots import HallGrid, Spot
from web.questions import build_question_views
from wording.dates import clock

MOST = 5
"""Items with a button of their own; the rest are named in one line."""
URGENT_KINDS = ("decision", "protest", "conflict", "call", "sign")
CHECK_IN_STATES = (Event.State.OPEN, Event.State.DRAWN)
"""While entries come to the hall and check in."""
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
        return any(item.kind in URGENT_KINDS for item in self.items)

    @property
    def has_decisions(self) -> bool:
        return any(item.kind == "decision" for item in self.items)


def build_queue(
    event: Event, today: EventToday, grid: HallGrid, now: datetime, *, manages: bool
) -> Queue:
    """Pending decisions, protests, conflicts of phones, calls, missing signatures, slow and free
    tables. ``manages``: for the organizer also pairs that are not there and unpaid entries, for
    which a referee can do nothing."""
    items = [*_list_urgent_items(event, today, grid, now), *_list_hall_items(grid)]
    if manages:
        items += _list_entry_items(event, today, now)
    return Queue(tuple(items[:MOST]), ", ".join(item.what for item in items[MOST:]))


def _list_urgent_items(
    event: Event, today: EventToday, grid: HallGrid, now: datetime
) -> Iterator[QueueItem]:
    """The items of ``URGENT_KINDS``, in this order: somebody waits for each of them."""
    for view in build_question_views(event, today.decisions):
        yield QueueItem("decision", view.title, view.said, view.id)

    if today.protests:
        count = today.protests
        what = ngettext(
            "%(count)s protest waits for a decision",
            "%(count)s protests wait for a decision",
            count,
        )
        yield QueueItem("protest", what % {"count": count}, "")

    for conflict in today.conflicts:
        what = _("A phone has something else than the sheet")
        if conflict.table is not None:
            what = _("Table %(number)s: a phone has something else than the sheet")
            what %= {"number": conflict.table}
        why = _word_minutes(count_minutes(now - conflict.met_at))
        yield QueueItem("conflict", what, why, conflict.match, conflict=conflict.id)

    # Calls in the order in which they were made; the number of the table keeps the order of calls
    # of one moment.
    calls = [table for table in today.tables if table.call is not None]
    for table in sorted(calls, key=lambda each: (each.called_at or now, each.number)):
        what = _("Table %(number)s calls the referee") % {"number": table.number}
        why = _word_minutes(count_minutes(now - (table.called_at or now)))
        yield QueueItem("call", what, why, table.call)

    unsigned = [spot for spot in grid.spots if spot.box and spot.box.waits_for_signatures]
    if unsigned:
        count = len(unsigned)
        what = ngettext("%(count)s result is not signed", "%(count)s results are not signed", count)
        what %= {"count": count}
        # One item stands for all of them; its target is the first.
        box = unsigned[0].box
        assert box is not None, "only a match can be unsigned"
        yield QueueItem("sign", what, _name_tables(unsigned), box.pairing.match, box.pairing.id)


def _list_hall_items(grid: HallGrid) -> Iterator[QueueItem]:
    """What can wait in the hall until the urgent items are done."""
    slow = [spot for spot in grid.spots if spot.state == "slow"]
    if len(slow) > 1:
        what = _("%(count)s slow tables") % {"count": len(slow)}
        yield QueueItem("slow", what, _name_tables(slow))
    elif slow:
        (spot,) = slow
        what = ngettext(
            "Table %(number)s has been playing for %(minutes)s minute",
            "Table %(number)s has been playing for %(minutes)s minutes",
            spot.minutes,
        )
        what %= {"number": spot.number, "minutes": spot.minutes}
        assert spot.box is not None, "only a match can be slow"
        yield QueueItem("slow", what, spot.round, spot.box.pairing.match)

    # Tables are given out by themselves: one stays free beside a match whose players are free only
    # where the two do not fit together (another hall).
    if grid.free and grid.waiting_for_table:
        what = ngettext("%(count)s free table", "%(count)s free tables", grid.free)
        what %= {"count": grid.free}
        ready = len(grid.waiting_for_table)
        why = ngettext("%(count)s match is ready", "%(count)s matches are ready", ready)
        yield QueueItem("free", what, why % {"count": ready})


def _list_entry_items(event: Event, today: EventToday, now: datetime) -> Iterator[QueueItem]:
    entries = today.entries
    due_at = find_presence_due_at(event)
    # Where nobody is ticked off, nobody is missed.
    is_missing = entries.absent and entries.present and event.state in CHECK_IN_STATES
    if is_missing and due_at is not None and now >= due_at:
        count = entries.absent
        if event.is_singles:
            what = ngettext("%(count)s player is not here", "%(count)s players are not here", count)
        else:
            what = ngettext("%(count)s pair is not here", "%(count)s pairs are not here", count)
        why = _("due since %(time)s") % {"time": clock(due_at)}
        yield QueueItem("absent", what % {"count": count}, why)

    is_collecting = event.state in (Event.State.OPEN, *Event.CURRENT_STATES)
    if entries.unpaid and is_collecting and is_fee_due(event, paid=entries.paid):
        count = entries.unpaid
        if event.is_singles:
            what = ngettext(
                "%(count)s player has not paid", "%(count)s players have not paid", count
            )
        else:
            what = ngettext("%(count)s pair has not paid", "%(count)s pairs have not paid", count)
        why = _("Tick them off in the list of entries.")
        yield QueueItem("unpaid", what % {"count": count}, why)


def _word_minutes(minutes: int) -> str:
    words = ngettext("for %(minutes)s minute", "for %(minutes)s minutes", minutes)
    return words % {"minutes": minutes}


def _name_tables(spots: Iterable[Spot]) -> str:
    numbers = [str(spot.number) for spot in spots if spot.number is not None]
    if len(numbers) > MOST_NAMED:
        numbers = [*numbers[:MOST_NAMED], "…"]
    tables = ", ".join(numbers)
    return ngettext("table %(tables)s", "tables %(tables)s", len(numbers)) % {"tables": tables}
