"""The cut: which entries of a stage advance to a later one."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from competition.cuts.borders import Border, SettledBorder, find_border, find_settled
from competition.cuts.remedies import GroupTieRule, TieRule, advances_all, remedies_of
from competition.draw.seeding import (
    TABLES,
    CarriedPoints,
    Label,
    Origin,
    SeedingMethod,
    crossing_labels,
    label_in_group,
    pot_of,
    seeds_by_table,
)
from competition.placings.meetings import meetings_of
from competition.plan import EntryId, PairingId, Placing, PlannedPairing, Result
from kernel.models import Frozen
from kernel.refusals import Refused
from kernel.violations import Violation

MOST = 4096
LONGEST_TABLE = 4000
"""The most characters of a crossing table."""

Number: TypeAlias = Annotated[int, Field(ge=1, le=MOST)]


class Following(Frozen):
    """What a stage takes over from the one before, in addition to its entries.

    ``seeding`` places: the first ``seeded`` by their places, lots for the others; pots: lots for
    the places pot by pot, by places reached; table: the crossing table ``table``, by its name or
    written out (competition.draw.seeding). ``carried``: the points of the first criterion, all of
    them or half (rounded down).
    """

    seeding: SeedingMethod = "places"
    table: Annotated[str, Field(max_length=LONGEST_TABLE)] = ""
    carried: CarriedPoints = "none"


class Places(Following):
    """The entries on places ``first`` to ``last`` of a stage, over all its groups.

    ``level``: the rule for entries tied across the last place. lots: lots are drawn; play_off: two
    entries play for it, lots are drawn among more; in: all of them advance, if no more than
    ``room`` advance in all (None: without limit), else lots or a play-off; out: none of them does.
    Two adjacent cuts (1 to 32 and 33 to 64) must have the same rule, and no entry is in both.
    ``seeded``: how many are seeded by places (None: all of them). ``pot_size``: the places of
    a pot (None: 1, 2, 3–4, 5–8 …).
    """

    take: Literal["places"] = "places"
    stage: Number
    first: Number = 1
    last: Number
    level: TieRule = "lots"
    room: Number | None = None
    seeded: Annotated[int, Field(ge=0, le=MOST)] | None = None
    pot_size: Number | None = None


class OfEach(Following):
    """The first ``of_each`` of every group, and the ``runners_up`` best of those behind them.

    ``compare``: how these are compared. fair: by their matches against as many of the best of their
    group as the smallest group has; average: by the average of each criterion per match.

    ``level``, ``room``: as in Places, for the last places that advance in a group and for the
    runners-up.

    ``seeded`` None: the first of every group. Pots are the firsts, the seconds … and the
    runners-up."""

    take: Literal["of_each"] = "of_each"
    stage: Number
    of_each: Number
    runners_up: Annotated[int, Field(ge=0, le=MOST)] = 0
    compare: Literal["fair", "average"] = "fair"
    level: GroupTieRule = "lots"
    room: Number | None = None
    seeded: Annotated[int, Field(ge=0, le=MOST)] | None = None


class Losers(Frozen):
    """The losers of these rounds of the main bracket of a knock-out."""

    take: Literal["losers"] = "losers"
    stage: Number
    rounds: Annotated[tuple[Number, ...], Field(min_length=1, max_length=12, strict=False)]


class Chosen(Following):
    """The entries that the organizer has chosen, the best first, with a public reason."""

    take: Literal["chosen"] = "chosen"
    stage: Number
    entries: Annotated[tuple[int, ...], Field(min_length=2, max_length=MOST, strict=False)]
    reason: Annotated[str, Field(min_length=1, max_length=500)]
    seeded: Annotated[int, Field(ge=0, le=MOST)] | None = None
    pot_size: Number | None = None


Cut: TypeAlias = Places | OfEach | Losers | Chosen
CUT: TypeAdapter[Cut] = TypeAdapter(Annotated[Cut, Field(discriminator="take")])


@dataclass(frozen=True, slots=True)
class Through:
    """The entries that advance, the best first; ``seeded``: the number of seeds. Each of the
    ``borders`` must be settled first: entries tied for advancing are not included yet, entries tied
    for a seed are. ``origins``: the origin of each entry; empty if seeds do not depend on it.
    ``settled``: the ties that would have been borders, and what has settled them."""

    entries: tuple[EntryId, ...]
    seeded: int
    borders: tuple[Border, ...] = ()
    origins: Mapping[EntryId, Origin] = field(default_factory=dict)
    settled: tuple[SettledBorder, ...] = ()

    @property
    def tied(self) -> tuple[EntryId, ...]:
        """All who are tied across a border, each once."""
        return tuple(dict.fromkeys(entry for border in self.borders for entry in border.tied))


def places_through(
    cut: Places,
    placings: Sequence[Placing],
    out: frozenset[EntryId] = frozenset(),
    unsettled: Sequence[Placing] | None = None,
) -> Through:
    """The entries on these places. Entries that are ``out`` are skipped. Entries tied across the
    first place belong to the cut above if all of them advance there, or else to this one.

    ``unsettled``: the same rows before lots and play-offs (None: there were none). Whether all
    tied entries advance follows from these, so that lots drawn for seeds eliminate nobody.
    """
    ranked = [placing for placing in placings if placing.entry not in out]
    raw = ranked if unsettled is None else [row for row in unsettled if row.entry not in out]
    first, last, borders, settled = _find_advancing_rows(cut, ranked, raw)
    tied = {entry for border in borders for entry in border.tied}
    through = ranked[first:last]
    origins = {
        row.entry: Origin(str(place), pot_of(place, cut.pot_size))
        for place, row in enumerate(through, start=1)
    }
    entries = tuple(row.entry for row in through if row.entry not in tied)
    seeded = len(entries) if cut.seeded is None else cut.seeded
    borders += _find_seed_borders(cut, through, seeded, origins, tied)
    return Through(entries, seeded, borders, origins, settled)


def _find_advancing_rows(
    cut: Places, ranked: Sequence[Placing], raw: Sequence[Placing]
) -> tuple[int, int, tuple[Border, ...], tuple[SettledBorder, ...]]:
    """The range of the rows that advance (as a slice), the ties that must be settled for that, and
    those that are settled."""
    above, below = find_border(raw, cut.first - 1), find_border(raw, cut.last)
    all_advance = advances_all(cut.level)
    # Both ends move alike, so that two adjacent cuts of the same rule have no entry in common.
    first = _move_border(above, cut.first - 1, behind=all_advance)
    last = _move_border(below, cut.last, behind=all_advance)
    if cut.level == "out":
        return first, last, (), ()
    if all_advance and (cut.room is None or last - first <= cut.room):
        settled = (SettledBorder(below.tied, "all_advance"),) if below else ()
        return first, last, (), settled

    # Lots or a play-off decide: exactly the places of the cut advance.
    borders = _merge_borders([find_border(ranked, cut.first - 1), find_border(ranked, cut.last)])
    settled_by_act = find_settled(ranked, _merge_borders([above, below]))
    return cut.first - 1, cut.last, _with_remedies(borders, cut.level), settled_by_act


def _with_remedies(borders: Iterable[Border], rule: TieRule) -> tuple[Border, ...]:
    return tuple(replace(border, remedies=remedies_of(rule)) for border in borders)


def _find_seed_borders(
    cut: Places,
    through: Sequence[Placing],
    seeded: int,
    origins: Mapping[EntryId, Origin],
    tied: AbstractSet[EntryId],
) -> tuple[Border, ...]:
    """The ties that matter for seeds, among the rows that advance. Entries of ``tied`` are ordered
    by the remedy for their own border."""
    borders: list[Border | None] = []
    for place, (above, below) in enumerate(pairwise(through), start=1):
        if _is_seed_border(cut, place, seeded, origins[above.entry], origins[below.entry]):
            border = find_border(through, place)
            if border and tied.isdisjoint(border.tied):
                borders.append(border)
    return _mark_for_seeds(borders)


def _mark_for_seeds(borders: Iterable[Border | None]) -> tuple[Border, ...]:
    return tuple(replace(border, for_seeds=True) for border in _merge_borders(borders))


def _is_seed_border(cut: Following, place: int, seeded: int, above: Origin, below: Origin) -> bool:
    """Whether a draw treats this place and the next differently."""
    match cut.seeding:
        case "places":
            return place <= seeded
        case "pots":
            return above.pot != below.pot
        case "table":
            return True


def _merge_borders(borders: Iterable[Border | None]) -> tuple[Border, ...]:
    """The borders that exist. A tie that reaches across two borders is settled once."""
    return tuple({border.tied: border for border in borders if border}.values())


def _move_border(border: Border | None, after: int, *, behind: bool) -> int:
    """The number of rows before the border, once it is moved behind the entries that are tied
    across it, or before them."""
    if border is None:
        return after
    start = after - border.places
    return start + len(border.tied) if behind else start


def each_through(
    cut: OfEach,
    groups: Sequence[Sequence[Placing]],
    runners_up: Sequence[Placing],
    out: frozenset[EntryId] = frozenset(),
    unsettled: Sequence[Sequence[Placing]] | None = None,
) -> Through:
    """The first of every group, all the winners, then all the seconds …, then the best
    ``runners_up``, which are the entries behind them as ranked among themselves. ``unsettled``: the
    groups before lots and play-offs."""
    playing = [_leave_out(group, out) for group in groups]
    raw = playing if unsettled is None else [_leave_out(group, out) for group in unsettled]
    advancing, settled = _count_advancing(cut, raw)
    borders: list[Border] = []
    if not settled:
        for group, before in zip(playing, raw, strict=True):
            settled += find_settled(group, _merge_borders([find_border(before, cut.of_each)]))
        for full_group in groups:
            borders += _find_group_borders(cut, full_group, groups, out)
    tied = {entry for border in borders for entry in border.tied}
    origins = _list_group_origins(playing, advancing)
    entries = [entry for entry in origins if entry not in tied]
    seeded = len(groups) if cut.seeded is None else cut.seeded

    # Until the ties in the groups are settled, it is not known who the runners-up are.
    if cut.runners_up and not borders:
        best = _choose_runners_up(cut, runners_up, out, max(0, seeded - len(entries)))
        entries += best.entries
        borders += best.borders
        origins |= best.origins

    # Entries that are tied in a group for a seed advance whatever the lots decide.
    for group, count in zip(playing, advancing, strict=True):
        for border in _find_group_seed_borders(cut, group, count, len(groups)):
            if tied.isdisjoint(border.tied):
                borders.append(border)
    return Through(tuple(entries), seeded, tuple(borders), origins, settled)


def _leave_out(rows: Sequence[Placing], out: frozenset[EntryId]) -> list[Placing]:
    return [row for row in rows if row.entry not in out]


def _count_advancing(
    cut: OfEach, groups: Sequence[Sequence[Placing]]
) -> tuple[list[int], tuple[SettledBorder, ...]]:
    """How many of each group advance, and the ties in which all entries do. All groups are treated
    alike: if there is no room for the ties of all groups, none of them advances as a whole."""
    borders = [find_border(group, cut.of_each) for group in groups]
    counts = [_move_border(border, cut.of_each, behind=True) for border in borders]
    total = sum(min(len(group), count) for group, count in zip(groups, counts, strict=True))
    if not advances_all(cut.level) or (cut.room is not None and total > cut.room):
        return [cut.of_each] * len(groups), ()
    return counts, tuple(SettledBorder(border.tied, "all_advance") for border in borders if border)


def _list_group_origins(
    groups: Sequence[Sequence[Placing]], advancing: Sequence[int]
) -> dict[EntryId, Origin]:
    """The entries that advance by their place in a group: all the winners, then the seconds …"""
    origins: dict[EntryId, Origin] = {}
    for place in range(1, max(advancing, default=0) + 1):
        for number, (group, count) in enumerate(zip(groups, advancing, strict=True), start=1):
            if place <= min(len(group), count):
                origins[group[place - 1].entry] = Origin(label_in_group(place, number), place)
    return origins


def _choose_runners_up(
    cut: OfEach, runners_up: Sequence[Placing], out: frozenset[EntryId], seeds_left: int
) -> Through:
    """The best runners-up: a cut of their own ranking. They share the pot behind the groups'."""
    best_places = Places(
        stage=cut.stage,
        last=cut.runners_up,
        level=cut.level,
        seeded=seeds_left if cut.seeding == "places" else 0,
        seeding=cut.seeding,
        pot_size=MOST,
    )
    best = places_through(best_places, runners_up, out)
    origins = {
        entry: Origin(f"R{origin.label}", cut.of_each + 1) for entry, origin in best.origins.items()
    }
    return replace(best, origins=origins)


def _find_group_borders(
    cut: OfEach,
    group: Sequence[Placing],
    groups: Sequence[Sequence[Placing]],
    out: frozenset[EntryId],
) -> tuple[Border, ...]:
    """The ties in one group that matter: behind those who advance; and, where runners-up are
    compared, behind the one of this group, and behind those whose matches ``fair_pairings``
    counts."""
    playing = _leave_out(group, out)
    borders = [find_border(playing, cut.of_each)]
    if cut.runners_up:
        borders.append(find_border(playing, cut.of_each + 1))
        if cut.compare == "fair":
            # Matches against entries that are out count too: here they keep their places.
            borders.append(find_border(group, min(map(len, groups))))
    return _with_remedies(_merge_borders(borders), cut.level)


def _find_group_seed_borders(
    cut: OfEach, playing: Sequence[Placing], advancing: int, groups: int
) -> tuple[Border, ...]:
    """The ties among those of a group who advance that matter for their seeds: between two places
    of which the better is seeded, in another pot, or named in a table."""
    seeded = groups if cut.seeded is None else cut.seeded
    # Seeds go to all the firsts, then to all the seconds: on place n, some entry has a seed if
    # there are more seeds than entries on the n-1 places before.
    return _mark_for_seeds(
        find_border(playing, place)
        for place in range(1, advancing)
        if cut.seeding != "places" or (place - 1) * groups < seeded
    )


def losers_through(
    cut: Losers,
    pairings: Sequence[PlannedPairing],
    results: Mapping[PairingId, Result],
    out: frozenset[EntryId] = frozenset(),
) -> Through:
    """The losers of these rounds, the later round first, down the bracket; none is seeded."""
    meetings = meetings_of(pairings, results)
    entries: list[EntryId] = []
    for number in sorted(cut.rounds, reverse=True):
        for meeting in meetings:
            if (meeting.pairing.section, meeting.pairing.round) == ("main", number):
                loser = meeting.loser
                if loser is not None and loser not in out:
                    entries.append(loser)
    return Through(tuple(entries), seeded=0)


def chosen_through(cut: Chosen, out: frozenset[EntryId] = frozenset()) -> Through:
    """The entries that the organizer has chosen."""
    entries = tuple(entry for entry in cut.entries if entry not in out)
    origins: dict[EntryId, Origin] = {
        entry: Origin(str(place), pot_of(place, cut.pot_size))
        for place, entry in enumerate(entries, start=1)
    }
    seeded = len(entries) if cut.seeded is None else cut.seeded
    return Through(entries, seeded, origins=origins)


def seeds_of(cut: Cut, through: Through) -> dict[EntryId, int]:
    """The seeds of the entries that advance. Raises Refused if the table does not fit them."""
    if isinstance(cut, Losers):
        return {}
    match cut.seeding:
        case "places":
            seeded = through.entries[: through.seeded]
            return {entry: seed for seed, entry in enumerate(seeded, start=1)}
        case "pots":
            return {}
    return seeds_by_table(_get_crossing_pairs(cut, through), through.origins)


def _get_crossing_pairs(cut: Following, through: Through) -> Sequence[tuple[Label, Label]]:
    """The pairings of the table of a cut, by its name or as it is written."""
    if cut.table not in TABLES:
        return crossing_labels(cut.table)
    if not isinstance(cut, OfEach) or cut.runners_up:
        raise Refused([Violation("crossing_of_each_alone", {})])
    # The firsts of the groups are in pot 1: so this is the number of groups.
    groups = sum(origin.pot == 1 for origin in through.origins.values())
    return TABLES[cut.table](groups, cut.of_each)
