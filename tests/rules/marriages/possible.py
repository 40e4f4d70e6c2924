"""Which declarations one player can make in a hand with a mariannino or a mariannone: all of them,
found by trying every way in which kings and horses can come and go."""

from collections.abc import Iterator
from functools import cache

UNSEEN, HELD, GONE = range(3)
Pairs = tuple[tuple[int, int, bool], ...]
"""By suit: where its king and its horse are, and whether they were declared."""


def sequences(tricks: int) -> set[str]:
    """The sequences possible in ``tricks`` tricks: ``d`` a marriage, ``N`` and ``M`` the
    combinations, ``C`` a cover won."""
    found: set[str] = set()
    for held in range(256):
        pairs = tuple((held >> 2 * suit & 1, held >> 2 * suit + 1 & 1, False) for suit in range(4))
        court = held.bit_count()
        if court <= 5:
            found |= _from(tricks, tuple(sorted(pairs)), 5 - court, "")
    return {sequence for sequence in found if set("NM") & set(sequence)}


@cache
def _from(tricks: int, pairs: Pairs, others: int, said: str) -> frozenset[str]:
    """What can be said from here to the end; ``said``: the kinds that were, each once."""
    if not tricks:
        return frozenset({""})
    found = set()
    for word, then in _sayings(pairs, said):
        for more, left, dull in _plays(then, others, said + word):
            once = "".join(sorted(set(said + word + more)))
            for after, rest in _draws(left, dull):
                ends = _from(tricks - 1, tuple(sorted(after)), rest, once)
                found |= {word + more + end for end in ends}
    return frozenset(found)


def _sayings(pairs: Pairs, said: str) -> Iterator[tuple[str, Pairs]]:
    yield "", pairs
    kings, horses = ([pair[rank] for pair in pairs].count(HELD) for rank in (0, 1))
    if horses == 4 and kings and "N" not in said:
        yield "N", pairs
    if kings == 4 and horses and "M" not in said:
        yield "M", pairs
    for suit, (king, horse, declared) in enumerate(pairs):
        if king == horse == HELD and not declared:
            yield "d", _with(pairs, suit, (king, horse, True))


def _plays(pairs: Pairs, others: int, said: str) -> Iterator[tuple[str, Pairs, int]]:
    """A card of the hand goes; in a cover the partner's other card goes with it."""
    if others:
        yield "", pairs, others - 1
    for suit, (king, horse, declared) in enumerate(pairs):
        for mine, other, gone in (
            (king, horse, (GONE, horse, declared)),
            (horse, king, (king, GONE, declared)),
        ):
            if mine == HELD:
                yield "", _with(pairs, suit, gone), others
                if other == UNSEEN and not {"d", "C"} & set(said):
                    yield "C", _with(pairs, suit, (GONE, GONE, True)), others


def _draws(pairs: Pairs, others: int) -> Iterator[tuple[Pairs, int]]:
    yield pairs, others + 1
    for suit, (king, horse, declared) in enumerate(pairs):
        if king == UNSEEN:
            yield _with(pairs, suit, (HELD, horse, declared)), others
        if horse == UNSEEN:
            yield _with(pairs, suit, (king, HELD, declared)), others


def _with(pairs: Pairs, suit: int, pair: tuple[int, int, bool]) -> Pairs:
    return (*pairs[:suit], pair, *pairs[suit + 1 :])
