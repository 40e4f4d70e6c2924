"""Phones that disagree with the sheet, and lines that a phone could not send."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import ReadOnlyTokensRead
from api.permissions import MayWriteRow
from api.refusals import BodyRefused
from api.serializers.conflicts import (
    RescuedLinesSerializer,
    RescuedTextSerializer,
    SheetConflictListSerializer,
    SheetConflictSerializer,
)
from api.views.within import InEventViewSet
from api.viewsets import ApiViewSet, now
from competition.hall.rescue import RescueUnreadable, read_rescue_text
from kernel.violations import Violation
from tournaments.models import SheetConflict
from tournaments.permissions import Right, check, check_referees
from tournaments.selectors.hall.conflicts import get_conflict, open_conflicts
from tournaments.services.corrections.rescue import accept_rescued_lines, preview_rescued_lines
from tournaments.services.hall.conflicts import settle_conflict


class EventConflictViewSet(InEventViewSet):
    """The phones of an event that say something else than the sheet, and what they could not
    send."""

    lookup_url_kwarg = "conflict_id"
    acts = {"rescued_lines": Right.WRITE_SHEETS}
    may_refuse_with = {"list": (403,)}
    serializer_class = SheetConflictSerializer
    serializer_classes = {"rescued_lines": RescuedTextSerializer}
    pagination_class = None
    filter_backends = ()
    queryset = SheetConflict.objects.none()

    def find_row_class(self) -> Any:
        """No CSV: conflicts are settled, not counted."""
        return None

    @extend_schema(
        operation_id="events_sheet_conflicts_list", responses=SheetConflictListSerializer
    )
    def list(self, request: Request, event_id: UUID) -> Response:
        """The conflicts that nobody has settled, for those who work at the event."""
        check(self.actor, Right.WRITE_SHEETS, club_id=self.event.club_id, event=self.event)
        rows = open_conflicts(self.event)
        return Response(SheetConflictListSerializer({"results": rows}).data)

    @extend_schema(responses=RescuedLinesSerializer)
    @action(detail=False, methods=["post"], url_path="rescued-lines")
    def rescued_lines(self, request: Request, event_id: UUID) -> Response:
        """Writes the lines that a phone could not send, from the QR code that it shows. Each keeps
        its key: what is on the sheet already is not written again."""
        body, at = self.read_body(), now()
        try:
            lines = read_rescue_text(body["text"], at)
        except RescueUnreadable as error:
            # The whole text is wrong, so there are no outcomes by line.
            violation = Violation(error.code, {**error.params, "field": "text"})
            raise BodyRefused(violations=[violation]) from error
        take_in = preview_rescued_lines if body["dry_run"] else accept_rescued_lines
        outcomes = take_in(event_id=self.event.pk, lines=lines, actor=self.actor, now=at)
        document = {"rescued": outcomes, "dry_run": body["dry_run"]}
        return Response(RescuedLinesSerializer(document).data)


class SheetConflictViewSet(ApiViewSet):
    """A phone that differs from the sheet of its match."""

    permission_classes = (ReadOnlyTokensRead, MayWriteRow)
    lookup_url_kwarg = "conflict_id"
    serializer_class = SheetConflictSerializer
    queryset = SheetConflict.objects.all()

    def check_writes(self) -> None:
        conflict, _event = get_conflict(self.actor, self.kwargs["conflict_id"])
        check_referees(self.actor, conflict.match.pairing)

    @extend_schema(request=None, responses={204: None})
    @action(detail=True, methods=["post"])
    def settle(self, request: Request, conflict_id: int) -> Response:
        """Settles a conflict by word of mouth, with the earlier ones of this phone on this sheet.
        The second time nothing changes."""
        conflict, _event = get_conflict(self.actor, conflict_id)
        settle_conflict(conflict=conflict, actor=self.actor, now=now())
        return Response(status=204)
