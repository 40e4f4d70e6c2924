"""Webhooks over the API: created with a secret that is answered once, tested, re-sent, deleted."""

from typing import Any

import pytest

from accounts.actors import TokenAccess, TokenScope
from live.vocabulary import FOR_WEBHOOKS
from tests.api.client import Program, refused
from tests.factories import make_club, make_event, make_member
from tournaments.models import Club, Role
from webhooks.models import WebhookDelivery, WebhookEndpoint
from webhooks.secret_keys import decrypt_secret

URL = "https://hooks.example.org/club"
DRAFT = {
    "name": "Errore",
    "date": "2026-12-13",
    "match_format": {"games": [{"game": "marafon"}], "wins": 1},
}
BODY = {"name": "Sito", "url": URL, "types": ["match.decided", "draw.published"]}


@pytest.fixture
def path(club: Club) -> str:
    return f"clubs/{club.pk}/webhooks/"


@pytest.fixture
def hook(organizer: Program, path: str) -> Any:
    return organizer.write(path, BODY)


def test_a_secret_is_answered_once(organizer: Program, path: str) -> None:
    answer = organizer.post(path, BODY)
    assert answer.status_code == 201
    made = answer.json()
    assert answer["Location"] == f"/api/v1/webhooks/{made['id']}/"
    secret = made.pop("secret")
    assert decrypt_secret(WebhookEndpoint.objects.get().secret) == secret
    assert organizer.read(f"webhooks/{made['id']}/") == made
    assert organizer.read(path)["results"] == [made]
    assert (made["types"], made["event"], made["state"]) == (sorted(BODY["types"]), None, "ACTIVE")


def test_a_webhook_that_is_created_again_with_its_key_is_the_same(
    organizer: Program, path: str
) -> None:
    first, second = (organizer.post(path, BODY, idempotency_key="hook-1") for _ in range(2))
    assert first.status_code == second.status_code == 201
    assert first.json() == second.json()
    assert organizer.post(path, BODY, idempotency_key="hook-2").json()["id"] != first.json()["id"]
    assert WebhookEndpoint.objects.count() == 2


def test_a_key_of_a_webhook_shows_no_secret_that_came_later(organizer: Program, path: str) -> None:
    created = organizer.post(path, BODY, idempotency_key="k")
    again = organizer.post(path, BODY, idempotency_key="k")
    assert (created.headers.get("Idempotency-Replayed"), again.headers["Idempotency-Replayed"]) == (
        None,
        "true",
    )
    organizer.post(f"webhooks/{created.json()['id']}/rotate/", {})
    refused(organizer.post(path, BODY, idempotency_key="k"), 409, "secret_shown")


@pytest.mark.parametrize("key", ["", "a b", "k" * 65, "é"])
def test_a_key_of_a_webhook_has_the_form_of_any_other(
    organizer: Program, path: str, key: str
) -> None:
    refused(organizer.post(path, BODY, idempotency_key=key), 400, "key_malformed")
    assert organizer.read(path)["results"] == []


@pytest.mark.parametrize(
    "other",
    [{"name": "Another"}, {"url": "https://other.example.org/"}, {"types": ["event.changed"]}],
)
def test_a_key_that_came_with_another_webhook_is_refused(
    organizer: Program, path: str, other: dict[str, Any]
) -> None:
    organizer.post(path, BODY, idempotency_key="hook-1")
    answer = organizer.post(path, {**BODY, **other}, idempotency_key="hook-1")
    refused(answer, 422, "idempotency_key_reused")
    assert WebhookEndpoint.objects.count() == 1


def test_what_cannot_be_is_refused(organizer: Program, path: str) -> None:
    refused(
        organizer.post(path, {**BODY, "url": "http://a.example/"}), 422, "webhook_url_needs_https"
    )
    refused(organizer.post(path, {**BODY, "url": "https://[::1]/"}), 422, "webhook_url_not_public")
    refused(organizer.post(path, {**BODY, "types": []}), 422, "body_refused")
    refused(organizer.post(path, {**BODY, "types": ["match.exploded"]}), 422, "body_refused")
    refused(organizer.post(path, {**BODY, "types": ["match.changed"]}), 422, "body_refused")
    refused(organizer.post(path, {**BODY, "secret": "whsec_mine"}), 422, "body_refused")
    refused(organizer.post(path, {"name": "Sito"}), 422, "body_refused")
    assert not WebhookEndpoint.objects.exists()


def test_a_webhook_of_one_event(organizer: Program, club: Club, path: str) -> None:
    event = make_event(club=club, drawn=False)
    assert organizer.write(path, {**BODY, "event": str(event.pk)})["event"] == str(event.pk)
    other = make_event(club=make_club("Circolo del Montone"), drawn=False)
    answer = organizer.post(path, {**BODY, "event": str(other.pk)})
    refused(answer, 422, "webhook_event_elsewhere")


def test_the_webhook_of_a_deleted_draft_keeps_its_event(
    organizer: Program, club: Club, path: str
) -> None:
    draft = organizer.write("events/", {**DRAFT, "club": club.pk})
    hook = organizer.write(path, {**BODY, "event": draft["id"], "types": ["event.deleted"]})
    assert organizer.delete(f"events/{draft['id']}/").status_code == 204
    address = f"webhooks/{hook['id']}/"
    renamed = organizer.patch(address, {"name": "Bozze"}).json()
    assert (renamed["name"], renamed["event"]) == ("Bozze", draft["id"])
    (delivery,) = organizer.read(f"{address}deliveries/")["results"]
    assert (delivery["type"], delivery["state"]) == ("event.deleted", "PENDING")
    other = make_event(club=club, drawn=False)
    assert organizer.patch(address, {"event": str(other.pk)}).json()["event"] == str(other.pk)


def test_a_change_leaves_the_rest(organizer: Program, hook: Any) -> None:
    changed = organizer.patch(f"webhooks/{hook['id']}/", {"types": list(FOR_WEBHOOKS)}).json()
    assert changed["types"] == sorted(FOR_WEBHOOKS)
    assert (changed["name"], changed["url"]) == ("Sito", URL)
    organizer.patch(f"webhooks/{hook['id']}/", {"name": "Tabellone"})
    assert organizer.read(f"webhooks/{hook['id']}/")["name"] == "Tabellone"


def test_a_test_and_its_delivery(organizer: Program, hook: Any) -> None:
    answer = organizer.post(f"webhooks/{hook['id']}/test/")
    assert answer.status_code == 201
    delivery = answer.json()
    assert (delivery["type"], delivery["state"]) == ("webhook.test", "PENDING")
    assert organizer.read(f"deliveries/{delivery['id']}/") == delivery
    again = organizer.post(f"deliveries/{delivery['id']}/resend/").json()
    assert again["message"] == delivery["message"]
    log = organizer.read(f"webhooks/{hook['id']}/deliveries/")["results"]
    assert [row["id"] for row in log] == [again["id"], delivery["id"]]
    deliveries = f"webhooks/{hook['id']}/deliveries/"
    WebhookDelivery.objects.filter(pk=delivery["id"]).update(state="FAILED")
    (failed,) = organizer.read(f"{deliveries}?state=FAILED")["results"]
    assert failed["id"] == delivery["id"]
    assert len(organizer.read(f"{deliveries}?state=FAILED&state=PENDING")["results"]) == 2
    refused(organizer.get(f"{deliveries}?state=LOST"), 400, "query_refused")


def test_a_paused_webhook_takes_no_test(organizer: Program, hook: Any) -> None:
    address = f"webhooks/{hook['id']}/"
    assert organizer.post(address + "pause/").json()["state"] == "PAUSED"
    refused(organizer.post(address + "test/"), 409, "webhook_not_active")
    assert organizer.post(address + "resume/").json()["state"] == "ACTIVE"


def test_a_rotation_answers_with_a_new_secret(organizer: Program, hook: Any) -> None:
    rotated = organizer.post(f"webhooks/{hook['id']}/rotate/").json()
    assert rotated["secret"] not in (None, hook["secret"])
    assert rotated["old_secret_until"] is not None


def test_a_webhook_is_deleted(organizer: Program, hook: Any) -> None:
    organizer.post(f"webhooks/{hook['id']}/test/")
    assert organizer.delete(f"webhooks/{hook['id']}/").status_code == 204
    refused(organizer.get(f"webhooks/{hook['id']}/"), 404, "not_found")
    assert not WebhookDelivery.objects.exists()


def test_only_those_who_manage_the_club_see_them(
    hook: Any, club: Club, path: str, stranger: Program, anybody: Program
) -> None:
    make_event(club=club, pairs=2)
    referee = Program(make_member(club, Role.Kind.REFEREE))
    refused(referee.get(path), 403, "not_allowed")
    refused(referee.get(f"webhooks/{hook['id']}/"), 403, "not_allowed")
    refused(referee.post(path, {}), 403, "not_allowed")
    for who in (stranger, anybody):
        assert who.get(path).status_code in (401, 403)
        assert who.get(f"webhooks/{hook['id']}/").status_code in (401, 404)
        assert who.post(f"webhooks/{hook['id']}/rotate/").status_code in (401, 404)


def test_a_token_of_another_place_or_one_that_reads_changes_nothing(
    hook: Any, club: Club, path: str
) -> None:
    event = make_event(club=club, pairs=2)
    user = make_member(club, Role.Kind.OWNER)
    reads_only = Program(user, access=TokenAccess.READ)
    refused(reads_only.post(path, BODY), 403, "token_reads_only")
    assert reads_only.get(path).status_code == 200
    of_event = Program(user, scope=TokenScope(event_id=event.pk))
    refused(of_event.post(path, BODY), 403, "not_allowed")
    of_club = Program(user, scope=TokenScope(club_id=club.pk))
    assert of_club.post(path, BODY).status_code == 201


def test_a_list_costs_the_same_for_one_webhook_and_for_five(
    organizer: Program, path: str, hook: Any, django_assert_max_num_queries: Any
) -> None:
    for _ in range(4):
        organizer.write(path, BODY)
    with django_assert_max_num_queries(9):
        assert len(organizer.read(path)["results"]) == 5
