"""Founds clubs and gives roles."""

from datetime import datetime

from django.utils.text import slugify

from accounts.actors import Actor
from accounts.models import User
from database.transactions import atomic_with_retry
from tournaments.models import Club, Event, Group, Role, Venue
from tournaments.permissions import Right, check


@atomic_with_retry
def found_club(*, name: str, owner: User, now: datetime) -> Club:
    """A new club with its first owner. The slug is made from the name, and made unique."""
    # If another club gets this slug at the same moment, the transaction is run again, and sees it.
    base = slugify(name)[:50] or "club"
    taken_slugs = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    slug, number = base, 1
    while slug in taken_slugs:
        number += 1
        slug = f"{base}-{number}"
    club = Club.objects.create(name=name, slug=slug, created_at=now)
    Role.objects.create(club=club, user=owner, kind=Role.Kind.OWNER)
    return club


def add_venue(*, club: Club, name: str, address: str, actor: Actor) -> Venue:
    """A place where the club plays; the one of that name if it is there already."""
    check(actor, Right.MANAGE_EVENTS, club_id=club.pk)
    venue, _ = Venue.objects.get_or_create(
        club=club, name__iexact=name, defaults={"name": name, "address": address}
    )
    return venue


def give_role(
    *,
    club: Club,
    user: User,
    kind: str,
    event: Event | None = None,
    group: Group | None = None,
    actor: Actor,
) -> Role:
    """Lets a user do something in a club (at an event, in a group of it); giving a role twice
    changes nothing."""
    check(actor, Right.MANAGE_CLUB, club_id=club.pk)
    role, _ = Role.objects.get_or_create(club=club, user=user, kind=kind, event=event, group=group)
    return role
