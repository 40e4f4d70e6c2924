"""The history of the players before a round: points, opponents, byes, floats."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final

from competition.pairing.field import EntryField
from competition.pairing.swiss.players import Float, PresentEntry
from competition.plan import Entrant, EntryId, PlannedPairing, index_entrants
from competition.standings.placing import list_round_results

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

    def add_pairing(self, pairing: PlannedPairing, lent_points: Mapping[EntryId, int]) -> None:
        """Adds a pairing's meeting and floats, or its bye."""
        if len(pairing.entries) < 2:
            # Half-point byes and absences do not prevent a later bye.
            if pairing.absence == "bye":
                self.had_bye.update(pairing.entries)
            return
        first_entry, second_entry = pairing.entries
        self.met[first_entry].add(second_entry)
        self.met[second_entry].add(first_entry)
        first_points = self.points.get(first_entry, 0) + lent_points.get(first_entry, 0)
        second_points = self.points.get(second_entry, 0) + lent_points.get(second_entry, 0)
        if first_points > second_points:
            self.floated[first_entry], self.floated[second_entry] = "down", "up"
        elif first_points < second_points:
            self.floated[second_entry], self.floated[first_entry] = "down", "up"


def build_history(entries: EntryField, accelerated: int = 0) -> History:
    """The history over all rounds of the field. Raises Unreadable or Refused for an invalid
    ruling."""
    options = entries.read_standings_options()
    scores_by_round: dict[int, list[tuple[EntryId, int]]] = defaultdict(list)
    for result in list_round_results(entries.pairings, entries.results, options):
        scores_by_round[result.round] += zip(result.slots, result.score, strict=True)
    pairings_by_round = defaultdict(list)
    for pairing in entries.pairings:
        pairings_by_round[pairing.round].append(pairing)

    history = History()
    if is_by_match_points(entries):
        history.points.update(entries.ruling.carried)
    for entrant in entries.entrants:
        history.met[entrant.id].update(entrant.met)
    for number in sorted(pairings_by_round):
        lent_points = lend_points(entries.order, options.win, number, accelerated)
        # Only the floats of the last round count.
        history.floated = {}
        # The points of a round are added after its pairings: floats depend on those before.
        for pairing in pairings_by_round[number]:
            history.add_pairing(pairing, lent_points)
        for entry, score in scores_by_round[number]:
            history.points[entry] += score
    return history


def apply_history(order: Sequence[EntryId], entrants: Sequence[Entrant]) -> list[PresentEntry]:
    """The players of a first round, with the points and opponents that they bring from earlier
    stages. ``order`` is the drawn order."""
    entrant_of = index_entrants(entrants)
    players: list[PresentEntry] = []
    for place, entry in enumerate(order, start=1):
        entrant = entrant_of.get(entry)
        if entrant is None:
            players.append(PresentEntry(entry, seed=place))
        else:
            met = frozenset(entrant.met)
            players.append(PresentEntry(entry, place, entrant.club, entrant.carried, met))
    return players


def list_players(entries: EntryField, accelerated: int = 0) -> list[PresentEntry]:
    """The entries that are present in the next round, with their history. The drawn order is their
    order within a score group."""
    options = entries.read_standings_options()
    history = build_history(entries, accelerated)
    clubs = {entrant.id: entrant.club for entrant in entries.entrants}
    lent_points = lend_points(entries.order, options.win, entries.next_round_number, accelerated)
    players: list[PresentEntry] = []
    # Absent entries are counted too: everybody keeps his place of the draw.
    for place, entry in enumerate(entries.order, start=1):
        if entry in entries.absent:
            continue
        player = PresentEntry(
            id=entry,
            seed=place,
            club=clubs.get(entry),
            points=history.points.get(entry, 0) + lent_points.get(entry, 0),
            met=history.met.get(entry, NOTHING),
            had_bye=entry in history.had_bye,
            floated=history.floated.get(entry),
        )
        players.append(player)
    return players


def is_by_match_points(entries: EntryField) -> bool:
    """Whether the points carried over from an earlier stage are match points: carried points are
    those of the first metric."""
    return next(iter(entries.ruling.metrics), MATCH_POINTS) == MATCH_POINTS


def lend_points(
    order: Sequence[EntryId], win: int, number: int, accelerated: int
) -> Mapping[EntryId, int]:
    """The points lent in round ``number``: a win to the upper half, in the first ``accelerated``
    rounds."""
    if number > accelerated:
        return {}
    return dict.fromkeys(order[: count_upper_half(len(order))], win)


def count_upper_half(entries: int) -> int:
    """How many are lent points: half of them, rounded up to an even number (FIDE C.04.5, Baku)."""
    return 2 * -(-entries // 4)
