"""Free ports, and the addresses at which phones in the hall reach this machine."""

import socket
from contextlib import suppress

FIRST_PORT = 8000
PORTS = 50
SOMEWHERE = ("192.0.2.1", 9)
"""An address of the documentation network: a datagram socket that is only connected to it sends
nothing, and tells which of our addresses faces the network."""


def free_port(host: str, wanted: int | None) -> int:
    """``wanted`` if it is free, or the first free port from 8000. Raises OSError."""
    candidates = [wanted] if wanted else range(FIRST_PORT, FIRST_PORT + PORTS)
    for port in candidates:
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
            return port
    taken = f"port {wanted} is" if wanted else "all ports from 8000 to 8049 are"
    raise OSError(f"{taken} in use: choose another with PORT=")


def hall_addresses() -> list[str]:
    """The addresses of this machine on its networks, the one that faces the network first."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(SOMEWHERE)
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    outside = [address for address in found if not address.startswith(("127.", "0."))]
    return list(dict.fromkeys(outside))
