"""Requests of one program that are sent twice at once."""

from functools import partial

from tests.api.client import Answer, Program
from tests.factories import make_club, make_event, make_member
from tests.races.threads import all_at_once
from tournaments.models import Event

PAIR = {"players": [{"last_name": "Neri"}, {"last_name": "Gori"}]}


def test_a_request_that_is_sent_four_times_at_once_is_done_once() -> None:
    club = make_club()
    event = make_event(club=club, pairs=2, drawn=False)
    program = Program(make_member(club))
    send = partial(enter, program, event)
    answers = all_at_once([send] * 4)
    failures = [answer for answer in answers if isinstance(answer, Exception)]
    assert not failures, failures
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert sum(answer.has_header("Idempotency-Replayed") for answer in answers) == 3
    assert event.entries.count() == 3


def enter(program: Program, event: Event) -> Answer:
    return program.post(f"events/{event.pk}/entries/", PAIR, idempotency_key="once")
