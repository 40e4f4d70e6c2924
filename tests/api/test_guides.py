"""The programs of the guides run as they stand in docs/how-to."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.core.signals import request_started

from accounts.actors import TokenAccess
from accounts.services import make_token
from scoring.core.format import best_of
from tests.factories import NOW, first_match, make_club, make_event, make_member, owner_of
from tests.tournaments.steps import QUICK, win
from tools.paths import ROOT
from tournaments.models import Club
from tournaments.services.events.events import finish_event

pytestmark = pytest.mark.django_db(transaction=True)

FOLDER = ROOT / "docs" / "how-to"
SCORING, SEASON = "writing-a-scoring-client.md", "making-a-season-table.md"
LIVE, GENERATED = "following-an-event-live.md", "generating-a-client.md"


def run(
    page: str, *arguments: str, club: Club, hands: str = ""
) -> "subprocess.CompletedProcess[str]":
    """Runs the program of a page with the token of an organizer."""
    found = re.search(r"```python\n(.*?)```", Path(FOLDER / page).read_text("utf-8"), re.DOTALL)
    assert found
    _, token = make_token(user=make_member(club), name="guide", access=TokenAccess.ORGANIZE)
    return subprocess.run(
        [sys.executable, "-c", found[1], *arguments],
        input=hands,
        env={"PATH": os.environ["PATH"], "TOKEN": token},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@contextmanager
def losing_answers(address: str) -> Iterator[str]:
    """The address of a network in which every second answer is lost: the server has done what was
    asked, and the caller never hears of it."""
    host, port = address.removeprefix("http://").split(":")
    with closing(socket.create_server(("localhost", 0))) as door:
        thread = Thread(target=_forward, args=(door, (host, int(port))), daemon=True)
        thread.start()
        yield f"http://localhost:{door.getsockname()[1]}"
        door.shutdown(socket.SHUT_RDWR)
        thread.join()


@contextmanager
def counting_requests() -> Iterator[list[str]]:
    """The paths that are asked for meanwhile, of the server in a thread of this process."""
    asked: list[str] = []

    def note(environ: dict[str, Any], **_: Any) -> None:
        asked.append(environ["PATH_INFO"])

    request_started.connect(note)
    try:
        yield asked
    finally:
        request_started.disconnect(note)


def _forward(door: socket.socket, server: tuple[str, int]) -> None:
    count = 0
    while True:
        try:
            caller, _ = door.accept()
        except OSError:
            return
        with caller, socket.create_connection(server) as connection:
            connection.sendall(_read_request(caller))
            answer = b"".join(iter(lambda: connection.recv(65536), b""))
            count += 1
            if count % 2 == 0:
                caller.sendall(answer)


def _read_request(caller: socket.socket) -> bytes:
    request = b""
    while b"\r\n\r\n" not in request:
        request += caller.recv(65536)
    length = re.search(rb"content-length: (\d+)", request, re.IGNORECASE)
    whole = request.index(b"\r\n\r\n") + 4 + int(length[1] if length else 0)
    while len(request) < whole:
        request += caller.recv(65536)
    return request


def test_the_scoring_client_writes_each_hand_once_though_answers_are_lost(
    live_server: Any,
) -> None:
    club = make_club()
    event = make_event(club=club, pairs=2, match_format=best_of(3, "marafon", {"target": 11}))
    match = first_match(event)
    # A game for one side and two for the other: best of three, to 11.
    hands = "B 11\nA 11\nA 11\n"
    with losing_answers(live_server.url) as server:
        done = run(SCORING, server, str(match), club=club, hands=hands)
    assert done.returncode == 0, done.stdout + done.stderr
    written = [int(n) for n in re.findall(r"line (\d+) is written", done.stdout)]
    assert written == [1, 2, 3]
    assert done.stdout.count("no answer") >= len(written)
    pairing = event.pairings.get(match_id=match)
    assert pairing.match is not None
    assert pairing.match.version == len(written)
    assert pairing.decided_at is not None


def test_the_scoring_client_stops_at_a_hand_that_cannot_be(live_server: Any) -> None:
    club = make_club()
    match = first_match(make_event(club=club, pairs=2))
    done = run(SCORING, live_server.url, str(match), club=club, hands="A 7\nA 12\n")
    assert done.returncode == 1
    assert "line 1 is written" in done.stdout
    assert done.stderr.strip()


def test_the_season_table_has_the_best_three_of_five_evenings(live_server: Any) -> None:
    club = make_club()
    for day, winner in enumerate([0, 0, 1, 0, 0], start=1):
        event = make_event(
            club=club, pairs=2, match_format=QUICK, date=date(2026, 12, day), name=f"Serata {day}"
        )
        pairing = event.pairings.get()
        sides = list(pairing.slots.order_by("position").values_list("entry_id", flat=True))
        best = event.entries.order_by("pk").values_list("pk", flat=True)[winner]
        win(pairing, side=sides.index(best))
        finish_event(event=event, actor=owner_of(club), now=NOW)
    with counting_requests() as requests:
        done = run(SEASON, live_server.url, str(club.pk), club=club)
    assert done.returncode == 0, done.stderr
    # One request for the list of events, and one for each of the five.
    assert len(requests) == 1 + 5, requests
    heads, *rows = [line.split(",") for line in done.stdout.splitlines()]
    assert [heads[0], heads[-1]] == ["pair", "best three"]
    assert len(heads) == 7
    # Four victories and a second place; the best three of each.
    assert [row[-1] for row in rows] == ["30", "28"]


@pytest.mark.parametrize("page", [SCORING, SEASON, LIVE, GENERATED])
def test_a_program_has_as_many_lines_as_its_page_says(page: str) -> None:
    text = Path(FOLDER / page).read_text("utf-8")
    stated = [int(number) for number in re.findall(r"(\d+) lines", text)]
    programs = re.findall(r"```(?:python|html|ts)\n(.*?)```", text, re.DOTALL)
    lines = [len([line for line in program.splitlines() if line.strip()]) for program in programs]
    assert stated == lines
