"""The outlook of an entry as it is reported: its fate, the reason, and how it was found."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from competition.plan import EntryId, Why
from competition.scenarios.verdict import EntryVerdict


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


def choose_fate(verdict: EntryVerdict) -> Fate:
    """The fate by what is proved."""
    if verdict.has_clinched:
        return Fate.CLINCHED
    if verdict.is_eliminated:
        return Fate.ELIMINATED
    return Fate.POSSIBLE


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


def make_outlook_by_places(
    entry: EntryId, group: int, verdict: EntryVerdict, *, is_over: bool
) -> Outlook:
    """The outlook of an entry of which only the places within reach are known, not what it needs
    for them; ``is_over``: it is on its final places."""
    fate = choose_fate(verdict)
    match fate:
        case Fate.CLINCHED:
            why = explain_clinched(is_over=is_over)
        case Fate.ELIMINATED:
            why = explain_eliminated(is_over=is_over)
        case Fate.POSSIBLE if is_over:
            why = Why("lots_or_others", {})
        case Fate.POSSIBLE:
            why = Why("still_in_it", {})
    is_exact = fate is not Fate.POSSIBLE or verdict.is_contested
    return Outlook(entry, fate, why, group, is_exact)


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """The number of ``combinations`` of outcomes that are enumerated in a stage at most, and of the
    random ``endings`` that are sampled where counting leaves something open."""

    combinations: int = 16_384
    endings: int = 200


DEFAULT_LIMITS: Final = SearchLimits()
