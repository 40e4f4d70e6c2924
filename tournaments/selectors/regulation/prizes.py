"""Reads the prizes of an event, and who has them."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Final, TypedDict

from competition.draw.drawn_from import ChangedEntrant
from competition.formats import format_named
from competition.plan import EntryId
from competition.prizes import PrizeBand, assign_prizes, find_changed_winners
from competition.regulation import PrizeRule
from kernel.canonical import digest
from tournaments.models import Event, PendingDecision, Prize
from tournaments.selectors.standings.fields import load_progress
from tournaments.selectors.standings.standings import (
    Standings,
    StandingsRow,
    load_standings_of_event,
)

NEVER_SHARED: Final = ("lots", "play_off")
"""Rules for ties by which no prize is shared (competition.cuts.remedies)."""


class Announced(TypedDict):
    """Who had a prize when the event was closed, as Prize.announced keeps it."""

    entries: list[EntryId]
    shared: list[EntryId]


@dataclass(frozen=True, slots=True)
class Award:
    """A prize with the entries on its places. ``shared``: the entries that are tied across its
    end and share it with the next; ``is_settled``: these entries can no longer change."""

    band: PrizeBand
    rows: tuple[StandingsRow, ...]
    shared: frozenset[EntryId]
    is_settled: bool


def list_prizes(event: Event) -> list[PrizeBand]:
    """The prizes of an event, the best places first. One query."""
    rows = Prize.objects.filter(event=event).order_by("first")
    return [PrizeBand(*row) for row in rows.values_list("first", "last", "text")]


def digest_bands(bands: Iterable[PrizeBand]) -> str:
    """Another text for other prizes."""
    return digest([asdict(band) for band in bands])


def list_prize_rules(event: Event) -> list[PrizeRule]:
    """The prizes of an event as the regulation has them. One query."""
    bands = list_prizes(event)
    return [PrizeRule(first=band.first, last=band.last, text=band.text) for band in bands]


def list_awards(event: Event, bands: Sequence[PrizeBand], standings: Standings) -> list[Award]:
    """Each prize with who has it: as it was announced, or else as the event stands. What was
    announced is not settled while a result is missing again or a decision is open. Eight queries
    at most."""
    announced = load_announced_prizes(event)
    open_decisions = PendingDecision.objects.filter(
        event=event, kind=PendingDecision.Kind.PRIZES_MOVED, decision=""
    )
    is_open = bool(announced) and open_decisions.exists()
    awards: list[Award] = []
    for award in list_awards_now(event, bands, standings):
        if award.band.first not in announced:
            awards.append(award)
            continue
        # What was announced holds, whatever the standings are by now.
        announcement = announced[award.band.first]
        winners = tuple(standings.rows_by_entry[entry] for entry in announcement["entries"])
        shared = frozenset(announcement["shared"])
        awards.append(Award(award.band, winners, shared, award.is_settled and not is_open))
    return awards


def list_awards_now(event: Event, bands: Sequence[PrizeBand], standings: Standings) -> list[Award]:
    """Each prize with who has it as the event stands, whatever was announced. Six queries at
    most."""
    if not bands:
        return []
    # Places can be final once the last stage is drawn; if it is no bracket, where each match
    # settles some, once it is played out.
    can_settle = False
    last_stage = event.stages.order_by("-number").first()
    if last_stage is not None:
        progress = load_progress(last_stage)
        is_bracket = not format_named(last_stage.format).metrics
        can_settle = progress.is_over or (is_bracket and progress.paired > 0)
    may_share = event.rules.get("prize_ties", "shared") not in NEVER_SHARED
    awards: list[Award] = []
    for assigned in assign_prizes(bands, standings.placings):
        winners = tuple(standings.rows_by_entry[each.entry] for each in assigned.placings)
        shared = frozenset(placing.entry for placing in assigned.shared)
        # A prize that tied entries may not share waits until the tie is settled.
        is_settled = assigned.is_settled and can_settle and (may_share or not shared)
        awards.append(Award(assigned.band, winners, shared, is_settled))
    return awards


def load_announced_prizes(event: Event) -> dict[int, Announced]:
    """Who had the prizes when the event was closed, by the first place of each. One query."""
    announced = {}
    for prize in Prize.objects.filter(event=event):
        if (kept := prize.announced) is not None:
            announced[prize.first] = Announced(entries=kept["entries"], shared=kept["shared"])
    return announced


def find_prize_changes(event: Event) -> list[ChangedEntrant]:
    """Who has another prize now than was announced. Prizes that are not settled again are left
    out; no query more where none was announced."""
    announced = load_announced_prizes(event)
    if not announced:
        return []
    winners_before: dict[tuple[int, int], frozenset[EntryId]] = {}
    winners_now: dict[tuple[int, int], frozenset[EntryId]] = {}
    for award in list_awards_now(event, list_prizes(event), load_standings_of_event(event)):
        if award.is_settled and award.band.first in announced:
            band = (award.band.first, award.band.last)
            winners_before[band] = frozenset(announced[award.band.first]["entries"])
            winners_now[band] = frozenset(row.placing.entry for row in award.rows)
    return list(find_changed_winners(winners_before, winners_now))
