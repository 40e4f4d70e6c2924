"""Reads users and tokens."""

from collections.abc import Iterable

from accounts.actors import ActorKind
from accounts.models import Token, User


def names_of_authors(authors: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """The names of those who did an act, by kind and id. Two queries at most."""
    wanted = set(authors)
    users = {int(pk) for kind, pk in wanted if kind == ActorKind.USER and pk.isdecimal()}
    programs = {key for kind, key in wanted if kind == ActorKind.PROGRAM}
    names = {}
    for user in User.objects.filter(pk__in=users) if users else ():
        names[ActorKind.USER.value, str(user.pk)] = str(user)
    for token in Token.objects.filter(token_key__in=programs) if programs else ():
        names[ActorKind.PROGRAM.value, token.token_key] = token.name
    return names
