"""The start and the target time of a round, and more time for a table."""

from datetime import timedelta

import pytest

from scoring.core.format import best_of
from tests.factories import NOW, actor_of, make_event, make_member, make_user, owner_of
from tournaments.models import Event, ExtraTime, Role, RoundClock
from tournaments.refusals import NotAllowed, NotFound, RoundClockRefused
from tournaments.selectors.events.forecasts import forecast_evening
from tournaments.services.rounds.clocks import set_extra_time, set_round_clock

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def make() -> Event:
    return make_event(pairs=8, tables=4, match_format=best_of(1, "marafon"))


def set_clock(event: Event, number: int = 2, **times: object) -> None:
    given = {"starts_at": NOW + 3 * HOUR, "target_at": NOW + 4 * HOUR, **times}
    set_round_clock(
        stage=event.stages.get(),
        section="main",
        number=number,
        actor=given.pop("actor", None) or owner_of(event.club),  # type: ignore[arg-type]
        now=NOW,
        **given,  # type: ignore[arg-type]
    )


def test_a_round_waits_for_its_start() -> None:
    event = make()
    before = forecast_evening(event, NOW)
    set_clock(event)
    event.refresh_from_db()

    after = forecast_evening(event, NOW)

    assert before is not None
    assert after is not None
    assert after.end.likely > 3 * 3600 > before.end.likely
    second = next(each for each in after.rounds if each.number == 2)
    assert (second.starts_at, second.target_at) == (NOW + 3 * HOUR, NOW + 4 * HOUR)


def test_the_clock_raises_the_version_and_can_be_set_again_and_removed() -> None:
    event = make()
    version = event.version
    set_clock(event)
    set_clock(event, target_at=None)
    event.refresh_from_db()
    assert event.version == version + 2
    assert RoundClock.objects.get().target_at is None

    set_clock(event, starts_at=None, target_at=None)

    assert not RoundClock.objects.exists()


@pytest.mark.parametrize("length", [timedelta(), -HOUR, 25 * HOUR])
def test_an_end_before_the_start_is_refused(length: timedelta) -> None:
    event = make()

    with pytest.raises(RoundClockRefused) as refused:
        set_clock(event, target_at=NOW + 3 * HOUR + length)

    assert refused.value.code == "round_ends_before_its_start"


def test_a_round_that_is_not_there_has_no_clock() -> None:
    with pytest.raises(NotFound):
        set_clock(make(), number=9)


def test_a_referee_and_a_stranger_set_no_clock() -> None:
    event = make()
    referee = make_member(event.club, Role.Kind.REFEREE)

    for user in (referee, make_user()):
        with pytest.raises(NotAllowed):
            set_clock(event, actor=actor_of(user))


def test_a_table_gets_more_time_and_loses_it_again() -> None:
    event = make()
    pairing = event.pairings.order_by("pk")[0]
    actor = owner_of(event.club)
    set_extra_time(pairing=pairing, minutes=10, actor=actor, now=NOW)
    set_extra_time(pairing=pairing, minutes=5, actor=actor, now=NOW)
    assert ExtraTime.objects.get().minutes == 5

    set_extra_time(pairing=pairing, minutes=0, actor=actor, now=NOW)

    assert not ExtraTime.objects.exists()


@pytest.mark.parametrize("minutes", [-1, 121])
def test_too_much_time_is_refused(minutes: int) -> None:
    event = make()
    pairing = event.pairings.order_by("pk")[0]

    with pytest.raises(RoundClockRefused):
        set_extra_time(pairing=pairing, minutes=minutes, actor=owner_of(event.club), now=NOW)
