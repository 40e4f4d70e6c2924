"""The rules for accounts: nobody can sign up without an invitation."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest
from django.urls import reverse

from accounts.addresses import read_client_address
from tournaments.selectors.events.clubs import find_club_to_begin_with
from web.actors import get_actor


class ClosedAccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Closes the sign-up: accounts are made through invitations by the owners of clubs."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """In a new installation the first thing to do is to create an event."""
        club = find_club_to_begin_with(get_actor(request))
        if club is not None:
            return reverse("desk:event_new", args=[club.slug])
        return str(super().get_login_redirect_url(request))

    def get_client_ip(self, request: HttpRequest) -> str:
        return read_client_address(request)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Wrong passwords lock an account only for the address they come from, so that nobody can
        lock somebody else out."""
        account = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{account}:{read_client_address(request)}"
