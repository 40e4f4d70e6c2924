"""The current state of an event, for its page and for the wall: tables, progress, the winner, and
the matches of entries that were searched for."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.timezone import localdate

from tournaments.models import Event
from tournaments.selectors.registration.entries import count_entries_of_event
from tournaments.selectors.stages.brackets import (
    PairingView,
    list_last_decided,
    list_pairings_at_tables,
    list_sought_pairings,
    load_pairings_after,
    load_pairings_in_hall,
)
from tournaments.selectors.standings.standings import (
    Standings,
    StandingsRow,
    load_standings_of_event,
)
from web.brackets import Box, build_boxes_by_pairing, sort_by_table
from web.rounds import Rounds, RoundState, load_rounds

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
    rounds: Rounds
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
    def occupied(self) -> tuple[Box, ...]:
        """The boxes at the tables, without those that are to be called next."""
        return tuple(box for box in self.boxes if box.is_called or box.waits_for_signatures)

    @property
    def winner(self) -> StandingsRow | None:
        """Who has won the event, once nothing is left to play."""
        if self.standings is None:
            return None
        return self.standings.winner

    @property
    def current(self) -> RoundState | None:
        return self.rounds.current


def load_hall(event: Event, *, sought: str = "", most_in_round: int = 0) -> BoardHall:
    """Loads the hall. ``sought`` are words of the names searched for; the current round is
    included if it has at most ``most_in_round`` matches. Seven queries during play, three more for
    a search."""
    rounds = load_rounds(event)
    if not rounds:
        counts = count_entries_of_event(event)
        return BoardHall(event, rounds, entries=counts.entered, waiting=counts.waiting)

    my_pairings: list[int] = []
    if sought:
        my_pairings = list_sought_pairings(event, sought)
    current_round = rounds.current
    if current_round is not None:
        whole_round: RoundState | None = None
        if current_round.pairings <= most_in_round:
            whole_round = current_round
        return _load_hall_in_play(event, rounds, my_pairings, whole_round)

    # The event is over, or the next stage is not drawn yet.
    my_matches: list[Mine] = []
    if my_pairings:
        boxes = _load_boxes(event, rounds, my_pairings)
        my_matches += [Mine(boxes[pairing_id]) for pairing_id in my_pairings]
    standings = load_standings_of_event(event)
    return BoardHall(event, rounds, mine=tuple(my_matches), standings=standings)


def _load_hall_in_play(
    event: Event,
    rounds: Rounds,
    my_pairings: list[int],
    whole_round: RoundState | None,
) -> BoardHall:
    """``whole_round``: the round of which all matches are shown."""
    next_pairings: dict[int, int] = {}
    if my_pairings:
        next_pairings = load_pairings_after(my_pairings)
    last_pairings = list_last_decided(event, MOST_LAST)
    also = (*my_pairings, *next_pairings.values(), *last_pairings)
    whole_rounds = []
    if whole_round is not None:
        whole_rounds.append(whole_round.id)
    # All that the page shows is loaded at once: seven queries, however many tables there are.
    boxes = _load_boxes(event, rounds, also, whole_rounds)

    in_round = [box for box in boxes.values() if box.round is whole_round]
    my_matches = []
    for pairing_id in my_pairings:
        box, next_box = boxes[pairing_id], boxes.get(next_pairings.get(pairing_id, 0))
        mine = Mine(box)
        if box.pairing.winner is None and next_box is not None:
            opponents = []
            for slot, row in zip(next_box.pairing.slots, next_box.rows, strict=True):
                # The slot that this match fills is one's own.
                if slot.source_code != box.pairing.code:
                    opponents.append(row.name)
            mine = Mine(box, next_box.round.title, " · ".join(opponents))
        my_matches.append(mine)

    # list_pairings_at_tables takes pairings by round, but the round does not matter here.
    seated_pairings = list_pairings_at_tables({0: [box.pairing for box in boxes.values()]})
    return BoardHall(
        event,
        rounds,
        boxes=tuple(sort_by_table(boxes[pairing.id] for pairing in seated_pairings)),
        tables=event.tables.count(),
        last=tuple(boxes[pairing_id] for pairing_id in last_pairings),
        in_round=tuple(in_round),
        mine=tuple(my_matches),
    )


def _load_boxes(
    event: Event, rounds: Rounds, also: Sequence[int], whole_rounds: Sequence[int] = ()
) -> dict[int, Box]:
    """The pairings at the tables, ``also`` others and those of whole rounds, by pairing, in the
    order of play."""
    pairings_by_round = load_pairings_in_hall(
        event, localdate(), pairings=also, rounds=whole_rounds
    )
    pairings: list[PairingView] = []
    for round_ in rounds:
        pairings += pairings_by_round.get(round_.id, ())
    # One call for all pairings: their names are one query.
    return build_boxes_by_pairing(event, pairings, rounds)
