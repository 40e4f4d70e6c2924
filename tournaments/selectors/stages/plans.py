"""Reads a stage as the core knows it: what was planned, and how it ended."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from django.db.models import Exists, QuerySet

from competition.plan import (
    Absence,
    Bye,
    EntryId,
    LoserOf,
    OnlyIf,
    PlannedPairing,
    PlannedSlot,
    Result,
    Seated,
    WinnerOf,
)
from database.compiled import CompiledQuery
from tournaments.models import PLAY_OFF, Pairing, PendingDecision, Slot, Stage

Plan: TypeAlias = tuple[tuple[PlannedPairing, ...], dict[str, Result]]
"""Pairings in the order of play, and the results of those that are decided."""


@dataclass(frozen=True, slots=True)
class PlayOffState:
    """A play-off of two tied entries: whether it is decided, and its winner (None: none)."""

    entries: tuple[EntryId, EntryId]
    is_decided: bool
    winner: EntryId | None = None

    @property
    def order(self) -> tuple[EntryId, ...]:
        """Winner and loser; empty without a winner."""
        if self.winner is None:
            return ()
        if self.winner == self.entries[0]:
            return self.entries
        return self.entries[::-1]


@dataclass(frozen=True, slots=True)
class RankedPlan:
    """A stage as it is ranked: the plan, its play-offs as far as they are needed, and whether the
    organizer was ever asked about an entry that plays on although a corrected result sends another
    one there (``was_asked_who_plays_on``)."""

    plan: Plan
    play_offs: tuple[PlayOffState, ...]
    was_asked_who_plays_on: bool


def plan_and_results(stage: Stage) -> Plan:
    """The pairings of a stage as the core knows them, in the order of play, and how those that are
    decided ended, without its play-offs. Two queries."""
    return load_ranked_plan(stage).plan


def load_ranked_plan(stage: Stage) -> RankedPlan:
    """What a stage is ranked by. Two queries."""
    slots: dict[int, list[PlannedSlot]] = defaultdict(list)
    # An entry is the same object in all of its pairings.
    planned_slots: dict[tuple[str, Any], PlannedSlot] = {}
    for pairing_id, source, source_code, entry in select_plan_slots.fetch(stage.pk):
        # A slot that a pairing fills is known by that pairing, whatever entry is in it.
        key = source, source_code or entry
        if key not in planned_slots:
            planned_slots[key] = make_planned_slot(source, source_code or "", entry or 0)
        slots[pairing_id].append(planned_slots[key])

    pairings: list[PlannedPairing] = []
    results: dict[str, Result] = {}
    play_offs: list[PlayOffState] = []
    was_asked = False
    for row in select_plan_pairings.fetch(stage.pk):
        was_asked, pk, code, section, number, group, *further_columns = row
        condition, condition_slot, absence, state, winner, tally = further_columns
        # A play-off that is not needed any more settles nothing.
        if section == PLAY_OFF:
            if state != Pairing.State.NOT_NEEDED:
                play_offs.append(_make_play_off_state(slots[pk], state, winner))
            continue
        only_if = None
        if condition and condition_slot is not None:
            only_if = OnlyIf(condition, condition_slot)
        pairings.append(
            PlannedPairing(
                id=code,
                section=section,
                round=number,
                slots=tuple(slots[pk]),
                group=group,
                only_if=only_if,
                absence=cast("Absence", absence),
            )
        )
        if state == Pairing.State.DECIDED:
            results[code] = _make_result(winner, tally or {})
    return RankedPlan((tuple(pairings), results), tuple(play_offs), was_asked)


def _make_play_off_state(
    slots: Sequence[PlannedSlot], state: str, winner: int | None
) -> PlayOffState:
    first_entry, second_entry = (slot.entry for slot in slots if isinstance(slot, Seated))
    if state != Pairing.State.DECIDED:
        return PlayOffState((first_entry, second_entry), is_decided=False)
    winning_entry: EntryId | None = None
    if winner is not None:
        winning_entry = (first_entry, second_entry)[winner]
    return PlayOffState((first_entry, second_entry), is_decided=True, winner=winning_entry)


@CompiledQuery
def select_plan_pairings(stage_id: int) -> QuerySet[Pairing, Any]:
    pairings = Pairing.objects.filter(round__group__stage=stage_id)
    # Not correlated: the database looks once for the decisions of the stage.
    decisions = PendingDecision.objects.filter(
        kind=PendingDecision.Kind.PLAYED_ON, pairing__round__group__stage=stage_id
    )
    rows = pairings.order_by("round__order", "number").annotate(was_asked=Exists(decisions))
    return rows.values_list("was_asked", *_OF_A_PLAN)


@CompiledQuery
def select_plan_slots(stage_id: int) -> QuerySet[Slot, tuple[int, str, str | None, int | None]]:
    slots = Slot.objects.filter(pairing__round__group__stage=stage_id).order_by("position")
    return slots.values_list("pairing_id", "source", "source_pairing__code", "entry_id")


_OF_A_PLAN = (
    "pk",
    "code",
    "round__section",
    "round__number",
    "round__group__number",
    "only_if__code",
    "only_if_slot",
    "absence",
    "state",
    "match__winner",
    "match__tally",
)


def make_planned_slot(source: str, code: str, entry: int) -> PlannedSlot:
    """A stored slot as the core knows it: by its source, the code of the pairing that fills it, and
    its entry."""
    match source:
        case Slot.Source.BYE:
            return Bye()
        case Slot.Source.WINNER_OF:
            return WinnerOf(code)
        case Slot.Source.LOSER_OF:
            return LoserOf(code)
    return Seated(entry)


def _make_result(winner: int | None, tally: Mapping[str, Any]) -> Result:
    """What rankings count of a match: of one that was not played out, what its rules say."""
    unfinished = tally.get("unfinished")
    games, points = tally["wins"], tally["sum"]
    if unfinished is not None:
        games, points = unfinished["games"] or (), unfinished["points"] or ()
    elif tally.get("games_only"):
        # The totals of some games are not known, so those of the match are not either.
        points = ()
    return Result(
        winner,
        totals=tuple(points),
        games=tuple(games),
        shutouts=tuple(tally["feats"].get("shutout", ())),
        marafonas=tuple(tally["feats"].get("marafona", ())),
        hands=tally["hands"],
        is_forfeit=tally["forfeit"],
        has_score=unfinished is not None,
        is_void=unfinished is not None and unfinished["case"] == "void",
    )
