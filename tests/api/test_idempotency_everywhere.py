"""Every POST of the API may be sent again with its ``Idempotency-Key``, or is named here."""

import json
from typing import Any

import pytest
from django.apps import apps
from django.urls import resolve

from api.models import StoredAnswer
from tests.api.accepted_posts import make_accepted_request
from tests.api.client import JSON, PARAMETER, Program, conforms, openapi, refused
from tests.roles.hall import Hall, make_hall
from tests.roles.table import TABLE
from tests.roles.test_roles import path_of
from tournaments.models import Club, Invitation

pytestmark = pytest.mark.django_db
POSTS = sorted(name for name, row in TABLE.items() if name.startswith("api:") and "POST" in row)
KEYS_OF_THEIR_OWN = {
    "api:line-list": "a line keeps its key for good",
    "api:club-webhook-list": "the webhook follows from the key: its secret is never stored",
    "api:device-list": "nobody in particular has no keys, and the token is never stored",
}
SECRETS = {"api:webhook-rotate", "api:invitation-list"}
"""Answered once: the second time is refused, and does nothing."""


@pytest.fixture(scope="module")
def hall(module_rows: None) -> Hall:
    return make_hall()


def describe_answer(path: str, status: int) -> Any:
    """What the document says of this answer of a POST."""
    route = resolve(f"/api/v1/{path}").route
    operation = openapi()["paths"]["/" + PARAMETER.sub(r"{\1}", route)]["post"]
    return operation["responses"][str(status)]


def count_rows() -> dict[str, int]:
    """How many rows each table has."""
    return {model.__name__: model._base_manager.count() for model in apps.get_models()}


def view_of(path: str) -> Any:
    view: Any = resolve(path).func
    return view.cls


def test_every_post_takes_keys_but_those_that_are_named(hall: Hall) -> None:
    views = {name: view_of(path_of(name, hall).partition("?")[0]) for name in POSTS}
    without = {name for name, view in views.items() if not view.takes_idempotency_keys}
    assert without == set(KEYS_OF_THEIR_OWN)
    with_secrets = {name for name, view in views.items() if view.answers_with_secret}
    assert with_secrets >= SECRETS


@pytest.mark.parametrize("name", sorted(set(POSTS) - set(KEYS_OF_THEIR_OWN) - SECRETS))
def test_a_post_that_is_sent_again_is_answered_the_same(hall: Hall, name: str) -> None:
    path, body = make_accepted_request(name, hall)

    def post(sent: Any) -> Any:
        content = b"" if sent is None else json.dumps(sent)
        headers = {"Idempotency-Key": "again"}
        return hall.clients["W"].post(f"/api/v1/{path}", content, JSON, headers=headers)

    first = post(body)
    assert first.status_code in (200, 201, 202, 204), first.content
    rows = count_rows()
    again = post(body)
    assert again.status_code == first.status_code
    assert (again["Idempotency-Replayed"], again.content) == ("true", first.content)
    assert again.get("Location") == first.get("Location")
    other = post({**(body or {}), "note": "another request"})
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    for answer in (first, other):
        conforms(answer, "post", path)
    if first.has_header("Location"):
        made = hall.clients["W"].get(first["Location"])
        assert made.status_code == 200, made.content
    headers = describe_answer(path, first.status_code)["headers"]
    assert ("Location" in headers) == first.has_header("Location")
    assert "Idempotency-Replayed" in headers
    assert count_rows() == rows


def test_a_post_that_was_refused_may_be_mended_and_sent_again_with_its_key(
    organizer: Program, club: Club
) -> None:
    path = f"clubs/{club.pk}/templates/"
    refused(organizer.post(path, {}, idempotency_key="k"), 422, "body_refused")
    assert not StoredAnswer.objects.exists()
    event = organizer.write("events/", make_plan(club))
    body = {"event": event["id"], "name": "Sabato"}
    made = organizer.post(path, body, idempotency_key="k")
    assert (made.status_code, made.has_header("Idempotency-Replayed")) == (201, False)


def make_plan(club: Club) -> dict[str, Any]:
    match_format = {"games": [{"game": "marafon"}], "wins": 1}
    return {"club": club.pk, "name": "Errore", "date": "2026-12-13", "match_format": match_format}


def test_a_test_message_is_sent_once(organizer: Program, club: Club) -> None:
    hook = make_hook(organizer, club)
    first, again = (organizer.post(f"{hook}test/", idempotency_key="k") for _ in range(2))
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    assert club.webhooks.get().deliveries.count() == 1


def test_a_secret_is_made_anew_once_and_stored_in_no_answer(organizer: Program, club: Club) -> None:
    hook = make_hook(organizer, club)
    secret = organizer.post(f"{hook}rotate/", idempotency_key="k").json()["secret"]
    stored = club.webhooks.get()
    refused(organizer.post(f"{hook}rotate/", idempotency_key="k"), 409, "secret_shown")
    assert club.webhooks.get().secret == stored.secret
    answer = StoredAnswer.objects.get()
    assert (answer.status, answer.content) == (200, "")
    other = organizer.post(f"{hook}rotate/", idempotency_key="k2").json()["secret"]
    assert other != secret


def test_a_person_is_invited_once(organizer: Program, club: Club) -> None:
    owner = Program(club.roles.get(kind="OWNER").user)
    path, body = f"clubs/{club.pk}/invitations/", {"kind": "REFEREE"}
    answer = owner.post(path, body, idempotency_key="k")
    assert answer["Location"] == f"/api/v1/{path}{answer.json()['id']}/"
    refused(owner.post(path, body, idempotency_key="k"), 409, "secret_shown")
    assert Invitation.objects.filter(club=club).count() == 1
    assert StoredAnswer.objects.get().content == ""


def make_hook(organizer: Program, club: Club) -> str:
    body = {"name": "Sito", "url": "https://hooks.example.org/", "types": ["match.decided"]}
    made = organizer.write(f"clubs/{club.pk}/webhooks/", body)
    return f"webhooks/{made['id']}/"
