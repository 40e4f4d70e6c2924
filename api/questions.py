"""What corrections have left to decide: the questions of an event, one of them, its decision."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, Literal, NotRequired, TypeAlias, cast
from uuid import UUID

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.entries import ReasonBody
from api.names import EntryNameDocument, make_name_document
from api.reading import read_body
from api.resource import Listing, Resource, now
from tournaments.models import Event, Question
from tournaments.selectors.entries import EntryName, names_of
from tournaments.selectors.events import is_of_the_club, visible_event
from tournaments.selectors.questions import decisions_for, question_for, questions_of
from tournaments.selectors.stages import load_round_counts
from tournaments.services.decisions import decide
from wording.decisions import DecisionSubject, name_changes, question_words
from wording.places import match_name
from wording.rounds import round_title
from wording.stages import stage_name

Decision: TypeAlias = Literal[
    "LEFT", "REPLAYED", "SWAPPED", "DRAWN_AGAIN", "TAKEN_BACK", "KEPT", "AWARDED"
]


class DecidedDocument(TypedDict):
    """A decision, with its time and reason."""

    decision: Decision
    reason: str
    at: str


class ChangedEntrantDocument(TypedDict):
    """Data of a drawn entry that differ from those that the draw used: its ``seed``, its ``pot``,
    the points ``carried`` over, the group of its ``mates`` or the entries that it has ``met``. For
    announced prizes: the first and the last place of its ``prize``; empty: no prize."""

    entry: EntryNameDocument
    what: Literal["seed", "pot", "mates", "met", "carried", "prize"]
    before: int | str | list[int] | None
    after: int | str | list[int] | None


def entrant_change_documents(
    changed: Iterable[Mapping[str, Any]], names: Mapping[int, EntryName]
) -> list[ChangedEntrantDocument]:
    """Changed entrants as a pending decision keeps them, with their names."""
    return [
        ChangedEntrantDocument(
            entry=make_name_document(names[each["entry"]]),
            what=each["what"],
            before=each["before"],
            after=each["after"],
        )
        for each in changed
    ]


class QuestionDocument(TypedDict):
    """What a correction could not update by itself. ``PLAYED_ON``: ``goes`` has begun a pairing in
    which ``comes`` should play. ``CUT_MOVED``: a stage was drawn with ``goes`` and without
    ``comes``, and ``changed`` would be drawn differently now. ``ROUND_PAIRED``: a round of a stage
    was paired before the correction. ``PRIZES_MOVED``: prizes differ from those announced:
    ``comes`` have won one, ``goes`` have lost theirs, ``changed`` have another. ``possible``: the
    decisions that can be taken now (``DRAWN_AGAIN`` by drawing the stage again); shown only to
    members of the club."""

    id: int
    event: str
    kind: Literal["PLAYED_ON", "CUT_MOVED", "ROUND_PAIRED", "PRIZES_MOVED"]
    pairing: int | None
    match: int | None
    stage: int | None
    round: int | None
    comes: list[EntryNameDocument]
    goes: list[EntryNameDocument]
    changed: list[ChangedEntrantDocument]
    sentence: str
    asked_at: str
    decided: DecidedDocument | None
    possible: NotRequired[list[Decision]]


class DecisionBody(ReasonBody):
    """A decision and its reason."""

    decision: Annotated[Decision, Field()]


class QuestionFilter(filters.FilterSet):  # type: ignore[misc]
    """``open`` true: those that wait; false: those that were decided."""

    open = filters.BooleanFilter(method="by_decision")

    class Meta:
        model = Question
        fields: Sequence[str] = ()

    def by_decision(
        self,
        rows: QuerySet[Question],
        name: str,
        value: bool,  # noqa: FBT001
    ) -> QuerySet[Question]:
        return rows.filter(decision="") if value else rows.exclude(decision="")


class Questions(Listing):
    """The questions that corrections have left in an event, open and decided."""

    filterset_class = QuestionFilter
    queryset = Question.objects.all()

    @cached_property
    def event(self) -> Event:
        return visible_event(self.actor, self.kwargs["event_id"])

    def get_queryset(self) -> QuerySet[Question]:
        return questions_of(self.event)

    def documents(self, rows: Sequence[Question]) -> Sequence[QuestionDocument]:
        return question_documents(self.event, rows)

    @extend_schema(responses=QuestionDocument)
    def get(self, request: Request, event_id: UUID) -> Response:
        return self.list(request)


class QuestionDetail(Resource):
    """One question."""

    @extend_schema(responses=QuestionDocument)
    def get(self, request: Request, question_id: int) -> Response:
        question = question_for(self.actor, question_id)
        return Response(
            _make_question_document(question, inside=is_of_the_club(self.actor, question.event))
        )


class DecideQuestion(Resource):
    """Decides a question, with a public reason."""

    @extend_schema(request=DecisionBody, responses=QuestionDocument)
    def post(self, request: Request, question_id: int) -> Response:
        question = question_for(self.actor, question_id)
        body = read_body(DecisionBody, request)
        decide(
            question=question,
            decision=body.decision,
            reason=body.reason,
            actor=self.actor,
            now=now(),
        )
        return Response(_make_question_document(question_for(self.actor, question_id), inside=True))


def _make_question_document(question: Question, *, inside: bool) -> QuestionDocument:
    (document,) = question_documents(question.event, [question])
    if inside:
        document["possible"] = cast("list[Decision]", decisions_for(question))
    return document


def question_documents(event: Event, rows: Sequence[Question]) -> list[QuestionDocument]:
    """Questions of one event: as many queries for any number."""
    names = names_of(event, {entry for row in rows for entry in row.entries})
    titles = {row.id: round_title(row) for row in load_round_counts(event)} if rows else {}
    return [_describe_question(row, names, titles) for row in rows]


def _describe_question(
    row: Question, names: Mapping[int, EntryName], titles: Mapping[int, str]
) -> QuestionDocument:
    comes, goes = ([names[entry] for entry in entries] for entries in (row.comes, row.goes))
    asked = DecisionSubject(
        row.kind,
        _where(row, titles),
        [name.short for name in comes],
        [name.short for name in goes],
        row.round,
        name_changes(row.changed, {pk: name.short for pk, name in names.items()}),
    )
    return QuestionDocument(
        id=row.pk,
        event=str(row.event_id),
        kind=row.kind,  # type: ignore[typeddict-item]
        pairing=row.pairing_id,
        match=row.pairing.match_id if row.pairing else None,
        stage=row.stage_id,
        round=row.round,
        comes=[make_name_document(name) for name in comes],
        goes=[make_name_document(name) for name in goes],
        changed=entrant_change_documents(row.changed, names),
        sentence=question_words(asked),
        asked_at=row.asked_at.isoformat(),
        decided=_decision_document(row),
    )


def _where(row: Question, titles: Mapping[int, str]) -> str:
    if row.pairing is not None:
        return match_name(titles[row.pairing.round_id], row.pairing.number)
    return stage_name(row.stage.name, row.stage.format) if row.stage else ""


def _decision_document(row: Question) -> DecidedDocument | None:
    if row.decided_at is None:
        return None
    return DecidedDocument(
        decision=row.decision,  # type: ignore[typeddict-item]
        reason=row.reason,
        at=row.decided_at.isoformat(),
    )
