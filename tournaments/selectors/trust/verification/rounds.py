"""Rounds that were paired one by one against what they were paired from: pairs, byes, absences."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeAlias

from django.db.models import Prefetch

from competition.documents.rounds import pair
from competition.formats import format_named
from competition.formats.round_by_round import RoundByRound
from competition.trust.faults import Fault
from kernel.refusals import Refused
from tournaments.models import (
    BY_HAND,
    Absence,
    Entry,
    Event,
    PairedFrom,
    Pairing,
    Penalty,
    Round,
    Slot,
    Stage,
)
from tournaments.selectors.registration.heirs import Heirs, find_heir, find_heirs, load_heirs
from tournaments.selectors.standings.fields import load_drawn_order
from tournaments.selectors.trust.verification.reseating import LATE, Reseating

Pair: TypeAlias = tuple[int, ...]
"""The entries of a pairing, in the order of their slots."""


@dataclass(frozen=True, slots=True)
class _RoundPlaces:
    """What a round should be: the pairs, and by entry without an opponent the absences that it may
    have, the likeliest first."""

    pairs: Sequence[Pair]
    absences: Mapping[int, Sequence[str]]

    def rename(self, names: Mapping[int, int]) -> "_RoundPlaces":
        """The same places with other entries in them."""
        pairs = [tuple(names[entry] for entry in pair_) for pair_ in self.pairs]
        absences = {names[entry]: kinds for entry, kinds in self.absences.items()}
        return _RoundPlaces(pairs, absences)


@dataclass(frozen=True, slots=True)
class _StoredPairing:
    row: Pairing
    entries: Pair

    @property
    def absence(self) -> str:
        """Why its entry has no opponent; empty of a pairing that is played."""
        if self.row.state != Pairing.State.BYE:
            return ""
        return self.row.absence

    @property
    def is_late(self) -> bool:
        """Whether it was made for an entry that has missed this round."""
        return self.row.code.startswith(LATE)


def find_round_faults(event: Event) -> Iterator[Fault]:
    """Stage by stage, the rounds that were paired later, and who was absent in the first."""
    heirs = load_heirs(event)
    for stage in event.stages.order_by("number"):
        if isinstance(format_named(stage.format), RoundByRound) and load_drawn_order(stage):
            try:
                rounds = _StageRounds(stage, heirs)
            except Refused:
                # The changes by hand do not apply: a fault of the plan (plans.py).
                continue
            yield from rounds.find_faults()


class _StageRounds:
    """The rounds of a stage that pairs them one by one."""

    def __init__(self, stage: Stage, heirs: Heirs) -> None:
        self._stage = stage
        self._heirs = heirs
        self._reseating = Reseating(stage, heirs)
        self._drawn: dict[int, set[int]] = defaultdict(set)
        """By group, the entries that the draw has seated, as they sit by now."""
        for group, order in enumerate(load_drawn_order(stage), start=1):
            self._drawn[group] = {self._reseating.move_from_draw(entry) for entry in order}
        # Who was disqualified was out when a round was paired, also if it was cancelled since.
        out = Entry.objects.filter(event=stage.event_id).exclude(state=Entry.State.ENTERED)
        disqualified = Penalty.objects.filter(
            event=stage.event_id, kind=Penalty.Kind.DISQUALIFIED
        ).values_list("entry_id", flat=True)
        self._may_have_been_out = {*out.values_list("pk", flat=True), *disqualified}
        self._resting: set[tuple[int, int]] = set()
        """Round and entry of each rest that was asked for."""
        half_byes = Absence.objects.filter(stage=stage, kind=Absence.Kind.HALF_BYE)
        for number, entry in half_byes.values_list("round", "entry_id"):
            self._resting.add((number, find_heir(entry, heirs)))

    def find_faults(self) -> Iterator[Fault]:
        """Group by group, round by round."""
        rounds = Round.objects.filter(group__stage=self._stage).without_play_offs()
        by_group: dict[int, list[Round]] = defaultdict(list)
        for round_ in rounds.select_related("group").order_by("number", "pk"):
            by_group[round_.group.number].append(round_)
        for group, group_rounds in sorted(by_group.items()):
            kept = PairedFrom.objects.filter(round__in=group_rounds)
            documents: dict[int, dict[str, Any]] = dict(kept.values_list("round_id", "document"))
            stored = {round_.pk: self._read_round(round_) for round_ in group_rounds}
            members = set(self._drawn[group])
            for document in documents.values():
                members |= self._list_present(document)
            for pairing in chain.from_iterable(stored.values()):
                if pairing.is_late:
                    members.update(pairing.entries)
            for round_ in group_rounds:
                document_of_round = documents.get(round_.pk)
                if document_of_round is not None:
                    places = self._pair_again(round_, document_of_round, members)
                    yield from self._compare(round_, places, stored[round_.pk])
                elif round_.number == 1:
                    # All other pairings follow from the draw (plans.py).
                    late = [pairing for pairing in stored[round_.pk] if pairing.is_late]
                    absences = dict.fromkeys(members - self._drawn[group], ("absent",))
                    yield from self._list_faults(round_, _RoundPlaces([], absences), late)
                else:
                    # The document of a round that was paired later is stored with it. Without one,
                    # it was deleted since, and nobody can tell what the round was paired from.
                    detail = {"round": round_.number}
                    yield Fault("round_without_document", self._stage.number, detail=detail)

    def _read_round(self, round_: Round) -> list[_StoredPairing]:
        slots = Prefetch("slots", Slot.objects.order_by("position"))
        pairings = []
        for row in round_.pairings.order_by("number").prefetch_related(slots):
            entries = [slot.entry_id or 0 for slot in row.slots.all()]
            # A bye has an empty slot; a pairing that is played should have none.
            if row.state == Pairing.State.BYE:
                entries = [entry for entry in entries if entry]
            pairings.append(_StoredPairing(row, find_heirs(entries, self._heirs)))
        return pairings

    def _list_present(self, document: Mapping[str, Any]) -> set[int]:
        """The entries that a round was paired from, by who plays in their place."""
        return set(find_heirs([entry["id"] for entry in document["entries"]], self._heirs))

    def _pair_again(
        self, round_: Round, document: Mapping[str, Any], members: set[int]
    ) -> _RoundPlaces:
        """The round as it follows from its document, without the changes by hand. All who are not
        named in it were absent."""
        # ``id`` names a document for the command line; the verb itself does not take it.
        question = dict(document)
        question.pop("id", None)
        new_pairing = pair(question)
        pairs = [find_heirs(pair_, self._heirs) for pair_ in new_pairing["pairings"]]
        absences: dict[int, Sequence[str]] = {}
        if new_pairing["bye"] is not None:
            absences[find_heir(int(new_pairing["bye"]), self._heirs)] = ["bye"]
        for entry in sorted(members - self._list_present(document)):
            kinds: list[str] = []
            is_resting = (round_.number, entry) in self._resting
            if is_resting:
                kinds.append("half_bye")
            # Who is out of the event gets no half point any more, whatever was announced before.
            if not is_resting or entry in self._may_have_been_out:
                kinds.append("absent")
            absences[entry] = kinds
        return _RoundPlaces(pairs, absences)

    def _compare(
        self, round_: Round, places: _RoundPlaces, stored: Sequence[_StoredPairing]
    ) -> list[Fault]:
        """The faults of a round; none if any reading of its swaps explains it."""
        entries = [*chain.from_iterable(places.pairs), *places.absences]
        first_faults: list[Fault] = []
        for names in self._reseating.list_variants(round_.number, entries):
            faults = list(self._list_faults(round_, places.rename(names), stored))
            if not faults:
                return []
            first_faults = first_faults or faults
        return first_faults

    def _list_faults(
        self, round_: Round, places: _RoundPlaces, stored: Sequence[_StoredPairing]
    ) -> Iterator[Fault]:
        unrecorded: set[int] = set()
        alone: list[_StoredPairing] = []
        expected_pairs = set(places.pairs)
        counts: Counter[Pair] = Counter()
        for pairing in stored:
            if self._reseating.accepts_unrecorded and pairing.row.why == BY_HAND:
                unrecorded.update(pairing.entries)
                continue
            if pairing.absence:
                alone.append(pairing)
                continue
            counts[pairing.entries] += 1
            detail = {"round": round_.number, "stored": list(pairing.entries)}
            if pairing.entries not in expected_pairs:
                yield self._make_fault("pairing_not_as_paired", pairing.row, detail)
            elif counts[pairing.entries] > 1:
                yield self._make_fault("pairing_doubled", pairing.row, detail)
        for pair_ in places.pairs:
            if not counts[pair_] and not unrecorded.issuperset(pair_):
                detail = {"round": round_.number, "expected": list(pair_)}
                yield Fault("pairing_missing", self._stage.number, detail=detail)
        yield from self._list_absence_faults(round_, places.absences, alone, unrecorded)

    def _list_absence_faults(
        self,
        round_: Round,
        expected: Mapping[int, Sequence[str]],
        alone: Sequence[_StoredPairing],
        unrecorded: set[int],
    ) -> Iterator[Fault]:
        seen: set[int] = set()
        for pairing in alone:
            for entry in pairing.entries:
                kinds = expected.get(entry, [])
                if entry in seen:
                    detail: dict[str, Any] = {"round": round_.number, "stored": [entry]}
                    yield self._make_fault("pairing_doubled", pairing.row, detail)
                elif pairing.absence not in kinds:
                    detail = {
                        "round": round_.number,
                        "entry": entry,
                        "stored": pairing.absence,
                        "expected": next(iter(kinds), None),
                    }
                    yield self._make_fault("absence_differs", pairing.row, detail)
                seen.add(entry)
        for entry, kinds in expected.items():
            if entry not in seen | unrecorded:
                detail = {
                    "round": round_.number,
                    "entry": entry,
                    "stored": None,
                    "expected": kinds[0],
                }
                yield Fault("absence_differs", self._stage.number, detail=detail)

    def _make_fault(self, code: str, row: Pairing, detail: Mapping[str, Any]) -> Fault:
        return Fault(code, self._stage.number, row.code, row.match_id, detail)
