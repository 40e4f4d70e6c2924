"""Who is to be paired, and all that a pairing may look at of him."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal, TypeAlias

from competition.plan import EntryId

Float: TypeAlias = Literal["up", "down"]


@dataclass(frozen=True, slots=True)
class PresentEntry:
    """An entry that is present, before a round.

    ``points`` in the event's own unit; ``met`` holds opponents of all rounds, present or not (it
    is enough that one of two names the other); ``floated`` is the last round alone: up, who met a
    better score group, and down.
    """

    id: EntryId
    seed: int | None = None
    club: str | None = None
    points: int = 0
    met: AbstractSet[EntryId] = frozenset()
    had_bye: bool = False
    floated: Float | None = None
