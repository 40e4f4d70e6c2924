"""What comes as a body: strict JSON, of bounded size, depth and numbers."""

from typing import Any

import pytest
from django.test import Client

from accounts.actors import TokenAccess
from accounts.services import make_token
from api.rendering import DEEPEST, LARGEST_BODY, LARGEST_NUMBER, read_json
from tests.api.client import refused
from tests.factories import first_match, make_event, make_member
from tournaments.models import Club

JSON = "application/json"


class LineEndpoint:
    """An endpoint that takes a body, with a client that may write to it."""

    def __init__(self, club: Club) -> None:
        match = first_match(make_event(club=club, pairs=2))
        _, secret = make_token(user=make_member(club), name="tests", access=TokenAccess.ORGANIZE)
        self.path = f"/api/v1/matches/{match}/lines/"
        self.client = Client(headers={"Authorization": f"Token {secret}", "Idempotency-Key": "k"})

    def post(self, body: bytes | str, content_type: str = JSON, **more: Any) -> Any:
        return self.client.post(self.path, body, content_type=content_type, **more)


@pytest.fixture
def endpoint(club: Club) -> LineEndpoint:
    return LineEndpoint(club)


@pytest.mark.parametrize(
    "body",
    [
        "{",
        " ",
        "\ufeff{}",
        '{"version": NaN}',
        '{"version": Infinity}',
        '{"version": 1e999}',
        "{'version': 0}",
        '{"version": 0,}',
        '{"kind": "\\ud800"}',
        b'{"kind": "\xff"}',
        "[" * 30_000,
    ],
)
def test_what_is_no_json_is_refused(endpoint: LineEndpoint, body: bytes | str) -> None:
    problem = refused(endpoint.post(body), 400, "body_unreadable")
    assert set(problem["params"]) == {"line", "column"}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ('{"kind": "hand\\u0000"}', "nul_character"),
        ('{"a\\u0000": 1}', "nul_character"),
        ('{"version": 0, "version": 1}', "name_twice"),
        ('{"data": {"points": [7, null], "points": [8, null]}}', "name_twice"),
        (f'{{"version": {LARGEST_NUMBER + 1}}}', "number_too_large"),
        (f'{{"version": {-LARGEST_NUMBER - 1}}}', "number_too_large"),
        ('{"version": 1e300}', "number_too_large"),
        ('{"data": ' + "[" * DEEPEST + "]" * DEEPEST + "}", "body_too_deep"),
    ],
)
def test_json_that_machines_read_differently_is_refused(
    endpoint: LineEndpoint, body: str, code: str
) -> None:
    refused(endpoint.post(body), 400, code)


def test_a_body_is_read_up_to_its_limit_and_not_beyond(endpoint: LineEndpoint) -> None:
    fits = b'{"kind": "' + b"x" * (LARGEST_BODY - 12) + b'"}'
    assert len(fits) == LARGEST_BODY
    refused(endpoint.post(fits), 422, "body_refused")
    problem = refused(endpoint.post(fits + b" "), 413, "body_too_large")
    assert problem["params"] == {"most": LARGEST_BODY}


def test_a_length_that_lies_low_does_not_let_more_in(endpoint: LineEndpoint) -> None:
    answer = endpoint.post(b" " * (LARGEST_BODY + 1), CONTENT_LENGTH="10")
    refused(answer, 400, "body_unreadable")


@pytest.mark.parametrize(
    "content_type",
    ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", "x"],
)
def test_another_media_type_is_refused(endpoint: LineEndpoint, content_type: str) -> None:
    refused(endpoint.post(b'{"kind": "hand"}', content_type), 415, "media_type_unsupported")


@pytest.mark.parametrize("body", ["[]", "null", "7", '"hand"', "true"])
def test_a_body_that_is_no_object_is_refused(endpoint: LineEndpoint, body: str) -> None:
    refused(endpoint.post(body), 422, "body_refused")


def test_no_body_is_an_empty_object(endpoint: LineEndpoint) -> None:
    problem = refused(endpoint.post(b""), 422, "body_refused")
    assert [fault["params"]["field"] for fault in problem["violations"]] == ["kind", "version"]


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_another_method_is_refused(endpoint: LineEndpoint, method: str) -> None:
    answer = getattr(endpoint.client, method)(endpoint.path)
    refused(answer, 405, "method_not_allowed")
    assert set(answer["Allow"].split(", ")) == {"GET", "POST", "HEAD", "OPTIONS"}


def test_an_answer_in_another_form_is_not_there(endpoint: LineEndpoint) -> None:
    answer = endpoint.client.get(endpoint.path, headers={"Accept": "application/xml"})
    refused(answer, 406, "not_acceptable")


def test_numbers_at_the_limit_are_read_exactly() -> None:
    assert read_json(f"[{LARGEST_NUMBER}, {-LARGEST_NUMBER}]") == [LARGEST_NUMBER, -LARGEST_NUMBER]


@pytest.mark.parametrize("points", ["7.0", "7.5", "true", '"7"', "[7]", "{}"])
def test_a_point_is_a_whole_number(endpoint: LineEndpoint, points: str) -> None:
    answer = endpoint.post(
        f'{{"kind": "hand", "version": 0, "data": {{"points": [{points}, null]}}}}'
    )
    refused(answer, 422, "line_unreadable")
