"""The command that starts the web server."""

import sys
from collections.abc import Sequence

APPLICATION = "config.asgi:application"
PROTOCOL = "serving.protocol:BoundedProtocol"


def build_server_command(
    address: Sequence[str], *, graceful_seconds: int, python: str = sys.executable
) -> list[str]:
    """The command for uvicorn with our limits. ``address``: its options for where it listens
    (``--port 8000``, or ``--fd 3`` for a socket that it inherits). ``graceful_seconds``: the time
    that open requests get when the server ends; without a limit it would wait for them for ever."""
    # No proxy headers: accounts.addresses determines the address of the client, and trusts only as
    # many proxies as the settings name.
    return [
        *[python, "-m", "uvicorn", APPLICATION, *address],
        *["--http", PROTOCOL, "--ws", "none", "--lifespan", "on"],
        *["--timeout-graceful-shutdown", str(graceful_seconds)],
        *["--no-server-header", "--no-access-log", "--no-proxy-headers"],
    ]
