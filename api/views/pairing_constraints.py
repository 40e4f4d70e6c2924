"""Pairs of entries that must meet or must not; only for managers of the event. Addresses and
documents call a pairing constraint a wish."""

from collections.abc import Sequence

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.actors import Actor
from api.reading import finding_member
from api.serializers.pairing_constraints import (
    NewPairingConstraintSerializer,
    PairingConstraintSerializer,
)
from api.views.within import InStageViewSet
from api.viewsets import ApiViewSet, now
from tournaments.models import Entry, PairingConstraint
from tournaments.selectors.registration.entries import get_visible_entry
from tournaments.selectors.stages.stages import get_pairing_constraint, list_pairing_constraints
from tournaments.services.rounds.next_round import (
    add_pairing_constraint,
    remove_pairing_constraint,
)


class StagePairingConstraintViewSet(ListModelMixin, InStageViewSet):
    """The pairs of entries that must meet or must not; only for managers of the event."""

    lookup_url_kwarg = "wish_id"
    may_refuse_with = {"list": (403,)}
    serializer_class = PairingConstraintSerializer
    serializer_classes = {"create": NewPairingConstraintSerializer}
    queryset = PairingConstraint.objects.none()

    def get_queryset(self) -> QuerySet[PairingConstraint]:
        return list_pairing_constraints(self.actor, self.stage)

    @extend_schema(responses={201: PairingConstraintSerializer})
    def create(self, request: Request, stage_id: int) -> Response:
        """Adds a wish: two entries must meet in the next round, or must not meet at all."""
        stage = self.stage
        body = self.read_body()
        constraint = add_pairing_constraint(
            stage=stage,
            kind=body["kind"],
            entries=find_two_entries(self.actor, body["entries"]),
            reason=body["reason"],
            actor=self.actor,
            now=now(),
        )
        return self.created(constraint, "api:wish-detail", wish_id=constraint.pk)


class PairingConstraintViewSet(ApiViewSet):
    """One wish; only for managers of the event."""

    lookup_url_kwarg = "wish_id"
    serializer_class = PairingConstraintSerializer
    queryset = PairingConstraint.objects.all()

    def retrieve(self, request: Request, wish_id: int) -> Response:
        """One wish."""
        return Response(self.make_document(get_pairing_constraint(self.actor, wish_id)))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, wish_id: int) -> Response:
        """Deletes a wish."""
        constraint = get_pairing_constraint(self.actor, wish_id)
        remove_pairing_constraint(constraint=constraint, actor=self.actor, now=now())
        return Response(status=204)


def find_two_entries(actor: Actor, entry_ids: Sequence[int]) -> tuple[Entry, Entry]:
    """The two entries that a body names. Raises NotFound."""
    found: list[Entry] = []
    for position, entry_id in enumerate(entry_ids):
        with finding_member(f"entries.{position}"):
            found.append(get_visible_entry(actor, entry_id))
    first, second = found
    return first, second
