"""Reads users and tokens."""

from collections.abc import Iterable

from accounts.actors import Actor, ActorKind
from accounts.models import Token, User
from accounts.public_ids import derive_public_id
from accounts.statements import TOKEN_WITH_ACTIVE_USER
from database.statements import load_instance


def find_token(digest: str) -> Token | None:
    """The token of this digest with its user, if his account is active. One query."""
    columns = TOKEN_WITH_ACTIVE_USER.fetch_named(digest)
    if columns is None:
        return None
    email = columns.pop("email")
    token = load_instance(Token, **columns)
    token.user = load_instance(User, id=token.user_id, email=email, is_active=True)
    return token


def load_author_names(authors: Iterable[Actor | None]) -> dict[Actor | None, str]:
    """The names of users and programs that are stored as authors; None, for what nobody has done
    yet, has no name. Two queries at most."""
    users: dict[int, Actor] = {}
    programs: dict[str, Actor] = {}
    for author in authors:
        if author is None:
            continue
        if author.kind == ActorKind.USER and author.id.isdecimal():
            users[int(author.id)] = author
        elif author.kind == ActorKind.PROGRAM:
            programs[derive_public_id(author.id)] = author
    names: dict[Actor | None, str] = {}
    for user in User.objects.filter(pk__in=users):
        names[users[user.pk]] = str(user)
    for token in Token.objects.filter(token_key__in=programs):
        names[programs[token.token_key]] = token.name
    return names
