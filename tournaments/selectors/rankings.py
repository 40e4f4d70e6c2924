"""Reads the ranking of a stage: by its bracket, or by its metrics, lots and penalties."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any

from django.db.models import Q

from tournaments.core.formats import format_named
from tournaments.core.formats.contract import Format, Results
from tournaments.core.plan import EntryId, Placing, PlannedPairing
from tournaments.core.played_on import PlayedOn, as_played_on
from tournaments.core.ruling import Penalty, Ruling
from tournaments.core.stages import group_placings, stage_placings
from tournaments.models import Draw, Entry, Question, Slot, Stage
from tournaments.models import Penalty as PenaltyRow
from tournaments.selectors.penalties import penalties_that_count_first
from tournaments.selectors.plans import plan_and_results


@dataclass
class Ranking:
    """A stage as the core ranks it; what is asked for is computed once."""

    stage: Stage
    format: Format[Any]
    pairings: Sequence[PlannedPairing]
    results: Results
    ruling: Ruling
    penalties: Sequence[PenaltyRow]
    """Its own and the disqualifications, those that count first; cancelled ones too."""

    @cached_property
    def placings(self) -> tuple[Placing, ...]:
        """Over all groups, the best first."""
        if not self.pairings:
            return ()
        return stage_placings(self.format, self.pairings, self.results, self.ruling)

    @cached_property
    def groups(self) -> list[tuple[Placing, ...]]:
        """Group by group."""
        return group_placings(self.format, self.pairings, self.results, self.ruling)

    @property
    def metrics(self) -> tuple[str, ...]:
        """By what it ranks; none where the bracket does."""
        return self.ruling.metrics or self.format.metrics if self.format.metrics else ()


def ranking_of(stage: Stage) -> Ranking:
    """The ranking of a stage as it is now. Five queries, six of a bracket, whatever the size."""
    format_ = format_named(stage.format)
    bracket = plan_and_results(stage)
    if not format_.metrics:
        bracket = as_played_on(*bracket, played_on_in(stage))
    penalties = penalties_on(stage)
    return Ranking(stage, format_, *bracket, _ruling(stage, penalties), penalties)


def played_on_in(stage: Stage) -> list[PlayedOn]:
    """The slots of a bracket in which, after a correction, somebody else sits than the results
    say. Two queries, one where there are none."""
    asked = Question.objects.filter(
        kind=Question.Kind.PLAYED_ON, pairing__round__group__stage=stage
    ).exclude(decision=Question.Decision.REPLAYED)
    pairings = dict(asked.order_by("pk").values_list("pairing_id", "decision"))
    if not pairings:
        return []
    rows = Slot.objects.filter(
        pairing__in=pairings,
        pairing__match__begun=True,
        entry__isnull=False,
        source_pairing__isnull=False,
    ).order_by("pairing_id", "position")
    return [
        PlayedOn(code, position, entry, is_open=not pairings[pairing])
        for pairing, code, position, entry in rows.values_list(
            "pairing_id", "pairing__code", "position", "entry_id"
        )
    ]


def ruling_of(stage: Stage) -> Ruling:
    """What ranks beside the results. Three queries."""
    return _ruling(stage, penalties_on(stage))


def _ruling(stage: Stage, penalties: Sequence[PenaltyRow]) -> Ruling:
    gone = Entry.objects.filter(event=stage.event_id).exclude(state=Entry.State.ENTERED)
    out = frozenset(gone.values_list("pk", flat=True))
    return Ruling(
        metrics=tuple(stage.metrics),
        options=stage.ranking,
        lots=_behind_lots(lots_of(stage), out),
        penalties=standing(penalties),
        out=out,
    )


def _behind_lots(lots: dict[EntryId, int], out: frozenset[int]) -> dict[EntryId, int]:
    """No lot is drawn for who is out: among those who are level with it they stand before it."""
    last = max(lots.values(), default=0)
    behind = sorted(out - lots.keys()) if lots else []
    return {**lots, **{entry: last + at for at, entry in enumerate(behind, start=1)}}


def penalties_on(stage: Stage) -> list[PenaltyRow]:
    """The penalties of a stage's ranking, and the disqualifications from its event, those that
    count first. One query."""
    here = Q(stage=stage) | Q(event=stage.event_id, stage=None)
    return list(penalties_that_count_first().filter(here))


def standing(penalties: Sequence[PenaltyRow]) -> tuple[Penalty, ...]:
    """What they take off a ranking: points, and all results that a disqualification voids."""
    return tuple(
        Penalty(row.entry_id, row.points, row.metric, row.voids)
        for row in sorted(penalties, key=attrgetter("pk"))
        if row.cancelled_at is None and (row.points or row.voids)
    )


def lots_of(stage: Stage) -> dict[EntryId, int]:
    """Who was drawn first has 1; a later drawing goes on where the one before ended."""
    held = stage.draws.filter(purpose=Draw.Purpose.LOTS, state=Draw.State.HELD)
    drawn: dict[EntryId, int] = {}
    for order in held.order_by("number").values_list("order", flat=True):
        for entry in order or ():
            drawn[entry] = len(drawn) + 1
    return drawn
