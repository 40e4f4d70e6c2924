"""``python -m tools.health PORT``: exits with 1 unless the web process of this machine answers."""

import os
import sys
from http.client import HTTPConnection

PATIENCE = 5.0
"""Seconds."""


def main() -> None:
    port = int(sys.argv[1])
    # As the proxy does: by an allowed host name, and over HTTPS.
    host = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].lstrip(".") or "localhost"
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz/", headers={"Host": host, "X-Forwarded-Proto": "https"})
        status = connection.getresponse().status
    except OSError as error:
        sys.exit(f"no answer at port {port}: {error}")
    if status != 200:
        sys.exit(f"/healthz/ answers {status}")


if __name__ == "__main__":
    main()
