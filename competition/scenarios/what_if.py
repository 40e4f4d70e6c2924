"""The "what if" ranking: supposed results are added for open matches, and nothing is stored."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final, TypeAlias

from pydantic import Field

from competition.cuts.cut import Cut, Losers, OfEach, Places
from competition.placings.meetings import find_unfilled
from competition.plan import EntryId, PairingId, Placing, Result, index_placings, split_by_group
from competition.scenarios.final_ranking import judge_by_cut
from competition.scenarios.knock_out import assess_by_losses, assess_by_places
from competition.scenarios.match_outcomes import PossibleOutcomes
from competition.scenarios.open_ranking import StageState
from competition.scenarios.outlook import Fate, Outlook, choose_fate
from competition.stages.stage_ranking import StageRanking
from kernel.models import Frozen
from kernel.refusals import Refused
from kernel.violations import Violation
from scoring.core.ending import find_leader

MAX_POINTS: Final = 99_999
PointsNumber: TypeAlias = Annotated[int, Field(ge=0, le=MAX_POINTS)]


class Supposition(Frozen):
    """How a match is supposed to end: the slot of the ``winner`` (null: a draw), or the ``totals``
    by slot (without a winner, more games or a higher total win); ``games`` won by slot. Fields that
    are left out add nothing."""

    winner: Annotated[int, Field(ge=0, le=7)] | None = None
    totals: Annotated[tuple[PointsNumber, ...], Field(strict=False, max_length=8)] = ()
    games: Annotated[tuple[PointsNumber, ...], Field(strict=False, max_length=8)] = ()

    @property
    def winning_slot(self) -> int | None:
        """The slot that wins by what is given; None: a draw."""
        if self.winner is not None:
            return self.winner
        counts = self.games or self.totals
        if not counts:
            return None
        return find_leader(counts)

    def make_result(self) -> Result:
        return Result(self.winning_slot, totals=self.totals, games=self.games)

    def can_end(self, possible: PossibleOutcomes) -> bool:
        """Whether some outcome has this winner and these games, as far as they are given."""
        if self.winner is not None and self.winner >= possible.slots:
            return False
        known = [outcome for outcome in possible.outcomes if outcome.winner_is_known]
        # Where no winner is known, any of the slots may have won, with any games.
        if not known:
            return True
        return any(
            outcome.winner == self.winning_slot and self.games in ((), outcome.games)
            for outcome in known
        )


@dataclass(frozen=True, slots=True)
class SupposedRow:
    """The place that an entry would have, the one that it has now, and whether these advance
    (POSSIBLE: it is tied at the cut, or still in a bracket, or ties in groups leave the runners-up
    open)."""

    placing: Placing
    now: Placing
    fate: Fate
    fate_now: Fate

    @property
    def climbs(self) -> int:
        """The number of places up; negative for down."""
        return self.now.first - self.placing.first


@dataclass(frozen=True, slots=True)
class RankedFates:
    """The placings of a stage and, by entry, on which side of the cut it stands."""

    placings: Sequence[Placing]
    fates: Mapping[EntryId, Fate]

    def find_fate(self, entry: EntryId) -> Fate:
        """An entry without a fate is in none of the places that the cut looks at: it is out."""
        return self.fates.get(entry, Fate.ELIMINATED)


def rank_what_if(
    state: StageState, cut: Cut, suppositions: Mapping[PairingId, Supposition]
) -> tuple[SupposedRow, ...]:
    """The ranking of a stage if these matches ended so. Raises Refused with all violations."""
    if violations := tuple(_find_violations(state, suppositions)):
        raise Refused(violations)
    supposed = {pairing: supposition.make_result() for pairing, supposition in suppositions.items()}
    now = then = _rank_stage(state, cut)
    if supposed:
        then = _rank_stage(replace(state, results={**state.results, **supposed}), cut)
    placings_now = index_placings(now.placings)
    rows: list[SupposedRow] = []
    for placing in then.placings:
        entry = placing.entry
        fate_then, fate_now = then.find_fate(entry), now.find_fate(entry)
        rows.append(SupposedRow(placing, placings_now[entry], fate_then, fate_now))
    return tuple(rows)


def _find_violations(
    state: StageState, suppositions: Mapping[PairingId, Supposition]
) -> Iterator[Violation]:
    """Reports pairings that are not open, results that a match of this stage cannot have (``at``:
    which supposition, from 0), and matches of a bracket whose entries are neither known nor
    supposed."""
    open_pairings = {pairing.id for pairing in state.open_pairings}
    slots = state.possible.slots
    results = dict(state.results)
    for at, (pairing, supposition) in enumerate(suppositions.items()):
        result = supposition.make_result()
        # A winner that no slot has is a violation of its own, and fills no later match.
        if result.winner is None or result.winner < slots:
            results[pairing] = result
        if pairing not in open_pairings:
            yield Violation("supposed_not_open", {"pairing": pairing}, at)
            continue
        for field, values in (("totals", supposition.totals), ("games", supposition.games)):
            if values and len(values) != slots:
                params = {"field": field, "found": len(values), "slots": slots, "round": 1}
                yield Violation("not_by_slot", params, at)
        if not supposition.can_end(state.possible):
            yield Violation("supposed_end", {"pairing": pairing}, at)
    # Without a supposition the stage is ranked as it is, also in the middle of a correction.
    if suppositions and not state.format.metrics:
        for of_group in split_by_group(state.pairings).values():
            for unfilled in find_unfilled(of_group, results):
                yield Violation("supposed_not_open", {"pairing": unfilled})


def _rank_stage(state: StageState, cut: Cut) -> RankedFates:
    ranking = state.ranking
    # A ranking in the middle of its stage is taken as final; in a bracket that is not over, the
    # entries that are still in are between places.
    if not (state.format.metrics or state.is_over):
        match cut:
            case Losers():
                outlooks = assess_by_losses(state, cut)
                return _collect_fates(ranking, outlooks)
            case Places() | OfEach():
                outlooks = assess_by_places(state, cut)
                return _collect_fates(ranking, outlooks)
    verdicts = judge_by_cut(ranking, cut)
    fates = {entry: choose_fate(verdict) for entry, verdict in verdicts.items()}
    return RankedFates(ranking.placings, fates)


def _collect_fates(ranking: StageRanking, outlooks: Iterable[Outlook]) -> RankedFates:
    fates = {outlook.entry: outlook.fate for outlook in outlooks}
    return RankedFates(ranking.placings, fates)
