"""Which entries of a knock-out advance: by the places within reach, or by losing in some rounds."""

from collections.abc import Iterator, Sequence

from competition.cuts.cut import Losers, OfEach, Places
from competition.placings.meetings import meetings_of
from competition.plan import EntryId, Placing, PlannedPairing, Why
from competition.scenarios.state import StageState
from competition.scenarios.verdict import Fate, Outlook
from competition.stages.stage import group_placings


def by_reach(state: StageState, cut: Places | OfEach) -> Iterator[Outlook]:
    """The outlook by the best and the worst place that each entry can still reach."""
    groups = group_placings(state.format, state.pairings, state.results, state.ruling)
    first, last = (1, cut.of_each) if isinstance(cut, OfEach) else (cut.first, cut.last)
    if isinstance(cut, Places) and len(groups) > 1:
        last = max(1, last // len(groups))
    for group in groups:
        for placing in group:
            yield _reached(placing, first, last, state.ruling.out)


def _reached(placing: Placing, first: int, last: int, out: frozenset[EntryId]) -> Outlook:
    entry, group = placing.entry, placing.group
    if entry in out and not placing.still_in:
        return Outlook(entry, Fate.OUT, Why("left_out", {}), group)
    if first <= placing.first and placing.last <= last:
        why = Why("through_anyway" if placing.still_in else "through_now", {})
        return Outlook(entry, Fate.THROUGH, why, group)
    if placing.first > last or placing.last < first:
        why = Why("out_anyway" if placing.still_in else "out_now", {})
        return Outlook(entry, Fate.OUT, why, group)
    if placing.still_in:
        return Outlook(entry, Fate.CAN, Why("still_in_it", {}), group)
    return Outlook(entry, Fate.CAN, Why("lots_or_others", {}), group)


def by_losing(state: StageState, cut: Losers) -> Iterator[Outlook]:
    """The outlook of a cut that takes the losers of some rounds of the main bracket."""
    for number in sorted({pairing.group for pairing in state.pairings}):
        mine = [pairing for pairing in state.pairings if pairing.group == number]
        yield from _losing(state, cut, mine, number)


def _losing(
    state: StageState, cut: Losers, pairings: Sequence[PlannedPairing], group: int
) -> Iterator[Outlook]:
    told = {each.id: state.results[each.id] for each in pairings if each.id in state.results}
    meetings = meetings_of(pairings, told)
    beaten: dict[EntryId, int] = {}
    waiting: dict[EntryId, int] = {}
    drawn = [entry for meeting in meetings for entry in meeting.drawn()]
    for meeting in meetings:
        if meeting.pairing.section != "main":
            continue
        for entry in meeting.present():
            if meeting.winning is None:
                waiting[entry] = meeting.pairing.round
            elif entry == meeting.loser:
                beaten[entry] = meeting.pairing.round
    for entry in dict.fromkeys(drawn):
        fate, why = _loser(cut, beaten.get(entry), waiting.get(entry))
        if entry in state.ruling.out:
            fate, why = Fate.OUT, Why("left_out", {})
        yield Outlook(entry, fate, why, group)


def _loser(cut: Losers, beaten: int | None, waiting: int | None) -> tuple[Fate, Why]:
    """The fate by the round in which an entry has lost, or the one in which it plays next."""
    if beaten in cut.rounds:
        return Fate.THROUGH, Why("through_now", {})
    if waiting is not None and waiting <= max(cut.rounds):
        return Fate.CAN, Why("goes_on_by_losing", {})
    return Fate.OUT, Why("out_now", {})
