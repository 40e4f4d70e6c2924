"""A round changed by hand, or at the last minute: what the change breaks, and how to repair it."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from competition.pairing.swiss.costs import PairingCost, sum_costs
from competition.pairing.swiss.players import PresentEntry
from competition.pairing.swiss.preferences import (
    PairingPreferences,
    describe_pair,
    drop_order,
    select_pairs,
)
from competition.pairing.swiss.round_warnings import find_bye_warnings, find_pair_warnings
from competition.pairing.swiss.rounds import EntryPair, PairedRound, pair_best_round
from competition.pairing.swiss.score_groups import ScoreGroups
from competition.plan import EntryId
from kernel.reading import shorten_value
from kernel.violations import Violation


@dataclass(frozen=True, slots=True)
class ManualCheck:
    """``violations``: why these pairs are not a valid round. ``warnings``: what a valid round
    breaks. ``cost``: to be compared with that of the round that it replaces; None if invalid."""

    violations: tuple[Violation, ...]
    warnings: tuple[Violation, ...] = ()
    cost: PairingCost | None = None


def check_manual(
    players: Sequence[PresentEntry],
    pairings: Sequence[EntryPair],
    preferences: PairingPreferences,
    before: Collection[EntryPair] = (),
) -> ManualCheck:
    """The defects and the cost of a round made by hand. Unpaired players get the bye.

    ``before`` is the round that it replaces: what that round already had gives no warning.
    """
    ids = [player.id for player in players]
    if violations := tuple(_find_violations(ids, pairings)):
        return ManualCheck(violations)
    score_groups = ScoreGroups(players, preferences.forbidden)
    warnings: list[Violation] = []
    costs: list[PairingCost] = []

    pairs_before = drop_order(before)
    for pair in pairings:
        upper, lower = score_groups.order_pair(*pair)
        costs.append(score_groups.compute_pair_cost(upper, lower))
        if frozenset(pair) not in pairs_before:
            warnings += find_pair_warnings(score_groups, upper, lower)

    # Without a round before this one, every bye is new.
    unpaired_before: list[EntryId] = []
    if before:
        unpaired_before = _list_unpaired(ids, before)
    for entry in _list_unpaired(ids, pairings):
        taker = score_groups.number[entry]
        costs.append(score_groups.compute_bye_cost(taker))
        if entry not in unpaired_before:
            warnings += find_bye_warnings(score_groups, taker)

    pairs_now = drop_order(pairings)
    for one, other in preferences.forced:
        if frozenset((one, other)) not in pairs_now:
            warnings.append(Violation("forced_pair_apart", describe_pair(one, other)))

    return ManualCheck((), tuple(warnings), sum_costs(costs))


def pair_without(
    players: Sequence[PresentEntry],
    pairings: Sequence[EntryPair],
    missing: Collection[EntryId],
    preferences: PairingPreferences,
    kept: Collection[EntryPair] | None = None,
) -> PairedRound:
    """The round without the ``missing`` entries: their opponents, and the entry that had the bye,
    are paired anew as well as possible.

    ``kept`` are the pairs that stay (None: all that can); the fewer stay, the better the new round.
    Raises Refused if no round is possible with them.
    """
    present_players = [player for player in players if player.id not in missing]
    present_ids = {player.id for player in present_players}
    if kept is None:
        kept = pairings
    staying = select_pairs(kept, present_ids)

    # A pair that stays is a forced pair of the new round. Forced pairs of which a player is absent
    # or seated already no longer apply, nor does a prohibition that the old round had overridden.
    to_be_paired = present_ids.difference(*staying)
    still_forced = select_pairs(preferences.forced, to_be_paired)
    staying_pairs = drop_order(staying)
    forbidden = [pair for pair in preferences.forbidden if frozenset(pair) not in staying_pairs]
    new_preferences = replace(preferences, forced=[*staying, *still_forced], forbidden=forbidden)
    return pair_best_round(present_players, new_preferences)


def _find_violations(ids: Sequence[EntryId], pairings: Sequence[EntryPair]) -> Iterator[Violation]:
    times = Counter(chain.from_iterable(pairings))
    for entry, count in times.items():
        if entry not in ids:
            yield Violation("not_here", {"entry": shorten_value(entry)})
        if count > 1:
            yield Violation("entry_twice", {"entry": shorten_value(entry), "times": count})
    # One unpaired player has the bye.
    unpaired = _list_unpaired(ids, pairings)
    if len(unpaired) > 1:
        for entry in unpaired:
            yield Violation("meets_nobody", {"entry": shorten_value(entry)})


def _list_unpaired(ids: Sequence[EntryId], pairings: Iterable[EntryPair]) -> list[EntryId]:
    seated_entries = set(chain.from_iterable(pairings))
    return [entry for entry in ids if entry not in seated_entries]
