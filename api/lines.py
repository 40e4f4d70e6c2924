"""The lines of a sheet: all of them, and one more."""

from collections.abc import Mapping
from typing import Annotated, Any, NotRequired, TypeAlias

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from pydantic import AwareDatetime, BeforeValidator, Field, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from accounts.actors import ActorKind
from api.authentication import ReadOnlyTokensRead
from api.corrections import (
    ConsequencesDocument,
    SheetEffectDocument,
    build_consequences_document,
    build_effect_document,
)
from api.example_documents import DOCUMENTS
from api.fresh import fresh
from api.idempotency import KEY, LONGEST_KEY
from api.line_faults import find_line_faults, find_sheet_faults, list_content_violations
from api.matches import (
    MatchDocument,
    StateDocument,
    build_match_document,
    get_match_versions,
    list_side_names,
    make_match_tag,
)
from api.problems import MEDIA_TYPE, ProblemDocument
from api.reading import Device, Id, read_body, read_claimed_time, read_query, text_only
from api.refusals import (
    BodyRefused,
    BodyTooLarge,
    BodyUnreadable,
    KeyMalformed,
    KeyMissing,
    RequestRefusal,
    VersionMissing,
)
from api.resource import Resource, now
from api.schema import ETAG, describe_kept_answers, list_parameters
from api.sheets import (
    MOST_LINES,
    Audience,
    Kind,
    LineDocument,
    Reader,
    SheetDocument,
    build_line_document,
    build_sheet_document,
    get_sheet_reader,
)
from kernel.models import Frozen
from kernel.refusals import Refusal
from kernel.violations import Violation
from scoring.acts import Act, Written
from scoring.core.format import MatchFormat, read_format
from scoring.core.lines import AMEND, HAND, SIGN, STRIKE, TOTAL
from scoring.models import Match
from scoring.refusals import (
    CorrectionMovesLines,
    KeyReused,
    LineRefused,
    LineUnreadable,
    StaleVersion,
)
from tournaments.permissions import Right, check_visible, check_writes, may
from tournaments.refusals import (
    CorrectionNotAgreed,
    NextMatchBegun,
    NotFound,
    ReasonMissing,
    TournamentRefusal,
)
from tournaments.selectors.stages.matches import PlayedMatch, get_pairing_of_match, get_played_match
from tournaments.services.corrections.previews import preview_consequences
from tournaments.services.hall.conflicts import record_conflict
from tournaments.services.results.sheets import record_line
from tournaments.services.results.signatures import PhoneContext
from wording.decisions import word_refused_correction

LARGEST_VERSION = 2**31 - 1
OF_THE_REQUEST = (
    BodyUnreadable,
    BodyTooLarge,
    BodyRefused,
    KeyMissing,
    KeyMalformed,
    VersionMissing,
)
"""What is wrong with a line before anybody asks who writes it."""
OF_THE_LINE = (
    BodyRefused,
    KeyMissing,
    KeyMalformed,
    VersionMissing,
    ReasonMissing,
    LineUnreadable,
    LineRefused,
)
"""The refusals of a line that name all of its faults."""

SheetVersion: TypeAlias = Annotated[int, Field(ge=0, le=LARGEST_VERSION)]


class LineBody(Frozen):
    """A line: its data (the notation describes those of each kind), the version of the sheet that
    its writer saw, and the time and place of the original entry, if it was made earlier or
    elsewhere. ``made_at`` is stored as sent, because the clock of a device may be wrong.
    ``agreed``: the writer has seen what the line changes on the sheet and, as a manager of the
    event, in later draws and matches.

    Only for a phone at a table: ``holder``, the player who holds it after it was handed over: it
    signs for the side of that player, otherwise for its owner's. ``corrects``: in a strike of the
    other side's signature, the number of the line that is corrected next."""

    kind: Annotated[Kind, Field(description="The kind of the line.")]
    data: Annotated[dict[str, Any], Field(description="Its content.")] = {}
    version: SheetVersion | None = None
    device: Annotated[Device, Field(description="The name of the device.")] = ""
    agreed: Annotated[bool, Field(description="Whether its writer agrees to its effects.")] = False
    holder: Annotated[
        Id | None, Field(description="The id of the player who holds the phone of the table.")
    ] = None
    corrects: Annotated[
        Annotated[int, Field(ge=1, le=LARGEST_VERSION)] | None,
        Field(
            description="In a strike of a signature, the number of the line that is corrected next."
        ),
    ] = None
    made_at: Annotated[
        Annotated[AwareDatetime, Field(strict=False), BeforeValidator(text_only)] | None,
        Field(description="When it was entered, if it was not now."),
    ] = None

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """``version`` is required. It is optional for the model alone: its absence is answered with
        428, as conditional requests are, and not with 400."""
        described = handler.resolve_ref_schema(handler(schema))
        described["required"] = ["kind", "version"]
        described["properties"]["version"] = {
            "type": "integer",
            "minimum": 0,
            "maximum": LARGEST_VERSION,
            "description": "The version of the sheet that its writer saw; 0: an empty sheet.",
        }
        return described


class AfterDocument(TypedDict):
    """The match as it was after the line."""

    id: Annotated[int, Field(description="The id of the match.")]
    version: Annotated[int, Field(description="The number of the last line of its sheet.")]
    state: Annotated[StateDocument, Field(description="The state that its sheet folds to.")]


class WrittenDocument(TypedDict):
    """A line as it was written. A retry with the same key gets the same answer."""

    line: Annotated[LineDocument, Field(description="The line as it was written.")]
    match: Annotated[AfterDocument, Field(description="The match as it was after it.")]


class MatchWithLinesDocument(MatchDocument):
    """The current sheet, for a writer who has seen an older version."""

    lines: Annotated[list[LineDocument], Field(description="The lines of its sheet, in order.")]


class ConflictDocument(ProblemDocument):
    """A problem. With ``stale_version`` and ``key_reused`` it has the current sheet, with
    ``correction_moves_lines`` what the line would change on the sheet (``effect``). With
    ``correction_moves_lines``, ``correction_not_agreed`` and ``next_match_begun``, users who manage
    the event also get all other consequences."""

    match: NotRequired[
        Annotated[MatchWithLinesDocument, Field(description="The match with its current sheet.")]
    ]
    effect: NotRequired[
        Annotated[
            SheetEffectDocument, Field(description="What the line would change on the sheet.")
        ]
    ]
    consequences: NotRequired[
        Annotated[
            ConsequencesDocument,
            Field(description="What the line would change in later matches and draws."),
        ]
    ]


STALE_SENTENCE = (
    "Someone else has written in the meantime. Yours is not lost: look, then write it again."
)
STALE_VERSION = OpenApiExample(
    "stale_version",
    # Without `match`, which is as long as the sheet: the schema has it.
    {
        "type": "urn:la-bella:problem:stale_version",
        "title": STALE_SENTENCE,
        "status": 409,
        "code": "stale_version",
        "params": {"seen": 2, "version": 3},
        "violations": [
            {
                "code": "stale_version",
                "at": None,
                "pointer": "/version",
                "params": {"seen": 2, "version": 3, "field": "version"},
                "sentence": STALE_SENTENCE,
            }
        ],
        "instance": "urn:la-bella:request:5f0c2b7e",
    },
    response_only=True,
    status_codes=[409],
)


LINES = [
    OpenApiExample(kind, DOCUMENTS[f"{kind.title()}LineRequest"], request_only=True)
    for kind in (HAND, AMEND, STRIKE, TOTAL, SIGN)
]


class SheetPart(Frozen):
    """The query parameters that select lines of a sheet."""

    after: Annotated[
        int, Field(description="Only the lines after this number.", ge=0, le=LARGEST_VERSION)
    ] = 0
    page_size: Annotated[
        int, Field(description="How many lines are answered at most.", ge=1, le=MOST_LINES)
    ] = MOST_LINES


class Lines(Resource):
    """The sheet of a match; 304 to a client that has its version."""

    # No serializer: 30 lines take 4.9 ms with one, 0.02 ms as dictionaries for orjson.
    query_parameters = {"GET": tuple(SheetPart.model_fields)}
    row_classes = {"GET": LineDocument}
    csv_member = "lines"
    # The sheet keeps the key of each line for good, not for a day.
    takes_idempotency_keys = False

    # The service decides who may write on the sheet, within its transaction.
    permission_classes = (ReadOnlyTokensRead,)

    may_refuse_with = {"POST": (428,)}
    act: Act
    """What was posted, once it could be read."""

    @extend_schema(
        parameters=[
            *ETAG,
            *list_parameters(SheetPart),
        ],
        responses=describe_kept_answers(SheetDocument),
    )
    def get(self, request: Request, match_id: int) -> HttpResponse:
        """The lines of a sheet in order: all of them, or those after a number."""
        part = read_query(SheetPart, request)
        versions = get_match_versions(self.actor, match_id)
        reader = get_sheet_reader(self.actor, match_id)
        return fresh(
            request,
            tag=make_match_tag(versions, *reader.tag),
            resource=f"sheet:{match_id}:{part.after}:{part.page_size}",
            document=lambda: build_sheet_document(
                match_id, reader=reader, after=part.after, most=part.page_size
            ),
        )

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "Idempotency-Key",
                OpenApiTypes.STR,
                OpenApiParameter.HEADER,
                required=True,
                pattern=f"^{KEY.pattern}$",
                description="Made on the device. The same key again: the same answer.",
            )
        ],
        request=LineBody,
        examples=[*LINES, STALE_VERSION],
        responses={
            201: WrittenDocument,
            (409, MEDIA_TYPE): ConflictDocument,
            (422, MEDIA_TYPE): ConflictDocument,
        },
    )
    def post(self, request: Request, match_id: int) -> Response:
        """Adds a line. 428 without key or version; 409 with the current sheet (``match``) if the
        version is old, or with the effects (``consequences``) of a correction on later matches
        and draws; 422 if the sheet would be invalid with it, or has another line under its key
        (with the current sheet, as 409)."""
        key = read_key(request)
        body = read_body(LineBody, request)
        moment = now()
        if body.version is None:
            raise VersionMissing
        made_at = moment if body.made_at is None else read_claimed_time(body.made_at)
        # Kept on the view, because a refusal is answered with what this act would change.
        self.act = Act(body.kind, body.data, key, body.version, body.device, made_at)
        recorded_line = record_line(
            match_id=match_id,
            act=self.act,
            actor=self.actor,
            now=moment,
            agreed=body.agreed,
            context=PhoneContext(body.holder, body.corrects),
        )
        written = recorded_line.written
        headers = {"Location": f"/api/v1/matches/{match_id}/lines/{written.line.n}/"}
        return Response(_make_written_document(written), 201, headers=headers)

    def handle_exception(self, exc: Exception) -> Response:
        """Answers a caller who may not write on the sheet with that refusal, not with what is wrong
        with the request. Permission is checked here only after an error: hands are too frequent
        to check it twice for each."""
        # Noted for the desk only here: the transaction that refused the line keeps nothing.
        if isinstance(exc, StaleVersion):
            match_id = self.kwargs["match_id"]
            record_conflict(match_id=match_id, act=self.act, actor=self.actor, now=now())
            exc.point_at("version")
        if isinstance(exc, OF_THE_REQUEST):
            try:
                pairing = get_pairing_of_match(self.kwargs["match_id"])
                check_visible(self.actor, pairing.event)
                check_writes(self.actor, pairing, HAND)
            except TournamentRefusal as refusal:
                return super().handle_exception(refusal)
        # Without a pointer it is another line that the correction makes invalid.
        is_elsewhere = isinstance(exc, LineRefused) and exc.pointer_base is None
        if isinstance(exc, OF_THE_LINE) and not is_elsewhere:
            self._add_faults(exc)
        return super().handle_exception(exc)

    def _add_faults(self, exc: Refusal) -> None:
        """Lets a refusal of one fault name all the others too, so that the next try can mend all of
        them."""
        try:
            body = self.request.data
        except RequestRefusal:
            # The body cannot be read at all: nothing more can be found in it.
            return
        key = self.request.META.get("HTTP_IDEMPOTENCY_KEY", "")
        all_violations: list[Violation] = [*find_line_faults(body, key, LineBody)]
        match = Match.objects.filter(pk=self.kwargs["match_id"]).first()
        if match is not None:
            match_format = read_format(match.format)
            all_violations += find_sheet_faults(body, match_format, match.lines.order_by("n"))
        if isinstance(exc, LineUnreadable | LineRefused):
            # Its fields are those of the content, which is all that can be wrong with it.
            all_violations = [*list_content_violations(all_violations)]
        else:
            exc.pointer_base = ""
        if isinstance(exc, ReasonMissing):
            exc.field = "data.reason"
        found = {(each.code, each.params.get("field")): each for each in all_violations}
        for violation in exc.violations:
            found.pop((violation.code, violation.params.get("field")), None)
        exc.violations = (*exc.violations, *found.values())

    def beside(self, exc: Exception) -> Mapping[str, Any]:
        """What a refused writer needs: the current sheet, or the effects of the line on later draws
        and matches."""
        if isinstance(exc, CorrectionMovesLines):
            played_match = get_played_match(self.kwargs["match_id"])
            effect = build_effect_document(
                exc.effect, _read_match_format(played_match), list_side_names(played_match)
            )
            return {"effect": effect, **self._consequences()}
        if isinstance(exc, CorrectionNotAgreed | NextMatchBegun):
            consequences = self._consequences()
            if self.actor.kind != ActorKind.PROGRAM:
                return consequences
            title = word_refused_correction(exc.code, may_agree=bool(consequences))
            return {"title": title, **consequences}
        if not isinstance(exc, StaleVersion | KeyReused):
            return {}
        match_id = self.kwargs["match_id"]
        played_match = get_played_match(match_id)
        lines = build_sheet_document(match_id, reader=get_sheet_reader(self.actor, match_id))[
            "lines"
        ]
        return {"match": MatchWithLinesDocument(**build_match_document(played_match), lines=lines)}

    def _consequences(self) -> Mapping[str, Any]:
        match_id = self.kwargs["match_id"]
        played_match = get_played_match(match_id)
        event = played_match.pairing.event
        if not may(self.actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event):
            return {}
        found_consequences = preview_consequences(
            match_id=match_id, act=self.act, actor=self.actor, now=now()
        )
        document = build_consequences_document(
            event,
            found_consequences,
            _read_match_format(played_match),
            list_side_names(played_match),
        )
        return {"consequences": document}


class LineDetail(Resource):
    """One line of a sheet; 304 to a client that has the sheet's version."""

    # No serializer: a line is one of those above, of which 30 take 4.9 ms with one.
    @extend_schema(
        operation_id="matches_line_retrieve",
        parameters=ETAG,
        responses=describe_kept_answers(LineDocument),
    )
    def get(self, request: Request, match_id: int, number: int) -> HttpResponse:
        versions = get_match_versions(self.actor, match_id)
        if number > versions.match_version:
            raise NotFound
        reader = get_sheet_reader(self.actor, match_id)
        return fresh(
            request,
            tag=make_match_tag(versions, *reader.tag),
            resource=f"line:{match_id}:{number}",
            document=lambda: build_sheet_document(
                match_id, reader=reader, after=number - 1, most=1
            )["lines"][0],
        )


def read_key(request: Request) -> str:
    """The header ``Idempotency-Key``. Raises KeyMissing, KeyMalformed."""
    key = request.META.get("HTTP_IDEMPOTENCY_KEY", "")
    if not key:
        raise KeyMissing
    if not KEY.fullmatch(key):
        raise KeyMalformed(most=LONGEST_KEY)
    return str(key)


def _read_match_format(played: PlayedMatch) -> MatchFormat:
    assert played.pairing.match is not None, "it was found by its match"
    return read_format(played.pairing.match.format)


def _make_written_document(written: Written) -> WrittenDocument:
    state = written.state
    reading = next(reading for reading in state.readings if reading.n == written.line.n)
    return WrittenDocument(
        # Its own line, without a name: a retry gets the same answer, also from another phone.
        line=build_line_document(written.line, reading, reader=Reader(Audience.CLUB)),
        match=AfterDocument(
            id=written.match.pk,
            version=written.line.n,
            state={**state.as_json(), "signed": list(state.signed)},  # type: ignore[typeddict-item]
        ),
    )
