"""The lines of a sheet: all of them, one, and one more."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.actors import ActorKind
from api.authentication import ReadOnlyTokensRead
from api.fresh import answer_document, get_match_versions, make_match_tag
from api.idempotency import KEY, LONGEST_KEY
from api.openapi.schema import ETAG, describe_kept_answers, list_parameters
from api.problems import MEDIA_TYPE
from api.reading import read_body, read_claimed_time, read_query
from api.refusals import (
    BodyRefused,
    BodyTooLarge,
    BodyUnreadable,
    KeyMalformed,
    KeyMissing,
    RequestRefusal,
    VersionMissing,
)
from api.serializers.corrections import build_consequences_document, build_effect_document
from api.serializers.line_faults import (
    find_faults_by_sheet,
    find_line_faults,
    list_content_violations,
)
from api.serializers.lines import (
    LINES,
    STALE_VERSION,
    AfterDocument,
    ConflictDocument,
    LineBody,
    MatchWithLinesDocument,
    SheetPart,
    WrittenDocument,
)
from api.serializers.match_details import build_match_document, list_side_names
from api.serializers.sheets import (
    Audience,
    LineDocument,
    Reader,
    SheetDocument,
    build_line_document,
    build_sheet_document,
    get_sheet_reader,
)
from api.viewsets import ApiViewSet, now
from kernel.refusals import Refusal
from kernel.violations import Violation
from scoring.acts import Act
from scoring.core.format import MatchFormat, read_format
from scoring.core.lines import HAND
from scoring.models import Line, Match
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


class LineViewSet(ApiViewSet):
    """The lines of the sheet of a match."""

    lookup_url_kwarg = "number"
    queryset = Line.objects.none()
    pagination_class = None
    filter_backends = ()
    query_parameters = {"list": tuple(SheetPart.model_fields)}
    row_classes = {"list": LineDocument}
    csv_member = "lines"
    # The sheet keeps the key of each line for good, not for a day.
    takes_idempotency_keys = False

    # The service decides who may write on the sheet, within its transaction.
    permission_classes = (ReadOnlyTokensRead,)

    may_refuse_with = {"create": (428,)}
    act: Act
    """What was posted, once it could be read."""

    @extend_schema(
        operation_id="matches_lines_retrieve",
        parameters=[*ETAG, *list_parameters(SheetPart)],
        responses=describe_kept_answers(SheetDocument),
    )
    def list(self, request: Request, match_id: int) -> HttpResponse:
        """The lines of a sheet in order: all of them, or those after a number."""
        # No serializer: 30 lines take 4.9 ms with one, 0.02 ms as dictionaries for orjson.
        part = read_query(SheetPart, request)
        versions = get_match_versions(self.actor, match_id)
        reader = get_sheet_reader(self.actor, match_id)
        return answer_document(
            request,
            tag=make_match_tag(versions, *reader.tag),
            resource=f"sheet:{match_id}:{part.after}:{part.page_size}",
            document=lambda: build_sheet_document(
                match_id, reader=reader, after=part.after, most=part.page_size
            ),
        )

    @extend_schema(
        operation_id="matches_line_retrieve",
        parameters=ETAG,
        responses=describe_kept_answers(LineDocument),
    )
    def retrieve(self, request: Request, match_id: int, number: int) -> HttpResponse:
        """One line of a sheet; 304 to a client that has the sheet's version."""
        # No serializer: a line is one of those above, of which 30 take 4.9 ms with one.
        versions = get_match_versions(self.actor, match_id)
        if number > versions.match_version:
            raise NotFound
        reader = get_sheet_reader(self.actor, match_id)
        return answer_document(
            request,
            tag=make_match_tag(versions, *reader.tag),
            resource=f"line:{match_id}:{number}",
            document=lambda: build_sheet_document(
                match_id, reader=reader, after=number - 1, most=1
            )["lines"][0],
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
    def create(self, request: Request, match_id: int) -> Response:
        """Adds a line. 428 without key or version; 409 with the current sheet (``match``) if the
        version is old, or with the effects (``consequences``) of a correction on later matches
        and draws; 422 if the sheet would be invalid with it, or has another line under its key
        (with the current sheet, as 409)."""
        key = read_key(request)
        body = read_body(LineBody, request)
        moment = now()
        if body.version is None:
            raise VersionMissing
        made_at = moment
        if body.made_at is not None:
            made_at = read_claimed_time(body.made_at)
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
        line, state = recorded_line.written.line, recorded_line.written.state
        reading = next(reading for reading in state.readings if reading.n == line.n)
        document = WrittenDocument(
            # Its own line, without a name: a retry gets the same answer, also from another phone.
            line=build_line_document(line, reading, reader=Reader(Audience.CLUB)),
            match=AfterDocument(
                id=recorded_line.written.match.pk,
                version=line.n,
                state={**state.as_json(), "signed": list(state.signed)},  # type: ignore[typeddict-item]
            ),
        )
        headers = {"Location": f"/api/v1/matches/{match_id}/lines/{line.n}/"}
        return Response(document, 201, headers=headers)

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
            all_violations += find_faults_by_sheet(body, match_format, match.lines.order_by("n"))
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

    def find_further_members(self, exc: Exception) -> Mapping[str, Any]:
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
