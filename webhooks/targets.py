"""Where messages may be sent: public addresses only.

A club chooses the URL, so it must not lead the server to its own network, to the metadata service
of a cloud, or to anything else that the internet cannot reach. A name is resolved once, every
address is checked, and the connection goes to a checked address: a name that resolves differently
a moment later (DNS rebinding) changes nothing.
"""

import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from webhooks.models import LONGEST_URL
from webhooks.refusals import WebhookUrlRefused

HTTPS_PORT: Final = 443
IpAddress: TypeAlias = IPv4Address | IPv6Address
Resolver: TypeAlias = Callable[[str, int], Sequence[str]]
"""The addresses of a host name. Raises OSError."""

NEVER: Final = tuple(
    ip_network(block)
    for block in (
        "168.63.129.16/32",  # the platform service of Azure: public by its number, internal by use
        "192.0.0.0/24",  # IETF protocol assignments; the metadata of Oracle's cloud among them
        "192.88.99.0/24",  # 6to4 relays
        "64:ff9b:1::/48",  # translation of IPv4 within a network
        "fec0::/10",  # site-local
    )
)
"""Blocks that ``is_global`` does not exclude in every version of Python."""
NAT64: Final = IPv6Network("64:ff9b::/96")
IPV4_COMPATIBLE: Final = IPv6Network("::/96")


class AddressNotPublic(Exception):
    """The name of a receiver leads to an address that is not public, or to none."""


@dataclass(frozen=True, slots=True)
class WebhookTarget:
    """A checked URL. ``is_tls`` is false only for loopback during development."""

    host: str
    port: int
    path: str
    is_tls: bool


def parse_target(url: str, *, allows_loopback: bool = False) -> WebhookTarget:
    """The parts of a URL. Raises WebhookUrlRefused.

    ``allows_loopback``: also ``http`` with any port, to this machine: for development.
    """
    if len(url) > LONGEST_URL:
        raise WebhookUrlRefused("webhook_url_too_long", most=LONGEST_URL)
    if not url.isascii() or not url.isprintable() or any(sign in url for sign in ' \\"<>^`{|}'):
        raise WebhookUrlRefused
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise WebhookUrlRefused from None
    host = (parts.hostname or "").rstrip(".")
    if not host or parts.username is not None or parts.password is not None or parts.fragment:
        raise WebhookUrlRefused
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    address = _read_address(host)
    is_loopback = host == "localhost" or (address is not None and address.is_loopback)
    if allows_loopback and parts.scheme == "http" and is_loopback:
        return WebhookTarget(host, port or 80, path, is_tls=False)
    if parts.scheme != "https":
        raise WebhookUrlRefused("webhook_url_needs_https")
    if port not in (None, HTTPS_PORT):
        raise WebhookUrlRefused("webhook_url_needs_port", port=HTTPS_PORT)
    if address is None and not _is_domain_name(host):
        raise WebhookUrlRefused
    if address is not None and not is_public(address):
        raise WebhookUrlRefused("webhook_url_not_public")
    return WebhookTarget(host, HTTPS_PORT, path, is_tls=True)


def _is_domain_name(host: str) -> bool:
    """Whether a host is a name with a dot; without one it belongs to the own network. A name whose
    last label is a number would be read as an IPv4 address by some resolvers (``0x7f.1``)."""
    labels = host.split(".")
    for label in labels:
        if not 0 < len(label) <= 63 or label.strip("-") != label:
            return False
        if not label.replace("-", "a").isalnum():
            return False
    return len(host) <= 253 and len(labels) > 1 and not labels[-1][0].isdigit()


def _read_address(host: str) -> IpAddress | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def is_public(address: IpAddress) -> bool:
    """Whether the internet can reach an address, and nobody else is meant by it. An IPv6 address
    that has an IPv4 address inside it must be public in both ways."""
    if any(address in block for block in NEVER if block.version == address.version):
        return False
    if isinstance(address, IPv6Address):
        if address.scope_id is not None or address in IPV4_COMPATIBLE:
            return False
        # The IPv4 address that packets to this address end at: mapped, 6to4, Teredo or NAT64.
        inner = address.ipv4_mapped or address.sixtofour
        if address.teredo is not None:
            inner = address.teredo[1]
        elif address in NAT64:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
    return (
        address.is_global
        and not address.is_multicast
        and not address.is_reserved
        and not address.is_unspecified
        and not address.is_loopback
        and not address.is_link_local
    )


def resolve_target(target: WebhookTarget, resolve: Resolver) -> list[str]:
    """The addresses to connect to, in the order of the resolver. Raises AddressNotPublic if any of
    them is not public: a name that has both kinds is an attack or a mistake. OSError passes."""
    addresses = list(dict.fromkeys(resolve(target.host, target.port)))
    if not addresses:
        raise AddressNotPublic
    for text in addresses:
        address = _read_address(text)
        if address is None:
            raise AddressNotPublic(text)
        is_allowed = is_public(address)
        if not target.is_tls:
            # The target is this machine, by an explicit setting (parse_target).
            is_allowed = address.is_loopback
        if not is_allowed:
            raise AddressNotPublic(text)
    return addresses


def resolve_name(host: str, port: int) -> list[str]:
    """Asks the resolver of the system."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return [str(sockaddr[0]) for _family, _type, _proto, _name, sockaddr in found]
