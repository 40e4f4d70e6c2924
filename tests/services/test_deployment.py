"""The files of ``deploy/``: what they start works together, on PostgreSQL and Redis."""

import re
import signal
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path

import pytest
import yaml

from api.views.guides import FOLDERS
from config.celery import app as celery_app
from config.environment import read_environment
from jobs.models import Job
from scoring.models import Line
from tests.factories import make_event
from tests.live.reader import query
from tests.services.deployment import (
    DEPLOY,
    NAME,
    PROXIED,
    SERVICES,
    Plan,
    deployed,
    read_compose,
    read_units,
)
from tests.services.test_without_redis import token_of
from tests.tournaments.steps import QUICK, pairing
from tests.waiting import wait_until
from tournaments.models import Anchor, Event

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("read_plan", [read_compose, read_units])
def test_the_services_play_a_hand_and_do_a_job(
    tmp_path: Path, read_plan: Callable[[], Plan]
) -> None:
    running = make_event(pairs=4, match_format=QUICK)
    to_draw = make_event(pairs=8, drawn=False)
    match = pairing(running, "main-1-1").match
    assert match is not None
    with deployed(read_plan(), tmp_path) as all_:
        web = all_.client("web")
        assert web.ask("GET", f"/events/{running.pk}/")[0] == 200
        line = HTTPConnection("127.0.0.1", all_.ports["live"], timeout=30)
        heading = {"Host": NAME, **PROXIED}
        line.request("GET", f"/live/?{query(f'match:{match.pk}')}", headers=heading)
        stream = line.getresponse()
        assert stream.status == 200
        body = {"kind": "hand", "data": {"points": [6, None]}, "version": 0}
        key = {"Idempotency-Key": "key-1", "Authorization": token_of(running)}
        status, document = web.ask("POST", f"/api/v1/matches/{match.pk}/lines/", body, **key)
        assert status == 201, document
        # The stream of another process tells it.
        while not (said := stream.readline()).startswith(b"data: "):
            assert said, all_.said("live")
        assert b'"version": 1' in said
        line.close()
        status, document = web.ask(
            "POST", f"/api/v1/events/{to_draw.pk}/draw/", {"word": "Romagna"},
            Authorization=token_of(to_draw),
        )  # fmt: skip
        assert status == 202, document
        wait_until(lambda: Job.objects.get().state == Job.State.DONE)
        all_.wait_for("beat", "Sending due task reap")
        # The worker signs with the key that the web shows.
        celery_app.send_task("tournaments.anchor")
        anchor = Anchor.objects.filter(event=to_draw)
        wait_until(anchor.exists)
        assert web.ask("GET", "/api/v1/anchor-key/")[1]["key"] == anchor.get().key
        assert Event.objects.get(pk=to_draw.pk).state == Event.State.DRAWN
        # Some end with the signal itself, after they have ended everything.
        assert {all_.end(name) for name in SERVICES} <= {0, -signal.SIGTERM}
        for name in all_.processes:
            assert "Traceback" not in all_.said(name), all_.said(name)
    assert Line.objects.get().key == "key-1"


def test_http_is_sent_to_https(tmp_path: Path) -> None:
    with deployed(read_units(), tmp_path, "web") as all_:
        status, _ = all_.client("web").ask("GET", "/", **{"X-Forwarded-Proto": "http"})
        assert status == 301


def test_compose_has_all_services_and_names_no_registry() -> None:
    document = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    names = {*SERVICES, "migrate", "static", "postgresql", "redis", "backup", "caddy"}
    assert set(document["services"]) == names
    images = {each["image"] for each in document["services"].values()}
    assert images == {"la-bella", "postgres:16", "redis:7", "caddy:2"}
    assert "FROM python:3.11-slim" in (DEPLOY / "Containerfile").read_text(encoding="utf-8")


def test_the_image_has_the_pages_that_the_api_shows() -> None:
    ignored = (DEPLOY / "Containerfile.dockerignore").read_text(encoding="utf-8").split()
    assert {f"!docs/{folder}" for folder in FOLDERS.values()} <= set(ignored)
    assert "docs" not in ignored


def test_the_example_of_the_environment_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (DEPLOY / "environment.example").read_text(encoding="utf-8")
    given = dict(re.findall(r"^([A-Z_]+)=(.*)$", text, re.MULTILINE))
    assert given.pop("SECRET_KEY") == ""
    monkeypatch.setenv("SECRET_KEY", "x" * 50)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    found = read_environment()
    assert found.secure
    assert found.trusted_proxies == 1
    assert found.redis_url == "redis://redis:6379/0"
