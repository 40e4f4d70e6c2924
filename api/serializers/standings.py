"""The documents of standings. They are kept as bytes and have as many rows as the event has
entries, so they are plain dictionaries for orjson, not serializers."""

from typing import Annotated, TypeAlias

from pydantic import Field
from typing_extensions import TypedDict

from api.documents import EventId
from api.rows import RowsQuery
from api.serializers.sentences import SentenceDocument, make_sentence_document
from competition.plan import Placing
from tournaments.models import Event
from tournaments.selectors.standings.standings import load_standings_of_event

ALL_ROWS = RowsQuery()
MetricValues: TypeAlias = dict[str, int | list[int] | None]
"""By metric; a fraction is [numerator, denominator]."""


class PlaceDocument(TypedDict):
    """An entry and its place: it shares `first_place` to `last_place`, or can still reach them
    while it is `still_in`."""

    entry: Annotated[int, Field(description="The id of the entry.")]
    players: Annotated[list[str], Field(description="The names of its players, in order.")]
    short: Annotated[str, Field(description="Its label: no two entries have the same.")]
    club_name: Annotated[str, Field(description="Where it comes from, as written.")]
    first: Annotated[int, Field(deprecated=True, description="Use `first_place`.")]
    last: Annotated[int, Field(deprecated=True, description="Use `last_place`.")]
    first_place: Annotated[int, Field(description="The best of its places, from 1.")]
    last_place: Annotated[int, Field(description="The last of its places, from 1.")]
    still_in: Annotated[bool, Field(description="Whether its place is still to be decided.")]
    points: Annotated[
        int | None,
        Field(
            description="The value of the first metric that ranks it in the last stage that it "
            "has played in; null in a bracket, and where that is a fraction."
        ),
    ]
    values: Annotated[
        MetricValues,
        Field(
            description="The values of all metrics of that stage, in their order; a fraction is "
            "[numerator, denominator]."
        ),
    ]
    why: Annotated[SentenceDocument, Field(description="The reason for its place.")]


class StandingsDocument(TypedDict):
    """The standings of an event, without rows before its first draw."""

    event: Annotated[EventId, Field(description="The id of the event.")]
    version: Annotated[int, Field(description="The sum of the versions of its stages.")]
    winner: Annotated[int | None, Field(deprecated=True, description="Use `winner_entry`.")]
    winner_entry: Annotated[
        int | None, Field(description="The id of the winning entry, once there is one.")
    ]
    rows: Annotated[list[PlaceDocument], Field(description="The entries, the best first.")]


class PlacingsDocument(TypedDict):
    """The places that are decided, the best first; prizes follow them."""

    event: Annotated[EventId, Field(description="The id of the event.")]
    version: Annotated[int, Field(description="The sum of the versions of its stages.")]
    complete: Annotated[bool, Field(description="Whether all places are decided.")]
    rows: Annotated[list[PlaceDocument], Field(description="The entries, the best first.")]


def make_standings_document(event: Event, query: RowsQuery = ALL_ROWS) -> StandingsDocument:
    """As many queries as ``load_standings_of_event`` makes."""
    standings = load_standings_of_event(event)
    winner = None if standings.winner is None else standings.winner.name.id
    # Many entries have the same reason: each is worded once.
    reasons: dict[tuple[str, ...], SentenceDocument] = {}
    documents: list[PlaceDocument] = []
    for row in query.select_rows(standings.rows):
        name, placing = row.name, row.placing
        why = placing.why
        if why.key not in reasons:
            reasons[why.key] = make_sentence_document(why.code, why.params)
        # The metric that ranks first. A fraction, or none in a bracket, is not shown as points.
        first_value = next(iter(placing.values.values()), None)
        document = PlaceDocument(
            entry=name.id,
            players=list(name.players),
            short=name.short,
            club_name=name.club_name,
            first=placing.first,
            last=placing.last,
            first_place=placing.first,
            last_place=placing.last,
            still_in=placing.still_in,
            points=first_value if isinstance(first_value, int) else None,
            values=make_values(placing),
            why=reasons[why.key],
        )
        documents.append(document)
    return StandingsDocument(
        event=str(event.pk),
        version=standings.version,
        winner=winner,
        winner_entry=winner,
        rows=documents,
    )


def make_placings_document(event: Event, query: RowsQuery = ALL_ROWS) -> PlacingsDocument:
    """The rows of the standings whose places are decided."""
    # Of all rows, whichever part is asked for: whether it is complete depends on all of them.
    standings = make_standings_document(event)
    rows = [row for row in standings["rows"] if not row["still_in"]]
    return PlacingsDocument(
        event=standings["event"],
        version=standings["version"],
        complete=bool(rows) and len(rows) == len(standings["rows"]),
        rows=query.select_rows(rows),
    )


def make_values(placing: Placing) -> MetricValues:
    """The values of the metrics of a placing, fractions as lists."""
    values: MetricValues = {}
    for name, value in placing.values.items():
        values[name] = list(value) if isinstance(value, tuple) else value
    return values
