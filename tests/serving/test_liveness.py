"""The liveness check needs no thread."""

import asyncio
from typing import Any

import pytest

from config import asgi
from serving.web import THREADS


async def ask(method: str, path: str) -> list[Any]:
    """The messages of an answer, while every thread of the web is busy."""
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "http_version": "1.1",
        "scheme": "http",
        "server": ("localhost", 80),
        "client": ("127.0.0.1", 1),
    }
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    for _ in range(THREADS):
        await asgi._web._free_threads.acquire()
    try:
        async with asyncio.timeout(5):
            await asgi.application(scope, receive, send)
    finally:
        for _ in range(THREADS):
            asgi._web._free_threads.release()
    return sent


@pytest.mark.parametrize(("method", "body"), [("GET", b"ok"), ("HEAD", b"")])
def test_the_process_lives_while_all_threads_wait(method: str, body: bytes) -> None:
    start, end = asyncio.run(ask(method, "/healthz/"))
    assert start["status"] == 200
    assert (b"content-type", b"text/plain") in start["headers"]
    assert end["body"] == body
