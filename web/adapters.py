"""How people get accounts: never by themselves."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class ClosedAccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Accounts are given by the owner of a club."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False
