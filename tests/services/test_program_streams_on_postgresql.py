"""The streams of programs on PostgreSQL, woken by Redis: as on SQLite, and two hundred at once."""

import json
import selectors
import socket
import time
from pathlib import Path

import pytest
from django.utils import timezone

from accounts.actors import TokenAccess
from accounts.services import make_token
from api.program_streams import MOST_STREAMS
from tests.factories import first_match, make_event, make_user
from tests.live.program_streaming import *  # noqa: F403
from tests.live.serving import Server, served
from tests.tournaments.steps import QUICK
from tests.waiting import wait_until
from tournaments.models import Event
from tournaments.notices import tell_match

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

STREAMS = 200
PATIENCE = 20.0


def threads_of(server: Server) -> int:
    text = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    line = next(line for line in text.splitlines() if line.startswith("Threads"))
    return int(line.split()[1])


def open_streams(server: Server, event: Event, count: int) -> list[socket.socket]:
    tokens: list[str] = []
    clients = []
    for number in range(count):
        if number % MOST_STREAMS == 0:
            name = f"tabellone {number}"
            tokens.append(make_token(user=make_user(), name=name, access=TokenAccess.READ)[1])
        request = (
            f"GET /live/?event={event.pk} HTTP/1.1\r\nHost: localhost\r\n"
            f"Authorization: Token {tokens[-1]}\r\n\r\n"
        )
        clients.append(server.connect(request.encode()))
    return clients


def read_all(clients: list[socket.socket], wanted: bytes) -> dict[socket.socket, bytes]:
    """What each has got once all have ``wanted``, or after some patience."""
    got = dict.fromkeys(clients, b"")
    until = time.monotonic() + PATIENCE
    with selectors.DefaultSelector() as selector:
        for client in clients:
            selector.register(client, selectors.EVENT_READ)
        while time.monotonic() < until and not all(wanted in each for each in got.values()):
            for key, _ in selector.select(timeout=0.2):
                assert isinstance(key.fileobj, socket.socket)
                got[key.fileobj] += key.fileobj.recv(65536)
    return got


def test_two_hundred_programs_are_told_every_change_in_their_order(tmp_path: Path) -> None:
    event = make_event(pairs=8, tables=2, match_format=QUICK)
    match = first_match(event)
    with served(tmp_path) as server:
        first = open_streams(server, event, 1)
        assert b"200 OK" in read_all(first, b"retry: 5000")[first[0]]
        wait_until(lambda: threads_of(server) > 0)
        before = threads_of(server)
        clients = open_streams(server, event, STREAMS)
        opened = read_all(clients, b"retry: 5000")
        assert all(b"200 OK" in each for each in opened.values())
        # The streams hold no threads; those that read access are two.
        assert threads_of(server) <= before + 2
        for version in range(101, 111):
            tell_match(match, event.pk, version, timezone.now())
        got = read_all(clients, b'"version":110,')
        for text in got.values():
            versions = [
                json.loads(line.removeprefix(b"data: "))["version"]
                for line in text.splitlines()
                if line.startswith(b"data: ") and b"match.changed" in line
            ]
            assert [each for each in versions if each and each > 100] == list(range(101, 111))
        for client in (*first, *clients):
            client.close()
