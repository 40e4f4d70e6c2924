"""Prizes on the screen, for the desk and the board."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.models import Entry, Event
from tournaments.selectors.prizes import Award, awards_of, prizes_of
from tournaments.selectors.standings import Standings, StandingsRow
from wording.places import place


@dataclass(frozen=True, slots=True)
class Winner:
    """An entry on a place with a prize. ``is_out``: it is disqualified, and the club decides;
    ``is_tied``: it shares the prizes with others, ex aequo."""

    row: StandingsRow
    is_out: bool
    is_tied: bool


@dataclass(frozen=True, slots=True)
class PrizeView:
    """A prize with its places, and who has it so far. Prizes that tied entries share are one, with
    all their texts."""

    places: str
    texts: tuple[str, ...]
    winners: tuple[Winner, ...]
    is_settled: bool


def prize_views(event: Event, standings: Standings) -> Sequence[PrizeView]:
    """The prizes of an event as it stands. Eight queries at most, one for none."""
    bands = prizes_of(event)
    if not bands:
        return []
    gone = event.entries.filter(state=Entry.State.DISQUALIFIED).values_list("pk", flat=True)
    out = frozenset(gone)
    return [_make_view(group, out) for group in _group_shared(awards_of(event, bands, standings))]


def _group_shared(awards: Sequence[Award]) -> Iterator[list[Award]]:
    """The prizes in groups: neighbours are one group where the same tied entries stand on both."""
    group: list[Award] = []
    for award in awards:
        if group and not group[-1].shared & award.shared:
            yield group
            group = []
        group.append(award)
    if group:
        yield group


def _make_view(awards: Sequence[Award], out: frozenset[int]) -> PrizeView:
    tied = {entry for award in awards for entry in award.shared}
    rows = {row.name.id: row for award in awards for row in award.rows}
    return PrizeView(
        place(awards[0].band.first, awards[-1].band.last),
        tuple(award.band.text for award in awards),
        tuple(Winner(row, entry in out, entry in tied) for entry, row in rows.items()),
        all(award.is_settled for award in awards),
    )
