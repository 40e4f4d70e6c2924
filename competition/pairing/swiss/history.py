"""What the rounds before have made of the players."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final

from competition.pairing.field import EntryField
from competition.pairing.swiss.players import Float, PresentEntry
from competition.plan import Entrant, EntryId, PlannedPairing, Seated
from competition.standings.options import StandingsOptions
from competition.standings.placing import round_results
from kernel.reading import read

NOTHING: Final[AbstractSet[EntryId]] = frozenset()

MATCH_POINTS: Final = "match_points"


@dataclass(slots=True)
class History:
    """By entry, up to a round: points, opponents, who had a bye, who floated in the last round.

    A pairing counts as a meeting even if it was decided by a forfeit. Floats are determined by the
    points that the pairing used, including those lent by an acceleration.
    """

    points: dict[EntryId, int] = field(default_factory=lambda: defaultdict(int))
    met: dict[EntryId, set[EntryId]] = field(default_factory=lambda: defaultdict(set))
    had_bye: set[EntryId] = field(default_factory=set)
    floated: dict[EntryId, Float] = field(default_factory=dict)


def history(entries: EntryField, accelerated: int = 0) -> History:
    """Of all rounds that are in the field. Raises Unreadable or Refused for a ruling that cannot
    be."""
    options = read(StandingsOptions, dict(entries.ruling.options))
    scores: dict[int, list[tuple[EntryId, int]]] = defaultdict(list)
    for played in round_results(entries.pairings, entries.results, options):
        scores[played.round] += zip(played.slots, played.score, strict=True)
    pairings = defaultdict(list)
    for pairing in entries.pairings:
        pairings[pairing.round].append(pairing)
    made = History()
    if is_by_match_points(entries):
        made.points.update(entries.ruling.carried)
    for entrant in entries.entrants:
        made.met[entrant.id].update(entrant.met)
    for number in sorted(pairings):
        lent_now = lent(entries.order, options.win, number, accelerated)
        made.floated = {}
        for pairing in pairings[number]:
            _record_meeting(made, pairing, lent_now)
        for entry, score in scores[number]:
            made.points[entry] += score
    return made


def apply_history(order: Sequence[EntryId], entrants: Sequence[Entrant]) -> list[PresentEntry]:
    """Those in a drawn order with what they bring from earlier stages: points, opponents."""
    known = {entrant.id: entrant for entrant in entrants}
    return [
        PresentEntry(
            id=entry,
            seed=place,
            club=known[entry].club if entry in known else None,
            points=known[entry].carried if entry in known else 0,
            met=frozenset(known[entry].met) if entry in known else NOTHING,
        )
        for place, entry in enumerate(order, start=1)
    ]


def players(entries: EntryField, accelerated: int = 0) -> list[PresentEntry]:
    """Those who are present before the next round, as their pairing sees them; the order of the
    draw says who comes first in a score group."""
    options = read(StandingsOptions, dict(entries.ruling.options))
    made = history(entries, accelerated)
    clubs = {entrant.id: entrant.club for entrant in entries.entrants}
    lent_now = lent(entries.order, options.win, next_number(entries), accelerated)
    return [
        PresentEntry(
            id=entry,
            seed=place,
            club=clubs.get(entry),
            points=made.points.get(entry, 0) + lent_now.get(entry, 0),
            met=made.met.get(entry, NOTHING),
            had_bye=entry in made.had_bye,
            floated=made.floated.get(entry),
        )
        for place, entry in enumerate(entries.order, start=1)
        if entry not in entries.absent
    ]


def is_by_match_points(entries: EntryField) -> bool:
    """Whether what is carried over from an earlier stage is match points."""
    return next(iter(entries.ruling.metrics), MATCH_POINTS) == MATCH_POINTS


def next_number(entries: EntryField) -> int:
    """Of the round to be paired."""
    return 1 + max((pairing.round for pairing in entries.pairings), default=0)


def lent(
    order: Sequence[EntryId], win: int, number: int, accelerated: int
) -> Mapping[EntryId, int]:
    """What an accelerated round lends: a win to the upper half of the order."""
    if number > accelerated:
        return {}
    return dict.fromkeys(order[: upper_half(len(order))], win)


def upper_half(entries: int) -> int:
    """How many are lent points: half of them, rounded up to an even number (FIDE C.04.5, Baku)."""
    return 2 * -(-entries // 4)


def _record_meeting(
    made: History, pairing: PlannedPairing, lent_now: Mapping[EntryId, int]
) -> None:
    seated = [slot.entry for slot in pairing.slots if isinstance(slot, Seated)]
    if len(seated) < 2:
        if pairing.absence == "bye":
            made.had_bye.update(seated)
        return
    one, other = seated
    made.met[one].add(other)
    made.met[other].add(one)
    points = [made.points.get(entry, 0) + lent_now.get(entry, 0) for entry in seated]
    if points[0] != points[1]:
        upper, lower = (one, other) if points[0] > points[1] else (other, one)
        made.floated[upper], made.floated[lower] = "down", "up"
