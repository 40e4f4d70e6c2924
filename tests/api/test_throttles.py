"""Requests are counted by token, and the headers say how many are left."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.exceptions import Throttled

from accounts.actors import TokenAccess
from api.problems import make_problem_response
from tests.api.client import Program, refused
from tests.factories import make_event, make_member
from tournaments.models import Club, Role


@pytest.fixture(autouse=True)
def _few_requests(settings: object, monkeypatch: pytest.MonkeyPatch) -> None:
    # One window for the whole test, whatever the clock does meanwhile.
    monkeypatch.setattr("api.throttling.WINDOW", 10**9)
    monkeypatch.setattr("django.conf.settings.API_RATES", {"read": 3, "write": 1})


def test_a_token_that_asks_too_often_is_told_when_to_come_back(organizer: Program) -> None:
    answers = [organizer.get("clubs/") for _ in range(4)]
    assert [answer["RateLimit-Remaining"] for answer in answers] == ["2", "1", "0", "0"]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    problem = refused(answers[-1], 429, "too_many_requests")
    assert answers[-1]["Retry-After"] == str(problem["params"]["wait"])
    assert answers[-1]["RateLimit-Limit"] == "3"


def test_a_refusal_without_a_time_to_wait_names_a_second() -> None:
    # The framework makes it of a throttle that does not know when the next request may come.
    answer = make_problem_response(Throttled(wait=None), {})
    assert answer is not None
    assert (answer.status_code, answer["Retry-After"]) == (429, "1")


def test_reads_and_writes_are_counted_apart(club: Club, organizer: Program) -> None:
    for name in ("Uno", "Due"):
        answer = organizer.post("venues/", {"club": club.pk, "name": name})
    refused(answer, 429, "too_many_requests")
    assert organizer.get("clubs/").status_code == 200


def test_tokens_are_counted_apart(club: Club, organizer: Program) -> None:
    for _ in range(4):
        organizer.get("clubs/")
    assert Program(make_member(club)).get("clubs/").status_code == 200


def test_the_public_is_not_counted(club: Club, anybody: Program) -> None:
    make_event(club=club, pairs=2)
    answers = [anybody.get("events/") for _ in range(6)]
    assert {answer.status_code for answer in answers} == {200}
    assert "RateLimit-Limit" not in answers[0]


REFUSED = {
    "a token that only reads": ("post", "venues/", 403, "write"),
    "not there": ("get", "events/00000000-0000-4000-8000-000000000000/", 404, "read"),
    "no such address": ("get", "evnts/", 404, "read"),
    "a method that is not taken": ("delete", "clubs/", 405, "write"),
    "a format that is not there": ("get", "clubs/?format=pdf", 406, "read"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refused_request_is_counted_and_says_how_many_are_left(club: Club, name: str) -> None:
    method, path, status, kind = REFUSED[name]
    access = TokenAccess.READ if status == 403 else TokenAccess.ORGANIZE
    reader = Program(make_member(club, Role.Kind.ORGANIZER), access=access)
    most = {"read": 3, "write": 1}[kind]
    answers = [getattr(reader, method)(path) for _ in range(most + 1)]
    assert [answer.status_code for answer in answers] == [status] * most + [429]
    left = [*map(str, reversed(range(most))), "0"]
    assert [answer["RateLimit-Remaining"] for answer in answers] == left


def test_a_token_that_nobody_knows_is_counted_before_the_database_is_asked(db: None) -> None:
    client = Client(headers={"Authorization": "Token made-up"})
    answers = [client.get("/api/v1/clubs/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [401] * 3
    assert answers[-1]["RateLimit-Remaining"] == "0"
    with CaptureQueriesContext(connection) as asked:
        answer = client.get("/api/v1/clubs/")
    refused(answer, 429, "too_many_requests")
    assert len(asked) == 0
