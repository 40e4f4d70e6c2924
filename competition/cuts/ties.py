"""Entries that share the places of a ranking."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from competition.plan import EntryId, Placing, Why, number_items


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

    def rank_out_last(self) -> Iterator[Placing]:
        """The entries that are out: they share the places behind those who are playing, as they
        shared all the places before."""
        first_place = self.first_place + len(self.playing)
        for row in self.rows:
            if row not in self.playing:
                yield replace(row, first=first_place)

    def rank_by_lots(self, drawing: Sequence[EntryId]) -> Iterator[Placing]:
        """The rows of those who are playing, in the order of their lots, each with the reason why
        it is above the next."""
        lot_of = number_items(drawing, start=1)
        in_order = sorted(self.playing, key=lambda row: lot_of[row.entry])
        next_rows = [*in_order[1:], None]
        place = self.first_place
        for row, next_row in zip(in_order, next_rows, strict=True):
            # The last of them keeps its reason: no lot has put it above the next row.
            why = row.why
            if next_row is not None:
                lots = {"mine": lot_of[row.entry], "theirs": lot_of[next_row.entry]}
                params = {"metric": "lots", **lots, "among": len(self.rows), "over": next_row.entry}
                why = Why("drawn_first", params)
            values = row.values
            if "lots" in values:
                values = {**values, "lots": lot_of[row.entry]}
            yield replace(row, first=place, last=place, why=why, values=values)
            place += 1


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
