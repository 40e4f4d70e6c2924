"""The address of a client, as far as the proxies in front of us can be believed."""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The IP address that asks, for limits by address; empty if it is not known.

    Every proxy adds the address it was asked from at the end of ``X-Forwarded-For``. What stands
    there before the ``TRUSTED_PROXIES`` last ones was written by the client, and counts for
    nothing; without trusted proxies all of it does.
    """
    peer = str(request.META.get("REMOTE_ADDR", ""))
    count = settings.TRUSTED_PROXIES
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    if not count or len(forwarded) < count:
        return peer
    return _plain(forwarded[-count].strip()) or peer


def _plain(text: str) -> str:
    """An IP address without its port; empty if it is none."""
    host = text.partition("]")[0].removeprefix("[")
    if host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        return str(ip_address(host))
    except ValueError:
        return ""
