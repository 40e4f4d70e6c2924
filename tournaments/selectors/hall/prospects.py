"""Reads what entries can expect that play no match that is known: whether they play on, or are out,
and their places."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from competition.plan import EntryId
from live.computed import computed_cache, make_key
from tournaments.models import Event
from tournaments.selectors.standings.cuts import load_following_cuts
from tournaments.selectors.standings.fields import load_progress
from tournaments.selectors.standings.rankings import load_drawn_rankings
from tournaments.selectors.standings.standings import rank_entries_of_event
from tournaments.selectors.versions import Versions

Places: TypeAlias = tuple[int, int]
"""The first and the last of the places that an entry shares."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What an entry can expect that plays no match that is known."""

    places: Places | None
    """Once nothing can move it any more."""
    is_still_in: bool
    """It plays on, as soon as a round is paired or a stage is drawn."""
    is_out: bool


PROSPECTS_KEPT = 600


def load_prospects(event: Event, versions: Versions) -> Mapping[int, Prospect]:
    """What every entry of an event can expect: once for each of its versions, for all tables."""
    # The versions are in the key, so nothing in the cache is ever out of date: it only expires.
    key = make_key("prospects", event.pk, versions.event_version, versions.stage_version)
    prospects: Mapping[int, Prospect] | None = computed_cache.get(key)
    if prospects is None:
        prospects = compute_prospects(event)
        computed_cache.set(key, prospects, PROSPECTS_KEPT)
    return prospects


def compute_prospects(event: Event) -> Mapping[int, Prospect]:
    """What every entry of an event can expect as it is now. Two queries, and some more for each
    stage."""
    stages = list(event.stages.order_by("number"))
    for stage in stages:
        stage.event = event
    drawn_rankings = load_drawn_rankings(stages)
    drawn_stages = {ranking.stage.pk for ranking in drawn_rankings}
    # Who plays in the next round of a stage, or may play in a later stage that is not drawn.
    still_in: set[EntryId] = set()
    unsettled: set[EntryId] = set()
    out_of_event: set[EntryId] = set()
    for ranking in drawn_rankings:
        progress = load_progress(ranking.stage)
        cuts = load_following_cuts(ranking)
        undrawn_cuts = [through for stage, through in cuts if stage.pk not in drawn_stages]
        # In a table the whole field plays each round, and until the last result anyone may advance.
        may_go_on = undrawn_cuts and not progress.is_over
        if ranking.metrics and (progress.paired < progress.rounds or may_go_on):
            still_in |= ranking.entries
        else:
            for through in undrawn_cuts:
                still_in.update(through.entries, through.tied)
        out_of_event |= ranking.ruling.out
        # Places in a table may still change, also of entries that have no match left.
        if ranking.metrics and not progress.is_over:
            unsettled |= ranking.entries
    prospects: dict[int, Prospect] = {}
    for placing in rank_entries_of_event(drawn_rankings):
        entry = placing.entry
        places: Places | None = (placing.first, placing.last)
        if placing.still_in or entry in unsettled:
            places = None
        prospects[int(entry)] = Prospect(
            places,
            is_still_in=entry not in out_of_event and (placing.still_in or entry in still_in),
            # The whys of a bracket say who lost the last match there.
            is_out=entry in out_of_event or placing.why.code.startswith("lost_"),
        )
    return prospects
