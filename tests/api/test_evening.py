"""A whole evening over the API alone, from the event to its winner."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.actors import TokenAccess
from accounts.services import make_token
from jobs.services import run
from tests.factories import make_club, make_member

pytestmark = pytest.mark.django_db

BEST_OF_THREE = {"games": [{"game": "marafon"}] * 3, "wins": 2}
CAPPOTTO = {"points": [11, 0], "marafona": 0}


class Program:
    """A program with a token that may write, as its author would write it."""

    def __init__(self, secret: str) -> None:
        self.client = APIClient()
        self.client.credentials(HTTP_AUTHORIZATION=f"Token {secret}")

    def get(self, path: str) -> Any:
        return self.client.get(f"/api/v1/{path}").json()

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        answer = self.client.post(f"/api/v1/{path}", body, format="json", headers=headers)
        assert answer.status_code in (200, 201, 202), answer.json()
        return answer.json()

    def play_to_the_end(self, match_id: int) -> None:
        match = self.get(f"matches/{match_id}/")
        while not match["state"]["over"]:
            line = {"kind": "hand", "data": CAPPOTTO, "version": match["version"]}
            key = {"Idempotency-Key": f"hand-{match['version']}"}
            match = self.post(f"matches/{match_id}/lines/", line, **key)["match"]


def test_an_event_goes_from_its_draft_to_its_winner() -> None:
    club = make_club()
    _, secret = make_token(user=make_member(club), name="evening", access=TokenAccess.ORGANIZE)
    program = Program(secret)
    plan = {"club": club.pk, "name": "Maraffa", "date": "2026-12-13", "match_format": BEST_OF_THREE}
    event = program.post("events/", plan)["id"]
    program.post(f"events/{event}/open/")
    for number in range(3):
        players = [
            {"first_name": "Loris", "last_name": f"Uno {number}"},
            {"last_name": f"Due {number}"},
        ]
        program.post(f"events/{event}/entries/", {"players": players})
    job = program.post(f"events/{event}/draw/")
    run(job_id=job["id"], attempt=1)
    assert program.get(f"jobs/{job['id']}/")["state"] == "DONE"
    program.post(f"events/{event}/start/")
    while ready := program.get(f"pairings/?event={event}&state=READY")["results"]:
        program.play_to_the_end(ready[0]["match"])
    assert program.post(f"events/{event}/finish/")["state"] == "FINISHED"
    standings = program.get(f"events/{event}/standings/")
    assert standings["winner_entry"] == standings["rows"][0]["entry"] == standings["winner"]
    assert [(row["first"], row["last"]) for row in standings["rows"]] == [(1, 1), (2, 2), (3, 3)]
