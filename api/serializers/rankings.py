"""The ranking of a stage, and the documents from which anyone can derive it again."""

from collections.abc import Sequence
from itertools import chain
from typing import Annotated, Any, cast

from pydantic import Field
from typing_extensions import TypedDict

from api.documents import CutDict
from api.rows import RowsQuery
from api.serializers.entry_names import EntryNameDocument, make_name_document
from api.serializers.sentences import SentenceDocument
from api.serializers.standings import make_values
from competition.cuts.cut import Through
from competition.cuts.remedies import Remedy
from competition.plan import Placing
from kernel.models import Frozen
from tournaments.models import Stage
from tournaments.selectors.registration.names import load_entry_names
from tournaments.selectors.standings.cuts import load_following_cuts
from tournaments.selectors.standings.rankings import load_ranking
from wording.whys import describe_placing

ALL_ROWS = RowsQuery()


class RankRowDocument(TypedDict):
    """An entry, the places that it shares (``first_place`` to ``last_place``) or can still reach,
    the values of its metrics (a fraction is [numerator, denominator], null: none), and why it is
    above the next. ``out``: withdrawn or disqualified."""

    entry: Annotated[EntryNameDocument, Field(description="The entry.")]
    group: Annotated[int, Field(description="The number of its group.")]
    first: Annotated[int, Field(deprecated=True, description="Use `first_place`.")]
    last: Annotated[int, Field(deprecated=True, description="Use `last_place`.")]
    first_place: Annotated[int, Field(description="The best of its places, from 1.")]
    last_place: Annotated[int, Field(description="The last of its places, from 1.")]
    still_in: Annotated[bool, Field(description="Whether its place is still to be decided.")]
    out: Annotated[bool, Field(description="Whether it was withdrawn or disqualified.")]
    values: Annotated[
        dict[str, int | list[int] | None],
        Field(description="The values of the metrics; a fraction is [numerator, denominator]."),
    ]
    why: Annotated[SentenceDocument, Field(description="Why it is above the next.")]


class BorderDocument(TypedDict):
    """Entries that are tied where only ``places`` of them go on; ``for_seeds``: all of them go on,
    and ``places`` of them get the better seeds. ``remedies``: what settles the tie, in the order of
    the regulation; the first one that applies does."""

    tied: Annotated[list[int], Field(description="The ids of the tied entries.")]
    places: Annotated[int, Field(description="How many of them go on, or get the better seeds.")]
    for_seeds: Annotated[bool, Field(description="Whether all go on, and only seeds are at stake.")]
    remedies: Annotated[list[Remedy], Field(description="What settles the tie, in order.")]


class SettledBorderDocument(TypedDict):
    """Entries that are tied at the cut by their results, and the ``remedy`` that settled it."""

    tied: Annotated[list[int], Field(description="The ids of the tied entries.")]
    remedy: Annotated[Remedy, Field(description="What settled the tie.")]


class CutLineDocument(TypedDict):
    """The entries that advance to stage ``stage`` by the current ranking, the best first.
    ``level``: tied entries for whom lots or a play-off must first decide about ``places`` places;
    ``borders``: the same tie by tie; ``settled``: the ties that were settled, and how."""

    stage: Annotated[int, Field(description="The number of the later stage in its event.")]
    stage_id: Annotated[int, Field(description="The id of the later stage.")]
    cut: Annotated[CutDict, Field(description="Which entries advance to it.")]
    through: Annotated[
        list[int], Field(description="The ids of the entries that advance, the best first.")
    ]
    level: Annotated[
        list[int],
        Field(description="The ids of the tied entries that lots or a play-off must part."),
    ]
    places: Annotated[int, Field(description="How many places these are tied for.")]
    borders: Annotated[list[BorderDocument], Field(description="The ties that must be settled.")]
    settled: Annotated[
        list[SettledBorderDocument], Field(description="The ties that were settled.")
    ]


class RankingDocument(TypedDict):
    """The ranking of a stage at its version: over all groups, or group by group where groups rank
    alone (``by_group``). ``metrics`` in their order; none where the bracket ranks."""

    stage: Annotated[int, Field(description="The id of the stage.")]
    version: Annotated[int, Field(description="The version of the stage.")]
    metrics: Annotated[
        list[str], Field(description="The metrics, in order; empty where the bracket ranks.")
    ]
    by_group: Annotated[bool, Field(description="Whether groups rank alone.")]
    rows: Annotated[list[RankRowDocument], Field(description="The entries, the best first.")]
    cuts: Annotated[list[CutLineDocument], Field(description="The cuts to later stages.")]


MOST_ROUNDS = 9999


class RoundQuery(Frozen):
    """Which round; the first follows from the draw."""

    round: Annotated[
        int, Field(description="The number of the round, from 2.", ge=2, le=MOST_ROUNDS)
    ]


class PairDocuments(TypedDict):
    """One document for each group."""

    documents: Annotated[
        list[dict[str, Any]], Field(description="The documents, one for each group.")
    ]


def build_ranking_document(stage: Stage, asked: RowsQuery = ALL_ROWS) -> RankingDocument:
    """As many queries for any size."""
    ranking = load_ranking(stage)
    names = load_entry_names(stage.event)
    by_group = not ranking.format.over_groups
    placings: Sequence[Placing] = ranking.placings
    if by_group:
        # Places are counted in each group, so the rows are listed group by group.
        placings = list(chain.from_iterable(ranking.groups))
    rows: list[RankRowDocument] = []
    for placing in asked.select_rows(placings):
        row = RankRowDocument(
            entry=make_name_document(names[int(placing.entry)]),
            group=placing.group,
            first=placing.first,
            last=placing.last,
            first_place=placing.first,
            last_place=placing.last,
            still_in=placing.still_in,
            out=placing.entry in ranking.ruling.out,
            values=make_values(placing),
            why=SentenceDocument(
                code=placing.why.code,
                params=dict(placing.why.params),
                sentence=describe_placing(placing.why.code, placing.why.params),
            ),
        )
        rows.append(row)
    cuts = load_following_cuts(ranking)
    return RankingDocument(
        stage=stage.pk,
        version=stage.version,
        metrics=list(ranking.metrics),
        by_group=by_group,
        rows=rows,
        cuts=[_make_cut_document(later_stage, through) for later_stage, through in cuts],
    )


def _make_cut_document(later_stage: Stage, through: Through) -> CutLineDocument:
    """Who goes on to a later stage, with the ties at the border, open and settled ones."""
    borders = []
    places_to_decide = 0
    for border in through.borders:
        if not border.for_seeds:
            places_to_decide += border.places
        tied = [int(entry) for entry in border.tied]
        borders.append(
            BorderDocument(
                tied=tied,
                places=border.places,
                for_seeds=border.for_seeds,
                remedies=list(border.remedies),
            )
        )
    settled_borders = []
    for settled_tie in through.settled:
        tied = [int(entry) for entry in settled_tie.tied]
        settled_borders.append(SettledBorderDocument(tied=tied, remedy=settled_tie.remedy))
    # A tie for seeds holds nobody back: its entries are in ``through``, and it has no places to
    # decide.
    return CutLineDocument(
        stage=later_stage.number,
        stage_id=later_stage.pk,
        cut=cast("dict[str, Any]", later_stage.cut),
        through=[int(entry) for entry in through.entries],
        level=[int(entry) for entry in through.tied if entry not in through.entries],
        places=places_to_decide,
        borders=borders,
        settled=settled_borders,
    )
