"""The host in addresses that phones are to open: QR codes, the wall, invitations."""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host

CHOSEN_HOST = "print_host"
"""The key in the session of the host that was chosen for QR codes."""


def find_phone_host(request: HttpRequest) -> str:
    """The host that was chosen in this browser, or else the one of the request."""
    host: str = request.session.get(CHOSEN_HOST) or request.get_host()
    return host


def find_phone_root(request: HttpRequest) -> str:
    """The beginning of an address that phones are to open."""
    return f"{request.scheme}://{find_phone_host(request)}"


def is_answered(host: str) -> bool:
    """Whether this server answers to the host: with another one a QR would lead to an error."""
    domain = split_domain_port(host)[0]
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


def find_unreachable(host: str) -> str:
    """The host, if phones cannot reach it; otherwise empty."""
    return host if is_loopback(host) else ""


def is_loopback(host: str) -> bool:
    """Whether only this computer reaches itself at that host."""
    domain = split_domain_port(host)[0].strip("[]")
    if domain == "localhost" or domain.endswith(".localhost"):
        return True
    try:
        return ip_address(domain).is_loopback or ip_address(domain).is_unspecified
    except ValueError:
        return False
