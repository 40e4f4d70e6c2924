"""An event goes from draft to archived step by step, and never by another's step."""

import pytest

from tests.factories import NOW, make_event, owner_of
from tests.tournaments.steps import QUICK, win
from tournaments.models import Event
from tournaments.refusals import EventStateRefused
from tournaments.services.events import (
    archive_event,
    finish_event,
    open_entries,
    reopen_event,
    start_play,
)

pytestmark = pytest.mark.django_db
STEPS = {
    open_entries: "DRAFT",
    start_play: "DRAWN",
    finish_event: "RUNNING",
    reopen_event: "FINISHED",
    archive_event: "FINISHED",
}


@pytest.mark.parametrize("state", Event.State.values)
@pytest.mark.parametrize("step", STEPS)
def test_a_step_is_taken_from_its_own_state_alone(step: object, state: str) -> None:
    event = make_event(pairs=2, match_format=QUICK)
    win(event.pairings.get())
    Event.objects.filter(pk=event.pk).update(state=state)
    assert callable(step)
    if STEPS[step] == state:
        assert step(event=event, actor=owner_of(event.club), now=NOW).version > event.version
    else:
        with pytest.raises(EventStateRefused):
            step(event=event, actor=owner_of(event.club), now=NOW)
        event.refresh_from_db()
        assert event.state == state
