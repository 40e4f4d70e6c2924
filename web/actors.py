"""Who looks or writes, made from the request at the edge."""

from django.http import HttpRequest

from accounts.actors import PUBLIC, Actor, ActorKind


def actor_of(request: HttpRequest) -> Actor:
    """The signed-in person, or the public."""
    user = request.user
    if not user.is_authenticated:
        return PUBLIC
    return Actor(ActorKind.USER, str(user.pk), user.pk)
