"""The door: a listening socket on a free port, and the addresses at which phones reach it."""

import fcntl
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress

FIRST_PORT = 8000
PORTS = 50
BACKLOG = 1024
SIOCGIFADDR = 0x8915
SOMEWHERE = ("192.0.2.1", 9)
"""An address of the documentation network: a datagram socket that is only connected to it sends
nothing, and tells which of our addresses faces the network."""


class NoFreePort(Exception):
    """Nothing is listened on: the port asked for, or every port, is in use."""


def open_door(host: str, wanted: int | None) -> socket.socket:
    """Listens on ``wanted``, or on the first free port from 8000. Raises NoFreePort.

    The house keeps it open for as long as it stands: while the web process is started again,
    phones wait at the door instead of finding it shut.
    """
    for port in [wanted] if wanted else range(FIRST_PORT, FIRST_PORT + PORTS):
        door = socket.socket()
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Set here and inherited, because uvicorn cannot tell that a socket it was given is TCP.
        door.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            door.bind((host, port))
            door.listen(BACKLOG)
        except (OSError, OverflowError):
            door.close()
            continue
        return door
    taken = f"port {wanted}" if wanted else f"every port from {FIRST_PORT} to {port}"
    raise NoFreePort(f"The house cannot listen on {taken}: choose another, make run PORT=9000")


def hall_addresses() -> list[str]:
    """The addresses of this machine on its networks, the one that faces the network first.
    Nothing is sent and nobody is asked."""
    found = [*_facing(), *_of_interfaces()]
    return list(dict.fromkeys(ip for ip in found if not ip.startswith(("127.", "0.", "169.254."))))


def _facing() -> Iterator[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(SOMEWHERE)
        yield probe.getsockname()[0]


def _of_interfaces() -> Iterator[str]:
    """A hall's access point may lead nowhere, so that no address faces the network; Linux then
    still tells what each interface has."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                request = struct.pack("256s", name.encode()[:15])
                answer = fcntl.ioctl(probe, SIOCGIFADDR, request)
                yield socket.inet_ntoa(answer[20:24])
