"""Clients that send slowly, read slowly, or are too many: they hold no thread."""

import json
import socket
import threading
from collections.abc import Iterable
from contextlib import ExitStack
from typing import Any

import pytest

from serving import protocol, web
from serving.protocol import LARGEST_HEAD
from serving.web import LARGEST_BODY, SENTENCES, THREADS
from tests.serving.running import ImpatientProtocol, read_all, running
from tests.waiting import wait_until

HALF_BODY = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n{"
HALF_HEAD = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Le"
LARGE = 32 * 1024 * 1024


def echo(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answers with the body; with a large one for /large."""
    body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
    if environ["PATH_INFO"] == "/large":
        body = b"x" * LARGE
    start_response("200 OK", [("Content-Length", str(len(body))), ("X-Method", "as asked")])
    return [body]


class Gate:
    """An application whose requests wait until it is opened."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.begun: list[str] = []

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        self.begun.append(environ["PATH_INFO"])
        self.opened.wait(20)
        start_response("200 OK", [("Content-Length", "2")])
        return [b"ok"]


@pytest.mark.parametrize("half", [HALF_BODY, HALF_HEAD, b""])
def test_half_a_request_holds_no_thread(half: bytes) -> None:
    with running(echo) as server, ExitStack() as stack:
        for _client in range(3 * THREADS):
            stack.enter_context(server.send(half))
        assert server.get() == (200, b"")


def test_a_body_in_pieces_arrives_whole() -> None:
    with running(echo) as server:
        chunked = (
            b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
        )
        client = server.send(chunked + b"3\r\nabc\r\n")
        client.sendall(b"4\r\ndefg\r\n0\r\n\r\n")
        answer = read_all(client)
    assert answer.startswith(b"HTTP/1.1 200")
    assert answer.endswith(b"\r\n\r\nabcdefg")


@pytest.mark.parametrize("half", [HALF_BODY, HALF_HEAD])
def test_half_a_request_ends_at_its_deadline(half: bytes) -> None:
    with running(echo, ImpatientProtocol) as server:
        answer = read_all(server.send(half))
    assert answer.startswith(b"HTTP/1.1 408")


def test_who_says_nothing_is_let_go_without_a_word() -> None:
    with running(echo, ImpatientProtocol) as server:
        assert read_all(server.connect()) == b""


def test_the_second_request_of_a_connection_has_a_deadline_too() -> None:
    whole = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    with running(echo, ImpatientProtocol) as server:
        answers = read_all(server.send(whole + HALF_HEAD))
    assert answers.startswith(b"HTTP/1.1 200")
    assert b"HTTP/1.1 408" in answers


def test_who_does_not_read_holds_no_thread_and_is_cut_off() -> None:
    ask = b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n"
    with running(echo, ImpatientProtocol) as server, ExitStack() as stack:
        slow = [stack.enter_context(server.send(ask)) for _client in range(2 * THREADS)]
        assert server.get() == (200, b"")
        wait_until(lambda: all(_is_cut_off(client) for client in slow))


def _is_cut_off(client: socket.socket) -> bool:
    """Whether the server has ended the connection, without reading from it."""
    state = client.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0]
    return state != 1  # ESTABLISHED


@pytest.mark.parametrize(
    "asked",
    [
        b"Content-Length: %d\r\n\r\n" % (LARGEST_BODY + 1),
        b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % (LARGEST_BODY + 1)
        + b"x" * (LARGEST_BODY + 1),
    ],
)
def test_a_body_that_is_too_large_is_refused(asked: bytes) -> None:
    with running(echo) as server:
        page = read_all(server.send(b"POST / HTTP/1.1\r\nHost: x\r\n" + asked))
        problem = read_all(server.send(b"POST /api/v1/x/ HTTP/1.1\r\nHost: x\r\n" + asked))
    assert page.startswith(b"HTTP/1.1 413")
    assert "è troppo grande".encode() in page
    assert problem.startswith(b"HTTP/1.1 413")
    document = json.loads(problem.partition(b"\r\n\r\n")[2])
    assert document["code"] == "body_too_large"
    assert "too large" in document["title"]


def test_the_largest_body_is_taken() -> None:
    head = b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
    with running(echo) as server:
        answer = read_all(server.send(head % LARGEST_BODY + b"x" * LARGEST_BODY))
    assert answer.startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("end", [b"", b"\r\n\r\n"])
def test_a_head_that_is_too_large_is_refused(end: bytes) -> None:
    long = b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * LARGEST_HEAD + end
    with running(echo) as server:
        answer = read_all(server.send(long))
    assert answer.startswith((b"HTTP/1.1 431", b"HTTP/1.1 400"))


def test_what_waits_too_long_or_is_too_much_is_told_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(web, "LONGEST_WAIT", 0.3)
    gate = Gate()
    ask = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with running(gate) as server, ExitStack() as stack:
        stack.callback(gate.opened.set)
        for _client in range(THREADS):
            stack.enter_context(server.send(ask))
        wait_until(lambda: len(gate.begun) == THREADS)
        answer = read_all(server.send(ask))
    assert answer.startswith(b"HTTP/1.1 503")
    assert b"retry-after: 2" in answer
    assert len(gate.begun) == THREADS


def test_without_file_descriptors_a_page_says_so_in_both_languages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(protocol, "RESERVED_FILES", 10**9)
    monkeypatch.setattr(protocol, "FEWEST_CONNECTIONS", 1)
    with running(echo) as server, server.connect() as first:
        first.sendall(b"GET / HTTP/1.1\r\n")
        answer = read_all(server.connect())
    head, _blank, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 503")
    assert b"retry-after: 5" in head
    assert f"content-length: {len(body)}".encode() in head
    for sentence in SENTENCES["too_busy"]:
        assert sentence in body.decode()


def test_only_so_many_may_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "MOST_WAITING", 3)
    gate = Gate()
    ask = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with running(gate) as server, ExitStack() as stack:
        stack.callback(gate.opened.set)
        clients = [server.send(ask) for _client in range(THREADS + 4)]
        wait_until(lambda: len(gate.begun) == THREADS)
        refused = [client for client in clients if _has_answer(client)]
        assert len(refused) == 1
        gate.opened.set()
        answers = [read_all(client)[:12] for client in clients]
    assert sorted(answers) == [b"HTTP/1.1 200"] * (THREADS + 3) + [b"HTTP/1.1 503"]


def _has_answer(client: socket.socket) -> bool:
    client.settimeout(0.5)
    try:
        return bool(client.recv(1, socket.MSG_PEEK))
    except TimeoutError:
        return False
    finally:
        client.settimeout(20)


def test_a_request_whose_client_has_gone_is_not_begun() -> None:
    gate = Gate()
    with running(gate) as server, ExitStack() as stack:
        stack.callback(gate.opened.set)
        for _client in range(THREADS):
            stack.enter_context(server.send(b"GET /first HTTP/1.1\r\nHost: x\r\n\r\n"))
        wait_until(lambda: len(gate.begun) == THREADS)
        gone = server.send(b"GET /gone HTTP/1.1\r\nHost: x\r\n\r\n")
        wait_until(lambda: server.web.waiting == 1)
        gone.close()
        wait_until(lambda: server.web.waiting == 0)
        last = server.send(b"GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        gate.opened.set()
        assert read_all(last).startswith(b"HTTP/1.1 200")
    assert "/gone" not in gate.begun


def test_a_header_whose_name_has_an_underscore_is_dropped() -> None:
    """WSGI gives ``X_Forwarded_For`` the name of ``X-Forwarded-For``, which a proxy has written."""

    def answer_address(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        address = str(environ.get("HTTP_X_FORWARDED_FOR"))
        start_response("200 OK", [("Content-Length", str(len(address)))])
        return [address.encode()]

    for written_by_proxy in (b"", b"X-Forwarded-For: 203.0.113.9\r\n"):
        with running(answer_address) as server:
            request = (
                b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                b"X_Forwarded_For: 198.51.100.77\r\n"
                + written_by_proxy
                + b"x_forwarded-for: 198.51.100.77\r\n\r\n"
            )
            answer = read_all(server.send(request))
        expected = b"203.0.113.9" if written_by_proxy else b"None"
        assert answer.endswith(b"\r\n\r\n" + expected)
