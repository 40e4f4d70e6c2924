"""The verdict on an entry: through, possible or out, and the reason."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from competition.plan import EntryId, Why


class Fate(StrEnum):
    """Whether an entry advances for certain, may advance, or is out for certain."""

    THROUGH = "through"
    CAN = "can"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Outlook:
    """The verdict on one entry.

    ``is_exact``: the fate is proved. THROUGH and OUT always are; CAN is if it was shown both that
    the entry can advance and that it can fail to. ``share``: where counting left something open,
    the number of random endings in which the entry advanced, and the number of all; otherwise None.
    """

    entry: EntryId
    fate: Fate
    why: Why
    group: int = 1
    is_exact: bool = True
    share: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of the computation: the number of ``cases`` that are enumerated in a stage, and of
    random ``endings`` that are simulated where there are more."""

    cases: int = 16_384
    endings: int = 200


BOUNDS: Final = Bounds()
