"""Reads a stage as the pairing of its next round sees it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from django.db.models import Count, Max, Q

from competition.formats import format_named
from competition.pairing.field import EntryField
from competition.plan import Entrant, EntryId, PlannedPairing, Seated
from tournaments.models import PLAY_OFF, Absence, Draw, Entry, Pairing, PairingConstraint, Stage
from tournaments.selectors.registration.heirs import find_heir
from tournaments.selectors.stages.brackets import CLOSED
from tournaments.selectors.stages.plans import plan_and_results
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
        return self.open if self.open or self.is_over else None

    @property
    def waits_for_a_round(self) -> bool:
        """Whether the next round can be paired."""
        return 0 < self.paired < self.rounds and not self.open


def load_progress(stage: Stage) -> Progress:
    """How far a stage is. Two queries at most."""
    counts = Pairing.objects.filter(round__group__stage=stage).aggregate(
        last_paired_round=Max("round__number", filter=~Q(round__section=PLAY_OFF)),
        matches_left=Count("pk", filter=~Q(state__in=CLOSED)),
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
    return paired if rounds_of_format is None else rounds_of_format


def pairs_by_rounds(stage: Stage) -> bool:
    """Whether rounds are paired one by one; otherwise all of them are planned with the draw."""
    format_ = format_named(stage.format)
    return format_.rounds(2, format_.options(stage.options)) is not None


def load_drawn_order(stage: Stage) -> list[list[int]]:
    """The order of each group as it was drawn; none before the draw. One query."""
    held_draws = stage.draws.filter(state=Draw.State.HELD, purpose=Draw.Purpose.ORDER)
    return list_drawn_groups(
        held_draws.order_by("-number").values_list("order", flat=True).first() or []
    )


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
    entries = {entry.pk: entry for entry in Entry.objects.filter(event=stage.event_id)}
    absent_entries = _find_absent(stage, number, entries.values(), by_group)
    constraints = list(PairingConstraint.objects.filter(stage=stage))
    ruling = load_ruling(stage)
    # A first stage has no earlier opponents; those of a later one are in the document of its draw.
    earlier_opponents: dict[int, Sequence[EntryId]] = {}
    if stage.cut is not None:
        drawn_entries = load_drawn_entries(stage)
        earlier_opponents = {entry["id"]: entry.get("met", ()) for entry in drawn_entries}
    orders_by_group = _list_orders(stage, by_group, entries)
    fields = []
    for group, order in enumerate(orders_by_group, start=1):
        members = set(order)
        pairings_before = [pairing for pairing in by_group[group] if pairing.round < number]
        codes_before = [pairing.id for pairing in pairings_before]
        results_before = {code: results[code] for code in codes_before if code in results}
        absent_of_group = cast(
            "dict[EntryId, Literal['half_bye', 'absent']]",
            {pk: absent_entries[pk] for pk in order if pk in absent_entries},
        )
        entrants: list[Entrant] = []
        for pk in order:
            entry = entries[pk]
            entrants.append(
                Entrant(pk, entry.seed, entry.drawn_club, met=earlier_opponents.get(pk, ()))
            )
        fields.append(
            EntryField(
                order=order,
                entrants=entrants,
                pairings=pairings_before,
                results=results_before,
                absent=absent_of_group,
                forbidden=_list_pairs(constraints, PairingConstraint.Kind.FORBIDDEN, None, members),
                forced=_list_pairs(constraints, PairingConstraint.Kind.FORCED, number, members),
                ruling=ruling,
            )
        )
    return fields


def _find_absent(
    stage: Stage,
    number: int,
    entries: Iterable[Entry],
    by_group: Mapping[int, Sequence[PlannedPairing]],
) -> dict[int, str]:
    """Entries that do not play a round, and why. For a paired round: those without an opponent,
    except by the bye; for the next one: those recorded as absent or out of the event."""
    paired: list[PlannedPairing] = []
    for pairings in by_group.values():
        paired += [pairing for pairing in pairings if pairing.round == number]
    if paired:
        absences: dict[int, str] = {}
        for pairing in paired:
            is_absence = not pairing.is_played and pairing.absence != "bye"
            for slot in pairing.slots:
                if is_absence and isinstance(slot, Seated):
                    absences[int(slot.entry)] = pairing.absence
        return absences
    # Who is out of the event gets no half point any more, whatever was announced before.
    announced_absences = Absence.objects.filter(stage=stage, round=number)
    out_of_event = {entry.pk: "absent" for entry in entries if entry.state != Entry.State.ENTERED}
    return {**dict(announced_absences.values_list("entry_id", "kind")), **out_of_event}


def _list_orders(
    stage: Stage, by_group: dict[int, list[PlannedPairing]], entries: Mapping[int, Entry]
) -> list[list[int]]:
    """The drawn order, those who came later after it: they sit in the rounds that they missed.

    Who was replaced has given his place to who replaced him. Whom the draw seats later waits.
    """
    format_ = format_named(stage.format)
    options = format_.options(stage.options)
    heirs = {pk: heir for pk, entry in entries.items() if (heir := entry.replaced_by_id)}
    orders = []
    for group, drawn_order in enumerate(load_drawn_order(stage), start=1):
        # Pairings of all rounds are read here, also for the document of an earlier round: an entry
        # that came late has a place in the order of every round.
        seated_ids = _list_seated(by_group[group])
        later_seated = set(drawn_order) - _list_seated(format_.plan(drawn_order, options))
        waiting_ids = {find_heir(pk, heirs) for pk in later_seated}
        current_order = [find_heir(pk, heirs) for pk in drawn_order]
        current_order = [pk for pk in current_order if pk in seated_ids | waiting_ids]
        orders.append([*current_order, *sorted(seated_ids - set(current_order))])
    return orders


def _list_seated(pairings: Iterable[PlannedPairing]) -> set[int]:
    seated_ids: set[int] = set()
    for pairing in pairings:
        seated_ids.update(int(slot.entry) for slot in pairing.slots if isinstance(slot, Seated))
    return seated_ids


def load_drawn_entries(stage: Stage) -> list[dict[str, Any]]:
    """The entries of the draw that counts, as the notation has them. One query."""
    held = stage.draws.filter(state=Draw.State.HELD, purpose=Draw.Purpose.ORDER)
    return list(held.order_by("-number").values_list("entries", flat=True).first() or [])


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
