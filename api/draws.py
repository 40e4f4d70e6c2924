"""Draws: starting them as jobs, and the draws that were held, with all data needed to repeat
them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal, NotRequired
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.bodies import ReasonBody
from api.documents import ConstraintsDict, EventId, FormatOptionsDict, MomentText
from api.filters import DrawFilter
from api.reading import Word, read_body
from api.resource import Listing, Resource, now
from api.serializers.jobs import JobSerializer, make_job_document
from api.sheets import AuthorDocument, get_public_author_id
from api.within import WithinEvent
from kernel.models import Frozen
from tournaments.models import Draw
from tournaments.selectors.draws.draws import find_meetings_again, get_draw, list_draws
from tournaments.selectors.events.events import get_visible_event, is_of_the_club
from tournaments.selectors.stages.stages import get_stage
from tournaments.selectors.trust.exports import verify_document
from tournaments.services.draws.draws import (
    ask_draw,
    call_off_draw,
    hold_draw,
    prepare_draw,
    prepare_lots,
)


class DrawBody(ReasonBody):
    """``word``: the public word; without it the draw is held in silence, which is shown on it.
    ``reason``: needed to repeat a draw that was held."""

    word: Annotated[Word, Field(description="The public word; empty: the server makes one.")] = ""


class WordBody(Frozen):
    """``word``: the public word that somebody in the hall has said."""

    word: Annotated[Word, Field(description="The public word, exactly as it was said.")]


class DrawnEntryDocument(TypedDict):
    """An entry as it was drawn: its seed, its club for keeping clubmates apart, and the group that
    it was assigned to. In a stage that follows another: its pot, the group of its groupmates
    (``mates``), the points carried over (``carried``), the opponents that it has met."""

    id: Annotated[int, Field(description="The id of the entry.")]
    seed: Annotated[int | None, Field(description="Its seed, from 1; null: not seeded.")]
    club: Annotated[
        str | None, Field(description="The club that keeps it apart from clubmates; null: none.")
    ]
    group: NotRequired[
        Annotated[int, Field(description="The number of the group that it was assigned to.")]
    ]
    pot: NotRequired[Annotated[int, Field(description="The number of its pot.")]]
    mates: NotRequired[
        Annotated[
            str,
            Field(description="The group of the earlier stage that it shares with its groupmates."),
        ]
    ]
    carried: NotRequired[Annotated[int, Field(description="The points that it carries over.")]]
    met: NotRequired[
        Annotated[list[int], Field(description="The ids of the opponents that it has met.")]
    ]


class MeetingAgainDocument(TypedDict):
    """Two entries that have met in an earlier stage and that the draw could not keep apart: they
    meet in this round (``certain``), or can meet in it."""

    entries: Annotated[list[int], Field(description="The ids of the two entries.")]
    round: Annotated[int, Field(description="The number of the round.")]
    group: Annotated[int, Field(description="The number of the group.")]
    certain: Annotated[bool, Field(description="Whether they meet whatever the results are.")]


class DrawDocument(TypedDict):
    """A draw: prepared (``COMMITTED``), held or called off. The ``commitment`` is always shown;
    ``secret``, ``word`` and ``seed`` once the word was said. ``secret``, ``word``, ``entries``,
    ``options`` and ``constraints`` determine the ``order`` (with several groups, a list of lists);
    ``version`` is that of the algorithm. The last draw of a stage that was held counts.
    ``meetings_again``: entries that have met in an earlier stage and could not be kept apart.
    ``purpose``: the ORDER of a stage, or LOTS among tied entries. Who held it is shown only to
    members of the club."""

    id: Annotated[int, Field(description="The id of the draw.")]
    event: Annotated[EventId, Field(description="The id of the event.")]
    stage: Annotated[int, Field(description="The id of the stage.")]
    number: Annotated[int, Field(description="Its number among the draws of the stage, from 1.")]
    purpose: Annotated[
        Literal["ORDER", "LOTS"],
        Field(description="The order of a stage, or lots among tied entries."),
    ]
    state: Annotated[
        Literal["COMMITTED", "HELD", "CALLED_OFF"],
        Field(description="Whether it is prepared, held or called off."),
    ]
    commitment: Annotated[
        str, Field(description="The hash of the secret, published before the word is said.")
    ]
    secret: Annotated[str | None, Field(description="The secret; null until the word was said.")]
    word: Annotated[str | None, Field(description="The public word; null until it was said.")]
    seed: Annotated[
        str | None, Field(description="The seed that secret and word give; null until it is held.")
    ]
    format: Annotated[str, Field(description="The format of the stage, as `formats/` names it.")]
    options: Annotated[
        FormatOptionsDict,
        Field(description="The options of that format, by the schema in `formats/{name}/`."),
    ]
    constraints: Annotated[ConstraintsDict, Field(description="What the draw has to respect.")]
    entries: Annotated[
        list[DrawnEntryDocument],
        Field(description="The entries as they are drawn, in the order of the input."),
    ]
    order: Annotated[
        list[int] | list[list[int]] | None,
        Field(
            description="The drawn order of ids, by group if there are several; null until held."
        ),
    ]
    meetings_again: Annotated[
        list[MeetingAgainDocument],
        Field(description="The meetings of an earlier stage that could not be kept apart."),
    ]
    version: Annotated[int, Field(description="The version of the algorithm.")]
    reason: Annotated[str, Field(description="Why it replaces an earlier draw.")]
    committed_at: Annotated[MomentText, Field(description="When it was prepared.")]
    said_at: Annotated[MomentText | None, Field(description="When the word was recorded.")]
    held_at: Annotated[MomentText | None, Field(description="When it was held.")]
    called_off_at: Annotated[MomentText | None, Field(description="When it was called off.")]
    called_off_reason: Annotated[str, Field(description="Why it was called off.")]
    author: NotRequired[Annotated[AuthorDocument, Field(description="Who prepared it.")]]


class Draws(WithinEvent, Listing):
    """The draws of an event, the earliest first."""

    row_classes = {"GET": DrawDocument}
    filterset_class = DrawFilter
    queryset = Draw.objects.none()

    def get_queryset(self) -> QuerySet[Draw]:
        return list_draws(self.event)

    def make_documents(self, rows: Sequence[Draw]) -> Sequence[DrawDocument]:
        inside = is_of_the_club(self.actor, self.event)
        return [build_draw_document(draw, inside=inside) for draw in rows]

    @extend_schema(responses=DrawDocument)
    def get(self, request: Request) -> Response:
        return self.list(request)


class DrawDetail(Resource):
    """One draw."""

    @extend_schema(responses=DrawDocument)
    def get(self, request: Request, draw_id: int) -> Response:
        draw = get_draw(self.actor, draw_id)
        return Response(
            build_draw_document(draw, inside=is_of_the_club(self.actor, draw.stage.event))
        )


class DrawVerifyDocument(Resource):
    """A draw that was held as the record that ``la-bella verify`` takes; of a bracket that was
    changed by hand also the changes and the bracket as it is played. 404 before it was held: the
    record has the secret."""

    @extend_schema(responses=dict[str, Any])
    def get(self, request: Request, draw_id: int) -> Response:
        return Response(verify_document(get_draw(self.actor, draw_id)))


class DrawEvent(Resource):
    """Has a worker draw the event. Two requests at the same time make one draw; to draw again
    needs a reason."""

    @extend_schema(request=DrawBody, responses={202: JobSerializer})
    def post(self, request: Request, event_id: UUID) -> Response:
        body = read_body(DrawBody, request)
        event = get_visible_event(self.actor, event_id)
        job = ask_draw(event=event, reason=body.reason, word=body.word, actor=self.actor, now=now())
        headers = {"Location": f"/api/v1/jobs/{job.pk}/"}
        return Response(make_job_document(job, event.pk), 202, headers=headers)


class StageDraws(Resource):
    """Prepares a draw of the stage: its commitment is public from now on, its secret is revealed
    after the public word. If a draw is prepared already, it answers with that one. To repeat a
    draw that was held, a reason is needed."""

    @extend_schema(request=ReasonBody, responses={201: DrawDocument})
    def post(self, request: Request, stage_id: int) -> Response:
        body = read_body(ReasonBody, request)
        stage = get_stage(self.actor, stage_id)
        draw = prepare_draw(stage=stage, reason=body.reason, actor=self.actor, now=now())
        return _make_created_response(draw)


class StageLots(Resource):
    """Prepares a drawing of lots among the entries that are tied where a later stage cuts the
    ranking of this one. If one is prepared already, it answers with that one."""

    @extend_schema(request=None, responses={201: DrawDocument})
    def post(self, request: Request, stage_id: int) -> Response:
        stage = get_stage(self.actor, stage_id)
        return _make_created_response(prepare_lots(stage=stage, actor=self.actor, now=now()))


class HoldDraw(Resource):
    """Records the public word and has a worker hold the draw. The first word stays; after a failure
    the same word repeats the draw."""

    @extend_schema(request=WordBody, responses={202: JobSerializer})
    def post(self, request: Request, draw_id: int) -> Response:
        body = read_body(WordBody, request)
        draw = get_draw(self.actor, draw_id)
        job = hold_draw(draw=draw, word=body.word, actor=self.actor, now=now())
        headers = {"Location": f"/api/v1/jobs/{job.pk}/"}
        return Response(make_job_document(job, draw.stage.event_id), 202, headers=headers)


class CallOffDraw(Resource):
    """Calls off a prepared draw; it stays public, with the reason."""

    @extend_schema(request=ReasonBody, responses=DrawDocument)
    def post(self, request: Request, draw_id: int) -> Response:
        body = read_body(ReasonBody, request)
        draw = get_draw(self.actor, draw_id)
        draw = call_off_draw(draw=draw, reason=body.reason, actor=self.actor, now=now())
        return Response(build_draw_document(draw, inside=True))


def _make_created_response(draw: Draw) -> Response:
    headers = {"Location": f"/api/v1/draws/{draw.pk}/"}
    return Response(build_draw_document(draw, inside=True), 201, headers=headers)


def build_draw_document(draw: Draw, *, inside: bool) -> DrawDocument:
    """A draw for the people of the club (``inside``) or for everybody."""
    meetings: list[MeetingAgainDocument] = []
    for again in find_meetings_again(draw):
        meeting = MeetingAgainDocument(
            entries=[int(entry) for entry in again.entries],
            round=again.round,
            group=again.group,
            certain=again.is_certain,
        )
        meetings.append(meeting)
    # Until the public word was said nobody may see the secret: the two together fix the order.
    is_said = draw.said_at is not None
    document = DrawDocument(
        id=draw.pk,
        event=str(draw.stage.event_id),
        stage=draw.stage_id,
        number=draw.number,
        purpose=draw.purpose,  # type: ignore[typeddict-item]
        state=draw.state,  # type: ignore[typeddict-item]
        commitment=draw.commitment,
        secret=draw.secret if is_said else None,
        word=draw.word if is_said else None,
        seed=draw.seed or None,
        format=draw.format,
        options=draw.options,
        constraints=draw.constraints,
        entries=draw.entries,
        order=draw.order,
        meetings_again=meetings,
        version=draw.version,
        reason=draw.reason,
        committed_at=draw.committed_at.isoformat(),
        said_at=_format_moment(draw.said_at),
        held_at=_format_moment(draw.held_at),
        called_off_at=_format_moment(draw.called_off_at),
        called_off_reason=draw.called_off_reason,
    )
    if inside:
        document["author"] = {"kind": draw.author_kind, "id": get_public_author_id(draw)}  # type: ignore[typeddict-item]
    return document


def _format_moment(at: datetime | None) -> str | None:
    return at.isoformat() if at else None
