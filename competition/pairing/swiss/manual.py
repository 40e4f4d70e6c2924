"""A round changed by hand, or at the last minute: what the change breaks, and how to mend it."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from competition.pairing.swiss.ladder import Ladder
from competition.pairing.swiss.levels import Levels, total
from competition.pairing.swiss.players import PresentEntry
from competition.pairing.swiss.rounds import EntryPair, PairedRound, pair_best_round
from competition.pairing.swiss.wishes import PairingPreferences
from competition.plan import EntryId
from kernel.reading import shorten_value
from kernel.violations import Violation


@dataclass(frozen=True, slots=True)
class ManualCheck:
    """``violations``: why these pairs are not a valid round. ``warnings``: what a valid round
    breaks. ``levels``: to be compared with those of the round that it replaces; None if invalid."""

    violations: tuple[Violation, ...]
    warnings: tuple[Violation, ...] = ()
    levels: Levels | None = None


def check_manual(
    players: Sequence[PresentEntry],
    pairings: Sequence[EntryPair],
    wishes: PairingPreferences,
    before: Collection[EntryPair] = (),
) -> ManualCheck:
    """What a round made by hand is worth. Unpaired players get the bye.

    Warnings are of the pairs that are not in ``before``, the round that it replaces.
    """
    ids = [player.id for player in players]
    if violations := tuple(_find_violations(ids, pairings)):
        return ManualCheck(violations)
    ladder = Ladder(players)
    known = {frozenset(pair) for pair in before}
    resting = _list_resting(ids, pairings)
    warnings = [
        warning
        for pair in pairings
        if frozenset(pair) not in known
        for warning in _of_pair(ladder, pair, wishes)
    ]
    rested = _list_resting(ids, list(before)) if before else []
    warnings += [
        warning
        for entry in resting
        if entry not in rested
        for warning in _of_bye(ladder, ladder.number[entry])
    ]
    met = {frozenset(pair) for pair in pairings}
    warnings += [
        Violation("forced_pair_apart", {"one": shorten_value(one), "other": shorten_value(other)})
        for one, other in wishes.forced
        if frozenset((one, other)) not in met
    ]
    levels = total(
        [
            *(ladder.meeting(*ladder.pair(*pair)) for pair in pairings),
            *(ladder.resting(ladder.number[entry]) for entry in resting),
        ]
    )
    return ManualCheck((), tuple(warnings), levels)


def without(
    players: Sequence[PresentEntry],
    pairings: Sequence[EntryPair],
    missing: Collection[EntryId],
    wishes: PairingPreferences,
    kept: Collection[EntryPair] | None = None,
) -> PairedRound:
    """The round without the ``missing`` entries: their opponents, and the entry that had the bye,
    are paired anew as well as possible.

    ``kept`` are the pairs that stay (None: all that can); the fewer stay, the better the new round.
    Raises Refused if no round is possible with them.
    """
    present = [player for player in players if player.id not in missing]
    here = {player.id for player in present}
    staying = [pair for pair in (pairings if kept is None else kept) if here.issuperset(pair)]
    seated = {entry for pair in staying for entry in pair}
    forced = [pair for pair in wishes.forced if here.issuperset(pair) and seated.isdisjoint(pair)]
    apart = {frozenset(pair) for pair in staying}
    forbidden = [pair for pair in wishes.forbidden if frozenset(pair) not in apart]
    return pair_best_round(
        present, replace(wishes, forced=[*staying, *forced], forbidden=forbidden)
    )


def _find_violations(ids: Sequence[EntryId], pairings: Sequence[EntryPair]) -> Iterator[Violation]:
    times = Counter(entry for pair in pairings for entry in pair)
    for entry, count in times.items():
        if entry not in ids:
            yield Violation("not_here", {"entry": shorten_value(entry)})
        if count > 1:
            yield Violation("entry_twice", {"entry": shorten_value(entry), "times": count})
    resting = _list_resting(ids, pairings)
    if len(resting) > 1:
        yield from (Violation("meets_nobody", {"entry": shorten_value(entry)}) for entry in resting)


def _list_resting(ids: Sequence[EntryId], pairings: Sequence[EntryPair]) -> list[EntryId]:
    seated = {entry for pair in pairings for entry in pair}
    return [entry for entry in ids if entry not in seated]


def _of_pair(ladder: Ladder, pair: EntryPair, wishes: PairingPreferences) -> Iterator[Violation]:
    upper, lower = ladder.pair(*pair)
    levels = ladder.meeting(upper, lower)
    one, other = ladder.players[upper], ladder.players[lower]
    both = {"one": shorten_value(one.id), "other": shorten_value(other.id)}
    if frozenset(pair) in {frozenset(each) for each in wishes.forbidden}:
        yield Violation("forbidden_pair", both)
    if levels.rematches:
        yield Violation("rematch", both)
    if levels.steps:
        yield Violation("steps_apart", {**both, "points": one.points, "against": other.points})
    if levels.steps and ladder.down[upper]:
        yield Violation("floats_again", {"entry": shorten_value(one.id), "way": "down"})
    if levels.steps and ladder.up[lower]:
        yield Violation("floats_again", {"entry": shorten_value(other.id), "way": "up"})
    if levels.clashes:
        yield Violation("clubmates_meet", {**both, "club": one.club})


def _of_bye(ladder: Ladder, taker: int) -> Iterator[Violation]:
    levels = ladder.resting(taker)
    player = ladder.players[taker]
    if levels.rematches:
        yield Violation("second_bye", {"entry": shorten_value(player.id)})
    if levels.byes:
        yield Violation("bye_above", {"entry": shorten_value(player.id), "points": player.points})
