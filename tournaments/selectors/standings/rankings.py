"""Reads the ranking of a stage: by its bracket, or by its metrics, lots and penalties."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from operator import attrgetter

from django.db.models import Q

from competition.brackets.played_on import PlayedOn, as_played_on
from competition.draw.seeding import count_carried_points
from competition.formats import format_named
from competition.plan import EntryId
from competition.stages.stage_ranking import StageRanking
from competition.standings.metrics import put_lots_last
from competition.standings.ruling import RankingPenalty, Ruling
from tournaments.models import Draw, Entry, Penalty, PendingDecision, Slot, Stage
from tournaments.selectors.stages.plans import PlayOffState, load_ranked_plan
from tournaments.selectors.standings.penalties import list_ranking_metrics, sort_penalties


@dataclass(kw_only=True)
class Ranking(StageRanking):
    """The ranking of a stage that is read from the tables."""

    stage: Stage
    penalties: Sequence[Penalty]
    """Its own and the disqualifications, those that count first; cancelled ones too."""

    play_offs: Sequence[PlayOffState] = ()

    @cached_property
    def entries(self) -> frozenset[EntryId]:
        """The entries that are ranked."""
        return frozenset(placing.entry for placing in self.placings)

    @cached_property
    def vacating(self) -> frozenset[EntryId]:
        """The entries that have left and give their place at a cut to the next one. An entry that
        leaves after it has advanced keeps its place, because the next one was not drawn in its
        stead. Two queries if any entry has left."""
        out = self.ruling.out
        if not out:
            return out
        later_stages = Stage.objects.filter(event=self.stage.event_id, number__gt=self.stage.number)
        number = self.stage.number
        following_stages = [later.pk for later in later_stages if later.number_before == number]
        # Until a following stage has begun, it can be drawn again without the entry.
        begun_stages = Stage.objects.filter(
            pk__in=following_stages, groups__rounds__pairings__match__version__gt=0
        )
        slots_in_begun_stages = Slot.objects.filter(
            pairing__round__group__stage__in=begun_stages.values("pk"), entry__in=out
        )
        return out - frozenset(slots_in_begun_stages.values_list("entry_id", flat=True))

    @property
    def metrics(self) -> tuple[str, ...]:
        """By what it ranks; none where the bracket does."""
        if not self.format.metrics:
            return ()
        return self.ruling.metrics or self.format.metrics

    @property
    def lot_numbers(self) -> dict[str, int]:
        """One number for each entry of a settled tie, as if lots had settled all of them: by these
        the ranking before play-offs and lots gets the order that it has after them. Entries of a
        settled tie that still share a place have the same number."""
        # A tie of the table before play-offs and lots is settled if its entries have different
        # places in the final one. The place itself is the number: it has the right order, and is
        # shared where a part of the tie is left.
        places = {row.entry: row.first for row in self.placings}
        tables = [self.unsettled]
        if not self.format.over_groups:
            tables += self.unsettled_groups
        numbers: dict[str, int] = {}
        for table in tables:
            for _band, rows in groupby(table, key=attrgetter("first", "last")):
                numbers_in_tie = {str(row.entry): places[row.entry] for row in rows}
                if len(set(numbers_in_tie.values())) > 1:
                    numbers |= numbers_in_tie
        return numbers


def load_drawn_rankings(stages: Iterable[Stage]) -> list[Ranking]:
    """The rankings of those of these stages that are drawn. Five queries for each stage."""
    rankings = [load_ranking(stage) for stage in stages]
    return [ranking for ranking in rankings if ranking.pairings]


def load_ranking(stage: Stage) -> Ranking:
    """The ranking of a stage as it is now. Five queries, whatever the size; two more of a bracket
    in which an entry plays on after a correction."""
    format_ = format_named(stage.format)
    ranked_plan = load_ranked_plan(stage)
    pairings, results = ranked_plan.plan
    if ranked_plan.was_asked_who_plays_on and not format_.metrics:
        # After a correction an entry may play on in a slot to which the results send another one:
        # places follow from who really plays (decision 12).
        pairings, results = as_played_on(pairings, results, find_played_on(stage))
    penalties = list_penalties_on(stage)
    play_offs = ranked_plan.play_offs
    won = tuple(play_off.order for play_off in play_offs if play_off.order)
    ruling = replace(_load_ruling(stage, penalties), play_offs=won)
    return Ranking(
        format=format_,
        pairings=pairings,
        results=results,
        ruling=ruling,
        stage=stage,
        penalties=penalties,
        play_offs=play_offs,
    )


def find_played_on(stage: Stage) -> list[PlayedOn]:
    """The filled slots of a bracket in which, after a correction, an entry may play on that the
    results send elsewhere. Two queries."""
    open_decisions = PendingDecision.objects.filter(
        kind=PendingDecision.Kind.PLAYED_ON, pairing__round__group__stage=stage, decision=""
    )
    asked = open_decisions.values_list("pairing_id", "goes")
    open_slots = {(pairing, entry) for pairing, entries in asked for entry in entries}
    # Not only the slots that were asked about: while one side of a match plays on, the other keeps
    # its slot, and may have begun to play there.
    rows = Slot.objects.filter(
        pairing__round__group__stage=stage,
        pairing__match__begun=True,
        entry__isnull=False,
        source_pairing__isnull=False,
    ).order_by("pairing_id", "position")
    columns = ("pairing_id", "pairing__code", "position", "entry_id")
    played_on: list[PlayedOn] = []
    for pairing, code, position, entry in rows.values_list(*columns):
        is_open = (pairing, entry) in open_slots
        played_on.append(PlayedOn(code, position, entry, is_open=is_open))
    return played_on


def load_ruling(stage: Stage) -> Ruling:
    """What ranks beside the results. Three queries."""
    return _load_ruling(stage, list_penalties_on(stage))


def _load_ruling(stage: Stage, penalties: Sequence[Penalty]) -> Ruling:
    out_of_event = Entry.objects.filter(event=stage.event_id).exclude(state=Entry.State.ENTERED)
    out = frozenset(out_of_event.values_list("pk", flat=True))
    return Ruling(
        metrics=put_lots_last(stage.metrics),
        options=stage.ranking,
        drawings=load_drawings(stage),
        penalties=standing(penalties),
        carried=load_carried_points(stage),
        out=out,
    )


def load_carried_points(stage: Stage) -> dict[EntryId, int]:
    """By entry, the points of the stage before that count in this one. No query where none do."""
    metrics = list_ranking_metrics(stage)
    if stage.cut is None or not metrics:
        return {}
    carried_rule = stage.cut.get("carried", "none")
    if carried_rule == "none":
        return {}
    previous_stage = Stage.objects.get(event=stage.event_id, number=stage.cut["stage"])
    carried_points: dict[EntryId, int] = {}
    for row in load_ranking(previous_stage).placings:
        points = row.values.get(metrics[0])
        carried_points[row.entry] = count_carried_points(points, carried_rule)
    return carried_points


def list_penalties_on(stage: Stage) -> list[Penalty]:
    """The penalties of a stage's ranking, and the disqualifications from its event, those that
    count first. One query."""
    of_stage_or_event = Q(stage=stage) | Q(event=stage.event_id, stage=None)
    return list(sort_penalties().filter(of_stage_or_event))


def standing(penalties: Sequence[Penalty]) -> tuple[RankingPenalty, ...]:
    """What they take off a ranking: points, and all results that a disqualification voids."""
    standing_penalties: list[RankingPenalty] = []
    # In the order in which they were given, whatever the order of the rows.
    for row in sorted(penalties, key=attrgetter("pk")):
        # A disqualification may leave the results as they are.
        takes_something = row.points or row.voids
        if row.cancelled_at is None and takes_something:
            standing_penalties.append(
                RankingPenalty(row.entry_id, row.points, row.metric, row.voids)
            )
    return tuple(standing_penalties)


def load_drawings(stage: Stage) -> tuple[tuple[EntryId, ...], ...]:
    """Each time that lots were drawn in this stage, as they were drawn. One query."""
    held_draws = stage.draws.filter(purpose=Draw.Purpose.LOTS, state=Draw.State.HELD)
    orders = held_draws.order_by("number").values_list("order", flat=True)
    return tuple(tuple(order or ()) for order in orders)
