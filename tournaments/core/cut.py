"""The cut: who of a stage plays on in a later one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from rules.contract import Frozen
from tournaments.core.placings.meetings import meetings_of
from tournaments.core.plan import EntryId, PairingId, Placing, PlannedPairing, Result, Seated

MOST = 4096

Number: TypeAlias = Annotated[int, Field(ge=1, le=MOST)]


class Places(Frozen):
    """The entries on places ``first`` to ``last`` of a stage, over all its groups.

    ``level``: what happens to those who are level across the last place. lots: they are drawn
    for; in: all of them go on; out: none of them does. Two cuts that follow one another (1 to 32
    and 33 to 64) say the same, and nobody is in both. ``seeded``: so many are seeded, by their
    places (None: all of them).
    """

    take: Literal["places"] = "places"
    stage: Number
    first: Number = 1
    last: Number
    level: Literal["lots", "in", "out"] = "lots"
    seeded: Annotated[int, Field(ge=0, le=MOST)] | None = None


class OfEach(Frozen):
    """The first ``of_each`` of every group, and the ``runners_up`` best of those behind them,
    compared by what they did against as many of their group as the smallest group has.

    ``seeded`` None: the first of every group are."""

    take: Literal["of_each"] = "of_each"
    stage: Number
    of_each: Number
    runners_up: Annotated[int, Field(ge=0, le=MOST)] = 0
    seeded: Annotated[int, Field(ge=0, le=MOST)] | None = None


class Losers(Frozen):
    """Who lost in these rounds of the main bracket of a knock-out."""

    take: Literal["losers"] = "losers"
    stage: Number
    rounds: Annotated[tuple[Number, ...], Field(min_length=1, max_length=12, strict=False)]


class Chosen(Frozen):
    """By the organizer's hand, the best first, with a reason that stays on show."""

    take: Literal["chosen"] = "chosen"
    stage: Number
    entries: Annotated[tuple[int, ...], Field(min_length=2, max_length=MOST, strict=False)]
    reason: Annotated[str, Field(min_length=1, max_length=500)]
    seeded: Annotated[int, Field(ge=0, le=MOST)] | None = None


Cut: TypeAlias = Places | OfEach | Losers | Chosen
CUT: TypeAdapter[Cut] = TypeAdapter(Annotated[Cut, Field(discriminator="take")])


@dataclass(frozen=True, slots=True)
class Through:
    """Who goes on, the best first; so many of them are ``seeded``. Where lots must be drawn first,
    ``level`` are those that they are drawn for, and ``places`` what is left for them."""

    entries: tuple[EntryId, ...]
    seeded: int
    level: tuple[EntryId, ...] = ()
    places: int = 0


def places_through(
    cut: Places, placings: Sequence[Placing], out: frozenset[EntryId] = frozenset()
) -> Through:
    """Who stands on these places. Who is ``out`` makes room for the next. Who is level across the
    first place has gone on with those above, if all of them do, or comes here with all others."""
    ranked = [placing for placing in placings if placing.entry not in out]
    above, below = _level_across(ranked, cut.first - 1), _level_across(ranked, cut.last)
    if cut.level == "lots" and (above or below):
        border = above or below
        clear = ranked[cut.first - 1 : min(cut.last, border.start)]
        entries = tuple(placing.entry for placing in clear)
        level = tuple(placing.entry for placing in ranked[border.start : border.stop])
        return Through(entries, len(entries), level, cut.last - max(cut.first - 1, border.start))
    first = _moved(above, cut.first - 1, after=cut.level == "in")
    last = _moved(below, cut.last, after=cut.level == "in")
    return _seeded(cut, [placing.entry for placing in ranked[first:last]])


def _level_across(ranked: Sequence[Placing], border: int) -> range:
    """The indexes of those who share their places across a border (the index behind it)."""
    if not 0 < border < len(ranked) or ranked[border - 1].first != ranked[border].first:
        return range(0)
    level = [at for at, row in enumerate(ranked) if row.first == ranked[border].first]
    return range(level[0], level[-1] + 1)


def _moved(level: range, border: int, *, after: bool) -> int:
    """The border, moved behind those who are level across it, or before them."""
    if not level:
        return border
    return level.stop if after else level.start


def each_through(
    cut: OfEach,
    groups: Sequence[Sequence[Placing]],
    runners_up: Sequence[Placing],
    out: frozenset[EntryId] = frozenset(),
) -> Through:
    """The first of every group, all the winners, then all the seconds …, then the best
    ``runners_up``: those behind them as they are ranked among themselves, fairly."""
    standing = [[each.entry for each in group if each.entry not in out] for group in groups]
    first = [
        group[place] for place in range(cut.of_each) for group in standing if place < len(group)
    ]
    through = (
        places_through(Places(stage=cut.stage, last=max(cut.runners_up, 1)), runners_up, out)
        if cut.runners_up
        else Through((), 0)
    )
    seeded = len(groups) if cut.seeded is None else cut.seeded
    return Through((*first, *through.entries), seeded, through.level, through.places)


def losers_through(
    cut: Losers,
    pairings: Sequence[PlannedPairing],
    results: Mapping[PairingId, Result],
    out: frozenset[EntryId] = frozenset(),
) -> Through:
    """Who lost in these rounds, the later round first, down the bracket; nobody is seeded."""
    meetings = meetings_of(pairings, results)
    beaten = [
        meeting.loser
        for number in sorted(cut.rounds, reverse=True)
        for meeting in meetings
        if (meeting.pairing.section, meeting.pairing.round) == ("main", number)
    ]
    return Through(tuple(each for each in beaten if each is not None and each not in out), 0)


def chosen_through(cut: Chosen, out: frozenset[EntryId] = frozenset()) -> Through:
    """Whom the organizer has chosen."""
    entries = tuple(entry for entry in cut.entries if entry not in out)
    return Through(entries, len(entries) if cut.seeded is None else cut.seeded)


def fair_pairings(
    pairings: Sequence[PlannedPairing], groups: Sequence[Sequence[Placing]]
) -> list[PlannedPairing]:
    """Where groups differ in size, what counts when their entries are compared: of a larger group
    only the matches among as many of its best as the smallest group has."""
    least = min(map(len, groups))
    compared = {placing.entry for group in groups for placing in group[:least]}
    return [
        pairing
        for pairing in pairings
        if all(slot.entry in compared for slot in pairing.slots if isinstance(slot, Seated))
    ]


def _seeded(cut: Places, entries: Sequence[EntryId]) -> Through:
    return Through(tuple(entries), len(entries) if cut.seeded is None else cut.seeded)
