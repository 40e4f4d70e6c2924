"""Changes of a draw by hand: all of them for everybody, one, and one that is undone. Swaps and
late entries are at the addresses of those of a round."""

from functools import cached_property

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from api.serializers.bracket_changes import DrawChangeSerializer
from api.serializers.entries import ReasonSerializer
from api.viewsets import ApiViewSet, now
from tournaments.models import DrawChange, Stage
from tournaments.selectors.draws.changes import change_for, list_draw_changes_of_stage
from tournaments.selectors.stages.stages import get_stage
from tournaments.services.draws.bracket_changes import undo_swap


class StageChangeViewSet(ListModelMixin, ApiViewSet):
    """The changes by hand of a stage."""

    serializer_class = DrawChangeSerializer
    queryset = DrawChange.objects.none()

    @cached_property
    def stage(self) -> Stage:
        return get_stage(self.actor, self.kwargs["stage_id"])

    def get_queryset(self) -> QuerySet[DrawChange]:
        return list_draw_changes_of_stage(self.stage)

    def list(self, request: Request, stage_id: int) -> Response:
        """The changes by hand of a stage, the first first."""
        return super().list(request)


class ChangeViewSet(ApiViewSet):
    """A change by hand."""

    lookup_url_kwarg = "change_id"
    serializer_class = DrawChangeSerializer
    serializer_classes = {"undo": ReasonSerializer}
    queryset = DrawChange.objects.none()

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
