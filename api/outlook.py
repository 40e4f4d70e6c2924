"""What must still happen in a stage, and what if."""

from typing import Annotated, Literal

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.fresh import fresh, tag_of
from api.names import EntryNameDocument, make_name_document
from api.reading import Id, read_body
from api.resource import Resource, now
from api.schema import ETAG, EVENT_LINK, describe_kept_answers
from api.sentences import SentenceDocument
from competition.scenarios.supposed import SupposedRow, Supposition
from competition.scenarios.verdict import Outlook
from kernel.models import Frozen
from kernel.refusals import Refused
from kernel.violations import Violation
from tournaments.models import Pairing, Stage
from tournaments.selectors.entries import EntryName, names_of
from tournaments.selectors.outlooks import StageOutlooks, what_if
from tournaments.selectors.stages import stage_for
from tournaments.services.outlooks import look
from wording.outlook import reason_words

FateWord = Literal["through", "can", "out"]
MOST_SUPPOSED = 512


class OutlookRowDocument(TypedDict):
    """Whether an entry is certain to go through, certain to be out, or can still do either.
    ``exact``: this is proved. Otherwise ``endings`` random endings were simulated, and the entry
    went through in ``through`` of them."""

    entry: EntryNameDocument
    group: int
    fate: FateWord
    why: SentenceDocument
    exact: bool
    through: int | None
    endings: int | None


class OutlookDocument(TypedDict):
    """The outlook of a stage at its version. Not ``ready``: a worker counts it, ask again."""

    stage: int
    version: int
    ready: bool
    rows: list[OutlookRowDocument]


class StageOutlookResource(Resource):
    """The outlook of each entry of a stage: through, possible or out, and what it needs. 304 to a
    client that has its version."""

    @extend_schema(parameters=ETAG, responses=describe_kept_answers(OutlookDocument))
    def get(self, request: Request, stage_id: int) -> HttpResponse:
        stage = stage_for(self.actor, stage_id)
        found = look(stage=stage, now=now())
        ready = found.rows is not None
        return fresh(
            request,
            tag=tag_of(stage.event.version, stage.version, "ready" if ready else "counting"),
            resource=f"outlook:{stage.pk}",
            document=lambda: outlook_document(stage, found),
        )


class SupposedResultBody(Supposition):
    """A supposed result of an open pairing: the slot of the winner (null: a draw), or the totals by
    slot, the games by slot. Fields that are left out add nothing."""

    pairing: Id


class WhatIfBody(Frozen):
    """The supposed results; nothing is stored."""

    results: Annotated[
        tuple[SupposedResultBody, ...], Field(strict=False, max_length=MOST_SUPPOSED)
    ] = ()


class SupposedRowDocument(TypedDict):
    """The places of an entry (``first`` to ``last``) under the supposed results and now, and
    whether they advance: ``can`` if it is tied at the cut, or still in a bracket."""

    entry: EntryNameDocument
    group: int
    first: int
    last: int
    first_now: int
    last_now: int
    fate: FateWord
    fate_now: FateWord


class WhatIfDocument(TypedDict):
    """The ranking of a stage under the supposed results."""

    stage: int
    version: int
    rows: list[SupposedRowDocument]


class StageWhatIf(Resource):
    """The ranking if some open matches ended as supposed. Nothing is stored."""

    acts = {"POST": None}

    may_refuse_with = {"POST": (422,)}

    @extend_schema(parameters=[EVENT_LINK], request=WhatIfBody, responses=WhatIfDocument)
    def post(self, request: Request, stage_id: int) -> Response:
        stage = stage_for(self.actor, stage_id)
        body = read_body(WhatIfBody, request)
        rows = what_if(stage, _by_code(stage, body.results))
        names = names_of(stage.event)
        return Response(
            WhatIfDocument(
                stage=stage.pk,
                version=stage.version,
                rows=[_supposed_document(row, names) for row in rows],
            )
        )


def outlook_document(stage: Stage, found: StageOutlooks) -> OutlookDocument:
    names = names_of(stage.event)
    return OutlookDocument(
        stage=stage.pk,
        version=found.version,
        ready=found.rows is not None,
        rows=[_make_row_document(row, names) for row in found.rows or ()],
    )


def _make_row_document(row: Outlook, names: dict[int, EntryName]) -> OutlookRowDocument:
    rival = row.why.params.get("rival")
    said = reason_words(row.why.code, row.why.params, names[int(rival)].short if rival else "")
    return OutlookRowDocument(
        entry=make_name_document(names[int(row.entry)]),
        group=row.group,
        fate=row.fate.value,
        why=SentenceDocument(code=row.why.code, params=dict(row.why.params), sentence=said),
        exact=row.is_exact,
        through=row.share[0] if row.share else None,
        endings=row.share[1] if row.share else None,
    )


def _supposed_document(row: SupposedRow, names: dict[int, EntryName]) -> SupposedRowDocument:
    return SupposedRowDocument(
        entry=make_name_document(names[int(row.placing.entry)]),
        group=row.placing.group,
        first=row.placing.first,
        last=row.placing.last,
        first_now=row.now.first,
        last_now=row.now.last,
        fate=row.fate.value,
        fate_now=row.fate_now.value,
    )


def _by_code(stage: Stage, results: tuple[SupposedResultBody, ...]) -> dict[str, Supposition]:
    """By the pairings' codes. One query. Raises Refused for a pairing of another stage, and for one
    that is named twice."""
    wanted = [each.pairing for each in results]
    rows = Pairing.objects.filter(pk__in=wanted, round__group__stage=stage)
    codes = dict(rows.values_list("pk", "code"))
    strange = [each for each in wanted if each not in codes or wanted.count(each) > 1]
    if strange:
        found = dict.fromkeys(strange)
        raise Refused([Violation("supposed_not_open", {"pairing": each}) for each in found])
    return {codes[each.pairing]: each for each in results}
