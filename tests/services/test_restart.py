"""The web is restarted while hands are sent: each stands on its sheet once."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scoring.models import Line, Match
from tests.factories import make_event
from tests.services.deployment import Deployment, deployed, read_units
from tests.services.test_without_redis import token_of
from tests.waiting import wait_until
from tournaments.models import Event, Pairing

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

RESTARTS = 3
HANDS = 50
"""On each sheet at most: too few to decide a match of this format."""
PAUSE = 0.2
"""Seconds between two hands of a phone, so that it has some left after the last restart."""
LONG = {"games": [{"game": "marafon"}] * 15, "wins": 8}


class Phone:
    """Sends the hands of one match, each with its key until it is confirmed."""

    def __init__(self, all_: Deployment, match: Match, token: str) -> None:
        self.web = all_.client("web")
        self.match = match.pk
        self.token = token
        self.confirmed: list[str] = []
        self.repeated = 0

    def play(self, ended: threading.Event) -> None:
        while not ended.is_set() and len(self.confirmed) < HANDS:
            self.send(f"hand-{self.match}-{len(self.confirmed)}")
            ended.wait(PAUSE)

    def send(self, key: str) -> None:
        hand = {"kind": "hand", "data": {"points": [6, None]}, "version": len(self.confirmed)}
        headers = {"Idempotency-Key": key, "Authorization": self.token}

        def is_confirmed() -> bool:
            try:
                status, said = self.web.ask(
                    "POST", f"/api/v1/matches/{self.match}/lines/", hand, **headers
                )
            except OSError:
                self.repeated += 1
                return False
            assert status in (200, 201, 503), said
            return status != 503

        wait_until(is_confirmed)
        self.confirmed.append(key)


def test_a_restart_loses_no_hand_and_writes_none_twice(tmp_path: Path) -> None:
    event = make_event(pairs=16, match_format=LONG)
    token = token_of(event)
    ended = threading.Event()
    with deployed(read_units(), tmp_path, "web") as all_:
        phones = [Phone(all_, match, token) for match in matches_of(event)]
        with ThreadPoolExecutor(len(phones)) as threads:
            playing = [threads.submit(phone.play, ended) for phone in phones]
            try:
                for _restart in range(RESTARTS):
                    wait_for_hands(phones, hands_of(phones) + len(phones))
                    all_.end("web")
                    all_.start("web")
                    all_.wait_until_healthy("web")
            finally:
                ended.set()
            for each in playing:
                each.result()
        assert "Traceback" not in all_.said("web")
    assert sum(phone.repeated for phone in phones)
    for phone in phones:
        written = Line.objects.filter(match=phone.match).order_by("n")
        assert list(written.values_list("key", flat=True)) == phone.confirmed


def matches_of(event: Event) -> list[Match]:
    pairings = event.pairings.filter(state__in=(Pairing.State.READY, Pairing.State.CALLED))
    return list(Match.objects.filter(pk__in=pairings.values("match")))


def wait_for_hands(phones: list[Phone], hands: int) -> None:
    wait_until(lambda: hands_of(phones) > hands)


def hands_of(phones: list[Phone]) -> int:
    return sum(len(phone.confirmed) for phone in phones)
