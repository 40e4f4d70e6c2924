"""Reads a stage as the pairing of its next round sees it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, Q

from competition.formats import format_named
from competition.pairing.field import EntryField
from competition.plan import Entrant, EntryId, PlannedPairing, Result
from tournaments.models import PLAY_OFF, Entry, Pairing, PairingConstraint, Stage
from tournaments.selectors.registration.heirs import find_heir
from tournaments.selectors.stages.plans import plan_and_results
from tournaments.selectors.standings.absences import AbsenceKind, find_absences
from tournaments.selectors.standings.rankings import load_ruling


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a stage is: the rounds that are paired, all that there will be, and the matches that
    are still to be decided."""

    paired: int
    rounds: int
    open: int

    @property
    def is_over(self) -> bool:
        return self.paired >= self.rounds and not self.open and self.paired > 0

    @property
    def left(self) -> int | None:
        """How many matches are still to be decided; None while rounds are still to be paired."""
        if self.open or self.is_over:
            return self.open
        return None

    @property
    def waits_for_a_round(self) -> bool:
        """Whether the next round can be paired."""
        return 0 < self.paired < self.rounds and not self.open


def load_progress(stage: Stage) -> Progress:
    """How far a stage is. Two queries at most."""
    counts = Pairing.objects.filter(round__group__stage=stage).aggregate(
        last_paired_round=Max("round__number", filter=~Q(round__section=PLAY_OFF)),
        matches_left=Count("pk", filter=~Q(state__in=Pairing.CLOSED_STATES)),
    )
    paired_rounds = counts["last_paired_round"] or 0
    return Progress(paired_rounds, count_rounds(stage, paired_rounds), counts["matches_left"])


def count_rounds(stage: Stage, paired: int) -> int:
    """How many rounds a stage will have; ``paired``: those that are. One query at most."""
    # Where the draw has planned all rounds, none is left to be paired.
    if not pairs_by_rounds(stage):
        return paired
    # Before the draw nobody knows yet; then the largest group plays the most.
    group_sizes = [len(order) for order in load_drawn_order(stage)]
    if not group_sizes:
        return paired
    format_ = format_named(stage.format)
    rounds_of_format = format_.rounds(max(group_sizes), format_.options(stage.options))
    if rounds_of_format is None:
        return paired
    return rounds_of_format


def pairs_by_rounds(stage: Stage) -> bool:
    """Whether rounds are paired one by one; otherwise all of them are planned with the draw."""
    format_ = format_named(stage.format)
    return format_.rounds(2, format_.options(stage.options)) is not None


def load_drawn_order(stage: Stage) -> list[list[int]]:
    """The order of each group as it was drawn; none before the draw. One query."""
    order = stage.draws.held_orders().values_list("order", flat=True).first()
    return list_drawn_groups(order or [])


def list_drawn_groups(order: Sequence[Any]) -> list[list[int]]:
    """The stored order of a draw, group by group: that of a single group is stored as it is."""
    if order and not isinstance(order[0], list):
        return [list(order)]
    return list(order)


def has_begun(stage: Stage) -> bool:
    """Whether a line was written in one of its matches. One query."""
    return Pairing.objects.filter(round__group__stage=stage, match__version__gt=0).exists()


def load_fields(stage: Stage, number: int) -> list[EntryField]:
    """Each group of a stage before round ``number``: one that is paired now, or that was."""
    pairings, results = plan_and_results(stage)
    by_group: dict[int, list[PlannedPairing]] = defaultdict(list)
    for pairing in pairings:
        by_group[pairing.group].append(pairing)
    entries = Entry.objects.filter(event=stage.event_id).in_bulk()
    absences = find_absences(stage, number, entries.values(), pairings)
    constraints = list(PairingConstraint.objects.filter(stage=stage).order_by("pk"))
    ruling = load_ruling(stage)
    # A first stage has no earlier opponents; those of a later one are in the document of its draw.
    earlier_opponents: dict[int, Sequence[EntryId]] = {}
    if stage.cut is not None:
        drawn_entries = load_drawn_entries(stage)
        earlier_opponents = {entry["id"]: entry.get("met", ()) for entry in drawn_entries}
    fields = []
    for group, order in enumerate(_list_orders(stage, by_group, entries), start=1):
        members = set(order)
        pairings_before: list[PlannedPairing] = []
        results_before: dict[str, Result] = {}
        for pairing in by_group[group]:
            if pairing.round < number:
                pairings_before.append(pairing)
                if pairing.id in results:
                    results_before[pairing.id] = results[pairing.id]
        entrants: list[Entrant] = []
        absent: dict[EntryId, AbsenceKind] = {}
        for pk in order:
            entry, opponents = entries[pk], earlier_opponents.get(pk, ())
            entrants.append(Entrant(pk, entry.seed, entry.drawn_club, met=opponents))
            if pk in absences:
                absent[pk] = absences[pk]
        fields.append(
            EntryField(
                order=order,
                entrants=entrants,
                pairings=pairings_before,
                results=results_before,
                absent=absent,
                forbidden=_list_pairs(constraints, PairingConstraint.Kind.FORBIDDEN, None, members),
                forced=_list_pairs(constraints, PairingConstraint.Kind.FORCED, number, members),
                ruling=ruling,
            )
        )
    return fields


def _list_orders(
    stage: Stage, by_group: dict[int, list[PlannedPairing]], entries: Mapping[int, Entry]
) -> list[list[int]]:
    """The drawn order, those who came later after it: they sit in the rounds that they missed."""
    format_ = format_named(stage.format)
    options = format_.options(stage.options)
    heirs = {pk: heir for pk, entry in entries.items() if (heir := entry.replaced_by_id)}
    orders = []
    for group, drawn_order in enumerate(load_drawn_order(stage), start=1):
        # Pairings of all rounds are read here, also for the document of an earlier round: an entry
        # that came late has a place in the order of every round.
        seated_ids = _list_seated(by_group[group])
        seated_by_draw = _list_seated(format_.plan(drawn_order, options))
        current_order: list[int] = []
        for pk in drawn_order:
            # Who was replaced has given the place to who plays instead.
            heir = find_heir(pk, heirs)
            # Whom the draw seats in a later round waits for it.
            waits = pk not in seated_by_draw
            if heir in seated_ids or waits:
                current_order.append(heir)
        orders.append([*current_order, *sorted(seated_ids - set(current_order))])
    return orders


def _list_seated(pairings: Iterable[PlannedPairing]) -> set[int]:
    seated_ids: set[int] = set()
    for pairing in pairings:
        seated_ids.update(map(int, pairing.entries))
    return seated_ids


def load_drawn_entries(stage: Stage) -> list[dict[str, Any]]:
    """The entries of the draw that counts, as the notation has them. One query."""
    return list(stage.draws.held_orders().values_list("entries", flat=True).first() or [])


def _list_pairs(
    constraints: list[PairingConstraint], kind: str, number: int | None, members: set[int]
) -> list[tuple[EntryId, EntryId]]:
    """The constraints of this kind for a round (None: for all rounds) between two members."""
    pairs: list[tuple[EntryId, EntryId]] = []
    for constraint in constraints:
        pair = (constraint.first_id, constraint.second_id)
        if constraint.kind == kind and constraint.round == number and members.issuperset(pair):
            pairs.append(pair)
    return pairs
