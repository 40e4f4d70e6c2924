"""The address that QR codes on paper lead to: one that phones can reach."""

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from database.limits import LONGEST_HOST
from printing.orders import CODE_PLACE, MATCH_PLACE, PaperAddresses
from printing.refusals import AddressRefused
from tournaments.event_links import link_query
from tournaments.models import Event
from web.phone_hosts import CHOSEN_HOST, find_phone_host, find_unreachable, is_answered, is_loopback


class AddressForm(forms.Form):
    """The address at which phones find this server."""

    host = forms.CharField(label=_("Address for the QR codes"), max_length=LONGEST_HOST)

    def save(self, request: HttpRequest) -> None:
        """Keeps the address for this browser. Raises AddressRefused."""
        host = self.cleaned_data["host"].strip().lower()
        host = host.removeprefix("http://").removeprefix("https://").rstrip("/")
        domain, port = split_domain_port(host)
        if not is_answered(host):
            raise AddressRefused(host=host[:LONGEST_HOST])
        if not port:
            own_port = split_domain_port(request.get_host())[1]
            host = f"{domain}:{own_port}" if own_port else domain
        request.session[CHOSEN_HOST] = host


def find_addresses(request: HttpRequest, event: Event) -> PaperAddresses:
    """Where the QR codes of an event lead: to the chosen host, or to the one of this request."""
    host = find_phone_host(request)
    root = f"{request.scheme}://{host}"
    # The id of a match is put in later: a document has one for each sheet.
    match = reverse("board:sheet", args=[0]).replace("0", MATCH_PLACE)
    check_in = reverse("board:check_in", args=["0"]).replace("0", CODE_PLACE)
    return PaperAddresses(
        board=root + reverse("board:event", args=[event.pk]),
        pad=root + reverse("pad:pad"),
        match=root + match + link_query(event),
        unreachable=find_unreachable(host),
        check_in=root + check_in,
        anchors=root + reverse("board:anchors", args=[event.pk]),
    )


def list_reachable_hosts(request: HttpRequest) -> list[str]:
    """The hosts, besides this computer itself, to which the server answers, with its port: in a
    hall, the addresses in the network of the club."""
    port = split_domain_port(request.get_host())[1]
    hosts = [host for host in settings.ALLOWED_HOSTS if "*" not in host and host[:1] != "."]
    return [f"{host}:{port}" if port else host for host in hosts if not is_loopback(host) and host]
