"""Entries that share the places of a ranking."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from competition.plan import EntryId, Placing, Why


@dataclass(frozen=True, slots=True)
class Tie:
    """Rows with the same places, one or more. ``playing``: those whose entries are not out."""

    rows: Sequence[Placing]
    playing: Sequence[Placing]

    @property
    def first_place(self) -> int:
        return self.rows[0].first

    @property
    def is_final(self) -> bool:
        """Whether none of those who are playing has a match left."""
        return not any(row.still_in for row in self.playing)

    def find_order(self, orders: Sequence[Sequence[EntryId]]) -> Sequence[EntryId] | None:
        """The last of these orders that has all entries who are playing."""
        entries = collect_placed_entries(self.playing)
        for order in reversed(orders):
            if entries.issubset(order):
                return order
        return None

    def rank_in_order(
        self, in_order: Sequence[Placing], explain: Callable[[Placing, Placing], Why]
    ) -> Iterator[Placing]:
        """The rows of those who are playing, ``in_order``, each on a place of its own; the entries
        that are out share the places behind them, as they shared all the places before.

        ``explain``: why a row is above the next one. The last of all gets the reason of the tie:
        it is the one that stands above the next place now.
        """
        out = [row for row in self.rows if row not in self.playing]
        place = self.first_place
        for row, next_row in zip(in_order, [*in_order[1:], None], strict=True):
            if next_row is not None:
                why = explain(row, next_row)
            elif out:
                why = Why("above_who_left", {"over": out[0].entry})
            else:
                why = self._explain_last(row, is_alone=True)
            yield replace(row, first=place, last=place, why=why)
            place += 1
        for row in out:
            why = row.why
            if row is out[-1]:
                why = self._explain_last(row, is_alone=len(out) == 1)
            yield replace(row, first=place, why=why)

    def _explain_last(self, row: Placing, *, is_alone: bool) -> Why:
        """Why this row is where it is, once it is the last of the tie."""
        # Where groups rank alone, every row has the reason of its own group, and in a bracket that
        # of its own last match. Of a ranking, the last row of the tie alone has a reason.
        own_group = [other for other in self.rows if other.group == row.group]
        for reason in (row.why, own_group[-1].why, self.rows[-1].why):
            if reason.code != "level":
                return reason
        if is_alone:
            return Why("last", {})
        return row.why


def list_ties(ranked: Sequence[Placing], out: Collection[EntryId] = ()) -> Iterator[Tie]:
    """The rows by their places, the best first; most of these ties are of one entry."""
    for _, rows in groupby(ranked, key=lambda row: row.places):
        tied = list(rows)
        yield Tie(tied, drop_entries(tied, out))


def collect_placed_entries(rows: Iterable[Placing]) -> set[EntryId]:
    """The entries of these rows."""
    return {row.entry for row in rows}


def keep_entries(rows: Iterable[Placing], entries: Collection[EntryId]) -> list[Placing]:
    """The rows of these entries."""
    return [row for row in rows if row.entry in entries]


def drop_entries(rows: Iterable[Placing], entries: Collection[EntryId]) -> list[Placing]:
    """The rows of all other entries."""
    return [row for row in rows if row.entry not in entries]
