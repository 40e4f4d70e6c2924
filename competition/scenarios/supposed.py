"""The "what if" ranking: supposed results are added for open matches."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from competition.cuts.cut import Chosen, Cut, Losers, OfEach, Places
from competition.placings.meetings import meetings_of
from competition.plan import EntryId, PairingId, Placing, Result
from competition.scenarios.brackets import by_losing, by_reach
from competition.scenarios.endings import standing_now
from competition.scenarios.state import StageState
from competition.scenarios.verdict import Fate
from competition.stages.stage import stage_placings
from kernel.models import Frozen
from kernel.refusals import Refused
from kernel.violations import Violation

MOST_POINTS = 99_999
Number = Annotated[int, Field(ge=0, le=MOST_POINTS)]


class Supposition(Frozen):
    """How a match is supposed to end: the slot of the ``winner`` (null: a draw), or the ``totals``
    by slot (without a winner, more games or a higher total win); ``games`` won by slot. Fields that
    are left out add nothing."""

    winner: Annotated[int, Field(ge=0, le=7)] | None = None
    totals: Annotated[tuple[Number, ...], Field(strict=False, max_length=8)] = ()
    games: Annotated[tuple[Number, ...], Field(strict=False, max_length=8)] = ()


@dataclass(frozen=True, slots=True)
class SupposedRow:
    """The place that an entry would have, the one that it has now, and whether these advance (CAN:
    it is tied at the cut, or still in a bracket)."""

    placing: Placing
    now: Placing
    fate: Fate
    fate_now: Fate

    @property
    def climbs(self) -> int:
        """The number of places up; negative for down."""
        return self.now.first - self.placing.first


def supposed(
    state: StageState, cut: Cut, given: Mapping[PairingId, Supposition]
) -> tuple[SupposedRow, ...]:
    """The ranking of a stage if these matches ended so. Raises Refused with all violations."""
    results = results_of(state, given)
    then = replace(state, results={**state.results, **results})
    before = {placing.entry: placing for placing in _placings(state)}
    fates, fates_now = _fates(then, cut), _fates(state, cut)
    return tuple(
        SupposedRow(
            placing,
            before[placing.entry],
            fates.get(placing.entry, Fate.OUT),
            fates_now.get(placing.entry, Fate.OUT),
        )
        for placing in _placings(then)
    )


def results_of(
    state: StageState, given: Mapping[PairingId, Supposition]
) -> dict[PairingId, Result]:
    """The suppositions as results. Raises Refused."""
    if violations := tuple(_violations(state, given)):
        raise Refused(violations)
    return {pairing: _result(each) for pairing, each in given.items()}


def _violations(state: StageState, given: Mapping[PairingId, Supposition]) -> Iterator[Violation]:
    """Reports pairings that are not open, and results that a match of this stage cannot have."""
    open_ = {each.id for each in state.pairings if each.is_played and each.id not in state.results}
    ends = {(case.winner, case.games) for case in state.ways.cases if case.winner_is_known}
    for pairing, each in given.items():
        if pairing not in open_:
            yield Violation("supposed_not_open", {"pairing": pairing})
            continue
        slots = state.ways.slots
        for name, values in (("totals", each.totals), ("games", each.games)):
            if values and len(values) != slots:
                params = {"field": name, "found": len(values), "slots": slots, "round": 1}
                yield Violation("not_by_slot", params)
        winner = _winner(each)
        wrong = each.winner is not None and each.winner >= slots
        if wrong or (ends and not _can_end(ends, winner, each.games)):
            yield Violation("supposed_end", {"pairing": pairing})
    if not state.format.metrics:
        yield from _unfilled(state, given)


def _can_end(
    ends: set[tuple[int | None, tuple[int, ...]]], winner: int | None, games: tuple[int, ...]
) -> bool:
    return any(winner == one and games in ((), won) for one, won in ends)


def _unfilled(state: StageState, given: Mapping[PairingId, Supposition]) -> Iterator[Violation]:
    """Reports matches of a bracket whose entries are neither known nor supposed."""
    told = {**state.results, **{pairing: _result(each) for pairing, each in given.items()}}
    for number in sorted({pairing.group for pairing in state.pairings}):
        mine = [pairing for pairing in state.pairings if pairing.group == number]
        known: dict[PairingId, Result] = {}
        for pairing in mine:
            if pairing.id not in told:
                continue
            here = next(each for each in meetings_of(mine, known) if each.pairing.id == pairing.id)
            if None in here.seated:
                yield Violation("supposed_not_open", {"pairing": pairing.id})
            else:
                known[pairing.id] = told[pairing.id]


def _winner(each: Supposition) -> int | None:
    if each.winner is not None:
        return each.winner
    by = each.games or each.totals
    if not by or list(by).count(max(by)) > 1:
        return None
    return by.index(max(by))


def _result(each: Supposition) -> Result:
    winner = _winner(each)
    return Result(winner, totals=each.totals, games=each.games)


def _placings(state: StageState) -> Sequence[Placing]:
    return stage_placings(state.format, state.pairings, state.results, state.ruling)


def _fates(state: StageState, cut: Cut) -> dict[EntryId, Fate]:
    """By entry, on which side of the cut it stands."""
    match cut:
        case Losers():
            return {each.entry: each.fate for each in by_losing(state, cut)}
        case Chosen():
            return dict.fromkeys(cut.entries, Fate.THROUGH)
        case Places() | OfEach() if not state.format.metrics:
            return {each.entry: each.fate for each in by_reach(state, cut)}
        case Places() | OfEach():
            return standing_now(state, cut)
