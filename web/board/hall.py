"""The current state of an event, for its page and for the wall: tables, progress, the winner, and
the matches of a pair that was searched for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q
from django.utils.timezone import localdate

from tournaments.models import Event
from tournaments.selectors.brackets import (
    at_tables,
    last_decided,
    pairings_after,
    pairings_in_hall,
    sought_pairings,
)
from tournaments.selectors.entries import entry_counts
from tournaments.selectors.stages import load_round_counts
from tournaments.selectors.standings import Standings, standings_of
from web.brackets import Box, boxes_of, by_table
from web.rounds import RoundState, round_states

MOST_CARDS = 120
"""Of tables on the event's page. The wall shows all."""
MOST_LAST = 6


@dataclass(frozen=True, slots=True)
class Mine:
    """The match of a pair that was searched for, and where its winner goes."""

    box: Box
    next_round: str = ""
    """Empty where nothing follows."""
    against: str = ""
    """Who waits there, or who will, in words."""


@dataclass(frozen=True, slots=True)
class Hall:
    """What goes on at an event."""

    event: Event
    rounds: tuple[RoundState, ...]
    boxes: tuple[Box, ...] = ()
    """At the tables, and those that are to be called next."""
    tables: int = 0
    """In the hall, played at or free; 0 where tables have no numbers."""
    last: tuple[Box, ...] = ()
    in_round: tuple[Box, ...] = ()
    """All of the round that is on."""
    mine: tuple[Mine, ...] = ()
    standings: Standings | None = None
    """Once nothing is left to play."""
    entries: int = 0
    """Before the draw."""

    @property
    def cards(self) -> tuple[Box, ...]:
        """The boxes that fit on the event's page."""
        return self.boxes[:MOST_CARDS]

    @property
    def current(self) -> RoundState | None:
        return _current(self.rounds)


def hall_of(event: Event, *, sought: str = "", most_in_round: int = 0) -> Hall:
    """All of it. ``sought`` are words of the names searched for; the current round is
    included if it has at most ``most_in_round`` matches. Seven queries during play, three more for
    a search."""
    rounds = round_states(load_round_counts(event))
    if not rounds:
        return Hall(event, rounds, entries=entry_counts(event).entered)
    current = _current(rounds)
    mine = sought_pairings(event, sought) if sought else []
    if current is None:
        boxes = _boxes(event, rounds, Q(pk__in=mine)) if mine else {}
        return Hall(
            event,
            rounds,
            mine=tuple(Mine(boxes[key].box) for key in mine),
            standings=standings_of(event),
        )
    after = pairings_after(mine) if mine else {}
    last = last_decided(event, MOST_LAST)
    whole = current.pairings <= most_in_round
    also = Q(pk__in=(*mine, *after.values(), *last))
    if whole:
        also |= Q(round=current.id)
    boxes = _boxes(event, rounds, also)
    return Hall(
        event,
        rounds,
        boxes=_at_tables(boxes.values()),
        tables=event.tables.count(),
        last=tuple(boxes[key].box for key in last),
        in_round=tuple(each.box for each in boxes.values() if each.round == current.id and whole),
        mine=tuple(_mine(boxes[key].box, boxes.get(after.get(key, 0))) for key in mine),
    )


@dataclass(frozen=True, slots=True)
class _Boxed:
    """A box and its round."""

    box: Box
    round: int
    title: str


def _boxes(event: Event, rounds: tuple[RoundState, ...], also: Q) -> Mapping[int, _Boxed]:
    """What is on at the tables and ``also`` others, by pairing, in the order of play."""
    found = pairings_in_hall(event, localdate(), also)
    views = [(round_, each) for round_ in rounds for each in found.get(round_.id, ())]
    boxes = boxes_of(event, [each for _, each in views], rounds)
    return {
        each.id: _Boxed(box, round_.id, round_.title)
        for (round_, each), box in zip(views, boxes, strict=True)
    }


def _current(rounds: tuple[RoundState, ...]) -> RoundState | None:
    return next((round_ for round_ in rounds if round_.open), None)


def _at_tables(boxes: Iterable[_Boxed]) -> tuple[Box, ...]:
    box_of = {each.box.pairing.id: each.box for each in boxes}
    on = at_tables({0: [box.pairing for box in box_of.values()]})
    return tuple(by_table(box_of[each.id] for each in on))


def _mine(box: Box, there: _Boxed | None) -> Mine:
    if box.pairing.winner is not None or there is None:
        return Mine(box)
    rows = zip(there.box.pairing.slots, there.box.rows, strict=True)
    others = [row.name for slot, row in rows if slot.source_code != box.pairing.code]
    return Mine(box, there.title, " · ".join(others))
