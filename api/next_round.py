"""Absences, pairing constraints and late entries before a round is paired, the pairing itself, and
changes of it by hand. Addresses and documents call a pairing constraint a wish."""

from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Literal, TypeAlias, cast

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from pydantic import ConfigDict, Field, with_config
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from accounts.actors import Actor
from api.bodies import ReasonBody, finding_member
from api.documents import PairingDict
from api.reading import Id, Reason, read_body
from api.resource import Listing, Resource, now
from api.serializers.jobs import JobSerializer, make_job_document
from api.serializers.pairings import load_pairing_document
from kernel.models import Frozen
from tournaments.models import Absence, Entry, PairingConstraint, Stage
from tournaments.selectors.draws.changes import is_bracket
from tournaments.selectors.registration.entries import get_visible_entry
from tournaments.selectors.stages.stages import (
    get_pairing_constraint,
    get_stage,
    list_absences,
    list_pairing_constraints,
)
from tournaments.services.draws.bracket_changes import swap_in_drawn_bracket
from tournaments.services.rounds.next_round import (
    add_pairing_constraint,
    ask_round,
    remove_pairing_constraint,
    set_absence,
    take_back_round,
)
from tournaments.services.rounds.round_changes import swap_in_round

AbsenceKind: TypeAlias = Literal["half_bye", "absent"]
PairingConstraintKind: TypeAlias = Literal["forced", "forbidden"]
Two: TypeAlias = Annotated[tuple[Id, ...], Field(strict=False, min_length=2, max_length=2)]


class AbsenceDocument(TypedDict):
    """An entry that does not play a round: it asked for a bye (``half_bye``), or is absent."""

    entry: Annotated[int, Field(description="The id of the entry.")]
    round: Annotated[int, Field(description="The number of the round.")]
    kind: Annotated[AbsenceKind, Field(description="Whether it asked for a bye or is absent.")]


class AbsenceBody(Frozen):
    """Why an entry does not play the next round."""

    kind: Annotated[
        AbsenceKind, Field(description="Whether the entry asked for a bye or is absent.")
    ]


@with_config(ConfigDict(title="WishDocument"))
class PairingConstraintDocument(TypedDict):
    """Two entries that must meet in a round, or (``round`` null) must not meet at all."""

    id: Annotated[int, Field(description="The id of the wish.")]
    stage: Annotated[int, Field(description="The id of the stage.")]
    kind: Annotated[
        PairingConstraintKind, Field(description="Whether the two must meet or must not.")
    ]
    entries: Annotated[list[int], Field(description="The ids of the two entries.")]
    round: Annotated[
        int | None,
        Field(description="The number of the round in which they must meet; null: they must not."),
    ]
    reason: Annotated[str, Field(description="Why, as the organizer has written it.")]


class PairingConstraintBody(Frozen):
    """Two entries, and the reason. ``forced`` applies only to the next round."""

    model_config = ConfigDict(title="WishBody")

    kind: Annotated[
        PairingConstraintKind, Field(description="Whether the two must meet or must not.")
    ]
    entries: Annotated[Two, Field(description="The ids of the two entries.")]
    reason: Annotated[Reason, Field(description="Why; it is public.")]


class SwapBody(ReasonBody):
    """Two entries of the round that is paired, and why they change places. ``version``: that of
    the stage as it was looked at; ``agreed``: what this breaks has been read."""

    entries: Annotated[Two, Field(description="The ids of the two entries that change places.")]
    version: Annotated[
        int, Field(description="The version of the stage that the caller has seen.", ge=0)
    ]
    agreed: Annotated[
        bool, Field(description="Whether the caller agrees to what the swap breaks.")
    ] = False


class TakenBackDocument(TypedDict):
    """The number of the round that was deleted."""

    round: Annotated[int, Field(description="The number of the round.")]


class SwappedDocument(TypedDict):
    """The two pairings as they are now, and the version of the stage."""

    version: Annotated[int, Field(description="The version of the stage after the swap.")]
    pairings: Annotated[
        list[PairingDict], Field(description="The pairings that were changed, as they are now.")
    ]


class OfStage(Listing):
    """A list within the stage of the address."""

    @cached_property
    def stage(self) -> Stage:
        return get_stage(self.actor, self.kwargs["stage_id"])


class StageRounds(Resource):
    """The rounds of a stage that pairs them one by one."""

    @extend_schema(request=None, responses={202: JobSerializer})
    def post(self, request: Request, stage_id: int) -> Response:
        """Has a worker pair the next round. Two requests at the same time make one round."""
        stage = get_stage(self.actor, stage_id)
        job = ask_round(stage=stage, actor=self.actor, now=now())
        headers = {"Location": f"/api/v1/jobs/{job.pk}/"}
        return Response(make_job_document(job, stage.event_id), 202, headers=headers)


class TakeBackRound(Resource):
    """Deletes the last paired round of a stage, with a reason, while nobody has played in
    it."""

    @extend_schema(request=ReasonBody, responses=TakenBackDocument)
    def post(self, request: Request, stage_id: int) -> Response:
        stage = get_stage(self.actor, stage_id)
        body = read_body(ReasonBody, request)
        number = take_back_round(stage=stage, reason=body.reason, actor=self.actor, now=now())
        return Response(TakenBackDocument(round=number))


class SwapInRound(Resource):
    """Two entries of the last paired round, or of a drawn bracket, change places, as long as
    neither has begun to play."""

    @extend_schema(request=SwapBody, responses=SwappedDocument)
    def post(self, request: Request, stage_id: int) -> Response:
        """Lets two entries change places: in the paired round, or in their first matches of a
        bracket. If that breaks something, it is refused first (``change_breaks_something``, with
        the violations); sent again with ``agreed`` it is done."""
        stage = get_stage(self.actor, stage_id)
        body = read_body(SwapBody, request)
        first, second = find_two_entries(self.actor, body.entries)
        # A drawn bracket is not paired round by round: there the first matches are swapped.
        swap = swap_in_drawn_bracket if is_bracket(stage) else swap_in_round
        changed = swap(
            stage=stage,
            entries=(first, second),
            version=body.version,
            reason=body.reason,
            agreed=body.agreed,
            actor=self.actor,
            now=now(),
        )
        # The swap has raised it, and the next swap must be sent with it.
        stage.refresh_from_db(fields=["version"])
        pairings = [load_pairing_document(self.actor, pairing.pk) for pairing in changed]
        return Response(SwappedDocument(version=stage.version, pairings=pairings))


class Absences(OfStage):
    """The entries that do not play a round; only for managers of the event."""

    may_refuse_with = {"GET": (403,)}
    row_classes = {"GET": AbsenceDocument}
    queryset = Absence.objects.none()

    def get_queryset(self) -> QuerySet[Absence]:
        return list_absences(self.actor, self.stage)

    def make_documents(self, rows: Sequence[Absence]) -> Sequence[AbsenceDocument]:
        return [build_absence_document(row) for row in rows]

    @extend_schema(responses=AbsenceDocument)
    def get(self, request: Request, stage_id: int) -> Response:
        return self.list(request)


class EntryAbsence(Resource):
    """Whether an entry plays the next round of a stage."""

    may_refuse_with = {"DELETE": (422,)}

    @extend_schema(request=AbsenceBody, responses={204: None})
    def put(self, request: Request, stage_id: int, entry_id: int) -> Response:
        """Records that an entry does not play a round: it asked for a bye, or is absent."""
        body = read_body(AbsenceBody, request)
        return self._set(stage_id, entry_id, body.kind)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, stage_id: int, entry_id: int) -> Response:
        """Removes the record: the entry plays."""
        return self._set(stage_id, entry_id, None)

    def _set(self, stage_id: int, entry_id: int, kind: str | None) -> Response:
        stage, entry = get_stage(self.actor, stage_id), get_visible_entry(self.actor, entry_id)
        set_absence(stage=stage, entry=entry, kind=kind, actor=self.actor, now=now())
        return Response(status=204)


class PairingConstraints(OfStage):
    """The pairs of entries that must meet or must not; only for managers of the event."""

    may_refuse_with = {"GET": (403,)}
    row_classes = {"GET": PairingConstraintDocument}
    queryset = PairingConstraint.objects.none()

    def get_queryset(self) -> QuerySet[PairingConstraint]:
        return list_pairing_constraints(self.actor, self.stage)

    def make_documents(
        self, rows: Sequence[PairingConstraint]
    ) -> Sequence[PairingConstraintDocument]:
        return [build_pairing_constraint_document(row) for row in rows]

    @extend_schema(responses=PairingConstraintDocument)
    def get(self, request: Request, stage_id: int) -> Response:
        return self.list(request)

    @extend_schema(request=PairingConstraintBody, responses={201: PairingConstraintDocument})
    def post(self, request: Request, stage_id: int) -> Response:
        """Adds a wish: two entries must meet in the next round, or must not meet at all."""
        stage = self.stage
        body = read_body(PairingConstraintBody, request)
        first, second = find_two_entries(self.actor, body.entries)
        constraint = add_pairing_constraint(
            stage=stage,
            kind=body.kind,
            entries=(first, second),
            reason=body.reason,
            actor=self.actor,
            now=now(),
        )
        headers = {"Location": f"/api/v1/wishes/{constraint.pk}/"}
        return Response(build_pairing_constraint_document(constraint), 201, headers=headers)


class PairingConstraintDetail(Resource):
    """One wish; only for managers of the event."""

    @extend_schema(responses=PairingConstraintDocument)
    def get(self, request: Request, wish_id: int) -> Response:
        """One wish."""
        constraint = get_pairing_constraint(self.actor, wish_id)
        return Response(build_pairing_constraint_document(constraint))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, wish_id: int) -> Response:
        """Deletes a wish."""
        remove_pairing_constraint(
            constraint=get_pairing_constraint(self.actor, wish_id), actor=self.actor, now=now()
        )
        return Response(status=204)


def find_two_entries(actor: Actor, entry_ids: Sequence[int]) -> tuple[Entry, Entry]:
    """The two entries that a body names. Raises NotFound."""
    found: list[Entry] = []
    for position, entry_id in enumerate(entry_ids):
        with finding_member(f"entries.{position}"):
            found.append(get_visible_entry(actor, entry_id))
    first, second = found
    return first, second


def build_absence_document(row: Absence) -> AbsenceDocument:
    return AbsenceDocument(entry=row.entry_id, round=row.round, kind=cast("AbsenceKind", row.kind))


def build_pairing_constraint_document(row: PairingConstraint) -> PairingConstraintDocument:
    return PairingConstraintDocument(
        id=row.pk,
        stage=row.stage_id,
        kind=cast("PairingConstraintKind", row.kind),
        entries=[row.first_id, row.second_id],
        round=row.round,
        reason=row.reason,
    )
