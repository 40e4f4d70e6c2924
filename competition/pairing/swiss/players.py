"""The players of a round, with all that a pairing depends on."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal, TypeAlias

from competition.plan import EntryId

Float: TypeAlias = Literal["up", "down"]


@dataclass(frozen=True, slots=True)
class PresentEntry:
    """An entry that is present, before a round.

    ``points`` are in the event's own unit. ``met`` has the opponents of all rounds, present or not
    (it is enough that one of two names the other). ``floated`` is of the last round alone: "up" if
    the opponent was of a better score group, "down" if of a worse one.
    """

    id: EntryId
    seed: int | None = None
    club: str | None = None
    points: int = 0
    met: AbstractSet[EntryId] = frozenset()
    had_bye: bool = False
    floated: Float | None = None
