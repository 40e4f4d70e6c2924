"""The outlook of an entry as it is reported: its fate, the reason, and how it was found."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from competition.plan import EntryId, Why


class Fate(StrEnum):
    """Whether an entry advances for certain, may advance, or is out for certain. The values are
    part of the API and of stored outlooks."""

    CLINCHED = "through"
    POSSIBLE = "can"
    ELIMINATED = "out"


class SampledShare(NamedTuple):
    """In how many of the random ``endings`` an entry ``advanced``."""

    advanced: int
    endings: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """The outlook of one entry.

    ``is_exact``: the fate is proved. CLINCHED and ELIMINATED always are; POSSIBLE is if it was
    shown both that the entry can advance and that it can fail to. ``share``: only where counting
    has left this open and endings were sampled.
    """

    entry: EntryId
    fate: Fate
    why: Why
    group: int = 1
    is_exact: bool = True
    share: SampledShare | None = None


def explain_clinched(*, is_over: bool) -> Why:
    """Why an entry advances for certain; ``is_over``: no match that could change it is open."""
    if is_over:
        return Why("through_now", {})
    return Why("through_anyway", {})


def explain_eliminated(*, is_over: bool) -> Why:
    """Why an entry is out for certain; ``is_over``: no match that could change it is open."""
    if is_over:
        return Why("out_now", {})
    return Why("out_anyway", {})


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """The number of ``combinations`` of outcomes that are enumerated in a stage at most, and of the
    random ``endings`` that are sampled where counting leaves something open."""

    combinations: int = 16_384
    endings: int = 200


DEFAULT_LIMITS: Final = SearchLimits()
