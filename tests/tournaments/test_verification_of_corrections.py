"""A decision about a match that was played on explains its own slot, and no other change."""

import pytest

from tests.factories import make_event
from tests.tournaments.steps import QUICK, decide_as_owner, entry_in, pairing, turn, win, write
from tests.tournaments.tampering_checks import update
from tournaments.models import Event, PendingDecision
from tournaments.selectors.trust.verification import find_faults

pytestmark = pytest.mark.django_db


def corrected(format_: str) -> Event:
    """The first match is turned after its winner has begun to play on."""
    event = make_event(pairs=4, match_format=QUICK, format=format_)
    win(pairing(event, "main-1-1"))
    win(pairing(event, "main-1-2"))
    write(pairing(event, "main-2-1"), "hand", {"points": [6, None]})
    turn(event, "main-1-1")
    return event


def seat(event: Event, code: str, position: int, entry: int | None) -> None:
    slot = pairing(event, code).slots.get(position=position)
    update("tournaments_slot", slot.pk, entry_id=entry)


def misfilled(event: Event) -> list[tuple[str, int]]:
    faults = [fault for fault in find_faults(event) if fault.code == "slot_entry"]
    return [(fault.pairing, fault.detail["position"]) for fault in faults]


@pytest.mark.parametrize("is_decided", [False, True])
def test_the_other_slot_of_a_match_that_was_played_on_is_verified(is_decided: bool) -> None:
    event = corrected("single_elimination")
    if is_decided:
        decide_as_owner(PendingDecision.objects.get(), "LEFT")
    assert misfilled(event) == []
    seat(event, "main-2-1", 1, entry_in(event, "main-1-2", 1))
    assert misfilled(event) == [("main-2-1", 1)]


@pytest.mark.parametrize("is_decided", [False, True])
def test_another_entry_than_the_one_that_plays_on_is_found(is_decided: bool) -> None:
    event = corrected("single_elimination")
    if is_decided:
        decide_as_owner(PendingDecision.objects.get(), "LEFT")
    seat(event, "main-2-1", 0, entry_in(event, "main-1-2", 1))
    assert misfilled(event) == [("main-2-1", 0)]


def test_who_loses_behind_a_match_that_was_played_on_comes_from_the_same_match() -> None:
    """The winner plays on in the winners' bracket, so that its opponent stays among the losers."""
    event = corrected("double_elimination")
    decide_as_owner(PendingDecision.objects.get(), "LEFT")
    assert entry_in(event, "losers-1-1", 0) == entry_in(event, "main-1-1", 1)
    assert misfilled(event) == []
    seat(event, "losers-1-1", 0, entry_in(event, "main-1-2", 0))
    assert misfilled(event) == [("losers-1-1", 0)]
