"""What nobody expected: a problem document without our insides, to programs; a page to people."""

from typing import Any

import pytest
from django.test import Client

from api.views import clubs
from tests.api.client import refused
from tests.factories import make_member
from tournaments.models import Club


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Client:
    """A house in which nobody can list clubs any more."""

    def gone(*args: Any) -> None:
        raise RuntimeError("the secret of the cellar")

    monkeypatch.setattr(clubs, "list_visible_clubs", gone)
    return Client(raise_request_exception=False)


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "said"), [("en", "Try again"), ("it", "Riprova")])
def test_a_fault_of_ours_is_a_problem_document(broken: Client, language: str, said: str) -> None:
    answer = broken.get("/api/v1/clubs/", headers={"Accept-Language": language})
    assert said in refused(answer, 500, "server_fault")["title"]
    assert b"cellar" not in answer.content
    assert answer["Access-Control-Allow-Origin"] == "*"


def test_a_fault_of_ours_in_a_write_is_one_too(
    club: Club, broken: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from api.views import events

    monkeypatch.setattr(events, "get_club", lambda *args: [].pop())
    broken.force_login(make_member(club))
    plan = {"club": club.pk, "name": "M", "date": "2026-12-13", "match_format": {}}
    answer = broken.post("/api/v1/events/", plan, content_type="application/json")
    refused(answer, 500, "server_fault")
    assert "Access-Control-Allow-Origin" not in answer


def test_a_request_for_another_host_is_a_problem_document() -> None:
    answer = Client().get("/api/v1/", headers={"Host": "altrove.example"})
    refused(answer, 400, "request_refused")


@pytest.mark.django_db
def test_beside_the_api_people_get_pages() -> None:
    page = Client().get("/nessuno/")
    assert page["Content-Type"].startswith("text/html")
    assert Client().get("/", headers={"Host": "altrove.example"})["Content-Type"].startswith("text")
