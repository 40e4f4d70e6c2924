"""The people of a club, for its owners: their roles, and invitations."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import ReadOnlyTokensRead
from api.permissions import MayWriteRow
from api.serializers.people import (
    InvitationLinkSerializer,
    InvitationSerializer,
    NewInvitationSerializer,
    RoleSerializer,
)
from api.viewsets import ApiViewSet, now
from tournaments.models import Club, Event, Group, Invitation, Role
from tournaments.permissions import Right, check
from tournaments.refusals import NotFound
from tournaments.selectors.events.clubs import get_club, get_invitation, get_role
from tournaments.services.club.invitations import call_back, invite, take_role


class OwnedClubViewSet(ListModelMixin, ApiViewSet):
    """A resource of a club for its owners."""

    permission_classes = (ReadOnlyTokensRead, MayWriteRow)
    may_refuse_with = {"list": (403,), "retrieve": (403,)}

    def check_writes(self) -> None:
        self.find_club()

    def find_club(self) -> Club:
        """The club of the address. Raises NotFound, NotAllowed."""
        club = get_club(self.actor, self.kwargs["club_id"])
        check(self.actor, Right.MANAGE_CLUB, club_id=club.pk)
        return club


class RoleViewSet(OwnedClubViewSet):
    """Who may do what in a club."""

    lookup_url_kwarg = "role_id"
    serializer_class = RoleSerializer
    queryset = Role.objects.none()

    def get_queryset(self) -> QuerySet[Role]:
        rows = Role.objects.filter(club=self.find_club())
        return rows.select_related("user", "group").prefetch_related("tables")

    def retrieve(self, request: Request, club_id: int, role_id: int) -> Response:
        """One role."""
        return Response(self.make_document(get_role(self.find_club(), role_id)))

    def destroy(self, request: Request, club_id: int, role_id: int) -> Response:
        """Ends a role at once. The last owner stays."""
        take_role(role=get_role(self.find_club(), role_id), actor=self.actor)
        return Response(status=204)


class InvitationViewSet(OwnedClubViewSet):
    """The invitations of a club that are unused and still valid, the newest first."""

    lookup_url_kwarg = "invitation_id"
    ordering = ("-made_at", "-pk")
    answers_with_secret = ("create",)
    serializer_class = InvitationSerializer
    serializer_classes = {"create": NewInvitationSerializer}
    queryset = Invitation.objects.none()

    def get_queryset(self) -> QuerySet[Invitation]:
        rows = Invitation.objects.filter(club=self.find_club(), taken_at=None, ends_at__gt=now())
        return rows.select_related("group").prefetch_related("tables")

    @extend_schema(responses={201: InvitationLinkSerializer})
    def create(self, request: Request, club_id: int) -> Response:
        """Invites one person by a link, which is good for a fortnight and answered only once."""
        club = self.find_club()
        body = self.read_body()
        event = find_event(club, body["event"])
        invited = invite(
            club=club,
            kind=body["kind"],
            event=event,
            group=find_group(event, body["group"]),
            tables=body["tables"],
            note=body["note"],
            actor=self.actor,
            now=now(),
        )
        address = reverse("desk:invitation", args=[invited.secret])
        document: dict[str, Any] = self.make_document(invited.invitation)
        address_parts = {"club_id": club.pk, "invitation_id": invited.invitation.pk}
        return Response(
            {**document, "link": request.build_absolute_uri(address)},
            201,
            headers={"Location": reverse("api:invitation-detail", kwargs=address_parts)},
        )

    def retrieve(self, request: Request, club_id: int, invitation_id: int) -> Response:
        """One invitation, also when it was used or is too old; its link is not shown again."""
        return Response(self.make_document(get_invitation(self.find_club(), invitation_id)))

    def destroy(self, request: Request, club_id: int, invitation_id: int) -> Response:
        """Revokes the link; a role that was accepted by it stays."""
        invitation = get_invitation(self.find_club(), invitation_id)
        call_back(invitation=invitation, actor=self.actor, now=now())
        return Response(status=204)


def find_event(club: Club, event_id: UUID | None) -> Event | None:
    """An event of the club; None without an id. Raises NotFound."""
    if event_id is None:
        return None
    # Among the club's own events: an owner gives no role at those of another club.
    event = club.events.filter(pk=event_id).first()
    if event is None:
        raise NotFound(field="event")
    return event


def find_group(event: Event | None, group_id: int | None) -> Group | None:
    """A group of the event; None without an id. Raises NotFound."""
    if group_id is None:
        return None
    group = Group.objects.select_related("stage").filter(pk=group_id, stage__event=event).first()
    if group is None:
        raise NotFound(field="group")
    return group
