"""Anchors over the API: read by everybody, asked for by organizers."""

import pytest
from django.test import Client

from competition.trust.anchors import is_signed, read_anchor_text
from tests.api.client import Program, refused
from tests.factories import NOW, make_event, make_member
from tests.tournaments.steps import pairing, win
from tournaments.models import Event, Role
from tournaments.services.trust.anchors import load_signing_key, make_anchor

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(settings: object, tmp_path: object) -> Event:
    settings.ANCHOR_KEY_FILE = tmp_path / "anchor-key"  # type: ignore[attr-defined,operator]
    found = make_event(pairs=4)
    key = load_signing_key(settings.ANCHOR_KEY_FILE)  # type: ignore[attr-defined]
    make_anchor(event=found, key=key, now=NOW)
    return found


def test_an_anchor_is_signed_by_the_key_that_is_published(event: Event, client: Client) -> None:
    (anchor,) = client.get(f"/api/v1/events/{event.pk}/anchors/").json()["anchors"]
    key = client.get("/api/v1/anchor-key/").json()
    statement, signature = read_anchor_text(anchor["text"])
    assert key["algorithm"] == "Ed25519"
    assert statement.digest == anchor["digest"]
    assert is_signed(statement, signature, key["key"])


def test_names_stand_in_an_anchor_as_digests_alone(event: Event, client: Client) -> None:
    assert "Zoffoli" not in client.get(f"/api/v1/events/{event.pk}/anchors/").content.decode()


def test_a_stranger_asks_for_no_anchor(event: Event, client: Client) -> None:
    assert client.post(f"/api/v1/events/{event.pk}/anchors/").status_code in (401, 403)
    assert event.anchors.count() == 1


def test_an_anchor_that_is_made_has_an_address(event: Event) -> None:
    organizer = Program(make_member(event.club, Role.Kind.ORGANIZER))
    path = f"events/{event.pk}/anchors/"
    before = organizer.read(path)
    # Nothing is recorded since the last one: none is made.
    answer = organizer.post(path)
    assert (answer.status_code, answer.json()) == (200, before)
    assert not answer.has_header("Location")
    win(pairing(event, "main-1-1"))
    answer = organizer.post(path)
    assert (answer.status_code, answer["Location"]) == (201, f"/api/v1/{path}2/")
    first, second = answer.json()["anchors"]
    assert (organizer.read(f"{path}1/"), organizer.read(f"{path}2/")) == (first, second)
    refused(organizer.get(f"{path}3/"), 404, "not_found")
