"""The verdict on an entry: through, possible or out, and the reason."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from competition.plan import EntryId, Why


class Fate(StrEnum):
    """Whatever happens, or not."""

    THROUGH = "through"
    CAN = "can"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Outlook:
    """``is_exact``: it is proved. THROUGH and OUT always are; CAN is where it was shown that the
    entry can get through, and that it can fail to.

    ``share``: where counting left something open, in how many of how many endings made by chance
    the entry is through; None where all was counted.
    """

    entry: EntryId
    fate: Fate
    why: Why
    group: int = 1
    is_exact: bool = True
    share: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much is looked at: ``cases`` that are counted in a stage, ``endings`` that are made by
    chance where they are too many."""

    cases: int = 16_384
    endings: int = 200


BOUNDS: Final = Bounds()
