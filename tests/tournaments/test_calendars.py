"""When rounds are played: a calendar set, set again, a round moved; what is drawn or paired later
takes its date."""

from collections import Counter
from datetime import date, datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from django.utils.timezone import localdate

from competition.calendar import Calendar
from live.models import Notice
from tests.factories import NOW, actor_of, draw_now, make_event, make_member, owner_of
from tests.tournaments.evenings import evening, play_open, play_stage
from tests.tournaments.steps import QUICK, win, write
from tournaments.models import Event, Pairing, Role, Round, Stage
from tournaments.refusals import CalendarRefused, EventStateRefused, NotAllowed, RoundRefused
from tournaments.services.events.calendars import move_rounds, remove_calendar, set_calendar
from tournaments.services.rounds.next_round import take_back_round
from tournaments.services.table_queue import call_for_the_day
from tournaments.tasks import pair_here

pytestmark = pytest.mark.django_db
TUESDAY = date(2026, 11, 3)
TUESDAYS = frozenset({1})
WEEK = timedelta(days=7)


def give(stage: Stage, **more: Any) -> None:
    calendar = Calendar(**{"start": TUESDAY, "weekdays": TUESDAYS, **more})
    set_calendar(stage=stage, calendar=calendar, actor=owner_of(stage.event.club), now=NOW)


def dates_of(stage: Stage, group: int = 1) -> list[date | None]:
    rounds = Round.objects.filter(group__stage=stage, group__number=group).order_by("order")
    return list(rounds.values_list("date", flat=True))


def weeks(count: int, start: date = TUESDAY) -> list[date]:
    return [start + WEEK * number for number in range(count)]


def test_a_championship_of_seven_pairs_home_and_away_on_two_evenings_a_week() -> None:
    event = evening("round_robin", 7, options={"legs": 2})
    stage = event.stages.get()
    feast = date(2026, 12, 8)
    give(stage, weekdays=frozenset({1, 3}), skipped=frozenset({feast}))
    dates = dates_of(stage)
    assert len(dates) == 14
    assert dates[:3] == [TUESDAY, date(2026, 11, 5), date(2026, 11, 10)]
    assert all(day is not None and day.weekday() in (1, 3) for day in dates)
    assert feast not in dates
    assert all(one and other and one < other for one, other in pairwise(dates))
    evenings = Pairing.objects.filter(event=event, slots__entry__isnull=False)
    sat = Counter(evenings.values_list("slots__entry", "round__date"))
    entries = list(event.entries.values_list("pk", flat=True))
    assert sat == Counter({(entry, day): 1 for entry in entries for day in dates})
    play_stage(stage, Random(7))
    assert dates_of(stage) == dates


def test_round_n_of_each_group_is_on_one_date() -> None:
    stage = evening("groups", 9, options={"group_size": 5}).stages.get()
    give(stage)
    assert dates_of(stage, 1) == weeks(5)
    assert dates_of(stage, 2) == weeks(3)


def test_a_calendar_set_again_leaves_what_was_played() -> None:
    stage = evening("round_robin", 4).stages.get()
    give(stage)
    win(Pairing.objects.filter(round__group__stage=stage).earliest("pk"))
    later = TUESDAY + 10 * WEEK
    give(stage, start=later)
    assert dates_of(stage) == [TUESDAY, later, later + WEEK]
    remove_calendar(stage=stage, actor=owner_of(stage.event.club), now=NOW)
    assert dates_of(stage) == [TUESDAY, None, None]


def test_a_match_that_was_given_away_is_not_played() -> None:
    stage = evening("round_robin", 4).stages.get()
    for pairing in Pairing.objects.filter(round__group__stage=stage, number=1):
        write(pairing, "forfeit", {"side": 0, "of": "match", "reason": "ritirati"})
    give(stage)
    assert dates_of(stage) == weeks(3)


def test_a_stage_that_is_drawn_later_takes_its_dates_at_the_draw() -> None:
    event = make_event(pairs=4, drawn=False, format="round_robin", match_format=QUICK)
    stage = event.stages.get()
    give(stage)
    draw_now(event)
    assert dates_of(stage) == weeks(3)
    draw_now(event, reason="mancava una coppia")
    assert dates_of(stage) == weeks(3)


def test_a_draw_is_held_even_if_its_calendar_is_too_short() -> None:
    event = make_event(pairs=4, drawn=False, format="round_robin", match_format=QUICK)
    stage = event.stages.get()
    start = date.max - timedelta(days=1)
    give(stage, start=start, weekdays=frozenset({start.weekday()}))
    draw_now(event)
    assert dates_of(stage) == [start, None, None]


def test_a_round_that_is_paired_later_takes_the_next_date() -> None:
    stage = evening("swiss", 6, options={"rounds": 4}).stages.get()
    actor = owner_of(stage.event.club)
    give(stage)
    assert dates_of(stage) == weeks(1)
    play_open(stage, Random(1))
    pair_here(stage=stage, actor=actor, now=NOW)
    assert dates_of(stage) == weeks(2)
    thursday = TUESDAY + WEEK + timedelta(days=2)
    move(stage, 2, thursday)
    play_open(stage, Random(1))
    pair_here(stage=stage, actor=actor, now=NOW)
    assert dates_of(stage) == [TUESDAY, thursday, TUESDAY + 2 * WEEK]
    take_back_round(stage=stage, reason="mancava una coppia", actor=actor, now=NOW)
    pair_here(stage=stage, actor=actor, now=NOW)
    assert dates_of(stage) == [TUESDAY, thursday, TUESDAY + 2 * WEEK]


def move(stage: Stage, number: int, day: date) -> None:
    rounds = Round.objects.filter(group__stage=stage, number=number)
    ids = frozenset(rounds.values_list("pk", flat=True))
    actor = owner_of(stage.event.club)
    move_rounds(stage=stage, rounds=ids, day=day, actor=actor, now=NOW)


def test_a_round_is_moved_until_nothing_is_left_to_play() -> None:
    stage = evening("round_robin", 4).stages.get()
    give(stage)
    first, second = Pairing.objects.filter(round__group__stage=stage, round__number=1)
    win(first)
    snow = TUESDAY + timedelta(days=1)
    move(stage, 1, snow)
    assert dates_of(stage) == [snow, *weeks(3)[1:]]
    win(second)
    with pytest.raises(RoundRefused) as refused:
        move(stage, 1, TUESDAY)
    assert refused.value.code == "round_is_over"
    with pytest.raises(RoundRefused):
        move(stage, 9, TUESDAY)


def test_a_round_of_another_stage_stays() -> None:
    one, other = (evening("round_robin", 4).stages.get() for _ in range(2))
    theirs = Round.objects.filter(group__stage=other).earliest("pk").pk
    actor = owner_of(one.event.club)
    with pytest.raises(RoundRefused):
        move_rounds(stage=one, rounds={theirs}, day=TUESDAY, actor=actor, now=NOW)
    assert dates_of(other) == [None] * 3


def test_a_calendar_that_cannot_be_changes_nothing() -> None:
    stage = evening("round_robin", 4).stages.get()
    with pytest.raises(CalendarRefused) as refused:
        give(stage, weekdays=frozenset(), rounds_a_date=0)
    codes = [violation.code for violation in refused.value.violations]
    assert codes == ["calendar_without_weekdays", "too_few_rounds_a_date"]
    stage.refresh_from_db()
    assert (stage.calendar, dates_of(stage)) == (None, [None] * 3)


def test_only_who_manages_the_event_sets_a_calendar_and_not_after_it_is_over() -> None:
    stage = evening("round_robin", 4).stages.get()
    calendar = Calendar(start=TUESDAY, weekdays=TUESDAYS)
    referee = actor_of(make_member(stage.event.club, Role.Kind.REFEREE))
    rounds = frozenset(Round.objects.values_list("pk", flat=True))
    with pytest.raises(NotAllowed):
        set_calendar(stage=stage, calendar=calendar, actor=referee, now=NOW)
    with pytest.raises(NotAllowed):
        remove_calendar(stage=stage, actor=referee, now=NOW)
    with pytest.raises(NotAllowed):
        move_rounds(stage=stage, rounds=rounds, day=TUESDAY, actor=referee, now=NOW)
    Event.objects.update(state=Event.State.FINISHED)
    with pytest.raises(EventStateRefused):
        give(stage)


def test_who_looks_at_the_event_is_told() -> None:
    stage = evening("round_robin", 4).stages.get()
    version = Event.objects.get().version
    give(stage)
    move(stage, 1, TUESDAY)
    assert Event.objects.get().version == version + 2
    told = Notice.objects.filter(topic=f"event:{stage.event_id}").latest("pk")
    assert told.version == version + 2


def called(event: Event) -> list[int]:
    """The rounds of those that are called to tables."""
    on = event.pairings.filter(state=Pairing.State.CALLED).order_by("pk")
    return list(on.values_list("round__number", flat=True))


def later(days: int) -> datetime:
    return NOW + timedelta(days=days)


def test_tables_are_called_for_the_rounds_of_the_day() -> None:
    event = evening("round_robin", 4, tables=4)
    stage = event.stages.get()
    assert called(event) == [1, 1]
    today = localdate(NOW)
    give(stage, start=today, weekdays=frozenset({today.weekday()}))
    play_open(stage, Random(1))
    assert not event.pairings.filter(round__number=1).exclude(state=Pairing.State.DECIDED)
    assert called(event) == []
    call_for_the_day(now=later(6))
    assert called(event) == []
    version = Stage.objects.get(pk=stage.pk).version
    call_for_the_day(now=later(7))
    assert called(event) == [2, 2]
    assert Stage.objects.get(pk=stage.pk).version == version + 1
    call_for_the_day(now=later(8))
    assert Stage.objects.get(pk=stage.pk).version == version + 1


def test_who_was_called_and_has_not_begun_waits_for_the_new_date() -> None:
    event = evening("round_robin", 4, tables=4)
    stage = event.stages.get()
    begun = event.pairings.filter(state=Pairing.State.CALLED).earliest("pk")
    write(begun, "hand", {"points": [7, None]})
    move(stage, 1, localdate(later(1)))
    assert list(event.pairings.filter(state=Pairing.State.CALLED)) == [begun]
    move(stage, 1, localdate(NOW))
    assert called(event) == [1, 1]
