"""Rounds that were paired one by one against what they were paired from: pairs, byes, absences."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from competition.documents.rounds import pair
from competition.formats import format_named
from competition.formats.round_by_round import RoundByRound
from competition.trust.faults import Fault
from tournaments.models import (
    BY_HAND,
    Absence,
    Entry,
    Event,
    PairedFrom,
    Pairing,
    Penalty,
    Round,
    Stage,
)
from tournaments.selectors.registration.heirs import Heirs, find_heir, load_heirs
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
        return _RoundPlaces(
            [tuple(names[entry] for entry in pair_) for pair_ in self.pairs],
            {names[entry]: kinds for entry, kinds in self.absences.items()},
        )


@dataclass(frozen=True, slots=True)
class _StoredPairing:
    row: Pairing
    entries: Pair
    absence: str
    """Empty of a pairing that is played."""


def find_round_faults(event: Event) -> Iterator[Fault]:
    """Stage by stage, the rounds that were paired later, and who was absent in the first."""
    heirs = load_heirs(event)
    for stage in event.stages.order_by("number"):
        if isinstance(format_named(stage.format), RoundByRound) and load_drawn_order(stage):
            yield from _StageRounds(stage, heirs).find_faults()


class _StageRounds:
    """The rounds of a stage that pairs them one by one."""

    def __init__(self, stage: Stage, heirs: Heirs) -> None:
        self._stage = stage
        self._heirs = heirs
        self._reseating = Reseating(stage, heirs)
        self._drawn = [
            {self._reseating.move_from_draw(entry) for entry in order}
            for order in load_drawn_order(stage)
        ]
        # Who was disqualified was out when a round was paired, also if it was cancelled since.
        out = Entry.objects.filter(event=stage.event_id).exclude(state=Entry.State.ENTERED)
        disqualified = Penalty.objects.filter(
            event=stage.event_id, kind=Penalty.Kind.DISQUALIFIED
        ).values_list("entry_id", flat=True)
        self._may_have_been_out = {*out.values_list("pk", flat=True), *disqualified}
        self._resting = self._load_resting()

    def _load_resting(self) -> set[tuple[int, int]]:
        """Round and entry of each rest that was asked for."""
        rows = Absence.objects.filter(stage=self._stage, kind=Absence.Kind.HALF_BYE)
        return {
            (number, find_heir(entry, self._heirs))
            for number, entry in rows.values_list("round", "entry_id")
        }

    def find_faults(self) -> Iterator[Fault]:
        rounds = Round.objects.filter(group__stage=self._stage).without_play_offs()
        by_group: dict[int, list[Round]] = defaultdict(list)
        for round_ in rounds.select_related("group").order_by("number", "pk"):
            by_group[round_.group.number].append(round_)
        for group, group_rounds in sorted(by_group.items()):
            yield from self._find_group_faults(group, group_rounds)

    def _find_group_faults(self, group: int, rounds: Sequence[Round]) -> Iterator[Fault]:
        kept = PairedFrom.objects.filter(round__in=rounds)
        documents: dict[int, dict[str, Any]] = dict(kept.values_list("round_id", "document"))
        stored = {round_.pk: self._read_round(round_) for round_ in rounds}
        drawn = self._drawn[group - 1] if group <= len(self._drawn) else set()
        members = set(drawn)
        for document in documents.values():
            for entry in document["entries"]:
                members.add(find_heir(int(entry["id"]), self._heirs))
        for pairings in stored.values():
            for pairing in pairings:
                if pairing.row.code.startswith(LATE):
                    members.update(pairing.entries)
        for round_ in rounds:
            document_of_round = documents.get(round_.pk)
            if document_of_round is not None:
                places = self._pair_again(round_, document_of_round, members)
                yield from self._compare(round_, places, stored[round_.pk])
            elif round_.number == 1:
                # All other pairings follow from the draw (plans.py).
                late = [each for each in stored[round_.pk] if each.row.code.startswith(LATE)]
                absences = {entry: ["absent"] for entry in members - drawn}
                yield from self._list_faults(round_, _RoundPlaces([], absences), late)
            else:
                # The document of a round that was paired later is stored with it. Without one, it
                # was deleted since, and nobody can tell what the round was paired from.
                detail = {"round": round_.number}
                yield Fault("round_without_document", self._stage.number, detail=detail)

    def _read_round(self, round_: Round) -> list[_StoredPairing]:
        pairings = []
        for row in round_.pairings.order_by("number").prefetch_related("slots"):
            is_bye = row.state == Pairing.State.BYE
            slots = sorted(row.slots.all(), key=lambda slot: slot.position)
            seated = [slot.entry_id for slot in slots if slot.entry_id is not None or not is_bye]
            entries = tuple(find_heir(entry or 0, self._heirs) for entry in seated)
            pairings.append(_StoredPairing(row, entries, row.absence if is_bye else ""))
        return pairings

    def _pair_again(
        self, round_: Round, document: Mapping[str, Any], members: Iterable[int]
    ) -> _RoundPlaces:
        """The round as it follows from its document, without the changes by hand. All who are not
        named in it were absent."""
        # ``id`` names a document for the command line; the verb itself does not take it.
        new_pairing = pair({name: value for name, value in document.items() if name != "id"})
        present = {find_heir(int(entry["id"]), self._heirs) for entry in document["entries"]}
        pairs = [
            tuple(find_heir(int(entry), self._heirs) for entry in pair_)
            for pair_ in new_pairing["pairings"]
        ]
        absences: dict[int, Sequence[str]] = {}
        if new_pairing["bye"] is not None:
            absences[find_heir(int(new_pairing["bye"]), self._heirs)] = ["bye"]
        for entry in sorted(set(members) - present):
            is_resting = (round_.number, entry) in self._resting
            # Who is out of the event gets no half point any more, whatever was announced before.
            may_be_absent = not is_resting or entry in self._may_have_been_out
            absences[entry] = [*["half_bye"] * is_resting, *["absent"] * may_be_absent]
        return _RoundPlaces(pairs, absences)

    def _compare(
        self, round_: Round, places: _RoundPlaces, stored: Sequence[_StoredPairing]
    ) -> list[Fault]:
        """The faults of a round; none if any reading of its swaps explains it."""
        entries = [entry for pair_ in places.pairs for entry in pair_]
        faults: list[Fault] | None = None
        variants = self._reseating.list_variants(round_.number, [*entries, *places.absences])
        for names in variants:
            found = list(self._list_faults(round_, places.rename(names), stored))
            if not found:
                return []
            faults = found if faults is None else faults
        return faults or []

    def _list_faults(
        self, round_: Round, places: _RoundPlaces, stored: Sequence[_StoredPairing]
    ) -> Iterator[Fault]:
        unrecorded: set[int] = set()
        if self._reseating.accepts_unrecorded:
            by_hand = [pairing for pairing in stored if pairing.row.why == BY_HAND]
            for pairing in by_hand:
                unrecorded.update(pairing.entries)
            stored = [pairing for pairing in stored if pairing.row.why != BY_HAND]
        played = [pairing for pairing in stored if not pairing.absence]
        expected_pairs = set(places.pairs)
        counts: Counter[Pair] = Counter()
        for pairing in played:
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
        alone = [pairing for pairing in stored if pairing.absence]
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
