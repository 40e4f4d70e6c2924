"""The ranking of a stage, and the documents of the notation from which it can be derived again."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.fresh import answer_document, make_tag
from api.openapi.schema import ETAG, describe_kept_answers, list_parameters
from api.reading import not_found_by_query, read_query
from api.rows import ROWS, RowsQuery
from api.serializers.rankings import (
    PairDocuments,
    RankingDocument,
    RankRowDocument,
    RoundQuery,
    build_ranking_document,
)
from api.viewsets import ApiViewSet
from tournaments.models import Stage
from tournaments.refusals import NotFound
from tournaments.selectors.stages.stages import get_stage
from tournaments.selectors.trust.exports import pair_documents, plan_document, rank_document


class RankingViewSet(ApiViewSet):
    """The ranking of a stage."""

    lookup_url_kwarg = "stage_id"
    query_parameters = {"ranking": tuple(RowsQuery.model_fields)}
    row_classes = {"ranking": RankRowDocument}
    csv_member = "rows"
    queryset = Stage.objects.all()

    @extend_schema(parameters=[*ETAG, *ROWS], responses=describe_kept_answers(RankingDocument))
    @action(detail=True, url_name="detail")
    def ranking(self, request: Request, stage_id: int) -> HttpResponse:
        """The ranking of a stage, with reasons; 304 to a client that has its version. ``first`` and
        ``count`` request a part of the rows; the cuts are always those of the complete ranking."""
        # No serializer: 64 rows take 3.7 ms with one, 0.02 ms as dictionaries for orjson.
        stage = get_stage(self.actor, stage_id)
        query = read_query(RowsQuery, request)
        return answer_document(
            request,
            tag=make_tag(stage.event.version, stage.version),
            resource=f"ranking:{stage.pk}:{query.key}",
            document=lambda: build_ranking_document(stage, query),
        )


class StageDocumentViewSet(ApiViewSet):
    """A stage as documents of the notation, which are read by programs without a database."""

    lookup_url_kwarg = "stage_id"
    query_parameters = {"pair": ("round",)}
    queryset = Stage.objects.all()

    @extend_schema(responses=dict[str, Any])
    @action(detail=True, url_path="documents/rank")
    def rank(self, request: Request, stage_id: int) -> Response:
        """The ranking as a document that ``python -m competition rank`` takes: results, options,
        lots and penalties. Of a bracket it has the results and no metrics."""
        return Response(rank_document(get_stage(self.actor, stage_id)))

    @extend_schema(responses=dict[str, Any])
    @action(detail=True, url_path="documents/plan")
    def plan(self, request: Request, stage_id: int) -> Response:
        """The drawn order as a document that ``python -m competition plan`` takes."""
        return Response(plan_document(get_stage(self.actor, stage_id)))

    @extend_schema(parameters=list_parameters(RoundQuery), responses=PairDocuments)
    @action(detail=True, url_path="documents/pair")
    def pair(self, request: Request, stage_id: int) -> Response:
        """A round, paired or to be paired next, as documents that ``python -m competition pair``
        takes, one a group; none where the format pairs all rounds at once."""
        stage = get_stage(self.actor, stage_id)
        query = read_query(RoundQuery, request)
        try:
            documents = pair_documents(stage, query.round)
        except NotFound:
            raise not_found_by_query("round") from None
        return Response(PairDocuments(documents=documents))
