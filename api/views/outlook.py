"""What must still happen in a stage, and what if."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.fresh import answer_document, make_tag
from api.openapi.schema import ETAG, EVENT_LINK, describe_kept_answers
from api.serializers.outlook import OutlookSerializer, WhatIfBodySerializer, WhatIfSerializer
from api.viewsets import ApiViewSet, now
from competition.scenarios.what_if import Supposition
from kernel.refusals import Refused
from kernel.violations import Violation
from tournaments.models import Pairing, Stage
from tournaments.selectors.registration.names import load_entry_names
from tournaments.selectors.stages.stages import get_stage
from tournaments.selectors.standings.outlooks import StageOutlooks, what_if
from tournaments.services.standings.outlooks import look


class OutlookViewSet(ApiViewSet):
    """Who can still go through in a stage."""

    lookup_url_kwarg = "stage_id"
    queryset = Stage.objects.all()
    pagination_class = None
    filter_backends = ()
    acts = {"what_if": None}
    may_refuse_with = {"what_if": (422,)}
    serializer_class = OutlookSerializer
    serializer_classes = {"what_if": WhatIfBodySerializer}

    @extend_schema(parameters=ETAG, responses=describe_kept_answers(OutlookSerializer))
    @action(detail=True, url_name="detail")
    def outlook(self, request: Request, stage_id: int) -> HttpResponse:
        """The outlook of each entry of a stage: through, possible or out, and what it needs. 304
        to a client that has its version."""
        stage = get_stage(self.actor, stage_id)
        stage_outlook = look(stage=stage, now=now())
        # The same version has two answers: while a worker counts, and afterwards.
        state = "counting" if stage_outlook.rows is None else "ready"
        return answer_document(
            request,
            tag=make_tag(stage.event.version, stage.version, state),
            resource=f"outlook:{stage.pk}",
            document=lambda: make_outlook_document(stage, stage_outlook),
        )

    @extend_schema(parameters=[EVENT_LINK], responses=WhatIfSerializer)
    @action(detail=True, methods=["post"], url_path="what-if", url_name="what-if")
    def what_if(self, request: Request, stage_id: int) -> Response:
        """The ranking if some open matches ended as supposed. Nothing is stored."""
        stage = get_stage(self.actor, stage_id)
        results = self.read_body()["results"]
        try:
            rows = what_if(stage, group_by_code(stage, results))
        except Refused as refused:
            refused.pointer_base = ""
            refused.violations = tuple(point_at_result(each) for each in refused.violations)
            raise
        document = {"stage": stage.pk, "version": stage.version, "rows": rows}
        context = {"names": load_entry_names(stage.event)}
        return Response(WhatIfSerializer(document, context=context).data)


def make_outlook_document(stage: Stage, found: StageOutlooks) -> Any:
    """The outlook of a stage, or that a worker counts it."""
    row = {
        "stage": stage.pk,
        "version": found.version,
        "ready": found.rows is not None,
        "rows": found.rows or (),
    }
    return OutlookSerializer(row, context={"names": load_entry_names(stage.event)}).data


def group_by_code(stage: Stage, results: Sequence[Mapping[str, Any]]) -> dict[str, Supposition]:
    """Supposed results by the pairings' codes. One query. Raises Refused for a pairing of another
    stage, and for one that is named twice."""
    wanted: list[int] = [result["pairing"] for result in results]
    rows = Pairing.objects.filter(pk__in=wanted, round__group__stage=stage)
    codes = dict(rows.values_list("pk", "code"))
    violations = []
    named: set[int] = set()
    for at, each in enumerate(wanted):
        if each in named or each not in codes:
            violations.append(Violation("supposed_not_open", {"pairing": each}, at))
        named.add(each)
    if violations:
        raise Refused(violations)
    suppositions: dict[str, Supposition] = {}
    for result in results:
        suppositions[codes[result["pairing"]]] = Supposition(
            winner=result["winner"], totals=result["totals"], games=result["games"]
        )
    return suppositions


def point_at_result(violation: Violation) -> Violation:
    """A violation with the supposed result that it is about, or a member of it."""
    if violation.at is None:
        # A match that is open too, and that nothing is supposed of.
        return replace(violation, params={**violation.params, "field": "results"})
    steps = ["results", str(violation.at), violation.params.get("field", "pairing")]
    return replace(violation, params={**violation.params, "field": ".".join(steps)})
