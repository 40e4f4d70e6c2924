"""``pair``: the round of those who are present."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from competition.formats import format_named
from competition.formats.round_by_round import RoundByRound
from competition.pairing.swiss.players import PresentEntry
from competition.pairing.swiss.rounds import EntryPair
from competition.plan import EntryId
from kernel.json_lines import Document
from kernel.models import Frozen
from kernel.reading import read, shorten_value
from kernel.refusals import Refused
from kernel.violations import Violation

TwoEntries = Annotated[list[EntryId], Field(min_length=2, max_length=2)]


class PresentEntryDocument(Frozen):
    """An entry that is present, as a pairing sees it."""

    id: EntryId
    seed: int | None = None
    club: str | None = None
    points: int = 0
    met: list[EntryId] = []
    had_bye: bool = False
    floated: Literal["up", "down"] | None = None

    @property
    def player(self) -> PresentEntry:
        return PresentEntry(
            self.id,
            self.seed,
            self.club,
            self.points,
            frozenset(self.met),
            self.had_bye,
            self.floated,
        )


class RoundRequest(Frozen):
    """All that a round follows from."""

    format: str
    options: dict[str, Any] = {}
    forbidden: list[TwoEntries] = []
    forced: list[TwoEntries] = []
    entries: list[PresentEntryDocument]


def pair(document: Document) -> Mapping[str, Any]:
    """The best round there is."""
    request = read(RoundRequest, document)
    chosen_format = format_named(request.format)
    if not isinstance(chosen_format, RoundByRound):
        raise Refused(
            [Violation("not_paired_by_rounds", {"format": shorten_value(chosen_format.name)})]
        )
    paired_round = chosen_format.pair(
        [entry.player for entry in request.entries],
        chosen_format.options(request.options),
        forced=_read_pairs(request.forced),
        forbidden=_read_pairs(request.forbidden),
    )
    return {
        "legal": True,
        "pairings": [list(paired_entries) for paired_entries in paired_round.pairings],
        "bye": paired_round.bye,
        "levels": list(paired_round.cost),
        "proved": paired_round.proved,
    }


def _read_pairs(pairs: Iterable[list[EntryId]]) -> list[EntryPair]:
    return [(one, other) for one, other in pairs]
