"""Borders between places: where tied entries would be treated differently.

Examples are a cut, the last place with a prize, and a final place that may not be shared. A tie
across a border is settled by a remedy; until then no order between its entries may be assumed.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from competition.cuts.remedies import Remedy, TieRule, list_remedies
from competition.cuts.ties import list_ties
from competition.plan import EntryId, Placing, Why, index_placings

PLAY_OFF_ENTRIES: Final = 2
"""A play-off is one match. Lots decide between more."""


@dataclass(frozen=True, slots=True)
class Border:
    """Entries that share places across a border; ``places`` of them get the better side.
    ``for_seeds``: all of them advance, and the border decides their seeds. ``remedies``: those of
    the regulation, in order; the first one that applies counts."""

    tied: tuple[EntryId, ...]
    places: int
    for_seeds: bool = False
    remedies: tuple[Remedy, ...] = ("lots",)

    def remedy(self, drawn_play_offs: Collection[frozenset[EntryId]] = ()) -> Remedy:
        """The remedy that applies now. ``drawn_play_offs``: entries of play-offs that have ended
        without a winner."""
        is_pair = len(self.tied) == PLAY_OFF_ENTRIES
        for remedy in self.remedies:
            # A play-off needs exactly two entries, and one that was drawn is not played again.
            if remedy != "play_off" or (is_pair and frozenset(self.tied) not in drawn_play_offs):
                return remedy
        message = f"no remedy of {self.remedies} settles a tie of {len(self.tied)}"
        raise AssertionError(message)


@dataclass(frozen=True, slots=True)
class SettledBorder:
    """A tie across a border that is settled, and by which remedy."""

    tied: tuple[EntryId, ...]
    remedy: Remedy


def list_tied_entries(borders: Iterable[Border]) -> tuple[EntryId, ...]:
    """All who are tied across a border, each once."""
    return tuple(dict.fromkeys(chain.from_iterable(border.tied for border in borders)))


def find_border(ranked: Sequence[Placing], after: int) -> Border | None:
    """The entries that are tied across the border after the first ``after`` rows; None if there is
    no tie. ``ranked``: the best first."""
    if not 0 < after < len(ranked) or ranked[after - 1].places != ranked[after].places:
        return None
    tied: list[EntryId] = []
    first_tied = after
    for index, row in enumerate(ranked):
        if row.places == ranked[after].places:
            tied.append(row.entry)
            first_tied = min(first_tied, index)
    return Border(tuple(tied), places=after - first_tied)


def find_ties(ranked: Sequence[Placing]) -> Iterator[Border]:
    """Every tie that is final, as a border: for rankings in which no place may be shared."""
    for tie in list_ties(ranked):
        if len(tie.rows) > 1 and tie.is_final:
            yield Border(tuple(row.entry for row in tie.rows), places=1)


def merge_borders(borders: Iterable[Border | None]) -> tuple[Border, ...]:
    """The borders that exist. A tie that reaches across two borders is settled once."""
    return tuple({border.tied: border for border in borders if border}.values())


def apply_tie_rule(borders: Iterable[Border | None], rule: TieRule) -> tuple[Border, ...]:
    """The borders that exist, each with the remedies of this rule."""
    remedies = list_remedies(rule)
    return tuple(replace(border, remedies=remedies) for border in merge_borders(borders))


def mark_for_seeds(borders: Iterable[Border | None]) -> tuple[Border, ...]:
    """The borders that exist, as ones that decide seeds and eliminate nobody."""
    return tuple(replace(border, for_seeds=True) for border in merge_borders(borders))


def move_border(border: Border | None, after: int, *, behind: bool) -> int:
    """The number of rows before the border, once it is moved behind the entries that are tied
    across it, or before them."""
    if border is None:
        return after
    start = after - border.places
    if behind:
        return start + len(border.tied)
    return start


def find_settled(ranked: Sequence[Placing], ties: Iterable[Border]) -> tuple[SettledBorder, ...]:
    """Those of the ``ties`` of an unsettled ranking that are settled in ``ranked``."""
    row_of = index_placings(ranked)
    settled_ties: list[SettledBorder] = []
    for tie in ties:
        rows = [row_of[entry] for entry in tie.tied]
        places = {row.places for row in rows}
        if len(places) == 1:
            continue
        # Only two remedies order tied rows, and of these a play-off is the reason of a row.
        remedy: Remedy = "lots"
        if any(row.why.code == "won_play_off" for row in rows):
            remedy = "play_off"
        settled_ties.append(SettledBorder(tie.tied, remedy))
    return tuple(settled_ties)


def settle_ties(
    ranked: Sequence[Placing],
    *,
    play_offs: Sequence[Sequence[EntryId]] = (),
    drawings: Sequence[Sequence[EntryId]] = (),
    out: Iterable[EntryId] = (),
) -> tuple[Placing, ...]:
    """The rows, with every tie put in the order of its play-off, or else of the lots drawn for it.

    ``play_offs``: for each that was won, winner and loser. It settles the tie of these two alone;
    the last one counts. Of the drawings counts, for each tie, the last one in which all its entries
    took part: a later one for other entries changes nothing. Entries that are ``out`` are ranked
    behind those that are tied with them. A tie stays while one of its entries still has a match to
    play.
    """
    excluded = frozenset(out)
    settled_rows: list[Placing] = []
    first_of_tie: dict[EntryId, EntryId] = {}
    for tie in list_ties(ranked, excluded):
        rows = tie.rank_by_play_off(play_offs) or tie.rank_by_lots(drawings)
        for row in rows:
            first_of_tie[row.entry] = rows[0].entry
        settled_rows += rows or tie.rows

    # A reason names the entry that followed so far: if it is in a settled tie, the first of that
    # tie follows now.
    for index, row in enumerate(settled_rows):
        over = row.why.params.get("over")
        if over not in first_of_tie:
            continue
        next_entry = first_of_tie[over]
        # Within a tie each row names the one behind it already.
        if next_entry not in (over, first_of_tie.get(row.entry)):
            why = Why(row.why.code, {**row.why.params, "over": next_entry})
            settled_rows[index] = replace(row, why=why)
    return tuple(settled_rows)


def settle_by_lots(
    ranked: Sequence[Placing], drawings: Sequence[Sequence[EntryId]], out: Iterable[EntryId] = ()
) -> tuple[Placing, ...]:
    """The rows, with every tie put in the order of the lots that were drawn for it."""
    return settle_ties(ranked, drawings=drawings, out=out)
