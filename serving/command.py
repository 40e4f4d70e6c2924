"""The command that starts the web server."""

import sys
from collections.abc import Sequence

APPLICATION = "config.asgi:application"
PROTOCOL = "serving.protocol:BoundedProtocol"


def server_command(
    address: Sequence[str], *, graceful_seconds: int, python: str = sys.executable
) -> list[str]:
    """uvicorn with our limits. ``address``: its options for where it listens (``--port 8000``, or
    ``--fd 3`` for a socket that it inherits). ``graceful_seconds``: how long answers under way may
    take when the server ends; a stream would stay for ever. The address of the client is
    determined by ``accounts.addresses``, not by the server."""
    return [
        *[python, "-m", "uvicorn", APPLICATION, *address],
        *["--http", PROTOCOL, "--ws", "none", "--lifespan", "on"],
        *["--timeout-graceful-shutdown", str(graceful_seconds)],
        *["--no-server-header", "--no-access-log", "--no-proxy-headers"],
    ]
