"""Makes accounts, makes and ends the tokens of programs, and deletes expired sessions."""

import hmac
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.utils import timezone
from knox.crypto import create_token_string, hash_token

from accounts.actors import EVERYWHERE, TokenAccess, TokenScope
from accounts.models import Token, User
from accounts.public_ids import make_public_id
from database.transactions import atomic_with_retry
from kernel.refusals import FormReused

A_DAY = timedelta(days=1)
USE_IS_NOTED_EVERY = timedelta(hours=1)
"""To write at each reading would cost more than the reading."""


@atomic_with_retry
def make_token(
    *,
    user: User,
    name: str,
    access: TokenAccess,
    scope: TokenScope = EVERYWHERE,
    expiry: datetime | None = None,
    form: UUID | None = None,
) -> tuple[Token, str]:
    """A new token of ``user`` and its secret, which is stored hashed. ``form`` was made with the
    page: sent twice, it is one token. Raises FormReused if the first time it was another one."""
    if form is None:
        secret = create_token_string()
    else:
        # Unpredictable without the server's key, and the same for one form: sent twice, the form
        # finds the token that it has made.
        message = f"token:{user.pk}:{form}".encode()
        secret = hmac.digest(settings.SECRET_KEY.encode(), message, "sha256").hex()
    token, is_new = Token.objects.get_or_create(
        digest=hash_token(secret),
        defaults={
            "token_key": make_public_id(),
            "user": user,
            "name": name,
            "access": access,
            "club_id": scope.club_id,
            "event_id": scope.event_id,
            "expiry": expiry,
        },
    )
    if not is_new:
        ends_together = token.expiry == expiry
        if token.expiry is not None and expiry is not None:
            # Counted from when the form was sent, "30 days" end a little later the second time.
            ends_together = abs(token.expiry - expiry) < A_DAY
        is_same = (name, access, scope) == (token.name, token.access, token.scope)
        if not is_same or not ends_together:
            raise FormReused
    return token, secret


def revoke_token(*, user: User, key: str) -> None:
    """Ends a token of ``user`` at once; one that is not his, or is gone, changes nothing."""
    live = Token.objects.filter(user=user, token_key=key, revoked_at__isnull=True)
    live.update(revoked_at=timezone.now())


def set_active(*, user: User, is_active: bool) -> None:
    """Opens or closes an account. A closed one cannot sign in, and its sessions end."""
    User.objects.filter(pk=user.pk).update(is_active=is_active)


def note_use(*, token: Token, now: datetime) -> None:
    """Notes that a token was used, once in a while."""
    if token.last_used_at is None or token.last_used_at <= now - USE_IS_NOTED_EVERY:
        Token.objects.filter(pk=token.pk).update(last_used_at=now)


class AddressTaken(ValueError):
    """There is an account with this e-mail address."""


def create_account(*, first_name: str, last_name: str, email: str, password: str) -> User:
    """A new account of a person who was invited. Raises AddressTaken."""
    try:
        with transaction.atomic():
            return User.objects.create_user(
                email, password, first_name=first_name, last_name=last_name
            )
    except IntegrityError:
        raise AddressTaken(email) from None


def delete_expired_sessions(*, now: datetime) -> int:
    """Django leaves them in the table. Returns their number."""
    count, _per_model = Session.objects.filter(expire_date__lt=now).delete()
    return count
