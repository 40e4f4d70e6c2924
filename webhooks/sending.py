"""Sends a message over HTTP: a checked address, a deadline for the whole exchange, no redirect, no
proxy, and never more of the answer than the log keeps."""

import contextlib
import socket
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from time import monotonic
from typing import Final, cast

from database.text import strip_invisible
from webhooks.connections import BoundedSocket, Deadline, open_connection
from webhooks.models import LONGEST_ANSWER
from webhooks.targets import AddressNotPublic, Resolver, WebhookTarget, resolve_name

DEADLINE: Final = 10.0
"""Seconds for one message: finding the address, connecting, sending and the answer together."""
MOST_ANSWER_BYTES: Final = 4 * LONGEST_ANSWER
LONGEST_RETRY_AFTER: Final = 6 * 3600
USER_AGENT: Final = "La-Bella-Webhooks/1"
FAILURES: Final[tuple[tuple[type[Exception], str], ...]] = (
    (AddressNotPublic, "address_not_public"),
    (TimeoutError, "too_slow"),
    (ssl.SSLCertVerificationError, "certificate_invalid"),
    (ssl.SSLError, "tls_failed"),
    (socket.gaierror, "name_unknown"),
    (HTTPException, "answer_unreadable"),
    (OSError, "not_reachable"),
)
"""The codes of exceptions. The first that fits counts: most of them are also OSErrors."""


@dataclass(frozen=True, slots=True)
class SendOutcome:
    """What came of one attempt. ``error`` is empty after a success."""

    error: str
    duration_ms: int
    status: int | None = None
    answer: str = ""
    retry_after: int = 0
    """Seconds that the receiver asked for."""

    @property
    def is_gone(self) -> bool:
        """Whether the receiver says that it wants nothing more."""
        return self.status == 410

    @property
    def is_of_endpoint(self) -> bool:
        """Whether the receiver could not be reached at all, so that others would fail too."""
        return self.status is None or self.status in (429, 502, 503, 504)


class Lane:
    """Sends messages to one target, one after the other, over one connection while it lasts. Not
    for more than one thread."""

    def __init__(
        self,
        target: WebhookTarget,
        *,
        resolve: Resolver = resolve_name,
        deadline: float = DEADLINE,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._target, self._resolve, self._seconds, self._clock = target, resolve, deadline, clock
        self._socket: socket.socket | None = None

    def send(self, headers: Mapping[str, str], body: bytes) -> SendOutcome:
        """Sends one message. Expected failures are outcomes, not exceptions."""
        started = self._clock()
        deadline = Deadline(started + self._seconds, self._clock)
        status, answer, retry_after = None, b"", 0
        try:
            status, answer, retry_after = self._exchange(headers, body, deadline)
        except (OSError, HTTPException, AddressNotPublic, ValueError) as failure:
            self.close()
            codes = (code for kind, code in FAILURES if isinstance(failure, kind))
            error = next(codes, "answer_unreadable")
        else:
            error = "status_refused"
            if 200 <= status < 300:
                error = ""
            elif 300 <= status < 400:
                error = "redirected"
        duration_ms = max(0, round((self._clock() - started) * 1000))
        text = strip_invisible(answer.decode("utf-8", "replace").replace("\x00", ""))
        return SendOutcome(error, duration_ms, status, text[:LONGEST_ANSWER], retry_after)

    def close(self) -> None:
        """Ends the connection."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _exchange(
        self, headers: Mapping[str, str], body: bytes, deadline: Deadline
    ) -> tuple[int, bytes, int]:
        target = self._target
        host = f"[{target.host}]" if ":" in target.host else target.host
        if target.port != (443 if target.is_tls else 80):
            host = f"{host}:{target.port}"
        all_headers = {
            "Host": host,
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            "User-Agent": USER_AGENT,
            # A compressed answer could not be read: nothing here decompresses it.
            "Accept-Encoding": "identity",
            **headers,
        }
        lines = [f"POST {target.path} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in all_headers.items()]
        request = "\r\n".join([*lines, "", ""]).encode("ascii") + body

        if self._socket is not None:
            try:
                return self._send_and_read(request, deadline)
            except (ConnectionError, HTTPException):
                # The receiver has closed the connection that was kept: a new one, once.
                self.close()
        self._socket = open_connection(target, self._resolve, deadline)
        return self._send_and_read(request, deadline)

    def _send_and_read(self, request: bytes, deadline: Deadline) -> tuple[int, bytes, int]:
        assert self._socket is not None
        bounded = BoundedSocket(self._socket, deadline)
        bounded.send_all(request)
        response = HTTPResponse(cast("socket.socket", bounded), method="POST")
        try:
            response.begin()
            # The beginning of the body is only for the log: the status has decided already, so a
            # body that does not come is no failure.
            answer = b""
            is_complete = False
            with contextlib.suppress(OSError, HTTPException):
                answer = response.read(MOST_ANSWER_BYTES)
                is_complete = response.isclosed() or not response.read(1)
            if response.will_close or not is_complete:
                # What is left of a long answer is never read.
                self.close()

            # In seconds; a date, which is also allowed, is left to the schedule.
            wanted_wait = response.getheader("Retry-After") or ""
            retry_after = 0
            if wanted_wait.isascii() and wanted_wait.isdecimal():
                retry_after = min(int(wanted_wait[:9]), LONGEST_RETRY_AFTER)
            return response.status, answer, retry_after
        finally:
            response.close()
