"""The outcomes of a match that are looked at tell as much as all of them."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from competition.plan import Result
from competition.scenarios.key_gains import SlotKeys, choose_deciding

KEYS = st.tuples(st.integers(0, 6), st.integers(0, 6))


@given(
    outcomes=st.dictionaries(KEYS, st.integers(0, 2), min_size=1, max_size=12),
    others=st.lists(st.integers(0, 8), max_size=4),
    ahead=st.integers(-4, 4),
)
def test_at_best_and_at_worst_as_many_are_above(
    outcomes: dict[SlotKeys, int], others: list[int], ahead: int
) -> None:
    """``ahead``: what the other at the table has more before it begins."""
    told = {keys: Result(None, (points, 0)) for keys, points in outcomes.items()}
    for points in set(outcomes.values()):
        kept = [keys for keys, result in choose_deciding(told, 0) if result.totals[0] == points]
        every = [keys for keys, each in outcomes.items() if each == points]
        assert _counts(kept, others, ahead) == _counts(every, others, ahead)


def _counts(all_keys: Iterable[SlotKeys], others: list[int], ahead: int) -> tuple[int, ...]:
    """At least and at most above, strictly above and tied."""
    strict, tied = [], []
    for mine, theirs in all_keys:
        there = [*others, theirs + ahead]
        strict.append(sum(each > mine for each in there))
        tied.append(sum(each >= mine for each in there))
    return min(strict), max(strict), min(tied), max(tied)
