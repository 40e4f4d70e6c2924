"""When the rounds of a stage are played: its calendar, and a round that is moved."""

from collections.abc import Mapping
from typing import Annotated, Any

from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.reading import Day, read_body
from api.resource import Resource, now
from api.rounds import RoundDocument, round_document
from competition.calendar import MOST_SKIPPED, Calendar
from kernel.models import Frozen
from tournaments.selectors.stages import round_for, stage_for
from tournaments.services.calendars import move_rounds, remove_calendar, set_calendar


class CalendarDocument(TypedDict):
    """The dates from ``start`` on these ``weekdays`` (0 is Monday), except ``skipped`` dates, with
    this number of rounds on each."""

    start: str
    weekdays: list[int]
    rounds_a_date: int
    skipped: list[str]


class CalendarBody(Frozen):
    """``weekdays``: 0 is Monday, 6 is Sunday."""

    start: Day
    weekdays: Annotated[tuple[int, ...], Field(strict=False, max_length=7)]
    rounds_a_date: int = 1
    skipped: Annotated[tuple[Day, ...], Field(strict=False, max_length=MOST_SKIPPED)] = ()


class StageCalendar(Resource):
    """The calendar of a stage; it is part of the stage's document."""

    @extend_schema(request=CalendarBody, responses=CalendarDocument)
    def put(self, request: Request, stage_id: int) -> Response:
        """Sets the dates of all rounds without a hand, and of those that are drawn or paired
        later."""
        stage = stage_for(self.actor, stage_id)
        body = read_body(CalendarBody, request)
        calendar = Calendar.model_validate(body.model_dump())
        set_calendar(stage=stage, calendar=calendar, actor=self.actor, now=now())
        return Response(calendar_document(calendar.model_dump(mode="json")))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, stage_id: int) -> Response:
        """Removes the dates of all rounds without a hand."""
        stage = stage_for(self.actor, stage_id)
        remove_calendar(stage=stage, actor=self.actor, now=now())
        return Response(status=204)


class DateBody(Frozen):
    """The date on which it is played."""

    date: Day


class RoundDate(Resource):
    """The date of a round."""

    @extend_schema(request=DateBody, responses=RoundDocument)
    def put(self, request: Request, round_id: int) -> Response:
        """Moves a round with open matches to another date."""
        row = round_for(self.actor, round_id)
        body = read_body(DateBody, request)
        stage = stage_for(self.actor, row["group__stage_id"])
        move_rounds(stage=stage, rounds={round_id}, day=body.date, actor=self.actor, now=now())
        return Response(round_document(round_for(self.actor, round_id)))


def calendar_document(kept: Mapping[str, Any]) -> CalendarDocument:
    """A calendar as its stage keeps it."""
    return CalendarDocument(
        start=kept["start"],
        weekdays=kept["weekdays"],
        rounds_a_date=kept["rounds_a_date"],
        skipped=kept["skipped"],
    )
