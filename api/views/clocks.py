"""The clocks of rounds, more time for single tables, and the expected end of the evening."""

from datetime import datetime
from uuid import UUID

from django.utils.timezone import localtime
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.serializers.clocks import (
    ClockSerializer,
    ExtraTimeSerializer,
    ForecastSerializer,
    NewClockSerializer,
)
from api.viewsets import ApiViewSet, now
from tournaments.models import Event, ExtraTime, Pairing, Round, RoundClock
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.events.forecasts import forecast_evening
from tournaments.selectors.stages.matches import get_pairing
from tournaments.selectors.stages.stages import get_round_row, get_stage
from tournaments.services.undo.clocks import give_extra_time, set_clock
from tournaments.services.undo.steps import UndoStep


class RoundClockViewSet(ApiViewSet):
    """When a round starts and shall end."""

    lookup_url_kwarg = "round_id"
    offers_undo = ("set_clock", "remove_clock")
    serializer_class = ClockSerializer
    serializer_classes = {"set_clock": NewClockSerializer}
    queryset = Round.objects.all()

    @action(detail=True, url_name="detail")
    def clock(self, request: Request, round_id: int) -> Response:
        """The clock of a round; without times where none were set."""
        # Raises NotFound if the actor may not see the round.
        get_round_row(self.actor, round_id)
        return self._answer(round_id)

    @extend_schema(responses=ClockSerializer)
    @clock.mapping.put
    def set_clock(self, request: Request, round_id: int) -> Response:
        """Sets when a round starts and shall end, in all groups of its stage that still play it."""
        steps = self._set(round_id, **self.read_body())
        return self.offer_undo(self._answer(round_id), steps)

    @extend_schema(request=None, responses={204: None})
    @clock.mapping.delete
    def remove_clock(self, request: Request, round_id: int) -> Response:
        """Removes both times."""
        steps = self._set(round_id, starts_at=None, target_at=None)
        return self.offer_undo(Response(status=204), steps)

    def _set(
        self, round_id: int, *, starts_at: datetime | None, target_at: datetime | None
    ) -> list[UndoStep]:
        # The groups of a stage play a round at the same time: the clock is set for its number.
        round_ = Round.objects.select_related("group").get(pk=round_id)
        return set_clock(
            stage=get_stage(self.actor, round_.group.stage_id),
            section=round_.section,
            number=round_.number,
            starts_at=starts_at,
            target_at=target_at,
            actor=self.actor,
            now=now(),
        )

    def _answer(self, round_id: int) -> Response:
        clock = RoundClock.objects.filter(round=round_id).first()
        times = {
            "round": round_id,
            "starts_at": clock and clock.starts_at,
            "target_at": clock and clock.target_at,
        }
        return Response(self.make_document(times))


class ExtraTimeViewSet(ApiViewSet):
    """More time for the table of a pairing than its round has."""

    lookup_url_kwarg = "pairing_id"
    offers_undo = ("give_extra_time",)
    serializer_class = ExtraTimeSerializer
    queryset = Pairing.objects.all()

    @action(detail=True, url_path="extra-time", url_name="detail")
    def extra_time(self, request: Request, pairing_id: int) -> Response:
        """The minutes that the table has beyond the target time of its round."""
        pairing = get_pairing(self.actor, pairing_id)
        extra = ExtraTime.objects.filter(pairing=pairing).first()
        return Response({"minutes": 0 if extra is None else extra.minutes})

    @extra_time.mapping.put
    def give_extra_time(self, request: Request, pairing_id: int) -> Response:
        """Gives the table more time; 0 takes it back."""
        pairing = get_pairing(self.actor, pairing_id)
        minutes = self.read_body()["minutes"]
        steps = give_extra_time(pairing=pairing, minutes=minutes, actor=self.actor, now=now())
        return self.offer_undo(Response({"minutes": minutes}), steps)


class ForecastViewSet(ApiViewSet):
    """When the evening is expected to end."""

    lookup_url_kwarg = "event_id"
    lookup_value_converter = "uuid"
    queryset = Event.objects.all()
    serializer_class = ForecastSerializer

    @action(detail=True, url_name="detail")
    def forecast(self, request: Request, event_id: UUID) -> Response:
        """When the last match of tonight ends; without an end where nothing is left to play."""
        at = now()
        forecast = forecast_evening(get_visible_event(self.actor, event_id), at)
        if forecast is None:
            nothing = dict.fromkeys(("end", "finished", "total", "pace_permille"))
            return Response({"at": localtime(at), **nothing})
        return Response(ForecastSerializer(forecast, context={"at": forecast.at}).data)
