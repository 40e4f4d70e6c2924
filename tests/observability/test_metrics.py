"""What Prometheus reads, and who may."""

from typing import Any

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from tests.factories import first_match, make_event, make_member
from tests.jobs.notes import ask_note

pytestmark = pytest.mark.django_db

TOKEN = "a-token-of-twenty-signs"


@pytest.fixture
def scraped(settings: Any) -> Any:
    settings.METRICS_TOKEN = TOKEN

    def scrape() -> dict[tuple[str, ...], float]:
        answer = Client().get("/metrics/", headers={"Authorization": f"Bearer {TOKEN}"})
        assert answer.status_code == 200
        families = text_string_to_metric_families(answer.content.decode())
        return {
            (sample.name, *sample.labels.values()): sample.value
            for family in families
            for sample in family.samples
        }

    return scrape


def test_there_are_none_unless_a_token_is_set() -> None:
    assert Client().get("/metrics/").status_code == 404
    assert Client().get("/metrics/", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.parametrize("given", ["", "Bearer", f"Token {TOKEN}", f"Bearer {TOKEN}x", "Bearer è"])
def test_they_are_for_whoever_has_the_token(settings: Any, given: str) -> None:
    settings.METRICS_TOKEN = TOKEN
    answer = Client().get("/metrics/", headers={"Authorization": given})
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")


def test_written_lines_and_waiting_jobs_are_counted(scraped: Any) -> None:
    event = make_event(pairs=4, tables=2)
    client = Client()
    client.force_login(make_member(event.club))
    before = scraped()
    hand = {"kind": "hand", "data": {"points": [11, None]}, "version": 0}
    for _ in range(3):
        client.post(
            f"/api/v1/matches/{first_match(event)}/lines/",
            hand,
            content_type="application/json",
            headers={"Idempotency-Key": "k" * 20},
        )
    ask_note()
    after = scraped()
    written = ("labella_lines_written_total", "hand")
    assert after[written] - before.get(written, 0) == 1
    queued = ("labella_jobs", "queued")
    assert after[queued] - before[queued] == 1
    assert after["labella_worker_alive",] == 0
    assert after["labella_streams",] == 0
