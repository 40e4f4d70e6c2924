"""Reads clubs and their venues."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.actors import PUBLIC, Actor
from tournaments.models import Club, Group, Invitation, Role, Venue
from tournaments.permissions import Right, check, list_clubs, list_roles, list_visible_events, may
from tournaments.refusals import NotFound


def list_visible_clubs(actor: Actor) -> QuerySet[Club]:
    """One's own clubs, and those with a public event."""
    is_shown = Q(pk__in=list_visible_events(actor).values("club"))
    return Club.objects.filter(is_shown | Q(pk__in=list_roles(actor).values("club")))


def get_club(actor: Actor, club_id: int) -> Club:
    """The club of that id. Raises NotFound, also for who is shown nothing of it."""
    club = list_visible_clubs(actor).filter(pk=club_id).first()
    if club is None:
        raise NotFound
    return club


def get_public_club(slug: str) -> Club:
    """The club of that name in addresses. Raises NotFound, also where nothing of it is public."""
    club = list_visible_clubs(PUBLIC).filter(slug=slug).first()
    if club is None:
        raise NotFound
    return club


def find_club_to_begin_with(actor: Actor) -> Club | None:
    """The only club of the actor, if he may create its first event; otherwise None."""
    # Two are enough to know that there is not only one.
    clubs = list(list_clubs(actor)[:2])
    if len(clubs) != 1 or clubs[0].events.exists():
        return None
    return clubs[0] if may(actor, Right.MANAGE_EVENTS, club_id=clubs[0].pk) else None


def get_venue_of_club(club: Club, venue_id: int) -> Venue:
    """A venue of this club. Raises NotFound."""
    venue = club.venues.filter(pk=venue_id).first()
    if venue is None:
        raise NotFound
    return venue


def list_visible_venues(actor: Actor) -> QuerySet[Venue]:
    """The places of the clubs that the actor sees."""
    return Venue.objects.filter(club__in=list_visible_clubs(actor))


def get_venue(actor: Actor, venue_id: int) -> Venue:
    """The place of that id. Raises NotFound, also for who is shown nothing of its club."""
    venue = list_visible_venues(actor).filter(pk=venue_id).first()
    if venue is None:
        raise NotFound
    return venue


@dataclass(frozen=True, slots=True)
class Duty:
    """What a person does in a club; ``event`` is the only one that it is for, if it is bound,
    ``group`` the only group of it, and ``tables`` those of its tables."""

    id: int
    person: str
    email: str
    kind: str
    event: str | None
    at_tables_only: bool = False
    tables: tuple[int, ...] = ()
    group: Group | None = None


def get_own_club(actor: Actor, slug: str) -> Club:
    """The club of that slug, for people with a role in it. Raises NotFound."""
    club = list_clubs(actor).filter(slug=slug).first()
    if club is None:
        raise NotFound
    return club


def list_owned_clubs(actor: Actor) -> QuerySet[Club]:
    """The clubs whose members the actor may see."""
    if actor.user_id is None:
        return Club.objects.none()
    return list_clubs(actor).filter(roles__kind=Role.Kind.OWNER, roles__user_id=actor.user_id)


def list_managed_clubs(actor: Actor) -> QuerySet[Club]:
    """The clubs whose events and players the actor may manage."""
    if actor.user_id is None:
        return Club.objects.none()
    kinds = (Role.Kind.OWNER, Role.Kind.ORGANIZER)
    return list_clubs(actor).filter(roles__kind__in=kinds, roles__user_id=actor.user_id)


def list_duties(actor: Actor, club: Club) -> tuple[Duty, ...]:
    """Who may do what in a club, for its owners. Raises NotAllowed."""
    check(actor, Right.MANAGE_CLUB, club_id=club.pk)
    roles = Role.objects.filter(club=club).select_related(
        "user", "event", "group__venue", "group__stage"
    )
    roles = roles.prefetch_related("tables")
    order = [Role.Kind.OWNER, Role.Kind.ORGANIZER, Role.Kind.REFEREE]
    duties: list[Duty] = []
    for role in sorted(roles, key=lambda role: (order.index(Role.Kind(role.kind)), role.pk)):
        duty = Duty(
            role.pk,
            str(role.user),
            role.user.email,
            role.kind,
            event=role.event.name if role.event else None,
            at_tables_only=role.at_tables_only,
            tables=tuple(sorted(table.number for table in role.tables.all())),
            group=role.group,
        )
        duties.append(duty)
    return tuple(duties)


def get_role(club: Club, role_id: int) -> Role:
    """A role in this club. Raises NotFound."""
    role = Role.objects.select_related("user").filter(pk=role_id, club=club).first()
    if role is None:
        raise NotFound
    return role


def list_invitations(club: Club, now: datetime) -> list[Invitation]:
    """The invitations that are unused and still valid, the newest first."""
    rows = Invitation.objects.filter(club=club, taken_at=None, ends_at__gt=now)
    rows = rows.select_related("event", "group__venue", "group__stage")
    return list(rows.order_by("-made_at"))


def get_invitation(club: Club, invitation_id: int) -> Invitation:
    """An invitation of this club. Raises NotFound."""
    invitation = Invitation.objects.filter(pk=invitation_id, club=club).first()
    if invitation is None:
        raise NotFound
    return invitation
