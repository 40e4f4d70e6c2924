"""The liveness check, answered without a thread: while all threads wait for a database that hangs,
the process is alive, and a supervisor must not restart it."""

from serving.web import Scope, Send

PATH = "/healthz/"
BODY = b"ok"
HEADERS = [
    (b"content-type", b"text/plain"),
    (b"content-length", str(len(BODY)).encode()),
    (b"cache-control", b"no-store"),
]


def is_liveness_check(scope: Scope) -> bool:
    """Whether a request asks if the process lives. Other methods are refused by the view."""
    is_read = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
    return is_read and scope["path"] == PATH


async def answer_liveness_check(scope: Scope, send: Send) -> None:
    """Answer like ``config.health.healthz``."""
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    body = BODY if scope["method"] == "GET" else b""
    await send({"type": "http.response.body", "body": body})
