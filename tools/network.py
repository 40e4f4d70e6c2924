"""The listening socket of the server, and the addresses at which phones reach it."""

import fcntl
import socket
import struct
from contextlib import suppress

from tools.advice import Advice

FIRST_PORT = 8000
PORTS = 50
BACKLOG = 1024
SIOCGIFADDR = 0x8915
SOMEWHERE = ("192.0.2.1", 9)
"""An address of the documentation network: connecting a datagram socket sends nothing, and shows
which of our addresses the default route uses."""


class NoFreePort(Exception):
    """The requested port, or every port of the range, is in use."""


def open_listening_socket(host: str, wanted: int | None) -> socket.socket:
    """Listen on ``wanted``, or on the first free port from 8000. Raises NoFreePort.

    The supervisor keeps the socket open while the web process restarts: connections then wait in
    the backlog instead of being refused.
    """
    ports = range(FIRST_PORT, FIRST_PORT + PORTS)
    taken = f"every port from {ports[0]} to {ports[-1]}"
    if wanted:
        ports, taken = range(wanted, wanted + 1), f"port {wanted}"
    for port in ports:
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Set here and inherited, because uvicorn cannot tell that a socket it was given is TCP.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            listener.bind((host, port))
            listener.listen(BACKLOG)
        except (OSError, OverflowError):
            listener.close()
            continue
        return listener
    raise NoFreePort(
        f"The server cannot listen on {taken}. Choose another port: {Advice.RUN_AT_PORT}"
    )


def list_lan_addresses() -> list[str]:
    """The addresses of this machine on its networks, that of the default route first. Nothing is
    sent."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(SOMEWHERE)
        found.append(probe.getsockname()[0])
    # An access point without internet gives no default route; Linux still reports the address of
    # each interface.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                request = struct.pack("256s", name.encode()[:15])
                answer = fcntl.ioctl(probe, SIOCGIFADDR, request)
                found.append(socket.inet_ntoa(answer[20:24]))
    # Phones reach neither this machine's own addresses nor those it gave itself without a network.
    reachable = [ip for ip in found if not ip.startswith(("127.", "0.", "169.254."))]
    return list(dict.fromkeys(reachable))
