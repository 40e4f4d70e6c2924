"""Who looks or writes, made from the request at the edge."""

from dataclasses import replace

from django.http import HttpRequest

from accounts.actors import PUBLIC, Actor, ActorKind
from tournaments.event_links import read_event_link


def get_actor(request: HttpRequest) -> Actor:
    """The signed-in person, or the public."""
    user, event_link = request.user, read_event_link(request)
    if not user.is_authenticated:
        return replace(PUBLIC, event_link=event_link)
    return Actor(ActorKind.USER, str(user.pk), user.pk, event_link=event_link)
