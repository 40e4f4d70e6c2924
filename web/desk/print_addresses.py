"""The address that QR codes on paper lead to: one that phones can reach."""

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.translation import gettext_lazy as _

from database.limits import LONGEST_HOST
from printing.addresses import build_addresses, is_answered, is_loopback
from printing.orders import PaperAddresses
from printing.refusals import AddressRefused
from tournaments.models import Event
from web.phone_hosts import CHOSEN_HOST, find_phone_host


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
            host = domain
            if own_port:
                host = f"{domain}:{own_port}"
        request.session[CHOSEN_HOST] = host


def find_addresses(request: HttpRequest, event: Event) -> PaperAddresses:
    """Where the QR codes of an event lead: to the chosen host, or to the one of this request."""
    return build_addresses(event, scheme=request.scheme or "http", host=find_phone_host(request))


def list_reachable_hosts(request: HttpRequest) -> list[str]:
    """The hosts, besides this computer itself, to which the server answers, with its port: in a
    hall, the addresses in the network of the club."""
    port = split_domain_port(request.get_host())[1]
    # The setting has no ports; a phone needs the one of this server.
    ending = ""
    if port:
        ending = f":{port}"
    reachable = []
    for host in settings.ALLOWED_HOSTS:
        is_pattern = "*" in host or host.startswith(".")
        if host and not is_pattern and not is_loopback(host):
            reachable.append(host + ending)
    return reachable
