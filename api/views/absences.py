"""The entries that do not play a round of a stage."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from api.serializers.absences import AbsenceSerializer, NewAbsenceSerializer
from api.views.within import InStageViewSet
from api.viewsets import now
from tournaments.models import Absence
from tournaments.selectors.registration.entries import get_visible_entry
from tournaments.selectors.stages.stages import list_absences
from tournaments.services.rounds.next_round import set_absence


class StageAbsenceViewSet(ListModelMixin, InStageViewSet):
    """The entries that do not play a round; only for managers of the event."""

    lookup_url_kwarg = "entry_id"
    may_refuse_with = {"list": (403,), "destroy": (422,)}
    serializer_class = AbsenceSerializer
    serializer_classes = {"update": NewAbsenceSerializer}
    queryset = Absence.objects.none()

    def get_queryset(self) -> QuerySet[Absence]:
        return list_absences(self.actor, self.stage)

    @extend_schema(responses={204: None})
    def update(self, request: Request, stage_id: int, entry_id: int) -> Response:
        """Records that an entry does not play a round: it asked for a bye, or is absent."""
        kind: str = self.read_body()["kind"]
        return self._set(entry_id, kind)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, stage_id: int, entry_id: int) -> Response:
        """Removes the record: the entry plays."""
        return self._set(entry_id, None)

    def _set(self, entry_id: int, kind: str | None) -> Response:
        stage, entry = self.stage, get_visible_entry(self.actor, entry_id)
        set_absence(stage=stage, entry=entry, kind=kind, actor=self.actor, now=now())
        return Response(status=204)
