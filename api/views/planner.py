"""The planner: which formats fit into an evening, and when each would end."""

from typing import Annotated, Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import Field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.documents import FormatOptionsField
from api.fields import StrictBooleanField, StrictIntegerField
from api.reading import read_query
from api.refusals import QueryRefused
from api.viewsets import ApiViewSet
from competition.forecast.planner import (
    MOST_HOURS,
    MOST_PAIRS,
    MOST_PLANNED_TABLES,
    PlannedEvening,
    list_planned_games,
    plan_evening,
)
from kernel.models import Frozen
from kernel.violations import Violation
from tournaments.models import Club
from tournaments.permissions import Right, check
from tournaments.selectors.events.clubs import get_club
from wording.planner import name_proposal


class PlannerQuery(Frozen):
    """The pairs, the tables and the hours that there are, and the game."""

    pairs: Annotated[int, Field(ge=2, le=MOST_PAIRS)]
    tables: Annotated[int, Field(ge=1, le=MOST_PLANNED_TABLES)]
    hours: Annotated[int, Field(ge=1, le=MOST_HOURS)]
    game: str = "marafon"


def _describe_number(name: str, description: str, most: int, least: int = 1) -> OpenApiParameter:
    schema = {"type": "integer", "minimum": least, "maximum": most}
    return OpenApiParameter(name, schema, description=description, required=True)


PARAMETERS = [
    _describe_number("pairs", "How many pairs play.", MOST_PAIRS, 2),
    _describe_number("tables", "How many tables there are.", MOST_PLANNED_TABLES),
    _describe_number("hours", "How long the evening may last.", MOST_HOURS),
    OpenApiParameter(
        name="game",
        type={"type": "string", "enum": list_planned_games(), "default": "marafon"},
        description="The name of the game in the notation.",
    ),
]


class EndRangeSerializer(serializers.Serializer[Any]):
    """When an evening would end, in seconds after its start."""

    low = StrictIntegerField(help_text="Nine of ten evenings end later.")
    likely = StrictIntegerField(help_text="Half of the evenings end before.")
    high = StrictIntegerField(help_text="Nine of ten evenings end before.")


class PlannedEveningSerializer(serializers.Serializer[Any]):
    """A way to play the evening, and when it would end."""

    code = serializers.CharField(source="proposal.code", help_text="Its code, for programs.")
    title = serializers.SerializerMethodField(help_text="Its name in the reader's language.")
    format = serializers.CharField(
        source="proposal.format", help_text="The format of the first stage, as `formats/` names it."
    )
    options = FormatOptionsField(source="proposal.options", help_text="The options of that format.")
    games = StrictIntegerField(
        source="proposal.games", help_text="The most games of a match: 1, or best of 3."
    )
    bracket = StrictIntegerField(
        source="proposal.bracket",
        help_text="How many pairs play a bracket after the groups; 0: there is none.",
    )
    guaranteed = StrictIntegerField(
        source="proposal.guaranteed", help_text="The matches that every pair plays at least."
    )
    matches = StrictIntegerField(help_text="All matches of the evening.")
    end = EndRangeSerializer(help_text="When it would end.")
    fits = StrictBooleanField(help_text="Whether its likely end is within the hours.")
    is_sure = StrictBooleanField(help_text="Whether its late end is within the hours too.")

    def get_title(self, planned: PlannedEvening) -> str:
        return name_proposal(planned.proposal)


class PlanSerializer(serializers.Serializer[Any]):
    """What can be played in an evening: what fits comes first, with the most matches for every
    pair before the others."""

    results = PlannedEveningSerializer(many=True, help_text="All of them, on one page.")


class PlannerViewSet(ApiViewSet):
    """What fits into an evening, before an event is made. Nothing is stored."""

    lookup_url_kwarg = "club_id"
    row_classes = {"planner": PlannedEveningSerializer}
    query_parameters = {"planner": tuple(PlannerQuery.model_fields)}
    may_refuse_with = {"planner": (403,)}
    serializer_class = PlanSerializer
    queryset = Club.objects.all()

    @extend_schema(parameters=PARAMETERS)
    @action(detail=True, url_name="detail")
    def planner(self, request: Request, club_id: int) -> Response:
        """The formats that fit the pairs, tables and hours, each with its expected end."""
        club = get_club(self.actor, club_id)
        check(self.actor, Right.MANAGE_EVENTS, club_id=club.pk)
        query = read_query(PlannerQuery, request)
        if query.game not in list_planned_games():
            choices = list_planned_games()
            violation = Violation("parameter_refused", {"field": "game", "choices": choices})
            raise QueryRefused(violations=[violation])
        planned_evenings = plan_evening(query.pairs, query.tables, query.hours, query.game)
        return Response(self.make_document({"results": planned_evenings}))
