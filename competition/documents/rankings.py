"""``rank``: the places of all entries, and why each is above the next."""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from competition.cuts.borders import settle_by_lots
from competition.formats import FORMATS
from competition.plan import (
    Bye,
    EntryId,
    LoserOf,
    OnlyIf,
    PairingId,
    PlannedPairing,
    PlannedSlot,
    Result,
    Seated,
    WinnerOf,
)
from competition.stages.stage import rank_stage
from competition.standings.options import StandingsOptions
from competition.standings.ranking import rank as ranked
from competition.standings.results import Kind, RoundResult
from competition.standings.ruling import RankingPenalty
from kernel.json_lines import Document
from kernel.models import Frozen
from kernel.reading import read, shorten_value
from kernel.refusals import Refused
from kernel.violations import Violation

BySlot = list[int | None] | None
"""By slot, where known."""


class RankedEntry(Frozen):
    """An entry as a draw has it; its id alone says as much here."""

    id: EntryId
    seed: int | None = None
    club: str | None = None


class ResultDocument(Frozen):
    """A result; what is not known may be left out. A round without an opponent has one slot."""

    round: Annotated[int, Field(ge=1)]
    slots: list[EntryId]
    score: list[int] | None = None
    kind: Kind = "played"
    games: BySlot = None
    points: BySlot = None
    thirds: BySlot = None
    shutouts: BySlot = None
    marafonas: BySlot = None
    hands: Annotated[int, Field(ge=0)] = 0

    def result(self, options: StandingsOptions) -> RoundResult:
        return RoundResult(
            self.round,
            tuple(self.slots),
            self._compute_score(options),
            kind=self.kind,
            games=_replace_unknown(self.games),
            points=_replace_unknown(self.points),
            thirds=_replace_unknown(self.thirds),
            shutouts=_replace_unknown(self.shutouts),
            marafonas=_replace_unknown(self.marafonas),
            hands=self.hands,
        )

    def _compute_score(self, options: StandingsOptions) -> tuple[int, ...]:
        """The score as it is written, or else what a round without an opponent is worth, or what
        follows from games, points or thirds, the first of them that are known. Empty if it follows
        from none of them."""
        if self.score is not None:
            return tuple(self.score)
        if self.kind == "forfeit":
            return ()
        if self.kind != "played":
            return (options.alone(self.kind),)
        compared = self.games or self.points or self.thirds or []
        known = [value for value in compared if value is not None]
        # With one value missing, the side without it may have made the most.
        if len(known) < len(compared) or not compared:
            return ()
        # The side with the most has won; if several have, these have a draw and the others a loss.
        most = max(known)
        best_score = options.draw
        if known.count(most) == 1:
            best_score = options.win
        return tuple(best_score if value == most else options.loss for value in known)


class RankingPenaltyDocument(Frozen):
    """Points off ``metric`` (null: the first), or all results taken out (``void``)."""

    entry: EntryId
    points: Annotated[int, Field(ge=0)] = 0
    metric: str | None = None
    void: bool = False
    article: str = ""
    reason: str = ""
    cancelled: bool = False

    @property
    def penalty(self) -> RankingPenalty:
        return RankingPenalty(self.entry, self.points, self.metric or "", self.void)


class RankedSlotDocument(Frozen):
    """One of: an entry, the winner or the loser of an earlier pairing, a bye."""

    entry: EntryId | None = None
    winner_of: PairingId | None = None
    loser_of: PairingId | None = None
    bye: bool = False

    def slot(self, earlier: Collection[PairingId]) -> PlannedSlot:
        """Raises Refused for what is none, or comes from a pairing that is not before it."""
        kinds = (self.entry, self.winner_of, self.loser_of, self.bye or None)
        if kinds.count(None) != len(kinds) - 1:
            raise Refused([Violation("slot_of_one_kind", {})])
        slot: WinnerOf | LoserOf
        if self.entry is not None:
            return Seated(self.entry)
        if self.winner_of is not None:
            slot = WinnerOf(self.winner_of)
        elif self.loser_of is not None:
            slot = LoserOf(self.loser_of)
        else:
            return Bye()
        if slot.pairing not in earlier:
            params = {"pairing": shorten_value(slot.pairing)}
            raise Refused([Violation("unknown_pairing", params)])
        return slot


class RankedPairingDocument(Frozen):
    """A pairing of a bracket as ``plan`` has it; ``winner``: the number of the slot that won, from
    0. ``only_if``: played only if that slot of that pairing has won it."""

    id: PairingId
    section: Literal["preliminary", "main", "losers", "third", "final"]
    round: Annotated[int, Field(ge=1)]
    slots: Annotated[list[RankedSlotDocument], Field(min_length=2, max_length=2)]
    group: Annotated[int, Field(ge=1)] = 1
    only_if: tuple[PairingId, Annotated[int, Field(ge=0, le=1)]] | None = Field(
        default=None, strict=False
    )
    winner: Annotated[int, Field(ge=0, le=1)] | None = None

    def pairing(self, earlier: Collection[PairingId]) -> PlannedPairing:
        """Raises Refused for a pairing that is not the only one with its id, or depends on one that
        is not before it: in the order of play there are no circles."""
        only_if: OnlyIf | None = None
        if self.only_if is not None:
            only_if = OnlyIf(*self.only_if)
        depends_on_later = only_if is not None and only_if.pairing not in earlier
        if self.id in earlier or depends_on_later:
            raise Refused([Violation("unknown_pairing", {"pairing": shorten_value(self.id)})])
        slots = tuple(slot.slot(earlier) for slot in self.slots)
        return PlannedPairing(self.id, self.section, self.round, slots, self.group, only_if)


class RankDocument(Frozen):
    """All that a ranking follows from. ``lots`` and ``carried`` (points of an earlier stage, on top
    of the first metric) are by the ids as texts. A bracket has no ``metrics`` but ``pairings``, in
    the order of play."""

    metrics: list[str]
    pairings: list[RankedPairingDocument] = []
    carried: dict[str, int] = {}
    out: list[EntryId] = []
    options: StandingsOptions = StandingsOptions()
    entries: list[EntryId | RankedEntry]
    results: list[ResultDocument]
    lots: dict[str, int] = {}
    penalties: list[RankingPenaltyDocument] = []

    @property
    def entry_ids(self) -> list[EntryId]:
        ids: list[EntryId] = []
        for entry in self.entries:
            if isinstance(entry, RankedEntry):
                ids.append(entry.id)
            else:
                ids.append(entry)
        return ids

    @property
    def penalties_in_force(self) -> list[RankingPenalty]:
        """A cancelled penalty stays in the document as a record, and counts for nothing."""
        return [penalty.penalty for penalty in self.penalties if not penalty.cancelled]

    def read_bracket(self) -> tuple[list[PlannedPairing], dict[PairingId, Result]]:
        """The pairings of a bracket, and the results of those that are decided. Raises Refused."""
        pairings: dict[PairingId, PlannedPairing] = {}
        results: dict[PairingId, Result] = {}
        for pairing_document in self.pairings:
            pairing = pairing_document.pairing(pairings)
            pairings[pairing.id] = pairing
            if pairing_document.winner is not None:
                results[pairing.id] = Result(pairing_document.winner)
        return list(pairings.values()), results


def rank(document: Document) -> Mapping[str, Any]:
    """The ranking, the best first. The groups of a bracket stand side by side, and entries that
    share places have the best of these. Raises Refused for what cannot be ranked."""
    request = read(RankDocument, document)
    if request.metrics:
        entries = request.entry_ids
        rows = ranked(
            request.metrics,
            request.options,
            entries,
            [result.result(request.options) for result in request.results],
            lots=_convert_keys(request.lots, entries),
            carried=_convert_keys(request.carried, entries),
            penalties=request.penalties_in_force,
        )
        return {"legal": True, "ranking": [row.as_json() for row in rows]}

    # Without metrics it must be a bracket.
    if not request.pairings:
        raise Refused([Violation("too_short", {"field": "metrics", "least": 1})])
    pairings, results = request.read_bracket()
    # All knock-outs rank alike, and what a document may contradict is only found by ranking it: a
    # winner on an empty slot, a result of a match that nobody has reached.
    try:
        placings = rank_stage(FORMATS["single_elimination"], pairings, results)
    except (KeyError, ValueError):
        raise Refused([Violation("bracket_inconsistent", {})]) from None
    entries = [row.entry for row in placings]
    lots = _convert_keys(request.lots, entries)
    # Lots may name entries that the bracket does not have.
    drawn_entries = [entry for entry in lots if entry in entries]
    drawn_entries.sort(key=lots.__getitem__)
    ranking: list[dict[str, Any]] = []
    for row in settle_by_lots(placings, [drawn_entries], request.out):
        why = {"code": row.why.code, "params": dict(row.why.params)}
        ranking.append({"entry": row.entry, "place": row.first, "values": {}, "why": why})
    return {"legal": True, "ranking": ranking}


def _convert_keys(numbers: Mapping[str, int], entries: Sequence[EntryId]) -> dict[EntryId, int]:
    """The numbers by the ids of entries. The keys of JSON are texts, also for an id that is a
    number; where both 1 and "1" are entries, the key means the text."""
    entry_by_text: dict[str, EntryId] = {}
    for entry in entries:
        if isinstance(entry, str):
            entry_by_text[entry] = entry
        else:
            entry_by_text.setdefault(str(entry), entry)
    # A key that names no entry stays: the checks of a ranking report it as unknown.
    return {entry_by_text.get(key, key): number for key, number in numbers.items()}


def _replace_unknown(values: BySlot) -> tuple[int, ...]:
    """The values by slot, with 0 for those that are not known: these add nothing."""
    return tuple(value or 0 for value in values or ())
