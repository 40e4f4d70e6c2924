"""The address of a client, as far as the proxies in front of us can be believed."""

from ipaddress import IPv6Address, ip_address, ip_network

PREFIX_OF_A_CLIENT = 64
"""Bits of an IPv6 address: the rest a client chooses as it likes."""


def find_client_address(peer: str, forwarded: str, proxies: int) -> str:
    """The IP address that asks, for limits by address; empty if it is not known.

    Every proxy adds the address it was asked from at the end of ``X-Forwarded-For``
    (``forwarded``). What stands there before the ``proxies`` last ones was written by the client,
    and counts for nothing; without trusted proxies all of it does.
    """
    written = forwarded.split(",")
    if not proxies or len(written) < proxies:
        return peer
    # Some proxies add the port: "192.0.2.1:443", "[2001:db8::1]:443". More than one colon outside
    # of brackets is an IPv6 address without a port.
    host = written[-proxies].strip().partition("]")[0].removeprefix("[")
    if host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        return str(ip_address(host))
    except ValueError:
        return peer


def find_client_network(address: str) -> str:
    """What a limit by address counts as one client: an IPv4 address, or the network of an IPv6
    address. Empty for an address of this machine, behind which there may be anybody, and for
    what is no address."""
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if found.is_loopback:
        return ""
    if isinstance(found, IPv6Address):
        return str(ip_network((found, PREFIX_OF_A_CLIENT), strict=False))
    return str(found)
