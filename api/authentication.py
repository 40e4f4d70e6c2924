"""Authenticates the caller: a program by its token, a phone at a table or a person by the session;
others are the public."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from accounts.actors import PUBLIC, Actor, ActorKind, TokenAccess
from accounts.models import Token, User
from accounts.selectors import find_token
from accounts.services import note_use
from api.refusals import CsrfFailed, DeviceGone, TokenInvalid, TokenReadsOnly
from tournaments.models import Device
from tournaments.selectors.hall.tables import find_device

TOKEN, DEVICE = "token", "device"


def read_credentials(request: Request, scheme: str) -> str | None:
    """The credentials of this scheme in ``Authorization``; None without the header, or with the
    other scheme. Raises TokenInvalid for an unknown scheme: a failed authentication must not be
    treated as an anonymous request."""
    words = request.META.get("HTTP_AUTHORIZATION", "").split()
    if not words:
        return None
    named_scheme = words[0].lower()
    if named_scheme not in (TOKEN, DEVICE):
        raise TokenInvalid("scheme_unknown")
    if named_scheme != scheme:
        return None
    return " ".join(words[1:])


class ProgramAuthentication(TokenAuthentication):  # type: ignore[misc]
    """``Authorization: Token …``: the user who made the token, and the token itself."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        token = read_credentials(request, TOKEN)
        if token is None:
            return None
        return self.authenticate_credentials(token)

    def authenticate_credentials(self, token: str) -> tuple[User, Token]:
        """One query: a token is found by its digest, for a secret of 32 random bytes needs no
        slow comparison."""
        digest, now = hash_token(token), timezone.now()
        stored_token = find_token(digest)
        if stored_token is None:
            raise TokenInvalid
        if stored_token.revoked_at is not None:
            raise TokenInvalid("token_revoked", name=stored_token.name)
        if stored_token.expiry is not None and stored_token.expiry <= now:
            raise TokenInvalid("token_expired", name=stored_token.name)
        if stored_token.access not in TokenAccess:
            raise TokenInvalid
        note_use(token=stored_token, now=now)
        return stored_token.user, stored_token


class DeviceAuthentication(BaseAuthentication):
    """``Authorization: Device …``: a phone that came in at a table by its code."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Device] | None:
        secret = read_credentials(request, DEVICE)
        if secret is None:
            return None
        device = find_device(secret)
        if device is None:
            raise DeviceGone
        return AnonymousUser(), device


class PersonAuthentication(SessionAuthentication):
    """The session of the screens; a request that writes needs the CSRF token."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except PermissionDenied as error:
            # With a code of its own, as every refusal.
            raise CsrfFailed from error


WRITING_ACCESS = (TokenAccess.SCORE, TokenAccess.ORGANIZE)


class ReadOnlyTokensRead(BasePermission):
    """Refuses writing to tokens that may only read. The services check all other permissions."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if request.method in SAFE_METHODS or not isinstance(request.auth, Token):
            return True
        if request.auth.access not in WRITING_ACCESS:
            raise TokenReadsOnly(name=request.auth.name)
        return True


def make_device_actor(device: Device) -> Actor:
    """The actor of a phone at a table."""
    return Actor(ActorKind.TABLE, str(device.pk))


def make_program_actor(token: Token, *, reads: bool) -> Actor:
    """The actor of a token, which reads whatever its user reads: its access limits what it
    writes."""
    access = TokenAccess.ORGANIZE if reads else token.access
    key, user_id = token.token_key, token.user_id
    return Actor(ActorKind.PROGRAM, key, user_id, token.scope, access=access)


def get_actor_of_request(request: Request) -> Actor:
    """The actor of a request. A program is named by the public id of its token."""
    user = request.user
    # A phone has no user: it must not be taken for the public.
    if isinstance(request.auth, Device):
        return make_device_actor(request.auth)
    if not isinstance(user, User):
        return PUBLIC
    if isinstance(request.auth, Token):
        return make_program_actor(request.auth, reads=request.method in SAFE_METHODS)
    return Actor(ActorKind.USER, str(user.pk), user.pk)
