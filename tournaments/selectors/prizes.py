"""Reads the prizes of an event, and who has them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.core.formats import format_named
from tournaments.core.plan import EntryId
from tournaments.core.prizes import Band, awarded
from tournaments.models import Event, Prize
from tournaments.selectors.fields import progress_of
from tournaments.selectors.standings import Standings, StandingsRow

NEVER_SHARED: Final = ("lots", "play_off")
"""Rules for ties by which no prize is shared (tournaments.core.remedies)."""


@dataclass(frozen=True, slots=True)
class Award:
    """A prize with the entries on its places. ``shared``: the entries that are tied across its
    end and share it with the next; ``is_settled``: nobody can climb or fall."""

    band: Band
    rows: tuple[StandingsRow, ...]
    shared: frozenset[EntryId]
    is_settled: bool


def prizes_of(event: Event) -> list[Band]:
    """The prizes of an event, the best places first. One query."""
    rows = Prize.objects.filter(event=event).order_by("first")
    return [Band(*row) for row in rows.values_list("first", "last", "text")]


def awards_of(event: Event, bands: Sequence[Band], standings: Standings) -> list[Award]:
    """Each prize with who has it as the event stands. Six queries at most."""
    can_settle = bool(bands) and _can_settle(event)
    may_share = event.rules.get("prize_ties", "shared") not in NEVER_SHARED
    rows = {row.placing.entry: row for row in standings.rows}
    placings = [row.placing for row in standings.rows]
    return [
        Award(
            each.band,
            tuple(rows[placing.entry] for placing in each.placings),
            frozenset(placing.entry for placing in each.shared),
            each.is_settled and can_settle and (may_share or not each.shared),
        )
        for each in awarded(bands, placings)
    ]


def _can_settle(event: Event) -> bool:
    """Whether places can be final: the last stage is drawn, and if it is no bracket, where each
    match settles some, played out."""
    last = event.stages.order_by("-number").first()
    if last is None:
        return False
    progress = progress_of(last)
    is_bracket = not format_named(last.format).metrics
    return progress.is_over or (is_bracket and progress.paired > 0)
