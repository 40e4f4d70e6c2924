"""The places of a whole event, over all its stages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import merge
from operator import attrgetter

from competition.cuts.cut import Cut, Losers, Places
from competition.cuts.ties import collect_placed_entries, drop_entries, list_ties
from competition.plan import EntryId, Placing, Why


@dataclass(frozen=True, slots=True)
class RankedStage:
    """A stage that is drawn. ``cut``: by which it takes its entries; None: the entry list."""

    cut: Cut | None
    number: int
    placings: Sequence[Placing]

    @property
    def first_place(self) -> int:
        """The best place of the stage before from which this one takes entries."""
        if isinstance(self.cut, Places):
            return self.cut.first
        return 1

    def explain_last(self, entry: EntryId) -> Why:
        """The reason of an entry that is the last of this stage, or of its group, where others of
        the event follow."""
        own_row = next(row for row in self.placings if row.entry == entry)
        if own_row.last < len(self.placings):
            # Groups that rank alone each have a last row.
            return Why("last_of_group", {})
        return Why("last_of_stage", {"stage": self.number})


def rank_event(stages: Sequence[RankedStage]) -> tuple[Placing, ...]:
    """The places of all entries in the event, best first.

    Entries that advance are ranked by their next stage, among those who advanced to it, and before
    those who did not advance. Where several stages follow one, the stage that takes the better
    places comes first, then the one with the lower number. Losers who play on keep the places on
    which they lost.
    """
    first_stages: list[RankedStage] = []
    later_stages: dict[int, list[RankedStage]] = {}
    for stage in stages:
        if stage.cut is None:
            first_stages.append(stage)
        else:
            later_stages.setdefault(stage.cut.stage, []).append(stage)
    placings: list[Placing] = []
    for stage in first_stages:
        placings += _rank_chain(stage, later_stages)

    # The last of a stage, or of a group, is not the last of the event if others follow. An entry
    # has the reason of the last stage that it has reached.
    stage_of: dict[EntryId, RankedStage] = {}
    for stage in sorted(stages, key=attrgetter("number")):
        stage_of |= dict.fromkeys(collect_placed_entries(stage.placings), stage)
    last_place = max((row.last for row in placings), default=0)
    for index, row in enumerate(placings):
        if row.why.code == "last" and row.last < last_place:
            placings[index] = replace(row, why=stage_of[row.entry].explain_last(row.entry))
    return tuple(placings)


def _rank_chain(stage: RankedStage, later_stages: dict[int, list[RankedStage]]) -> list[Placing]:
    """The placings of a stage with those of all that follow it."""
    rows = list(stage.placings)
    ahead: list[Placing] = []
    # Better places first: each later stage is put behind those that are ahead already.
    following = sorted(later_stages.get(stage.number, ()), key=attrgetter("first_place"))
    for later_stage in following:
        advanced = _rank_chain(later_stage, later_stages)
        if isinstance(later_stage.cut, Losers):
            rows = _rank_losers_again(rows, advanced)
            continue
        advanced_entries = collect_placed_entries(advanced)
        # The rows before the first one that advanced; none if that row is not in this ranking.
        rows_before = 0
        for index, row in enumerate(rows):
            if row.entry in advanced_entries:
                rows_before = index
                break
        # Places that belong to a stage which is not drawn yet stay free for its entries: these rows
        # are to advance to it, and wait there in their order.
        missing_places = later_stage.first_place - 1 - len(ahead)
        waiting_count = max(0, min(rows_before, missing_places))
        rows = drop_entries(rows, advanced_entries)
        ahead += _close_gaps(rows[:waiting_count], len(ahead))
        # Their places were counted from 1 within the later stage.
        places_ahead = len(ahead)
        for row in advanced:
            ahead.append(replace(row, first=row.first + places_ahead, last=row.last + places_ahead))
        rows = rows[waiting_count:]
    if not ahead:
        return rows
    return [*ahead, *_close_gaps(rows, len(ahead))]


def _rank_losers_again(rows: list[Placing], again: Sequence[Placing]) -> list[Placing]:
    """Ranks the losers who played on anew, on the places on which they lost; entries that lost with
    them and did not play on come behind them there.

    Rounds lost apart leave gaps between these places, where other entries are. A tie across a gap
    is ranked behind it: an entry that did not play on loses nothing by it.
    """
    playing_on = collect_placed_entries(again)
    shared_places = {row.places for row in rows if row.entry in playing_on}
    lost = [row for row in rows if row.places in shared_places]
    not_playing = drop_entries(lost, playing_on)
    # The single places that these rows share: place n of the losers is the n-th of them.
    places: list[int] = []
    for tie in list_ties(lost):
        places += range(tie.first_place, tie.first_place + len(tie.rows))

    # The new order is dealt over these places: the last of them go to those who did not play on.
    others = [row for row in rows if row.places not in shared_places]
    ranked_again: list[Placing] = []
    for tie in list_ties([*again, *_close_gaps(not_playing, len(again))]):
        first, last = places[tie.first_place - 1], places[tie.rows[0].last - 1]
        if tie.is_final:
            tied_places = places[tie.first_place - 1 : tie.rows[0].last]
            # Entries on places between those of the tie move up, ahead of it.
            for index, row in enumerate(others):
                if tied_places[0] < row.first <= row.last < tied_places[-1]:
                    gained = sum(place < row.first for place in tied_places)
                    others[index] = replace(row, first=row.first - gained, last=row.last - gained)
            first = last - len(tied_places) + 1
        ranked_again += [replace(row, first=first, last=last) for row in tie.rows]
    # By their places, and not sorted: each list keeps its order, as entries that are still in have
    # places that overlap.
    return list(merge(others, ranked_again, key=attrgetter("first", "last")))


def _close_gaps(rows: Sequence[Placing], before: int) -> Iterator[Placing]:
    """The rows with places from ``before`` + 1 on, when others have advanced from among them."""
    for tie in list_ties(rows):
        tied_count = len(tie.rows)
        for row in tie.rows:
            yield replace(row, first=before + 1, last=before + tied_count)
        before += tied_count
