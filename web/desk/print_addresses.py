"""The address that QR codes on paper lead to: one that phones can reach."""

from ipaddress import ip_address

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from printing.orders import CODE_PLACE, MATCH_PLACE, PaperAddresses
from printing.refusals import AddressRefused
from tournaments.event_links import link_query
from tournaments.models import Event

CHOSEN_HOST = "print_host"
"""The key in the session of the host that was chosen for QR codes."""
LONGEST_HOST = 253


class AddressForm(forms.Form):
    """The address at which phones find this server."""

    host = forms.CharField(label=_("Address for the QR codes"), max_length=LONGEST_HOST)

    def save(self, request: HttpRequest) -> None:
        """Keeps the address for this browser. Raises AddressRefused."""
        host = self.cleaned_data["host"].strip().lower()
        host = host.removeprefix("http://").removeprefix("https://").rstrip("/")
        domain, port = split_domain_port(host)
        # The server answers only to these hosts: with another one the QR would lead to an error.
        if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
            raise AddressRefused(host=host[:LONGEST_HOST])
        if not port:
            own_port = split_domain_port(request.get_host())[1]
            host = f"{domain}:{own_port}" if own_port else domain
        request.session[CHOSEN_HOST] = host


def find_addresses(request: HttpRequest, event: Event) -> PaperAddresses:
    """Where the QR codes of an event lead: to the chosen host, or to the one of this request."""
    host = request.session.get(CHOSEN_HOST) or request.get_host()
    root = f"{request.scheme}://{host}"
    # The id of a match is put in later: a document has one for each sheet.
    match = reverse("board:sheet", args=[0]).replace("0", MATCH_PLACE)
    check_in = reverse("board:check_in", args=["0"]).replace("0", CODE_PLACE)
    return PaperAddresses(
        board=root + reverse("board:event", args=[event.pk]),
        pad=root + reverse("pad:pad"),
        match=root + match + link_query(event),
        unreachable=host if is_loopback(host) else "",
        check_in=root + check_in,
    )


def is_loopback(host: str) -> bool:
    """Whether only this computer reaches itself at that host."""
    domain = split_domain_port(host)[0].strip("[]")
    if domain == "localhost" or domain.endswith(".localhost"):
        return True
    try:
        return ip_address(domain).is_loopback or ip_address(domain).is_unspecified
    except ValueError:
        return False


def list_reachable_hosts(request: HttpRequest) -> list[str]:
    """The hosts, besides this computer itself, to which the server answers, with its port: in a
    hall, the addresses in the network of the club."""
    port = split_domain_port(request.get_host())[1]
    hosts = [host for host in settings.ALLOWED_HOSTS if "*" not in host and host[:1] != "."]
    return [f"{host}:{port}" if port else host for host in hosts if not is_loopback(host) and host]
