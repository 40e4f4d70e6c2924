"""An event goes from draft to archived step by step, and never by another's step."""

import pytest

from scoring.core.format import read_format
from tests.factories import NOW, make_event, owner_of
from tests.tournaments.steps import QUICK, win
from tournaments.models import Event
from tournaments.refusals import EventStateRefused, FormatRefused
from tournaments.services.events.events import (
    archive_event,
    check_playable,
    finish_event,
    open_entries,
    reopen_event,
    restore_event,
    start_play,
)

pytestmark = pytest.mark.django_db
STEPS = {
    open_entries: {"DRAFT"},
    start_play: {"DRAWN"},
    finish_event: {"RUNNING"},
    reopen_event: {"FINISHED"},
    archive_event: {"FINISHED", "CANCELLED"},
    restore_event: {"ARCHIVED"},
}


@pytest.mark.parametrize("state", Event.State.values)
@pytest.mark.parametrize("step", STEPS)
def test_a_step_is_taken_from_its_own_states_alone(step: object, state: str) -> None:
    event = make_event(pairs=2, match_format=QUICK)
    win(event.pairings.get())
    cancelled = {"cancelled_from": "OPEN", "cancelled_why": "piove"} if state == "CANCELLED" else {}
    Event.objects.filter(pk=event.pk).update(state=state, **cancelled)
    assert callable(step)
    if state in STEPS[step]:
        assert step(event=event, actor=owner_of(event.club), now=NOW).version > event.version
    else:
        with pytest.raises(EventStateRefused):
            step(event=event, actor=owner_of(event.club), now=NOW)
        event.refresh_from_db()
        assert event.state == state


GAME = {"game": "marafon"}


@pytest.mark.parametrize(
    ("match_format", "can_be_drawn"),
    [
        ({"games": [GAME], "wins": 1}, False),
        ({"games": [GAME] * 3, "wins": 2}, False),
        ({"games": [GAME] * 2, "wins": 2}, True),
        ({"games": [GAME] * 2, "wins": None}, True),
        ({"games": [{**GAME, "hands": 8}], "wins": 1}, True),
    ],
)
def test_a_knock_out_takes_no_match_that_can_end_without_a_winner(
    match_format: dict[str, object], can_be_drawn: bool
) -> None:
    assert read_format(match_format).can_be_drawn == can_be_drawn
    if not can_be_drawn:
        check_playable(match_format, "single_elimination", {})
        return
    with pytest.raises(FormatRefused) as refused:
        check_playable(match_format, "single_elimination", {})
    assert [each.code for each in refused.value.violations] == ["format_needs_a_winner"]
    check_playable(match_format, "round_robin", {})
