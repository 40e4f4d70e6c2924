"""A POST with ``Idempotency-Key`` may be sent again: it does nothing and is answered the same."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from api.idempotency import KEPT_FOR, forget_answers
from api.models import StoredAnswer
from tests.api.client import Program, refused
from tests.factories import make_event, make_member
from tournaments.models import Club, Event

PAIR = {"players": [{"last_name": "Neri"}, {"last_name": "Gori"}]}


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=2, drawn=False)


def enter(who: Program, event: Event, key: str, body: Any = PAIR) -> Any:
    return who.post(f"events/{event.pk}/entries/", body, idempotency_key=key)


def test_a_retry_is_answered_the_same_and_does_nothing(event: Event, organizer: Program) -> None:
    first = enter(organizer, event, "k1")
    again = enter(organizer, event, "k1")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content
    assert first["Location"] == again["Location"]
    assert again["Idempotency-Replayed"] == "true"
    assert event.entries.count() == 3


def test_the_order_of_members_is_the_same_request(event: Event, organizer: Program) -> None:
    enter(organizer, event, "k1", {**PAIR, "club_name": "Savio"})
    again = enter(organizer, event, "k1", {"club_name": "Savio", **PAIR})
    assert again["Idempotency-Replayed"] == "true"


def test_a_key_is_good_for_one_request_only(event: Event, organizer: Program) -> None:
    enter(organizer, event, "k1")
    other = {"players": [{"last_name": "Bo"}, {"last_name": "Ba"}]}
    refused(enter(organizer, event, "k1", other), 422, "idempotency_key_reused")
    answer = organizer.post("venues/", {"club": event.club_id, "name": "x"}, idempotency_key="k1")
    refused(answer, 422, "idempotency_key_reused")


def test_a_refused_request_may_be_mended_and_sent_again(event: Event, organizer: Program) -> None:
    refused(enter(organizer, event, "k1", {"players": []}), 422, "body_refused")
    assert enter(organizer, event, "k1").status_code == 201


def test_keys_of_two_callers_are_apart(club: Club, event: Event, organizer: Program) -> None:
    other = Program(make_member(club))
    enter(organizer, event, "k1")
    refused(enter(other, event, "k1"), 422, "entry_refused")


@pytest.mark.parametrize("key", ["k" * 65, "two words", "chiave-è"])
def test_a_key_is_up_to_64_plain_signs(event: Event, organizer: Program, key: str) -> None:
    refused(enter(organizer, event, key), 400, "key_malformed")


def test_who_may_not_write_learns_nothing_by_a_key(
    event: Event, organizer: Program, stranger: Program
) -> None:
    enter(organizer, event, "k1")
    refused(enter(stranger, event, "k1"), 403, "not_allowed")


def test_answers_are_kept_for_a_day(event: Event, organizer: Program) -> None:
    enter(organizer, event, "k1")
    now = timezone.now()
    assert forget_answers(now=now) == 0
    assert forget_answers(now=now + KEPT_FOR + timedelta(minutes=1)) == 1
    assert not StoredAnswer.objects.exists()
