"""Random endings of a stage: every open match gets a possible result."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from competition.cuts.cut import OfEach, Places, places_through
from competition.cuts.runners_up import choose_compared_pairings
from competition.plan import EntryId, PairingId, Placing, PlannedPairing, Result
from competition.scenarios.judged import Judged
from competition.scenarios.pools import Above, Pool, pools_of, seated_in
from competition.scenarios.scene import seats_of
from competition.scenarios.state import StageState
from competition.scenarios.verdict import Fate
from competition.scenarios.ways import Ways
from competition.stages.stage import group_placings, in_group, overall_placings
from competition.standings.ruling import Ruling

Ended = dict[PairingId, Result]


def random_result(ways: Ways, random: Random) -> Result:
    """A random possible result: uniform over all results if these are known, else first by case."""
    if all(case.scores.is_whole for case in ways.cases):
        weights = [len(case.results) for case in ways.cases]
        return random.choice(random.choices(ways.cases, weights)[0].results)
    return random.choice(random.choice(ways.cases).results)


def best_result(ways: Ways, slot: int, random: Random, *, worst: bool = False) -> Result:
    """The best (or worst) known result for a slot: a win (loss) by as much as possible."""
    sign = -1 if worst else 1

    def worth(result: Result) -> tuple[int, int, int]:
        mine = result.totals[slot]
        won = 0 if result.winner is None else 1 if result.winner == slot else -1
        return sign * won, sign * (2 * mine - sum(result.totals)), random.randrange(3)

    return max((result for case in ways.cases for result in case.results), key=worth)


def open_in(state: StageState) -> list[PlannedPairing]:
    return [each for each in state.pairings if each.is_played and each.id not in state.results]


def random_ending(
    state: StageState, random: Random, ended: Mapping[PairingId, Result] | None = None
) -> tuple[Sequence[PlannedPairing], Ended]:
    """All pairings, also those of rounds to come, and all results; ``ended`` are given ones."""
    told = {**state.results, **(ended or {})}
    for pairing in open_in(state):
        if pairing.id not in told:
            told[pairing.id] = random_result(state.ways, random)
    if not state.to_come or state.fields is None:
        return state.pairings, told
    return _played_on(state, told, random)


def _played_on(
    state: StageState, told: Ended, random: Random
) -> tuple[Sequence[PlannedPairing], Ended]:
    """Pairs the rounds to come one after the other, by the format itself, with random results."""
    assert state.fields is not None
    fields = list(state.fields())
    pairings: list[PlannedPairing] = list(state.pairings)
    for _ in range(state.to_come):
        for group, field in enumerate(fields, start=1):
            mine = [each for each in pairings if each.group == group]
            known = {each.id: told[each.id] for each in mine if each.id in told}
            now = replace(field, pairings=mine, results=known, forced=())
            paired = state.format.next_round(now, state.options)
            made = [in_group(each, group) if len(fields) > 1 else each for each in paired]
            pairings += made
            for pairing in made:
                if pairing.is_played:
                    told[pairing.id] = random_result(state.ways, random)
    return pairings, told


def judged_at_the_end(
    state: StageState,
    cut: Places | OfEach,
    pairings: Sequence[PlannedPairing],
    told: Ended,
) -> dict[EntryId, Judged]:
    """The verdict on all entries when everything is played. Entries tied at the cut, for which lots
    are drawn, can both advance and fail."""
    found: dict[EntryId, Judged] = {}
    for pool in pools_of(state.format, pairings, cut, state.ruling.out):
        seated = seated_in(pool.pairings)
        mine = {each.id: told[each.id] for each in pool.pairings if each.id in told}
        placings = state.format.placings(pool.pairings, mine, state.ruling)
        ranked = [each for each in placings if each.entry in seated - state.ruling.out]
        found |= dict(_by_place(pool, ranked))
    if isinstance(cut, OfEach) and cut.runners_up:
        found |= _runners_up(state, cut, pairings, told)
    return found


def _by_place(pool: Pool, ranked: Sequence[Placing]) -> Iterator[tuple[EntryId, Judged]]:
    firsts = sorted(placing.first for placing in ranked)
    for placing in ranked:
        strict = sum(first < placing.first for first in firsts)
        above = Above(strict, sum(first <= placing.first for first in firsts) - 1)
        yield (
            placing.entry,
            Judged(pool.can(above, is_whole=True), pool.fail(above, is_whole=True)),
        )


def _runners_up(
    state: StageState, cut: OfEach, pairings: Sequence[PlannedPairing], told: Ended
) -> dict[EntryId, Judged]:
    """The best entries behind those that advance directly, one of each group, ranked together."""
    ruling: Ruling = state.ruling
    groups = group_placings(state.format, pairings, told, ruling)
    behind = {
        standing[cut.of_each].entry
        for group in groups
        if len(standing := [each for each in group if each.entry not in ruling.out]) > cut.of_each
    }
    counted, by = choose_compared_pairings(cut, pairings, groups, ruling)
    placings = overall_placings(state.format, counted, told, by)
    rows = [each for each in placings if each.entry in behind]
    through = places_through(Places(stage=1, last=cut.runners_up, seeded=0), rows, ruling.out)
    found: dict[EntryId, Judged] = {}
    for entry in behind:
        if entry in through.tied:
            found[entry] = Judged(can=True, fail=True)
        elif entry in through.entries:
            found[entry] = Judged(can=True, fail=None)
        else:
            found[entry] = Judged(can=None, fail=True)
    return found


def directed(
    state: StageState, entry: EntryId, random: Random, *, worst: bool
) -> Mapping[PairingId, Result]:
    """The best (or worst) results of the entry's own open matches."""
    return {
        pairing.id: best_result(state.ways, seats_of(pairing).index(entry), random, worst=worst)
        for pairing in open_in(state)
        if entry in seats_of(pairing)
    }


def standing_now(state: StageState, cut: Places | OfEach) -> dict[EntryId, Fate]:
    """The fate of all entries if the current ranking were final; CAN: tied at the cut, or compared
    with entries of other groups."""
    judged = judged_at_the_end(state, cut, state.pairings, dict(state.results))
    return {entry: _fate_of(each) for entry, each in judged.items()}


def _fate_of(judged: Judged) -> Fate:
    if judged.fail is False or (judged.can and judged.fail is None):
        return Fate.THROUGH
    if judged.can is False or (judged.fail and judged.can is None):
        return Fate.OUT
    return Fate.CAN
