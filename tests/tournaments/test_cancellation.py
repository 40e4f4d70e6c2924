"""An event that is called off, and held after all."""

from collections.abc import Callable

import pytest

from api.authentication import make_device_actor
from tests.factories import NOW, make_club, make_event, make_member, owner_of, pair
from tests.factories import actor_of as actor_of_user
from tests.tournaments.steps import QUICK, win
from tournaments.models import Event, Pairing, TableCode
from tournaments.refusals import (
    CodeRefused,
    EventStateRefused,
    NotAllowed,
    ReasonMissing,
    TournamentRefusal,
)
from tournaments.services.events.changes import change_event
from tournaments.services.events.events import (
    archive_event,
    cancel_event,
    hold_after_all,
    restore_event,
)
from tournaments.services.events.stages import StagePlan, add_stage
from tournaments.services.hall.devices import admit
from tournaments.services.hall.referee_calls import call_referee
from tournaments.services.hall.table_codes import make_codes
from tournaments.services.registration.arrivals import set_paid
from tournaments.services.registration.entries import enter
from tournaments.services.registration.withdrawals import withdraw
from tournaments.services.regulation.prizes import set_prizes
from tournaments.services.regulation.regulations import set_articles
from tournaments.tasks import draw_here

pytestmark = pytest.mark.django_db

WHY = "la palestra è allagata"


def cancel(event: Event) -> Event:
    return cancel_event(event=event, reason=WHY, actor=owner_of(event.club), now=NOW)


def hold(event: Event) -> Event:
    return hold_after_all(event=event, actor=owner_of(event.club), now=NOW)


@pytest.fixture
def event() -> Event:
    """Running, at two tables."""
    return make_event(pairs=4, tables=2, match_format=QUICK)


@pytest.mark.parametrize("state", ["OPEN", "DRAWN", "RUNNING"])
def test_it_returns_to_the_state_that_it_was_in(state: str) -> None:
    event = make_event(pairs=4, drawn=state != "OPEN", running=state == "RUNNING")
    assert event.state == state
    cancelled = cancel(event)
    assert (cancelled.state, cancelled.cancelled_why) == ("CANCELLED", WHY)
    held = hold(event)
    assert (held.state, held.cancelled_from, held.cancelled_why) == (state, "", "")


@pytest.mark.parametrize("state", ["DRAFT", "FINISHED", "ARCHIVED"])
def test_a_draft_and_an_event_that_is_over_are_not_cancelled(state: str) -> None:
    event = make_event(drawn=False)
    Event.objects.filter(pk=event.pk).update(state=state)
    with pytest.raises(EventStateRefused):
        cancel(event)


def test_in_the_archive_it_is_still_cancelled_and_comes_back_so(event: Event) -> None:
    actor = owner_of(event.club)
    archived = archive_event(event=cancel(event), actor=actor, now=NOW)
    assert (archived.state, archived.is_cancelled, archived.cancelled_why) == (
        "ARCHIVED",
        True,
        WHY,
    )
    with pytest.raises(EventStateRefused):
        hold(event)
    restored = restore_event(event=event, actor=actor, now=NOW)
    assert (restored.state, restored.cancelled_why) == ("CANCELLED", WHY)
    held = hold(event)
    assert (held.state, held.is_cancelled) == ("RUNNING", False)


def test_it_needs_a_reason(event: Event) -> None:
    with pytest.raises(ReasonMissing):
        cancel_event(event=event, reason=" ", actor=owner_of(event.club), now=NOW)


def test_an_organizer_cancels_and_an_owner_alone_takes_it_back() -> None:
    club = make_club()
    event = make_event(club=club)
    organizer = actor_of_user(make_member(club))
    cancel_event(event=event, reason=WHY, actor=organizer, now=NOW)
    with pytest.raises(NotAllowed):
        hold_after_all(event=event, actor=organizer, now=NOW)
    assert hold(event).state == "RUNNING"


def test_an_event_that_was_not_cancelled_is_not_held_after_all(event: Event) -> None:
    with pytest.raises(EventStateRefused) as refused:
        hold(event)
    assert refused.value.code == "event_is_not_cancelled"


def test_no_line_is_written_and_the_refusal_says_why(event: Event) -> None:
    match = event.pairings.filter(state=Pairing.State.CALLED).first()
    assert match is not None
    cancel(event)
    with pytest.raises(EventStateRefused) as refused:
        win(match)
    assert (refused.value.code, refused.value.params) == ("event_is_cancelled", {"reason": WHY})
    hold(event)
    win(Pairing.objects.get(pk=match.pk))
    assert Pairing.objects.get(pk=match.pk).state == "DECIDED"


def test_a_phone_neither_comes_in_nor_calls_the_referee(event: Event) -> None:
    actor = owner_of(event.club)
    make_codes(event=event, tables=[1], actor=actor, now=NOW)
    code = TableCode.objects.get()
    phone = make_device_actor(admit(code=code.code, now=NOW).device)
    cancel(event)
    with pytest.raises(CodeRefused) as refused:
        admit(code=code.code, now=NOW)
    assert refused.value.code == "code_of_cancelled_event"
    with pytest.raises(EventStateRefused):
        call_referee(actor=phone, now=NOW)


ACTS: dict[str, Callable[[Event], object]] = {
    "enter": lambda event: enter(event=event, form=pair(9), actor=owner_of(event.club), now=NOW),
    "withdraw": lambda event: withdraw(
        entry=event.entries.all()[0], reason="x", actor=owner_of(event.club), now=NOW
    ),
    "change": lambda event: change_event(
        event=event, changes={"name": "x"}, actor=owner_of(event.club), now=NOW
    ),
    "prizes": lambda event: set_prizes(event=event, bands=[], actor=owner_of(event.club), now=NOW),
    "articles": lambda event: set_articles(
        event=event, articles=[], actor=owner_of(event.club), now=NOW
    ),
    "stage": lambda event: add_stage(
        event=event,
        plan=StagePlan("round_robin", {"take": "places", "stage": 1}),
        actor=owner_of(event.club),
        now=NOW,
    ),
    "draw": lambda event: draw_here(
        stage=event.stages.get(), word="x", actor=owner_of(event.club), now=NOW
    ),
}


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("drawn", [False, True])
def test_the_desk_writes_nothing(act: str, drawn: bool) -> None:
    event = make_event(pairs=4, drawn=drawn, running=False)
    cancel(event)
    before = Event.objects.get(pk=event.pk).version
    with pytest.raises(TournamentRefusal):
        ACTS[act](Event.objects.get(pk=event.pk))
    assert Event.objects.get(pk=event.pk).version == before


def test_a_fee_that_is_given_back_is_noted(event: Event) -> None:
    entry = event.entries.first()
    assert entry is not None
    cancel(event)
    assert not set_paid(entry=entry, paid=False, actor=owner_of(event.club), now=NOW).paid
