"""Reads a stage as the core knows it: what was planned, and how it ended."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

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
from tournaments.models import PLAY_OFF, Pairing, Slot, Stage

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
        return self.entries if self.winner == self.entries[0] else self.entries[::-1]


def plan_and_results(stage: Stage) -> Plan:
    """The pairings of a stage as the core knows them, in the order of play, and how those that are
    decided ended, without its play-offs. Two queries."""
    return plan_with_play_offs(stage)[0]


def plan_with_play_offs(stage: Stage) -> tuple[Plan, tuple[PlayOffState, ...]]:
    """The pairings and results that a stage is ranked by, and apart from them its play-offs, as
    far as they are needed. Two queries."""
    slots = _load_planned_slots(stage)
    pairings, results, play_offs = [], {}, []
    rows = Pairing.objects.filter(round__group__stage=stage).order_by("round__order", "number")
    for row in rows.values_list(*_OF_A_PLAN):
        pk, code, section, number, group, *further_columns = row
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
    return (tuple(pairings), results), tuple(play_offs)


def _make_play_off_state(
    slots: Sequence[PlannedSlot], state: str, winner: int | None
) -> PlayOffState:
    first_entry, second_entry = (slot.entry for slot in slots if isinstance(slot, Seated))
    if state != Pairing.State.DECIDED:
        return PlayOffState((first_entry, second_entry), is_decided=False)
    winning_entry = None if winner is None else (first_entry, second_entry)[winner]
    return PlayOffState((first_entry, second_entry), is_decided=True, winner=winning_entry)


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


def _load_planned_slots(stage: Stage) -> Mapping[int, list[PlannedSlot]]:
    """By pairing. An entry is the same object in all of its pairings."""
    slots: dict[int, list[PlannedSlot]] = defaultdict(list)
    planned_slots: dict[tuple[str, Any], PlannedSlot] = {}
    rows = Slot.objects.filter(pairing__round__group__stage=stage).order_by("position")
    for pairing, source, code, entry in rows.values_list(
        "pairing_id", "source", "source_pairing__code", "entry_id"
    ):
        # A slot that a pairing fills is known by that pairing, whatever entry is in it.
        key = source, code or entry
        if key not in planned_slots:
            planned_slots[key] = make_planned_slot(source, code or "", entry or 0)
        slots[pairing].append(planned_slots[key])
    return slots


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
