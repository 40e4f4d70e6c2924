"""A real receiver on this machine, and the reference algorithm that checks signatures."""

import base64
import hashlib
import hmac
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class ReceivedRequest:
    """A request as it arrived."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        return json.loads(self.body)


Answerer = Callable[[BaseHTTPRequestHandler], object]


@dataclass
class Receiver:
    """What has arrived, and how the next requests are answered."""

    url: str
    requests: list[ReceivedRequest] = field(default_factory=list)
    answer: Answerer | None = None
    """Writes the whole answer; None: 204."""
    connections: int = 0

    @property
    def ids(self) -> list[str]:
        return [request.headers["Webhook-Id"] for request in self.requests]

    @property
    def types(self) -> list[str]:
        return [request.document["type"] for request in self.requests]


def answer_with(status: int, body: bytes = b"", **headers: str) -> Answerer:
    """An answer of this status."""

    def write(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return write


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Starts a receiver in threads of this process."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def setup(self) -> None:
            super().setup()
            receiver.connections += 1

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.requests.append(ReceivedRequest(self.path, dict(self.headers.items()), body))
            try:
                (receiver.answer or answer_with(204))(self)
            except OSError:
                self.close_connection = True  # the sender has gone

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver = Receiver(f"http://127.0.0.1:{server.server_port}/hooks")
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def find_matching_signature(secret: str, headers: Mapping[str, str], body: bytes) -> str | None:
    """The reference algorithm of the Standard Webhooks specification, written from its text."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    to_sign = b".".join(
        [headers["Webhook-Id"].encode(), headers["Webhook-Timestamp"].encode(), body]
    )
    expected = base64.b64encode(hmac.new(key, to_sign, hashlib.sha256).digest()).decode()
    for versioned in headers["Webhook-Signature"].split(" "):
        version, signature = versioned.split(",", 1)
        if version == "v1" and hmac.compare_digest(signature, expected):
            return signature
    return None
