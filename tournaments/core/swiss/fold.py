"""The fold of a drawn order: its upper half meets its lower half."""

from collections.abc import Iterator, Sequence

from tournaments.core.plan import Entrant
from tournaments.core.swiss.exact import Pair


def folded(entries: int, upper: int = 0) -> list[Pair]:
    """Places (from 0) that meet; the last of an odd number meets nobody. ``upper``: so many of the
    first, an even number, are folded by themselves, and the others by themselves."""
    even = entries - entries % 2
    parts = [(0, upper), (upper, even)] if 0 < upper < even else [(0, even)]
    return [
        (place, place + (end - start) // 2)
        for start, end in parts
        for place in range(start, start + (end - start) // 2)
    ]


def unmated(order: Sequence[Entrant], meetings: Sequence[Pair], lots: int) -> list[Entrant]:
    """The order without clubmates who meet, as far as lots can help it: those from the place
    ``lots`` on may change places, each with the nearest with whom both then meet strangers.

    With lots alone, a clash stays only where its club has so many that every pair has one of it.
    """
    seats = list(order)
    for at, (one, other) in enumerate(meetings):
        if _mates(seats[one], seats[other]):
            _exchange(seats, meetings, at, lots)
    return seats


def _exchange(seats: list[Entrant], meetings: Sequence[Pair], at: int, lots: int) -> None:
    for mine in reversed(meetings[at]):
        if mine < lots:
            continue
        for there in _around(at, len(meetings)):
            for theirs in reversed(meetings[there]):
                if theirs < lots:
                    continue
                seats[mine], seats[theirs] = seats[theirs], seats[mine]
                if not any(
                    _mates(seats[one], seats[other])
                    for one, other in (meetings[at], meetings[there])
                ):
                    return
                seats[mine], seats[theirs] = seats[theirs], seats[mine]


def _around(at: int, count: int) -> Iterator[int]:
    """The nearest first, on both sides."""
    for far in range(1, count):
        yield from (near for near in (at + far, at - far) if 0 <= near < count)


def _mates(one: Entrant, other: Entrant) -> bool:
    return one.club is not None and one.club == other.club
