"""One exchange with a receiver, however it behaves."""

import socket
import threading
from http.server import BaseHTTPRequestHandler
from time import monotonic

import pytest

from tests.webhooks.receiver import Receiver, answer_with
from webhooks.connections import Deadline, start_tls
from webhooks.models import LONGEST_ANSWER
from webhooks.sending import Lane, SendOutcome
from webhooks.targets import WebhookTarget, parse_target

HEADERS = {"Webhook-Id": "msg_1"}
SOON = 0.4
"""Seconds until a slow receiver is given up."""


def send(receiver: Receiver, **options: float) -> SendOutcome:
    lane = Lane(parse_target(receiver.url, allows_loopback=True), **options)  # type: ignore[arg-type]
    try:
        return lane.send(HEADERS, b'{"a":1}')
    finally:
        lane.close()


def test_a_message_arrives_as_json(receiver: Receiver) -> None:
    outcome = send(receiver)
    assert (outcome.error, outcome.status) == ("", 204)
    (request,) = receiver.requests
    assert request.path == "/hooks"
    assert request.body == b'{"a":1}'
    assert request.headers["Content-Type"] == "application/json"
    assert request.headers["Webhook-Id"] == "msg_1"


@pytest.mark.parametrize("status", [400, 404, 410, 429, 500, 503])
def test_other_answers_than_success_are_failures(receiver: Receiver, status: int) -> None:
    receiver.answer = answer_with(status, b"no")
    outcome = send(receiver)
    assert (outcome.error, outcome.status, outcome.answer) == ("status_refused", status, "no")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(receiver: Receiver, status: int) -> None:
    receiver.answer = answer_with(status, Location=receiver.url + "/elsewhere")
    assert send(receiver).error == "redirected"
    assert len(receiver.requests) == 1


def test_a_huge_answer_is_cut(receiver: Receiver) -> None:
    receiver.answer = answer_with(200, 50_000_000 * b"x")
    outcome = send(receiver)
    assert outcome.error == ""
    assert outcome.answer == LONGEST_ANSWER * "x"


def test_an_answer_without_end_is_cut(receiver: Receiver) -> None:
    def write_for_ever(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        while True:
            handler.wfile.write(10_000 * b"x")

    receiver.answer = write_for_ever
    outcome = send(receiver)
    assert (outcome.error, outcome.answer) == ("", LONGEST_ANSWER * "x")


def test_a_receiver_that_does_not_answer_is_given_up(receiver: Receiver) -> None:
    ended = threading.Event()
    receiver.answer = lambda _handler: ended.wait(30)
    outcome = send(receiver, deadline=SOON)
    ended.set()
    assert (outcome.error, outcome.status) == ("too_slow", None)
    assert outcome.duration_ms >= 1000 * SOON - 1


def test_a_receiver_that_answers_byte_by_byte_is_given_up(receiver: Receiver) -> None:
    ended = threading.Event()

    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
        while not ended.wait(SOON / 8):
            handler.wfile.write(b"x")
            handler.wfile.flush()

    receiver.answer = drip
    outcome = send(receiver, deadline=SOON)
    ended.set()
    assert (outcome.error, outcome.status) == ("too_slow", None)


def test_the_deadline_holds_for_tls_as_well() -> None:
    # The exchange as a whole refuses addresses of this machine, except without TLS.
    with socket.create_server(("127.0.0.1", 0)) as silent:
        connected = socket.create_connection(silent.getsockname(), timeout=5)
        began = monotonic()
        with pytest.raises(TimeoutError):
            start_tls(connected, "hooks.example.org", Deadline(began + SOON))
        assert monotonic() - began < 5


def test_a_success_whose_body_does_not_come_is_a_success(receiver: Receiver) -> None:
    ended = threading.Event()

    def stall(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "10")
        handler.end_headers()
        ended.wait(30)

    receiver.answer = stall
    outcome = send(receiver, deadline=SOON)
    ended.set()
    assert (outcome.error, outcome.status, outcome.answer) == ("", 200, "")


def test_an_answer_that_is_not_http_is_a_failure(receiver: Receiver) -> None:
    receiver.answer = lambda handler: handler.wfile.write(b"SSH-2.0-OpenSSH\r\n")
    assert send(receiver).error == "answer_unreadable"


def test_text_that_no_column_takes_is_cleaned(receiver: Receiver) -> None:
    receiver.answer = answer_with(200, b"a\x00b\xff")
    assert send(receiver).answer == "ab\N{REPLACEMENT CHARACTER}"


def test_nobody_listens() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
        lane = Lane(parse_target(f"http://127.0.0.1:{port}/", allows_loopback=True))
        outcome = lane.send(HEADERS, b"{}")
    assert (outcome.error, outcome.status) == ("not_reachable", None)


def test_one_connection_serves_many_messages(receiver: Receiver) -> None:
    lane = Lane(parse_target(receiver.url, allows_loopback=True))
    for _ in range(5):
        assert lane.send(HEADERS, b"{}").error == ""
    lane.close()
    assert len(receiver.requests) == 5
    assert receiver.connections == 1


def test_a_connection_that_the_receiver_has_closed_is_made_again(receiver: Receiver) -> None:
    def answer_and_close(handler: BaseHTTPRequestHandler) -> None:
        answer_with(204)(handler)
        handler.close_connection = True  # without saying so in a header

    receiver.answer = answer_and_close
    lane = Lane(parse_target(receiver.url, allows_loopback=True))
    assert [lane.send(HEADERS, b"{}").error for _ in range(3)] == ["", "", ""]
    lane.close()
    assert receiver.connections == 3


def test_a_name_that_has_become_private_is_not_connected_to(receiver: Receiver) -> None:
    port = parse_target(receiver.url, allows_loopback=True).port
    target = WebhookTarget("hooks.example.org", port, "/", is_tls=True)
    outcome = Lane(target, resolve=lambda _host, _port: ["127.0.0.1"]).send(HEADERS, b"{}")
    assert outcome.error == "address_not_public"
    assert receiver.connections == 0


def test_the_name_is_resolved_once_and_the_checked_address_is_connected_to(
    receiver: Receiver,
) -> None:
    asked: list[str] = []

    def resolve(host: str, _port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["10.0.0.1"]

    port = parse_target(receiver.url, allows_loopback=True).port
    # A name that the resolver of the system does not know: only the checked address can work.
    target = WebhookTarget("hooks.invalid", port, "/hooks", is_tls=False)
    lane = Lane(target, resolve=resolve)
    assert lane.send(HEADERS, b"{}").error == ""
    lane.close()
    assert asked == ["hooks.invalid"]
    assert receiver.requests[0].headers["Host"] == f"hooks.invalid:{port}"


def test_a_name_that_nobody_knows() -> None:
    def resolve(_host: str, _port: int) -> list[str]:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    target = WebhookTarget("hooks.invalid", 443, "/", is_tls=True)
    assert Lane(target, resolve=resolve).send(HEADERS, b"{}").error == "name_unknown"


def test_a_resolver_that_hangs_is_given_up_at_the_deadline() -> None:
    ended = threading.Event()

    def resolve(_host: str, _port: int) -> list[str]:
        ended.wait(30)
        return ["127.0.0.1"]

    target = WebhookTarget("hooks.example.org", 443, "/", is_tls=True)
    began = monotonic()
    outcome = Lane(target, resolve=resolve, deadline=SOON).send(HEADERS, b"{}")
    ended.set()
    assert monotonic() - began < 5
    assert (outcome.error, outcome.is_of_endpoint) == ("too_slow", True)


def test_what_the_receiver_asks_for_is_read(receiver: Receiver) -> None:
    receiver.answer = answer_with(503, Retry_After="120")
    assert send(receiver).retry_after == 120
    receiver.answer = answer_with(503, Retry_After="99999999999999")
    assert send(receiver).retry_after == 6 * 3600
    receiver.answer = answer_with(503, Retry_After="Wed, 21 Oct 2026 07:28:00 GMT")
    assert send(receiver).retry_after == 0
