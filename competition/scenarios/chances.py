"""Random endings, as examples that an entry can advance or can fail to."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from competition.cuts.cut import OfEach, Places
from competition.plan import EntryId
from competition.scenarios.endings import directed, judged_at_the_end, random_ending
from competition.scenarios.judged import UNKNOWN, Judged
from competition.scenarios.state import StageState

TRIES = 2
"""Endings made for one entry with its best results, and as many with its worst."""


@dataclass(frozen=True, slots=True)
class Chances:
    """``shown``: proved by an example; ``through``: the number of ``endings`` in which it
    advanced."""

    shown: dict[EntryId, Judged]
    through: Counter[EntryId]
    endings: int


def chances(
    state: StageState,
    cut: Places | OfEach,
    wanted: Iterable[EntryId],
    random: Random,
    endings: int,
) -> Chances:
    """Simulates random endings, and then a few more for each of the ``wanted`` entries about which
    these did not show enough."""
    found = Chances({}, Counter(), endings)
    for _ in range(endings):
        pairings, told = random_ending(state, random)
        for entry, judged in judged_at_the_end(state, cut, pairings, told).items():
            found.through[entry] += judged.fail is False
            _note(found, entry, judged)
    for entry in wanted:
        for worst in (False, True):
            for _ in range(TRIES if endings else 0):
                _try(state, cut, found, entry, random, worst=worst)
    return found


def _try(
    state: StageState,
    cut: Places | OfEach,
    found: Chances,
    entry: EntryId,
    random: Random,
    *,
    worst: bool,
) -> None:
    known = found.shown.get(entry, UNKNOWN)
    if (known.fail if worst else known.can) is True:
        return
    given = directed(state, entry, random, worst=worst)
    for each, judged in judged_at_the_end(state, cut, *random_ending(state, random, given)).items():
        _note(found, each, judged)


def _note(found: Chances, entry: EntryId, judged: Judged) -> None:
    """Records what an ending shows to be possible; an ending never shows the impossible."""
    known = found.shown.get(entry, UNKNOWN)
    can = True if judged.can or judged.fail is False else known.can
    fail = True if judged.fail or judged.can is False else known.fail
    found.shown[entry] = Judged(can, fail)
