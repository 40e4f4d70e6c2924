"""The host in addresses that phones are to open: QR codes, the wall, invitations."""

from django.http import HttpRequest

CHOSEN_HOST = "print_host"
"""The key in the session of the host that was chosen for QR codes."""


def find_phone_host(request: HttpRequest) -> str:
    """The host that was chosen in this browser, or else the one of the request."""
    host: str = request.session.get(CHOSEN_HOST) or request.get_host()
    return host


def find_phone_root(request: HttpRequest) -> str:
    """The beginning of an address that phones are to open."""
    return f"{request.scheme}://{find_phone_host(request)}"
