"""The matches of an event in one list, and one match as its sheet folds."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.db.models.expressions import Combinable
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from api.filters import MatchFilter
from api.fresh import (
    answer_document,
    answer_list,
    get_match_versions,
    list_tag,
    make_match_tag,
)
from api.openapi.schema import ETAG, describe_kept_answers
from api.ordering import PAIRING_ORDERS, list_pairing_keys
from api.serializers.match_details import MatchDocument, build_match_document
from api.serializers.matches import MatchRowSerializer, make_match_documents
from api.views.within import EventQueryViewSet
from tournaments.models import Pairing
from tournaments.selectors.stages.matches import (
    annotate_match_rows,
    get_played_match,
)
from tournaments.selectors.versions import load_hall_version


class MatchViewSet(EventQueryViewSet):
    """The matches of an event, in the order of play, with table, points, games and pace."""

    lookup_url_kwarg = "match_id"
    filterset_class = MatchFilter
    ordering_fields = PAIRING_ORDERS
    serializer_class = MatchRowSerializer
    queryset = Pairing.objects.none()

    def list_ordering_keys(self, name: str) -> Sequence[Combinable]:
        return list_pairing_keys(name)

    def get_queryset(self) -> QuerySet[Pairing]:
        return annotate_match_rows(Pairing.objects.filter(event=self.event))

    def list(self, request: Request) -> Any:
        """The matches of an event, in the order of play."""
        event = self.event
        tag = list_tag(event, event.pairings.all(), load_hall_version(event.pk))
        answer = partial(self.answer_page, make_match_documents)
        return answer_list(request, tag=tag, make=answer)

    @extend_schema(parameters=ETAG, responses=describe_kept_answers(MatchDocument))
    def retrieve(self, request: Request, match_id: int) -> HttpResponse:
        """One match; 304 to a client that has its version."""
        # No serializer: a match takes 0.8 ms with one, 0.001 ms as a dictionary for orjson.
        versions = get_match_versions(self.actor, match_id)
        return answer_document(
            request,
            tag=make_match_tag(versions),
            resource=f"match:{match_id}",
            document=lambda: build_match_document(get_played_match(match_id)),
        )
