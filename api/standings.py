"""The standings of any event."""

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from typing_extensions import TypedDict

from accounts.actors import Actor
from api.fresh import fresh, tag_of
from api.reading import read_query
from api.resource import Resource
from api.rows import ROWS, RowsQuery
from api.schema import ETAG, describe_kept_answers
from api.sentences import SentenceDocument, make_sentence_document
from tournaments.models import Event
from tournaments.selectors.events import visible_event
from tournaments.selectors.standings import StandingsRow, standings_of
from tournaments.selectors.versions import Versions, event_versions

ALL_ROWS = RowsQuery()


class PlaceDocument(TypedDict):
    """An entry and its place: it shares ``first`` to ``last``, or can still reach them while it is
    ``still_in``."""

    entry: int
    players: list[str]
    short: str
    club_name: str
    first: int
    last: int
    still_in: bool
    why: SentenceDocument


class StandingsDocument(TypedDict):
    """The standings of an event, without rows before its first draw. ``version`` is the sum of the
    versions of its stages; ``winner`` is the id of the winning entry, once there is one."""

    event: str
    version: int
    winner: int | None
    rows: list[PlaceDocument]


class StandingsResource(Resource):
    """The standings of an event, a knock-out too; 304 to a client that has their version.
    ``first`` and ``count`` ask for a part of the rows."""

    @extend_schema(parameters=[*ETAG, *ROWS], responses=describe_kept_answers(StandingsDocument))
    def get(self, request: Request, event_id: UUID) -> HttpResponse:
        versions = event_versions_for(self.actor, event_id)
        asked = read_query(RowsQuery, request)
        return fresh(
            request,
            tag=event_tag(versions),
            resource=f"standings:{event_id}:{asked.key}",
            document=lambda: standings_document(Event.objects.get(pk=event_id), asked),
        )


class PlacingsDocument(TypedDict):
    """The places that are decided, the best first; prizes follow them. ``complete``: all places are
    decided."""

    event: str
    version: int
    complete: bool
    rows: list[PlaceDocument]


class Placings(Resource):
    """The places of an event that are decided; 304 to a client that has their version.
    ``first`` and ``count`` ask for a part of the rows."""

    @extend_schema(parameters=[*ETAG, *ROWS], responses=describe_kept_answers(PlacingsDocument))
    def get(self, request: Request, event_id: UUID) -> HttpResponse:
        versions = event_versions_for(self.actor, event_id)
        asked = read_query(RowsQuery, request)
        return fresh(
            request,
            tag=event_tag(versions),
            resource=f"placings:{event_id}:{asked.key}",
            document=lambda: placings_document(Event.objects.get(pk=event_id), asked),
        )


def event_versions_for(actor: Actor, event_id: UUID) -> Versions:
    """The versions of an event that the actor may see. Raises NotFound."""
    versions = event_versions(event_id)
    if versions.restricted:
        visible_event(actor, event_id)
    return versions


def event_tag(versions: Versions) -> str:
    return tag_of(versions.event_version, versions.stage_version)


def standings_document(event: Event, asked: RowsQuery = ALL_ROWS) -> StandingsDocument:
    standings = standings_of(event)
    winner = standings.winner
    # A field of a thousand stands where it stands for a dozen reasons: each is worded once.
    whys: dict[tuple[str, ...], SentenceDocument] = {}
    rows = asked.rows_of(standings.rows)
    for row in rows:
        if row.placing.why.key not in whys:
            whys[row.placing.why.key] = make_sentence_document(
                row.placing.why.code, row.placing.why.params
            )
    return StandingsDocument(
        event=str(event.pk),
        version=standings.version,
        winner=None if winner is None else winner.name.id,
        rows=[_make_place_document(row, whys[row.placing.why.key]) for row in rows],
    )


def placings_document(event: Event, asked: RowsQuery = ALL_ROWS) -> PlacingsDocument:
    standings = standings_document(event)
    rows = [row for row in standings["rows"] if not row["still_in"]]
    return PlacingsDocument(
        event=standings["event"],
        version=standings["version"],
        complete=bool(rows) and len(rows) == len(standings["rows"]),
        rows=asked.rows_of(rows),
    )


def _make_place_document(row: StandingsRow, why: SentenceDocument) -> PlaceDocument:
    name, placing = row.name, row.placing
    return PlaceDocument(
        entry=name.id,
        players=list(name.players),
        short=name.short,
        club_name=name.club_name,
        first=placing.first,
        last=placing.last,
        still_in=placing.still_in,
        why=why,
    )
