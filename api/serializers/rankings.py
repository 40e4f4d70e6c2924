"""The ranking of a stage, and the documents from which anyone can derive it again."""

from collections.abc import Sequence
from itertools import chain
from typing import Annotated, Any

from pydantic import Field
from typing_extensions import TypedDict

from api.rows import RowsQuery
from api.serializers.cut_lines import CutLineDocument, build_cut_line_document
from api.serializers.entry_names import EntryNameDocument, make_name_document
from api.serializers.sentences import SentenceDocument
from api.serializers.standings import make_values
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
        cuts=[build_cut_line_document(later_stage, through) for later_stage, through in cuts],
    )
