"""``rank``: who stands where, and why above the next."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from rules.contract import Frozen
from rules.documents import Document
from rules.reading import read
from tournaments.core.plan import EntryId
from tournaments.core.ruling import Penalty
from tournaments.core.standings.options import StandingsOptions
from tournaments.core.standings.ranking import rank as ranked
from tournaments.core.standings.results import Kind, RoundResult

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
            self._score(options),
            kind=self.kind,
            games=_by_slot(self.games),
            points=_by_slot(self.points),
            thirds=_by_slot(self.thirds),
            shutouts=_by_slot(self.shutouts),
            marafonas=_by_slot(self.marafonas),
            hands=self.hands,
        )

    def _score(self, options: StandingsOptions) -> tuple[int, ...]:
        """As it is written; else what a round alone is worth, or what follows from games, points
        or thirds, the first of them that are known. Empty where nothing tells it."""
        if self.score is not None:
            return tuple(self.score)
        match self.kind:
            case "played":
                return _worth(self.games or self.points or self.thirds or [], options)
            case "forfeit":
                return ()
            case alone:
                return (options.alone(alone),)


class PenaltyDocument(Frozen):
    """Points off ``metric`` (null: the first), or all results taken out (``void``)."""

    entry: EntryId
    points: Annotated[int, Field(ge=0)] = 0
    metric: str | None = None
    void: bool = False
    article: str = ""
    reason: str = ""
    cancelled: bool = False


class RankDocument(Frozen):
    """All that a ranking follows from. ``lots`` are by the ids as texts."""

    metrics: Annotated[list[str], Field(min_length=1)]
    options: StandingsOptions = StandingsOptions()
    entries: list[EntryId | RankedEntry]
    results: list[ResultDocument]
    lots: dict[str, int] = {}
    penalties: list[PenaltyDocument] = []


def rank(document: Document) -> Mapping[str, Any]:
    """The ranking, the best first."""
    asked = read(RankDocument, document)
    entries = [each.id if isinstance(each, RankedEntry) else each for each in asked.entries]
    rows = ranked(
        asked.metrics,
        asked.options,
        entries,
        [each.result(asked.options) for each in asked.results],
        lots=_lots(asked.lots, entries),
        penalties=[
            Penalty(each.entry, each.points, each.metric or "", each.void)
            for each in asked.penalties
            if not each.cancelled
        ],
    )
    return {"legal": True, "ranking": [row.as_json() for row in rows]}


def _lots(lots: Mapping[str, int], entries: Sequence[EntryId]) -> dict[EntryId, int]:
    """The lots by entry: JSON has texts alone for keys. 1 stands back where "1" has entered too."""
    named: dict[str, EntryId] = {str(entry): entry for entry in entries if isinstance(entry, int)}
    named |= {entry: entry for entry in entries if isinstance(entry, str)}
    return {named.get(entry, entry): lot for entry, lot in lots.items()}


def _by_slot(values: BySlot) -> tuple[int, ...]:
    """What is not known adds nothing."""
    return tuple(value or 0 for value in values or ())


def _worth(made: Sequence[int | None], options: StandingsOptions) -> tuple[int, ...]:
    """A win to who made most, a draw where several did, a loss to the others."""
    known = [value for value in made if value is not None]
    if len(known) < len(made) or not made:
        return ()
    best = max(known)
    first = options.win if known.count(best) == 1 else options.draw
    return tuple(first if value == best else options.loss for value in known)
