"""Answers as a whole, those of a WSGI application among them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias
from wsgiref.types import WSGIApplication

Header: TypeAlias = tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class WebResponse:
    """A complete answer."""

    status: int
    headers: list[Header]
    body: bytes


def call_application(application: WSGIApplication, environ: Any) -> WebResponse:
    """The answer of a WSGI application. Runs in a thread, from the first line of the view to the
    last byte of its answer."""
    started: list[tuple[str, list[tuple[str, str]]]] = []
    pieces: list[bytes] = []

    def start_response(status: str, headers: list[tuple[str, str]], *_error: Any) -> Any:
        # Replaced, not appended: an application may start again after an error (PEP 3333).
        started[:] = [(status, headers)]
        return pieces.append

    content: Iterable[bytes] = application(environ, start_response)
    try:
        pieces.extend(content)
    finally:
        # PEP 3333 asks for this also after an error: in close() Django sends request_finished,
        # upon which unusable database connections are closed.
        getattr(content, "close", lambda: None)()
    ((status, headers),) = started
    raw_headers: list[Header] = []
    for name, value in headers:
        raw_headers.append((name.lower().encode("latin-1"), value.encode("latin-1")))
    return WebResponse(int(status[:3]), raw_headers, b"".join(pieces))
