"""Who asks: a program by its token, a person by the session, or anybody."""

from typing import Any

from django.utils import timezone
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from accounts.actors import PUBLIC, Actor, ActorKind
from accounts.models import Token, User
from api.refusals import CsrfFailed, TokenInvalid, TokenReadsOnly


class ProgramAuthentication(TokenAuthentication):  # type: ignore[misc]
    """``Authorization: Token …``: the user who made the token, and the token itself."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        words = request.META.get("HTTP_AUTHORIZATION", "").split()
        if not words or words[0].lower() != "token":
            return None
        if len(words) != 2:
            raise TokenInvalid
        return self.authenticate_credentials(words[1])

    def authenticate_credentials(self, token: str) -> tuple[User, Token]:
        """One query: a token is found by its digest, for a secret of 32 random bytes needs no
        slow comparison."""
        digest = hash_token(token)
        found = Token.objects.select_related("user").filter(pk=digest, user__is_active=True).first()
        if found is None or (found.expiry is not None and found.expiry <= timezone.now()):
            raise TokenInvalid
        return found.user, found


class PersonAuthentication(SessionAuthentication):
    """The session of the screens; what writes brings the CSRF token with it."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except PermissionDenied as error:
            raise CsrfFailed from error


class ReadOnlyTokensRead(BasePermission):
    """A token that may not write only reads. All else the services decide."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if request.method in SAFE_METHODS or not isinstance(request.auth, Token):
            return True
        if not request.auth.may_write:
            raise TokenReadsOnly(name=request.auth.name)
        return True


def actor_of(request: Request) -> Actor:
    """Who asks, as the house knows it. A program is named by the open part of its token."""
    user = request.user
    if not isinstance(user, User):
        return PUBLIC
    if isinstance(request.auth, Token):
        return Actor(ActorKind.PROGRAM, request.auth.token_key, user.pk)
    return Actor(ActorKind.USER, str(user.pk), user.pk)
