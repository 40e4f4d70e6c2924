"""Reads what must still happen in a stage: who is through, can be, or is out; and what if."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from random import Random
from typing import Any

from competition.cuts.cut import Cut, Places
from competition.formats import format_named
from competition.plan import Why
from competition.scenarios.assessment import assess_stage
from competition.scenarios.cut_rankings import collect_entries
from competition.scenarios.match_outcomes import PossibleOutcomes, list_outcomes
from competition.scenarios.open_ranking import StageState
from competition.scenarios.outlook import Fate, Outlook, SampledShare, SearchLimits
from competition.scenarios.what_if import SupposedRow, Supposition, rank_what_if
from live.computed import computed_cache, make_key
from scoring.core.format import read_format
from tournaments.models import Stage, StageOutlook
from tournaments.selectors.standings.cuts import get_cut, list_stages_after
from tournaments.selectors.standings.fields import count_rounds, load_fields
from tournaments.selectors.standings.rankings import load_ranking

SMALL = 1024
"""Entries times open matches that are counted while a reader waits."""
A_ROUND_TO_COME = 100
"""So much more a round weighs that is still to be paired."""
ENDINGS, LEAST_ENDINGS = 200, 20
PAIRED_AT_ONCE = 6_400
"""Entries times rounds that are paired by chance, over all endings."""
KEPT = 600


@dataclass(frozen=True, slots=True)
class StageOutlooks:
    """The outlook of a stage at a version; None while it is still being counted."""

    version: int
    cut: Cut
    rows: tuple[Outlook, ...] | None

    @property
    def is_sampled(self) -> bool:
        """Whether some of it is not counted, but tried by chance."""
        return any(row.share for row in self.rows or ())


def find_cut_after(stage: Stage) -> Cut:
    """Who goes on from a stage: by the cut of the first that follows it; without one, the first
    place is what there is to be had. One query at most."""
    following_stages = list_stages_after(stage)
    if not following_stages:
        return Places(stage=stage.number, last=1)
    return get_cut(following_stages[0])


def load_outlook(stage: Stage) -> StageOutlooks:
    """What is known of a stage's outlook: kept, or counted now if it is small."""
    cut = find_cut_after(stage)
    # A worker stores the outlooks of large stages: only what it has counted of this version is up
    # to date.
    stored_outlook = StageOutlook.objects.filter(
        stage=stage.pk, version=stage.version, event_version=stage.event.version
    ).first()
    if stored_outlook is not None:
        return StageOutlooks(stage.version, cut, unpack_outlook_rows(stored_outlook.rows))

    # Looked up before anything of the stage is read.
    key = make_key("outlooks", stage.pk, stage.version, stage.event.version)
    rows: tuple[Outlook, ...] | None = computed_cache.get(key)
    if rows is None:
        state = load_stage_state(stage)
        if estimate_weight(state) <= SMALL:
            rows = _compute_outlooks(stage, cut, state)
            computed_cache.set(key, rows, KEPT)
    return StageOutlooks(stage.version, cut, rows)


def compute_outlooks(stage: Stage) -> tuple[Outlook, ...]:
    """The outlook of a stage, counted however long it takes."""
    return _compute_outlooks(stage, find_cut_after(stage), load_stage_state(stage))


def what_if(stage: Stage, suppositions: Mapping[str, Supposition]) -> tuple[SupposedRow, ...]:
    """The ranking of a stage if these pairings (by code) ended so. Raises Refused."""
    return rank_what_if(load_stage_state(stage), find_cut_after(stage), suppositions)


def load_stage_state(stage: Stage) -> StageState:
    """A stage as its outlook sees it. Six queries at most for any size; two more where an entry has
    left the event, and for corrections after which an entry plays on (``load_ranking``)."""
    ranking = load_ranking(stage)
    format_ = format_named(stage.format)
    document = stage.match_document
    paired = max((pairing.round for pairing in ranking.pairings), default=0)
    unpaired_rounds = 0
    if paired:
        unpaired_rounds = max(0, count_rounds(stage, paired) - paired)
    game = read_format(document).games[0]
    return StageState(
        format=format_,
        options=format_.options(stage.options),
        pairings=ranking.pairings,
        results=ranking.results,
        possible=_load_outcomes(json.dumps(document, sort_keys=True), ranking.metrics),
        # As the cut: an entry that has left after the next stage has begun keeps its place.
        ruling=replace(ranking.ruling, out=ranking.vacating),
        unpaired_rounds=unpaired_rounds,
        fields=partial(load_fields, stage, paired + 1),
        unit=game.rulebook.unit(game.options),
    )


def estimate_weight(state: StageState) -> int:
    """How much there is to be counted. A bracket is read off its places."""
    if not state.format.metrics:
        return 0
    entries, matches_left = len(collect_entries(state.pairings)), len(state.open_pairings)
    return entries * (matches_left + A_ROUND_TO_COME * state.unpaired_rounds)


# Depends on the rules alone, which the stages of many events share.
@lru_cache(maxsize=64)
def _load_outcomes(document: str, metrics: tuple[str, ...]) -> PossibleOutcomes:
    return list_outcomes(read_format(json.loads(document)), metrics)


def _compute_outlooks(stage: Stage, cut: Cut, state: StageState) -> tuple[Outlook, ...]:
    """The random source follows from the version, so that every count gives the same."""
    if not state.pairings:
        return ()
    endings = ENDINGS
    if state.unpaired_rounds:
        # Each ending pairs all rounds to come, which costs more than anything else: a large stage
        # gets fewer endings.
        rounds_of_entries = len(collect_entries(state.pairings)) * state.unpaired_rounds
        endings = max(LEAST_ENDINGS, min(ENDINGS, PAIRED_AT_ONCE // rounds_of_entries))
    limits = SearchLimits(endings=endings)
    random_source = Random(f"{stage.pk}:{stage.version}")  # noqa: S311  (no secret hangs on it)
    return assess_stage(state, cut, random_source, limits)


def pack_outlook_rows(rows: Sequence[Outlook]) -> list[dict[str, Any]]:
    documents = []
    for row in rows:
        document = {
            "entry": row.entry,
            "fate": row.fate.value,
            "code": row.why.code,
            "params": dict(row.why.params),
            "group": row.group,
            "is_exact": row.is_exact,
            "share": row.share and list(row.share),
        }
        documents.append(document)
    return documents


def unpack_outlook_rows(rows: Sequence[Mapping[str, Any]]) -> tuple[Outlook, ...]:
    outlooks: list[Outlook] = []
    for row in rows:
        why = Why(row["code"], row["params"])
        share = None
        if row["share"]:
            share = SampledShare(*row["share"])
        fate = Fate(row["fate"])
        outlooks.append(Outlook(row["entry"], fate, why, row["group"], row["is_exact"], share))
    return tuple(outlooks)
