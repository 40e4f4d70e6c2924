"""The address of the client of a request."""

from django.conf import settings
from django.http import HttpRequest

from kernel.addresses import find_client_address


def read_client_address(request: HttpRequest) -> str:
    """The IP address that asks, for limits by address; empty if it is not known."""
    peer = str(request.META.get("REMOTE_ADDR", ""))
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    return find_client_address(peer, forwarded, settings.TRUSTED_PROXIES)
