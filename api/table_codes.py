"""The codes of an event's tables, for its organizers."""

from collections.abc import Sequence
from typing import Annotated

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.authentication import ReadOnlyTokensRead
from api.reading import Id, read_body
from api.resource import Listing, Resource, now
from kernel.models import Frozen
from tournaments.models import TableCode
from tournaments.selectors.events import visible_event
from tournaments.selectors.hall import code_for, codes_of
from tournaments.selectors.stages import round_of
from tournaments.services.table_codes import make_codes, revoke_codes


class CodesBody(Frozen):
    """For which tables (null: for all), and for which round (null: for the whole event)."""

    tables: (
        Annotated[
            tuple[Annotated[int, Field(ge=1, le=9999)], ...], Field(strict=False, max_length=500)
        ]
        | None
    ) = None
    round: Id | None = None


class TableCodeDocument(TypedDict):
    """A code as it is printed, and the content of its QR code, a fragment of the pad's address."""

    id: int
    event: str
    table: int
    round: int | None
    code: str
    secret: str
    made_at: str


class TableCodeListDocument(TypedDict):
    results: list[TableCodeDocument]


class TableCodes(Listing):
    """The codes in force at an event."""

    may_refuse_with = {"GET": (403,)}
    queryset = TableCode.objects.none()

    def get_queryset(self) -> QuerySet[TableCode]:
        return codes_of(self.actor, visible_event(self.actor, self.kwargs["event_id"]))

    def documents(self, rows: Sequence[TableCode]) -> Sequence[TableCodeDocument]:
        return [code_document(code) for code in rows]

    @extend_schema(responses=TableCodeDocument)
    def get(self, request: Request, event_id: str) -> Response:
        return self.list(request)

    @extend_schema(request=CodesBody, responses={201: TableCodeListDocument})
    def post(self, request: Request, event_id: str) -> Response:
        """Makes new codes; previous codes of these tables for the same round are revoked."""
        event = visible_event(self.actor, self.kwargs["event_id"])
        body = read_body(CodesBody, request)
        made = make_codes(
            event=event,
            round=None if body.round is None else round_of(event, body.round),
            tables=body.tables,
            actor=self.actor,
            now=now(),
        )
        return Response(TableCodeListDocument(results=[code_document(code) for code in made]), 201)


class TableCodeDetail(Resource):
    """One code."""

    permission_classes = (ReadOnlyTokensRead,)

    @extend_schema(responses=TableCodeDocument)
    def get(self, request: Request, code_id: int) -> Response:
        return Response(code_document(code_for(self.actor, code_id)))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, code_id: int) -> Response:
        """Revokes a code at once; the tokens of its phones become invalid."""
        code = code_for(self.actor, code_id)
        revoke_codes(codes=[code], event=code.event, actor=self.actor, now=now())
        return Response(status=204)


def code_document(code: TableCode) -> TableCodeDocument:
    return TableCodeDocument(
        id=code.pk,
        event=str(code.event_id),
        table=code.table.number,
        round=code.round_id,
        code=code.code,
        secret=code.secret,
        made_at=code.made_at.isoformat(),
    )
