"""The groups of states beside the enums of the models."""

from collections import Counter

from tournaments.models import Event, Pairing


def test_each_state_of_an_event_is_before_the_draw_current_or_over() -> None:
    groups = (*Event.NOT_DRAWN_STATES, *Event.CURRENT_STATES, *Event.OVER_STATES)
    assert Counter(groups) == Counter(Event.State)


def test_each_state_of_a_pairing_is_open_or_closed() -> None:
    assert Counter((*Pairing.OPEN_STATES, *Pairing.CLOSED_STATES)) == Counter(Pairing.State)


def test_all_pairings_but_those_waiting_or_not_played_are_seated() -> None:
    not_seated = {Pairing.State.WAITING, *Pairing.NOT_PLAYED_STATES}
    assert set(Pairing.State) - set(Pairing.SEATED_STATES) == not_seated
