"""The addresses in the QR codes of printed sheets, at a host that phones can reach."""

from ipaddress import ip_address

from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.urls import reverse

from printing.orders import CODE_PLACE, MATCH_PLACE, PaperAddresses
from tournaments.event_links import name_event
from tournaments.models import Event


def build_addresses(event: Event, *, scheme: str, host: str) -> PaperAddresses:
    """Where the QR codes of an event lead at this host."""
    root = f"{scheme}://{host}"
    # The id of a match is put in later: a document has one for each sheet.
    match = reverse("board:sheet", args=[1]).replace("1", MATCH_PLACE)
    check_in = reverse("board:check_in", args=["0"]).replace("0", CODE_PLACE)
    return PaperAddresses(
        board=root + reverse("board:event", args=[event.pk]),
        pad=root + reverse("pad:pad"),
        match=root + match + name_event(event),
        unreachable=find_unreachable(host),
        check_in=root + check_in,
        anchors=root + reverse("board:anchors", args=[event.pk]),
    )


def is_answered(host: str) -> bool:
    """Whether this server answers to the host: with another one a QR would lead to an error."""
    domain = split_domain_port(host)[0]
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


def find_unreachable(host: str) -> str:
    """The host, if phones cannot reach it; otherwise empty."""
    if not is_loopback(host):
        return ""
    return host


def is_loopback(host: str) -> bool:
    """Whether only this computer reaches itself at that host."""
    domain = split_domain_port(host)[0].strip("[]")
    if domain == "localhost" or domain.endswith(".localhost"):
        return True
    try:
        return ip_address(domain).is_loopback or ip_address(domain).is_unspecified
    except ValueError:
        return False
