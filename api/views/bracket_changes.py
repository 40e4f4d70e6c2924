"""Changes of a draw by hand: all of them for everybody, one, and one that is undone. Swaps and
late entries are at the addresses of those of a round."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from api.serializers.bracket_changes import DrawChangeSerializer
from api.serializers.reasons import ReasonSerializer
from api.views.within import InStageViewSet
from api.viewsets import ApiViewSet, now
from tournaments.models import DrawChange
from tournaments.selectors.draws.changes import change_for, list_draw_changes_of_stage
from tournaments.selectors.registration.violations import load_labels_in
from tournaments.services.draws.bracket_changes import undo_swap


class BaseChangeViewSet(ApiViewSet):
    """Serializes changes with the names of their entries: as many queries for any number."""

    lookup_url_kwarg = "change_id"
    serializer_class = DrawChangeSerializer
    queryset = DrawChange.objects.none()

    def make_documents(self, changes: Sequence[DrawChange]) -> Any:
        names = load_labels_in(chain.from_iterable(change.warnings for change in changes))
        return DrawChangeSerializer(changes, many=True, context={"names": names}).data

    def make_document(self, row: DrawChange) -> Any:
        return self.make_documents([row])[0]


class StageChangeViewSet(ListModelMixin, InStageViewSet, BaseChangeViewSet):
    """The changes by hand of a stage."""

    def get_queryset(self) -> QuerySet[DrawChange]:
        return list_draw_changes_of_stage(self.stage)

    def list(self, request: Request, stage_id: int) -> Response:
        """The changes by hand of a stage, the first first."""
        return self.answer_page(self.make_documents)


class ChangeViewSet(BaseChangeViewSet):
    """A change by hand."""

    serializer_classes = {"undo": ReasonSerializer}

    def retrieve(self, request: Request, change_id: int) -> Response:
        """One change by hand."""
        return Response(self.make_document(change_for(self.actor, change_id)))

    @extend_schema(responses={201: DrawChangeSerializer})
    @action(detail=True, methods=["post"])
    def undo(self, request: Request, change_id: int) -> Response:
        """Takes a swap back, as a public change with a reason, as long as neither entry has begun
        or was changed again since."""
        change = change_for(self.actor, change_id)
        reason = self.read_body()["reason"]
        undone = undo_swap(change=change, reason=reason, actor=self.actor, now=now())
        return self.created(undone, "api:change-detail", change_id=undone.pk)
