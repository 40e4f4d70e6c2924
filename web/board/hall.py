"""The current state of an event, for its page and for the wall: tables, progress, the winner, and
the matches of entries that were searched for."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q
from django.utils.timezone import localdate

from tournaments.models import Event
from tournaments.selectors.registration.entries import count_entries_of_event
from tournaments.selectors.stages.brackets import (
    list_last_decided,
    list_pairings_at_tables,
    list_sought_pairings,
    load_pairings_after,
    load_pairings_in_hall,
)
from tournaments.selectors.stages.stages import load_round_counts
from tournaments.selectors.standings.standings import Standings, load_standings_of_event
from web.brackets import Box, build_boxes, sort_by_table
from web.rounds import RoundState, load_round_states

MOST_CARDS = 120
"""Of tables on the event's page. The wall shows all."""
MOST_LAST = 6


@dataclass(frozen=True, slots=True)
class Mine:
    """The match of an entry that was searched for, and its winner's next match."""

    box: Box
    next_round: str = ""
    """Empty where nothing follows."""
    against: str = ""
    """The opponents in the next match, or the sources of their slots, in words."""


@dataclass(frozen=True, slots=True)
class BoardHall:
    """The tables, rounds and results of an event at this moment."""

    event: Event
    rounds: tuple[RoundState, ...]
    boxes: tuple[Box, ...] = ()
    """At the tables, and those that are to be called next."""
    tables: int = 0
    """The tables of the hall, occupied or free; 0 where tables have no numbers."""
    last: tuple[Box, ...] = ()
    """The latest results."""
    in_round: tuple[Box, ...] = ()
    """All of the current round."""
    mine: tuple[Mine, ...] = ()
    standings: Standings | None = None
    """Once nothing is left to play."""
    entries: int = 0
    waiting: int = 0
    """Before the draw: who has a place, and who waits for one."""

    @property
    def cards(self) -> tuple[Box, ...]:
        """The boxes that fit on the event's page."""
        return self.boxes[:MOST_CARDS]

    @property
    def current(self) -> RoundState | None:
        return _find_current_round(self.rounds)


def load_hall(event: Event, *, sought: str = "", most_in_round: int = 0) -> BoardHall:
    """Loads the hall. ``sought`` are words of the names searched for; the current round is
    included if it has at most ``most_in_round`` matches. Seven queries during play, three more for
    a search."""
    rounds = load_round_states(load_round_counts(event))
    if not rounds:
        counts = count_entries_of_event(event)
        return BoardHall(event, rounds, entries=counts.entered, waiting=counts.waiting)

    current_round = _find_current_round(rounds)
    # Without a current round, the event is over, or the next stage is not drawn yet.
    my_pairings = list_sought_pairings(event, sought) if sought else []
    if current_round is None:
        boxes = _load_boxes(event, rounds, Q(pk__in=my_pairings)) if my_pairings else {}
        my_matches = [Mine(boxes[pairing_id].box) for pairing_id in my_pairings]
        return BoardHall(
            event, rounds, mine=tuple(my_matches), standings=load_standings_of_event(event)
        )

    # All that the page shows is loaded at once: seven queries, however many tables there are.
    next_pairings = load_pairings_after(my_pairings) if my_pairings else {}
    last_pairings = list_last_decided(event, MOST_LAST)
    also = Q(pk__in=(*my_pairings, *next_pairings.values(), *last_pairings))
    shows_whole_round = current_round.pairings <= most_in_round
    if shows_whole_round:
        also |= Q(round=current_round.id)
    boxes = _load_boxes(event, rounds, also)

    in_round = []
    if shows_whole_round:
        in_round = [row.box for row in boxes.values() if row.round == current_round.id]
    my_matches = []
    for pairing_id in my_pairings:
        next_box = boxes.get(next_pairings.get(pairing_id, 0))
        my_matches.append(_make_mine(boxes[pairing_id].box, next_box))

    # list_pairings_at_tables takes pairings by round, but the round does not matter here.
    seated_pairings = list_pairings_at_tables({0: [row.box.pairing for row in boxes.values()]})
    return BoardHall(
        event,
        rounds,
        boxes=tuple(sort_by_table(boxes[pairing.id].box for pairing in seated_pairings)),
        tables=event.tables.count(),
        last=tuple(boxes[pairing_id].box for pairing_id in last_pairings),
        in_round=tuple(in_round),
        mine=tuple(my_matches),
    )


@dataclass(frozen=True, slots=True)
class _HallBox:
    """A box and its round."""

    box: Box
    round: int
    title: str


def _load_boxes(event: Event, rounds: tuple[RoundState, ...], also: Q) -> Mapping[int, _HallBox]:
    """The pairings at the tables and ``also`` others, by pairing, in the order of play."""
    pairings_by_round = load_pairings_in_hall(event, localdate(), also)
    round_of_pairing = []
    pairings = []
    for round_ in rounds:
        for pairing in pairings_by_round.get(round_.id, ()):
            round_of_pairing.append(round_)
            pairings.append(pairing)
    # One call for all pairings: their names are one query.
    boxes = build_boxes(event, pairings, rounds)
    hall_boxes = {}
    for round_, box in zip(round_of_pairing, boxes, strict=True):
        hall_boxes[box.pairing.id] = _HallBox(box, round_.id, round_.title)
    return hall_boxes


def _find_current_round(rounds: tuple[RoundState, ...]) -> RoundState | None:
    return next((round_ for round_ in rounds if round_.open), None)


def _make_mine(box: Box, next_box: _HallBox | None) -> Mine:
    if box.pairing.winner is not None or next_box is None:
        return Mine(box)
    opponents = []
    for slot, row in zip(next_box.box.pairing.slots, next_box.box.rows, strict=True):
        # The slot that this match fills is one's own.
        if slot.source_code != box.pairing.code:
            opponents.append(row.name)
    return Mine(box, next_box.title, " · ".join(opponents))
