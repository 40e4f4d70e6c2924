"""The outlook of a stage: whether each entry is through, can still advance, or is out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from competition.cuts.cut import Chosen, Cut, Losers, OfEach, Places
from competition.plan import EntryId, Why
from competition.scenarios.apart import Apart
from competition.scenarios.brackets import by_losing, by_reach
from competition.scenarios.cases import Cases, cases_of
from competition.scenarios.chances import Chances, chances
from competition.scenarios.conditions import Counter, condition
from competition.scenarios.judged import UNKNOWN, Judged
from competition.scenarios.keys import KeyRing
from competition.scenarios.pools import pools_of
from competition.scenarios.scene import Scene
from competition.scenarios.spread import Spread
from competition.scenarios.state import StageState
from competition.scenarios.verdict import BOUNDS, Bounds, Fate, Outlook


def outlook(
    state: StageState, cut: Cut, random: Random, bounds: Bounds = BOUNDS
) -> tuple[Outlook, ...]:
    """The outlook of all entries of a stage: those through first, then those that can advance.

    Raises Refused for an invalid ruling.
    """
    found = sorted(
        _outlooks(state, cut, random, bounds), key=lambda each: list(Fate).index(each.fate)
    )
    return tuple(found)


def _outlooks(state: StageState, cut: Cut, random: Random, bounds: Bounds) -> Iterator[Outlook]:
    match cut:
        case Losers():
            yield from by_losing(state, cut)
        case Chosen():
            yield from _chosen(state, cut)
        case Places() | OfEach() if not state.format.metrics:
            yield from by_reach(state, cut)
        case Places() | OfEach():
            yield from _ranked(state, cut, random, bounds)


def _chosen(state: StageState, cut: Chosen) -> Iterator[Outlook]:
    for pool in pools_of(state.format, state.pairings, Places(stage=1, last=1), frozenset()):
        scene = state.scene(pool)
        for entry in scene.entries:
            if entry in cut.entries and entry in scene.rivals:
                yield Outlook(entry, Fate.THROUGH, Why("through_now", {}))
            else:
                yield Outlook(entry, Fate.OUT, Why("out_now", {}))


def _ranked(
    state: StageState, cut: Places | OfEach, random: Random, bounds: Bounds
) -> Iterator[Outlook]:
    pools = pools_of(state.format, state.pairings, cut, state.ruling.out)
    counters = [counter_of(state.scene(pool), bounds.cases // max(1, len(pools))) for pool in pools]
    judged = {
        entry: counter.judged(entry)
        for counter in counters
        for entry in counter.scene.entries
        if entry in counter.scene.rivals
    }
    left = {entry for entry, each in judged.items() if _is_open(each)}
    narrow = _narrowed(state, cut, counters, left)
    by_chance = (
        chances(narrow, cut, sorted(left, key=str), random, bounds.endings) if left else None
    )
    for counter in counters:
        for entry in counter.scene.entries:
            yield _told(counter, entry, judged, by_chance, state.unit)


def _narrowed(
    state: StageState, cut: Places | OfEach, counters: Sequence[Counter], left: set[EntryId]
) -> StageState:
    """Only the groups in which something is left open, if the cut takes groups independently."""
    together = isinstance(cut, OfEach) and cut.runners_up
    if len(counters) == 1 or together or state.to_come or isinstance(cut, Places):
        return state
    pools = [each.scene.pool for each in counters if left.intersection(each.scene.entries)]
    return replace(state, pairings=[pairing for pool in pools for pairing in pool.pairings])


def counter_of(scene: Scene, cases: int) -> Counter:
    """Chooses the way to count that leaves the least open."""
    # Independent matches with complete results: exact at any size. Otherwise enumerate, if the
    # combinations are few enough. Otherwise bounds, which leave more to simulation.
    is_apart = not scene.to_come and all(len(left) == 1 for left in scene.open_of.values())
    is_told = all(case.scores.is_whole for case in scene.ways.cases)
    if is_apart and is_told and KeyRing(scene).is_whole:
        return Apart(scene)
    if not scene.to_come and cases_of(scene) <= cases:
        return Cases(scene)
    return Apart(scene) if is_apart else Spread(scene)


def _is_open(judged: Judged) -> bool:
    """Whether an entry is not proved through, out, or able to do both."""
    return judged.can is not False and judged.fail is not False and not judged.is_shown


def _told(
    counter: Counter,
    entry: EntryId,
    judged: Mapping[EntryId, Judged],
    by_chance: Chances | None,
    unit: str,
) -> Outlook:
    scene = counter.scene
    group = next(
        pairing.group for pairing in scene.pool.pairings if entry in _seated(pairing.slots)
    )
    if entry not in scene.rivals:
        return Outlook(entry, Fate.OUT, Why("left_out", {}), group)
    own = judged[entry]
    is_over = not scene.open and not scene.to_come
    if own.can is False:
        why = Why("out_now" if is_over else "out_anyway", {})
        return Outlook(entry, Fate.OUT, why, group)
    if own.fail is False:
        why = Why("through_now" if is_over else "through_anyway", {})
        return Outlook(entry, Fate.THROUGH, why, group)
    why, share = condition(counter, entry, unit), None
    if _is_open(own) and by_chance is not None:
        own = own.beside(by_chance.shown.get(entry, UNKNOWN))
        share = (by_chance.through[entry], by_chance.endings)
    return Outlook(entry, Fate.CAN, why, group, is_exact=own.is_shown, share=share)


def _seated(slots: Sequence[object]) -> list[object]:
    return [getattr(slot, "entry", None) for slot in slots]
