"""The id of a request: in its answer, on its error page, in its lines and in its jobs."""

import re
from typing import Any

import pytest
import structlog
from django.test import Client
from structlog.testing import capture_logs

from api.views import clubs
from jobs.models import Job
from jobs.services import run
from observability.requests import get_request_id, make_request_id
from tests.jobs.notes import ask_note

pytestmark = pytest.mark.django_db

OURS = re.compile(r"[2-9B-Z]{4}-[2-9B-Z]{4}-[2-9B-Z]{2}")


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Client:
    def fail(*_args: Any) -> None:
        structlog.get_logger("test").warning("about to fail")
        raise RuntimeError

    monkeypatch.setattr(clubs, "list_visible_clubs", fail)
    return Client(raise_request_exception=False)


def test_every_answer_has_an_id_of_its_own() -> None:
    ids = {Client().get("/healthz/")["X-Request-ID"] for _ in range(20)}
    assert len(ids) == 20
    assert all(OURS.fullmatch(each) for each in ids)


def test_an_id_from_outside_counts_only_behind_a_proxy_that_is_trusted(settings: Any) -> None:
    given = {"X-Request-ID": "edge-4711.a_b"}
    assert Client().get("/healthz/", headers=given)["X-Request-ID"] != "edge-4711.a_b"
    settings.TRUSTED_PROXIES = 1
    assert Client().get("/healthz/", headers=given)["X-Request-ID"] == "edge-4711.a_b"


@pytest.mark.parametrize(
    "given", ["", "short", "x" * 65, "a b c d e f", "<script>x</script>", "\u0661" * 9]
)
def test_an_id_that_is_none_is_replaced(settings: Any, given: str) -> None:
    settings.TRUSTED_PROXIES = 1
    answer = Client().get("/healthz/", HTTP_X_REQUEST_ID=given)
    assert OURS.fullmatch(answer["X-Request-ID"])


def test_a_problem_names_the_request_that_the_log_names(broken: Client) -> None:
    processors = [structlog.contextvars.merge_contextvars]
    with capture_logs(processors=processors) as lines:
        answer = broken.get("/api/v1/clubs/")
    request_id = answer["X-Request-ID"]
    assert answer.json()["instance"] == f"urn:la-bella:request:{request_id}"
    assert [line["request_id"] for line in lines] == [request_id]
    assert get_request_id() == ""


def test_a_page_of_what_went_wrong_names_it_too() -> None:
    page = Client().get("/nessuno/")
    assert page["X-Request-ID"] in page.content.decode()


def test_requests_are_logged_only_where_that_is_set(settings: Any) -> None:
    with capture_logs() as lines:
        Client().get("/healthz/")
        settings.LOG_REQUESTS = True
        Client().get("/desk/join/secret-of-an-invitation/")
    (line,) = lines
    assert (line["event"], line["method"]) == ("request", "GET")
    assert "secret" not in str(line)


def test_what_a_request_asks_for_is_logged_under_its_id(
    monkeypatch: pytest.MonkeyPatch, broken: Client
) -> None:
    """The worker that fails says which request it failed for."""
    monkeypatch.setattr(clubs, "list_visible_clubs", lambda *_args: ask_note(kind="nobody"))
    answer = broken.get("/api/v1/clubs/")
    job = Job.objects.get()
    assert job.request_id == answer["X-Request-ID"]
    with capture_logs(processors=[structlog.contextvars.merge_contextvars]) as lines:
        run(job_id=job.pk, attempt=job.attempt)
    assert [(line["request_id"], line["job"]) for line in lines] == [(job.request_id, str(job.pk))]


def test_ids_are_drawn_without_vowels() -> None:
    assert not set("".join(make_request_id() for _ in range(200))) & set("AEIOU01LS")
