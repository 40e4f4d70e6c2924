"""Prizes on the screen, for the desk and the board."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from competition.plan import EntryId
from tournaments.models import Entry, Event
from tournaments.selectors.regulation.prizes import Award, list_awards, list_prizes
from tournaments.selectors.standings.standings import Standings, StandingsRow
from wording.places import place


@dataclass(frozen=True, slots=True)
class Winner:
    """An entry on a place with a prize. ``is_out``: it is disqualified, so the club decides about
    the prize; ``is_tied``: it shares the prizes with others, ex aequo."""

    row: StandingsRow
    is_out: bool
    is_tied: bool


@dataclass(frozen=True, slots=True)
class PrizeView:
    """A prize with its places and its present winners. Prizes that tied entries share are one view,
    with all their texts."""

    places: str
    texts: tuple[str, ...]
    winners: tuple[Winner, ...]
    is_settled: bool


def build_prize_views(event: Event, load_standings: Callable[[], Standings]) -> Sequence[PrizeView]:
    """The prizes of an event, by its present standings, which are loaded if there are prizes. Nine
    queries at most besides them, one if there are no prizes."""
    bands = list_prizes(event)
    if not bands:
        return []
    entries_out = event.entries.filter(state=Entry.State.DISQUALIFIED)
    disqualified = frozenset(entries_out.values_list("pk", flat=True))
    awards = list_awards(event, bands, load_standings())
    # Neighbours are one group if the same tied entries have both.
    groups: list[list[Award]] = []
    for award in awards:
        if groups and groups[-1][-1].shared & award.shared:
            groups[-1].append(award)
        else:
            groups.append([award])

    views = []
    for group in groups:
        tied_entries: set[EntryId] = set()
        rows = {}
        for award in group:
            tied_entries |= award.shared
            # Tied entries are in the rows of each prize that they share.
            for row in award.rows:
                rows[row.name.id] = row
        winners = []
        for entry, row in rows.items():
            is_out, is_tied = entry in disqualified, entry in tied_entries
            winners.append(Winner(row, is_out=is_out, is_tied=is_tied))
        view = PrizeView(
            place(group[0].band.first, group[-1].band.last),
            tuple(award.band.text for award in group),
            tuple(winners),
            all(award.is_settled for award in group),
        )
        views.append(view)
    return views
