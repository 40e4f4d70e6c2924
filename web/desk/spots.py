"""The tables of an event as a compact grid on the desk."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.http import QueryDict

from tournaments.models import Event
from tournaments.selectors.events.today import EventToday, HallTable, count_minutes
from tournaments.selectors.table_halls import name_own_hall
from web.brackets import Box
from wording.rounds import mark_round

STILL_AFTER = timedelta(minutes=15)
"""A hand takes three to five minutes: a table without a line for longer stands out."""
MOST_WITHOUT_TABLE = 20
WATCH, FREE = "watch", "free"
FEW_TABLES = 12
"""The most tables that are shown in two columns instead of four."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A table in the grid: its box, if one is on there. ``state`` is ``wrong`` (the referee is
    called), ``sign``, ``slow``, ``free`` or empty; ``mark`` is its round in two or three
    characters."""

    number: int | None
    box: Box | None
    state: str
    minutes: int
    round: str = ""
    mark: str = ""
    venue: str = ""

    @property
    def is_to_watch(self) -> bool:
        return self.state in ("wrong", "sign", "slow")

    @property
    def is_free(self) -> bool:
        return self.state == FREE

    @property
    def entries(self) -> list[int]:
        """The entries that play here."""
        if self.box is None:
            return []
        return self.box.pairing.entries


@dataclass(frozen=True, slots=True)
class SpotFilter:
    """A choice of tables: the query of its link, its name (empty for those that the template
    names), and how many tables it shows."""

    kind: str
    query: str
    name: str
    count: int
    is_chosen: bool

    def shows(self, event: Event, spot: Spot) -> bool:
        """Whether a table of the event is one of these."""
        if self.kind == "hall":
            return _name_hall(event, spot) == self.name
        if self.kind == WATCH:
            return spot.is_to_watch
        if self.kind == FREE:
            return spot.is_free
        return True


@dataclass(frozen=True, slots=True)
class HallGrid:
    """The grid: all spots in the order of tables, those that are shown, the filters, and matches
    that are ready but have no table yet."""

    spots: tuple[Spot, ...]
    shown: tuple[Spot, ...]
    filters: tuple[SpotFilter, ...]
    waiting: tuple[Spot, ...]
    usual_minutes: int | None
    """How long a match of this event takes, once that is known."""

    @property
    def has_tables(self) -> bool:
        """Whether the spots are tables: before play, and without tables, they are matches."""
        return any(spot.number is not None for spot in self.spots)

    @property
    def is_small(self) -> bool:
        return len(self.spots) <= FEW_TABLES

    @property
    def has_extra_time(self) -> bool:
        return any(spot.box is not None and spot.box.extra_minutes for spot in self.spots)

    @property
    def free(self) -> int:
        return sum(spot.is_free for spot in self.spots)

    @property
    def waiting_for_table(self) -> list[Spot]:
        """Of ``waiting`` those that could go to a table now: all who play there are free."""
        at_tables: set[int] = set()
        for spot in self.spots:
            at_tables.update(spot.entries)
        return [spot for spot in self.waiting if at_tables.isdisjoint(spot.entries)]


def build_grid(
    event: Event,
    today: EventToday,
    boxes: Iterable[Box],
    *,
    query: QueryDict,
    now: datetime,
) -> HallGrid:
    """The grid of an event, filtered by ``?hall=`` (a number) and ``?show=`` (watch, free)."""
    boxes_by_table: dict[int, Box] = {}
    waiting: list[Spot] = []
    for box in boxes:
        if box.pairing.table is None:
            waiting.append(_build_spot(box))
        else:
            boxes_by_table[box.pairing.table] = box

    is_running = event.state == Event.State.RUNNING
    spots: list[Spot] = []
    for table in today.tables:
        at_table = boxes_by_table.get(table.number)
        if at_table is not None:
            spots.append(_build_spot_at_table(table, at_table, today, now))
        elif table.call is not None:
            spots.append(Spot(table.number, None, "wrong", 0, venue=table.venue))
        # Before and after play an empty table is shown only if it calls the referee.
        elif is_running:
            spots.append(Spot(table.number, None, FREE, 0, venue=table.venue))
    if not spots:
        # An event without tables: what is played is shown in the order of play.
        spots, waiting = waiting, []
    filters = tuple(_list_filters(event, spots, query))
    shown_spots = spots
    for each in filters:
        if each.is_chosen:
            shown_spots = [spot for spot in spots if each.shows(event, spot)]
    return HallGrid(
        spots=tuple(spots),
        shown=tuple(shown_spots),
        filters=filters,
        waiting=tuple(waiting[:MOST_WITHOUT_TABLE]),
        usual_minutes=today.pace.of_event,
    )


def _build_spot(box: Box) -> Spot:
    """The spot of a match that has no table."""
    mark = mark_round(box.round.section, box.round.number)
    return Spot(None, box, "", 0, box.round.short, mark)


def _build_spot_at_table(table: HallTable, box: Box, today: EventToday, now: datetime) -> Spot:
    """The spot of a match that is on at a table."""
    minutes = 0
    if box.pairing.called_at is not None:
        minutes = count_minutes(now - box.pairing.called_at)
    # On paper nothing is written before the end: only a table that has begun to write can stop.
    longest_silence = STILL_AFTER + timedelta(minutes=box.extra_minutes)
    has_stopped = table.last_line_at is not None and now - table.last_line_at > longest_silence
    is_slow = today.pace.is_slow(box.pairing.round, minutes, extra=box.extra_minutes)
    state = ""
    if table.call is not None:
        state = "wrong"
    elif box.waits_for_signatures:
        state = "sign"
    elif has_stopped or is_slow:
        state = "slow"
    return replace(
        _build_spot(box), number=table.number, state=state, minutes=minutes, venue=table.venue
    )


def _list_filters(event: Event, spots: Sequence[Spot], query: QueryDict) -> Iterator[SpotFilter]:
    """All tables; each hall, if there are several; tables to watch; free tables."""
    halls: Counter[str] = Counter()
    to_watch = free = 0
    for spot in spots:
        halls[_name_hall(event, spot)] += 1
        to_watch += spot.is_to_watch
        free += spot.is_free
    keys = {"": ("all", "", len(spots))}
    if len(halls) > 1:
        for number, name in enumerate(sorted(halls), start=1):
            keys[f"hall={number}"] = ("hall", name, halls[name])
    keys |= {f"show={WATCH}": (WATCH, "", to_watch), f"show={FREE}": (FREE, "", free)}
    # One filter at a time, a hall before a state; an unknown one shows all tables.
    chosen = ""
    if query.get("hall"):
        chosen = f"hall={query['hall']}"
    elif query.get("show"):
        chosen = f"show={query['show']}"
    if chosen not in keys:
        chosen = ""
    for key, (kind, name, count) in keys.items():
        # The chosen filter stays even without tables: by it the page shows what is chosen.
        if count or key == chosen:
            yield SpotFilter(kind, key, name, count, key == chosen)


def _name_hall(event: Event, spot: Spot) -> str:
    return spot.venue or name_own_hall(event)
