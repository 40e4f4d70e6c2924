"""Tickets: bound to their topics, their signature, and an evening."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import signing

from live.holders import Holder, find_invalid
from live.tickets import Revocation, Ticket, TooManyTopics, read_ticket, ticket

NOW = datetime(2026, 12, 13, 19, 0, tzinfo=UTC)


def test_a_ticket_carries_its_topics_and_when_its_page_was_made() -> None:
    with time_machine.travel(NOW, tick=False):
        text = ticket(["event:a", "match:1"])
        assert read_ticket(text) == Ticket(("event:a", "match:1"), NOW)


def test_a_ticket_carries_what_revokes_it() -> None:
    with time_machine.travel(NOW, tick=False):
        text = ticket(["event:a"], Revocation("hidden:a", 7))
        assert read_ticket(text) == Ticket(("event:a",), NOW, Revocation("hidden:a", 7))


def test_a_ticket_carries_who_holds_it() -> None:
    holder = Holder("device", "4f2c", "7")
    with time_machine.travel(NOW, tick=False):
        text = ticket(["event:a"], holder=holder, for_play=True)
        assert read_ticket(text) == Ticket(("event:a",), NOW, is_for_play=True, holder=holder)


def test_a_holder_whom_nobody_can_check_may_follow_nothing() -> None:
    holder = Holder("unknown", "1", "2")
    assert find_invalid([holder]) == {holder}


def test_a_ticket_says_whether_it_is_for_play() -> None:
    with time_machine.travel(NOW, tick=False):
        text = ticket(["match:1"], for_play=True)
        assert read_ticket(text) == Ticket(("match:1",), NOW, is_for_play=True)


def test_a_ticket_that_was_changed_is_none() -> None:
    text = ticket(["match:1"])
    for place in (0, len(text) // 2, -1):
        other = "a" if text[place] != "a" else "b"
        changed = text[:place] + other + (text[place + 1 :] if place != -1 else "")
        assert read_ticket(changed) is None


def test_what_was_signed_for_something_else_is_no_ticket() -> None:
    assert read_ticket(signing.dumps([0, "match:1"], salt="something else")) is None


@pytest.mark.parametrize(("hours", "good"), [(11, True), (13, False)])
def test_a_ticket_is_good_for_an_evening(hours: int, good: bool) -> None:
    with time_machine.travel(NOW, tick=False):
        text = ticket(["match:1"])
    with time_machine.travel(NOW + timedelta(hours=hours), tick=False):
        assert (read_ticket(text) is not None) == good


def test_a_stream_does_not_follow_everything() -> None:
    assert read_ticket(ticket([f"match:{n}" for n in range(20)])) is not None
    with pytest.raises(TooManyTopics):
        ticket([f"match:{n}" for n in range(21)])
