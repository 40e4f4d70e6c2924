"""Who holds a ticket for play: what let them in is asked again while their streams are open.

This package knows neither roles nor tables: those who sign tickets register how a kind of holder is
checked (``tournaments.stream_access``).
"""

from collections import defaultdict
from collections.abc import Callable, Collection
from typing import NamedTuple, TypeAlias


class Holder(NamedTuple):
    """A ticket is valid as long as ``id`` may follow ``place``; ``kind`` names the check."""

    kind: str
    id: str
    place: str


Check: TypeAlias = Callable[[Collection[Holder]], set[Holder]]
"""Which of these holders may still follow what their tickets open, in a fixed number of queries."""
_checks: dict[str, Check] = {}


def register_check(kind: str, check: Check) -> None:
    """Have the holders of this kind checked so."""
    _checks[kind] = check


def find_invalid(holders: Collection[Holder]) -> set[Holder]:
    """The holders whose tickets are no longer valid. One of an unknown kind is none: a ticket that
    nobody can check opens nothing."""
    by_kind: defaultdict[str, list[Holder]] = defaultdict(list)
    for holder in holders:
        by_kind[holder.kind].append(holder)
    valid: set[Holder] = set()
    for kind, of_kind in by_kind.items():
        if kind in _checks:
            valid |= _checks[kind](of_kind)
    return set(holders) - valid
