"""Entries that share the places of a ranking."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

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

    def rank_by_play_off(self, play_offs: Sequence[Sequence[EntryId]]) -> list[Placing]:
        """The rows in the order of the last play-off, winner and loser, of those who are playing.
        Empty if there was none, or if the tie cannot be settled yet."""
        # A play-off is of two, so one that has all who are playing has no others.
        play_off = self._find_order(play_offs)
        if play_off is None:
            return []
        winner, loser = sorted(self.playing, key=lambda row: play_off.index(row.entry))
        return self._rank_in_order([winner, loser], [Why("won_play_off", {"over": loser.entry})])

    def rank_by_lots(self, drawings: Sequence[Sequence[EntryId]]) -> list[Placing]:
        """The rows in the order of the last drawing of lots in which all who are playing took part.
        Empty if there was none, or if the tie cannot be settled yet."""
        drawing = self._find_order(drawings)
        if drawing is None:
            return []
        lot_of = number_items(drawing, start=1)
        in_order: list[Placing] = []
        for row in sorted(self.playing, key=lambda row: lot_of[row.entry]):
            values = row.values
            if "lots" in values:
                values = {**values, "lots": lot_of[row.entry]}
            in_order.append(replace(row, values=values))
        reasons: list[Why] = []
        for row, next_row in pairwise(in_order):
            lots = {"mine": lot_of[row.entry], "theirs": lot_of[next_row.entry]}
            params = {"metric": "lots", **lots, "among": len(self.rows), "over": next_row.entry}
            reasons.append(Why("drawn_first", params))
        return self._rank_in_order(in_order, reasons)

    def _find_order(self, orders: Sequence[Sequence[EntryId]]) -> Sequence[EntryId] | None:
        """The last of these orders that has all entries who are playing."""
        # One entry needs no order, and a match that is still to be played may separate several.
        if len(self.playing) < 2 or not self.is_final:
            return None
        entries = collect_placed_entries(self.playing)
        for order in reversed(orders):
            if entries.issubset(order):
                return order
        return None

    def _rank_in_order(self, in_order: Sequence[Placing], reasons: Sequence[Why]) -> list[Placing]:
        """The rows of those who are playing, ``in_order``, each on a place of its own; the entries
        that are out share the places behind them, as they shared all the places before.

        ``reasons``: why each row but the last is above the next one. The last of all gets the
        reason of the tie: it is the one that stands above the next place now.
        """
        out = [row for row in self.rows if row not in self.playing]
        ranked: list[Placing] = []
        place = self.first_place
        for row, reason in zip(in_order, [*reasons, None], strict=True):
            if reason is not None:
                why = reason
            elif out:
                why = Why("above_who_left", {"over": out[0].entry})
            else:
                why = self._explain_last(row, is_alone=True)
            ranked.append(replace(row, first=place, last=place, why=why))
            place += 1
        for row in out:
            why = row.why
            if row is out[-1]:
                why = self._explain_last(row, is_alone=len(out) == 1)
            ranked.append(replace(row, first=place, why=why))
        return ranked

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
