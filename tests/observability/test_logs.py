"""The form of the lines that a server writes."""

import io
import json
import logging
import logging.config
from collections.abc import Callable
from typing import Any

import pytest
import structlog
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from structlog.contextvars import bound_contextvars

from observability.logs import make_logging_settings


def lines_of(write: Callable[[], Any], *, as_json: bool) -> str:
    """What a process with these settings prints."""
    config = make_logging_settings(as_json=as_json, level="INFO")
    formatter = config["formatters"]["structured"]
    made = formatter.pop("()")(**formatter)
    printed = io.StringIO()
    handler = logging.StreamHandler(printed)
    handler.setFormatter(made)
    root = logging.getLogger()
    root.addHandler(handler)
    before = root.level
    root.setLevel("INFO")
    try:
        write()
    finally:
        root.removeHandler(handler)
        root.setLevel(before)
    return printed.getvalue()


def ours() -> None:
    with bound_contextvars(request_id="K7QM-2XTR-9F"):
        structlog.get_logger("jobs").warning("job waits", job=4711)


def of_a_library() -> None:
    with bound_contextvars(request_id="K7QM-2XTR-9F"):
        logging.getLogger("celery.beat").warning("beat is %s", "late")


@pytest.mark.parametrize(
    ("write", "message"), [(ours, "job waits"), (of_a_library, "beat is late")]
)
def test_every_line_is_one_json_object_with_its_request(
    write: Callable[[], None], message: str
) -> None:
    (line,) = lines_of(write, as_json=True).splitlines()
    document = json.loads(line)
    assert document["message"] == message
    assert (document["level"], document["request_id"]) == ("warning", "K7QM-2XTR-9F")
    assert document["timestamp"].endswith("Z")
    assert not {name for name in document if name.startswith("_")}


@pytest.mark.parametrize("write", [ours, of_a_library])
def test_as_text_the_fields_follow_the_message(write: Callable[[], None]) -> None:
    (line,) = lines_of(write, as_json=False).splitlines()
    assert "[warning" in line
    assert line.endswith("request_id=K7QM-2XTR-9F") or "request_id=K7QM-2XTR-9F " in line


@pytest.mark.parametrize("as_json", [True, False])
def test_an_exception_is_told_with_its_traceback(as_json: bool) -> None:
    def fail() -> None:
        try:
            raise RuntimeError("the fault")
        except RuntimeError:
            structlog.get_logger("web").exception("page failed")

    printed = lines_of(fail, as_json=as_json)
    assert "Traceback" in printed
    assert "RuntimeError: the fault" in printed
    assert not as_json or len(printed.splitlines()) == 1


def test_what_looks_like_another_line_stays_in_its_own() -> None:
    def forge() -> None:
        structlog.get_logger("web").warning("refused", name="x\n2026-01-01 [error] forged")

    for as_json in (True, False):
        assert len(lines_of(forge, as_json=as_json).splitlines()) == 1


SECRET = "8Zq-secret-of-an-invitation"


def fail(_request: HttpRequest, secret: str) -> HttpResponse:
    raise RuntimeError("the fault")


def show_fault(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=500)


urlpatterns = [path("invitations/<str:secret>/", fail), path("", fail, {"secret": ""})]
handler500 = show_fault


def test_a_page_that_fails_is_logged_by_its_route(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__
    client = Client(raise_request_exception=False)
    for as_json in (True, False):
        printed = lines_of(lambda: client.get(f"/invitations/{SECRET}/"), as_json=as_json)
        assert "Internal Server Error: /invitations/<str:secret>/" in printed
        assert "RuntimeError: the fault" in printed
        assert SECRET not in printed
    assert "Internal Server Error: /" in lines_of(lambda: client.get("/"), as_json=False)


def test_a_form_without_its_token_is_not_logged() -> None:
    client = Client(enforce_csrf_checks=True)
    address = f"/desk/invitations/{SECRET}/"
    assert lines_of(lambda: client.post(address, {"password": "x"}), as_json=True) == ""
