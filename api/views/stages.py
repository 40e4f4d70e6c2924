"""Stages of an event."""

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.serializers.rounds import CalendarSerializer
from api.viewsets import ApiViewSet, now
from competition.calendar import Calendar
from tournaments.models import Stage
from tournaments.selectors.stages.stages import get_stage
from tournaments.services.events.calendars import remove_calendar, set_calendar


class StageViewSet(ApiViewSet):
    """The stages of an event."""

    lookup_url_kwarg = "stage_id"
    serializer_classes = {"calendar": CalendarSerializer}
    queryset = Stage.objects.all()

    @extend_schema(responses=CalendarSerializer)
    @action(detail=True, methods=["put"])
    def calendar(self, request: Request, stage_id: int) -> Response:
        """Sets the dates of all rounds without a hand, and of those that are drawn or paired
        later."""
        stage = get_stage(self.actor, stage_id)
        body = self.read_body()
        lists = {name: tuple(body[name]) for name in ("weekdays", "skipped")}
        calendar = Calendar.model_validate({**body, **lists})
        set_calendar(stage=stage, calendar=calendar, actor=self.actor, now=now())
        return Response(CalendarSerializer(calendar.model_dump(mode="json")).data)

    @extend_schema(request=None, responses={204: None})
    @calendar.mapping.delete
    def remove_calendar(self, request: Request, stage_id: int) -> Response:
        """Removes the dates of all rounds without a hand."""
        stage = get_stage(self.actor, stage_id)
        remove_calendar(stage=stage, actor=self.actor, now=now())
        return Response(status=204)
