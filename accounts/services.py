"""Makes the tokens of programs."""

from django.db import transaction

from accounts.models import Token, User


@transaction.atomic
def make_token(*, user: User, name: str, may_write: bool) -> tuple[Token, str]:
    """A new token of ``user`` and its secret, which is told this once and stored hashed."""
    token, secret = Token.objects.create(user=user, name=name, may_write=may_write)
    return token, secret


def revoke_token(*, user: User, key: str) -> None:
    """Ends a token of ``user`` at once; one that is not his, or is gone, changes nothing."""
    Token.objects.filter(user=user, token_key=key).delete()
