"""Invites people to a club by a link, and takes their roles back."""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.utils.crypto import salted_hmac

from accounts.actors import Actor
from accounts.models import User
from accounts.services import create_account
from database.transactions import atomic_with_retry
from kernel.refusals import FormReused
from tournaments.models import Club, Event, Group, Invitation, Role
from tournaments.permissions import Right, check
from tournaments.refusals import InvitationRefused, LastOwner
from tournaments.services.club.role_bounds import find_role_bounds

LASTS = timedelta(days=14)
SECRET_BYTES = 24


@dataclass(frozen=True, slots=True)
class Invited:
    """An invitation and its secret, which is shown only once."""

    invitation: Invitation
    secret: str


@atomic_with_retry
def invite(
    *,
    club: Club,
    kind: str,
    event: Event | None = None,
    group: Group | None = None,
    tables: Collection[int] = (),
    note: str = "",
    key: str = "",
    actor: Actor,
    now: datetime,
) -> Invited:
    """A link for one person, good for a fortnight. A referee's may be bound to an event of the
    club, to one group of it, and to some of its tables (by their numbers; none: to all). ``key``:
    that of the form; sent twice, it is one invitation, with the same link.

    Raises NotAllowed, NotFound, NoSuchTables, FormReused.
    """
    check(actor, Right.MANAGE_CLUB, club_id=club.pk)
    bounds = find_role_bounds(club=club, kind=kind, event=event, group=group, tables=tables)
    secret = secrets.token_urlsafe(SECRET_BYTES)
    if key:
        # Unpredictable without the key of the server, and the same for one form: sent twice, the
        # form finds the invitation that it has made.
        message = f"{club.pk}:{actor.kind}:{actor.id}:{key}"
        digest = salted_hmac("tournaments.invitation", message, algorithm="sha256").digest()
        secret = urlsafe_b64encode(digest[:SECRET_BYTES]).decode()
    said = {
        "club": club,
        "kind": kind,
        "event": bounds.event,
        "group": bounds.group,
        "at_tables_only": bool(bounds.tables),
        "note": note,
    }
    invitation, is_new = Invitation.objects.get_or_create(
        digest=digest_invitation_secret(secret),
        defaults={**said, "made_at": now, "ends_at": now + LASTS},
    )
    if is_new:
        invitation.tables.set(bounds.tables)
        return Invited(invitation, secret)
    is_same = all(getattr(invitation, name) == value for name, value in said.items())
    is_open = invitation.is_open_at(now)
    if not (is_same and is_open and set(invitation.tables.all()) == set(bounds.tables)):
        raise FormReused
    return Invited(invitation, secret)


def digest_invitation_secret(secret: str) -> str:
    """What is kept of an invitation's secret."""
    return sha256(secret.encode()).hexdigest()


def find_invitation(secret: str, now: datetime) -> Invitation:
    """The invitation of this link, if it is still good. Raises InvitationRefused."""
    rows = Invitation.objects.select_related("club", "event", "group__venue", "group__stage")
    invitation = rows.filter(digest=digest_invitation_secret(secret)).first()
    if invitation is None or not invitation.is_open_at(now):
        raise InvitationRefused
    return invitation


@atomic_with_retry
def accept(*, secret: str, user: User, now: datetime) -> Role:
    """The role of the invitation, for who opened its link first. Raises InvitationRefused."""
    # Locked, so that of two who open the link at once only one gets the role.
    locked_invitations = Invitation.objects.select_for_update(no_key=True)
    invitation = locked_invitations.filter(digest=digest_invitation_secret(secret)).first()
    if invitation is None:
        raise InvitationRefused
    bounds: dict[str, Any] = {
        "kind": invitation.kind,
        "event": invitation.event,
        "group": invitation.group,
    }
    roles = Role.objects.filter(club=invitation.club, user=user, **bounds)
    # The same person may open the link again, also after it has expired.
    if invitation.taken_by_id == user.pk and (role := roles.first()):
        return role
    if not invitation.is_open_at(now):
        raise InvitationRefused
    invitation.taken_at, invitation.taken_by = now, user
    invitation.save(update_fields=["taken_at", "taken_by"])
    role, _ = Role.objects.update_or_create(
        club=invitation.club,
        user=user,
        **bounds,
        defaults={"at_tables_only": invitation.at_tables_only},
    )
    role.tables.set(invitation.tables.all())
    return role


@atomic_with_retry
def accept_as_new_user(
    *, secret: str, first_name: str, last_name: str, email: str, password: str, now: datetime
) -> tuple[User, Role]:
    """A new account with the role of the invitation, both or neither: of two who open the link at
    once, the second gets no account without a role. Raises InvitationRefused, AddressTaken."""
    user = create_account(
        first_name=first_name, last_name=last_name, email=email, password=password
    )
    return user, accept(secret=secret, user=user, now=now)


@atomic_with_retry
def call_back(*, invitation: Invitation, actor: Actor, now: datetime) -> None:
    """Revokes the link; a role that was accepted by it stays."""
    check(actor, Right.MANAGE_CLUB, club_id=invitation.club_id)
    Invitation.objects.filter(pk=invitation.pk, taken_at=None).update(ends_at=now)


@atomic_with_retry
def take_role(*, role: Role, actor: Actor) -> None:
    """Ends a role at once. Raises NotAllowed, LastOwner."""
    check(actor, Right.MANAGE_CLUB, club_id=role.club_id)
    # The club is locked, so that two owners cannot take the role from each other at once.
    club = Club.objects.select_for_update(no_key=True).get(pk=role.club_id)
    owners = club.roles.filter(kind=Role.Kind.OWNER)
    if role.kind == Role.Kind.OWNER and not owners.exclude(pk=role.pk).exists():
        raise LastOwner
    Role.objects.filter(pk=role.pk).delete()
