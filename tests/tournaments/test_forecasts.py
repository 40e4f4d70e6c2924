"""The forecast of an evening from the rows of an event, as it is played."""

from datetime import date, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from django.utils.timezone import localtime

from scoring.acts import Act
from scoring.core.format import best_of
from scoring.models import Match
from tests.factories import NOW, make_event, owner_of
from tournaments.models import Event, Pairing, Round, Stage
from tournaments.selectors.events.evening_times import find_evening, round_to_minutes
from tournaments.selectors.events.forecasts import EveningForecast, forecast_evening
from tournaments.services.results.sheets import record_line

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
GAME = best_of(1, "marafon")
HANDS = 6
"""That a side needs which wins 7 to 4 each time."""
_keys = count(1)


def write_hand(pairing: Pairing, now: datetime, points: int = 7) -> None:
    version = Match.objects.values_list("version", flat=True).get(pk=pairing.match_id or 0)
    data: dict[str, Any] = {"points": [points, None]}
    record_line(
        match_id=pairing.match_id or 0,
        act=Act("hand", data, f"forecast-{next(_keys)}", version, device="", made_at=now),
        actor=owner_of(pairing.event.club),
        now=now,
    )


def called(event: Event) -> list[Pairing]:
    rows = event.pairings.filter(state=Pairing.State.CALLED).select_related("event__club")
    return list(rows.order_by("pk"))


def play_round(event: Event, start: datetime, minutes: int) -> datetime:
    """Plays all that is called, hand by hand, within these minutes."""
    pairings = called(event)
    for hand in range(1, HANDS + 1):
        for pairing in pairings:
            write_hand(pairing, start + minutes * MINUTE * hand / HANDS)
    return start + minutes * MINUTE


def look(event: Event, now: datetime) -> EveningForecast:
    event.refresh_from_db()
    found = forecast_evening(event, now)
    assert found is not None
    return found


def ends_in(found: EveningForecast) -> int:
    return found.end.likely // 60


def test_an_evening_of_three_rounds_ends_after_three_games() -> None:
    event = make_event(pairs=8, tables=4, match_format=GAME)

    found = look(event, NOW)

    assert 50 < ends_in(found) < 130
    assert found.end.low < found.end.likely < found.end.high
    assert (found.total, found.finished, found.begun_at) == (7, (), NOW)
    assert [(each.number, each.matches, each.done) for each in found.rounds] == [
        (1, 4, 0),
        (2, 2, 0),
        (3, 1, 0),
    ]


def test_what_is_not_called_begins_after_what_it_waits_for() -> None:
    event = make_event(pairs=8, tables=4, match_format=GAME)

    found = look(event, NOW)

    (quarters, semi_finals, finals) = (
        [found.begins.get(row.pk) for row in event.pairings.filter(round__number=number)]
        for number in (1, 2, 3)
    )
    assert quarters == [None] * 4, "a match that is called has begun"
    assert all(begin is not None and 10 * 60 < begin < 60 * 60 for begin in semi_finals)
    (final,) = finals
    assert final is not None
    assert max(begin or 0 for begin in semi_finals) < final < found.end.likely


def test_a_match_that_waits_for_a_table_begins_when_one_is_free() -> None:
    event = make_event(pairs=8, tables=1, match_format=GAME)

    found = look(event, NOW)

    first = event.pairings.filter(round__number=1).order_by("pk")
    begins = [found.begins[row.pk] for row in first[1:]]
    assert begins == sorted(begins)
    assert begins[0] > 5 * 60
    assert begins[2] > 2 * begins[0]


def test_a_quick_first_round_brings_the_end_forward() -> None:
    quick, slow = (make_event(pairs=16, tables=8, match_format=GAME) for _ in range(2))
    at_quick, at_slow = play_round(quick, NOW, 15), play_round(slow, NOW, 45)

    found_quick, found_slow = look(quick, at_quick), look(slow, at_slow)

    assert found_quick.pace_permille < found_slow.pace_permille
    assert ends_in(found_quick) < ends_in(found_slow)
    assert len(found_quick.finished) == 8


def test_an_evening_gets_surer_towards_its_end() -> None:
    event = make_event(pairs=8, tables=4, match_format=GAME)
    before = look(event, NOW)
    now = play_round(event, NOW, 25)
    now = play_round(event, now, 25)

    after = look(event, now + 5 * MINUTE)

    assert after.end.high - after.end.low < before.end.high - before.end.low
    assert ends_in(after) < 40


def test_hands_of_a_match_in_play_shorten_what_is_left() -> None:
    event = make_event(pairs=2, tables=1, match_format=GAME)
    (final,) = called(event)
    at = NOW + 18 * MINUTE
    before = look(event, NOW)
    for hand in range(1, HANDS):
        write_hand(final, NOW + 3 * hand * MINUTE)

    assert ends_in(look(event, at)) < min(10, ends_in(before))


def test_the_last_result_ends_the_forecast() -> None:
    event = make_event(pairs=2, tables=1, match_format=GAME)
    now = play_round(event, NOW, 20)
    event.refresh_from_db()

    assert forecast_evening(event, now) is None


def test_an_event_that_is_open_has_no_forecast() -> None:
    assert forecast_evening(make_event(pairs=4, drawn=False), NOW) is None


def test_fewer_tables_end_later() -> None:
    many = make_event(pairs=16, tables=8, match_format=GAME)
    few = make_event(pairs=16, tables=2, match_format=GAME)

    assert ends_in(look(few, NOW)) > 1.5 * ends_in(look(many, NOW))


def test_an_event_without_tables_is_forecast_from_its_first_lines() -> None:
    event = make_event(pairs=4, match_format=GAME)
    assert ends_in(look(event, NOW)) > 30
    ready = event.pairings.filter(state=Pairing.State.READY).order_by("pk")
    for hand in range(1, HANDS + 1):
        for pairing in ready.select_related("event__club"):
            write_hand(pairing, NOW + 3 * hand * MINUTE)

    assert 10 < ends_in(look(event, NOW + 18 * MINUTE)) < 50


def test_midnight_belongs_to_the_evening_before() -> None:
    night = datetime.fromisoformat("2026-12-14T01:30:00+01:00")

    assert find_evening(night) == date(2026, 12, 13)

    event = make_event(pairs=8, tables=4, match_format=GAME)
    late = NOW + timedelta(hours=4)
    play_round(event, late - 20 * MINUTE, 20)
    found = look(event, late + 2 * timedelta(hours=1))

    assert len(found.finished) == 4
    assert found.at + timedelta(seconds=found.end.likely) > late


def test_rounds_of_another_day_are_not_of_this_evening() -> None:
    event = make_event(pairs=8, tables=4, match_format=GAME)
    whole = look(event, NOW)
    Round.objects.filter(group__stage__event=event, number__gt=1).update(date=date(2026, 12, 20))

    found = look(event, NOW)

    assert ends_in(found) < ends_in(whole)
    assert (found.total, len(found.rounds)) == (4, 1)


def test_between_two_evenings_nothing_is_forecast() -> None:
    event = make_event(pairs=8, tables=4, match_format=GAME)
    play_round(event, NOW, 25)
    Pairing.objects.filter(state=Pairing.State.CALLED).update(
        state=Pairing.State.READY, called_at=None, table=None
    )

    assert forecast_evening(event, NOW + timedelta(hours=20)) is None


def test_a_silent_hall_is_said_to_be_silent() -> None:
    event = make_event(pairs=8, tables=4, match_format=GAME)

    assert look(event, NOW + 50 * MINUTE).silent_since is None
    found = look(event, NOW + 70 * MINUTE)

    assert found.silent_since == NOW
    # What should have ended long ago is expected soon, and the rest after it.
    assert 30 < ends_in(found) < 150


def test_results_copied_at_the_end_do_not_look_like_a_quick_evening() -> None:
    event = make_event(pairs=8, tables=4, match_format=GAME, format="swiss", options={"rounds": 3})
    copied_at = NOW + 90 * MINUTE
    for pairing in called(event):
        for _ in range(HANDS):
            write_hand(pairing, copied_at)

    found = look(event, copied_at)

    assert 500 < found.pace_permille < 2100
    assert ends_in(found) > 40


def test_swiss_rounds_that_are_not_paired_count() -> None:
    event = make_event(pairs=8, tables=4, match_format=GAME, format="swiss", options={"rounds": 4})

    found = look(event, NOW)

    assert found.total == 16
    assert [each.number for each in found.rounds] == [1, 2, 3, 4]


def test_a_later_stage_counts_before_it_is_drawn() -> None:
    event = make_event(
        pairs=8, tables=4, match_format=GAME, format="groups", options={"group_size": 4}
    )
    alone = look(event, NOW)
    Stage.objects.create(
        event=event,
        number=2,
        format="single_elimination",
        cut={"take": "of_each", "stage": 1, "of_each": 2},
    )

    found = look(event, NOW)

    assert (alone.total, found.total) == (12, 15)
    assert ends_in(found) > ends_in(alone) + 30


def test_a_second_final_may_not_be_needed() -> None:
    event = make_event(pairs=4, tables=2, match_format=GAME, format="double_elimination")

    assert look(event, NOW).total == 7


def test_before_the_start_the_forecast_begins_at_the_hour_of_the_regulation() -> None:
    event = make_event(pairs=8, tables=4, match_format=GAME, running=False)
    event.rules = {"start": "21:00"}
    event.save()

    found = look(event, NOW - timedelta(hours=3))

    assert localtime(found.at).strftime("%H:%M") == "21:00"
    assert found.begun_at == found.at


def test_the_plan_of_an_evening_does_not_move_with_its_results() -> None:
    options = {"losers_of": [1]}
    event = make_event(pairs=32, tables=8, match_format=GAME, format="consolation", options=options)
    before = forecast_evening(event, NOW + MINUTE, with_plan=True)
    for pairing in called(event)[:3]:
        for hand in range(1, HANDS + 1):
            write_hand(pairing, NOW + 4 * MINUTE * hand)
    event.refresh_from_db()
    after = forecast_evening(event, NOW + 30 * MINUTE, with_plan=True)
    assert before is not None
    assert after is not None
    assert len(after.finished) == 3
    assert after.plan == before.plan


def test_the_queries_do_not_depend_on_the_size(django_assert_num_queries: Any) -> None:
    for pairs in (8, 32):
        event = make_event(pairs=pairs, tables=4, match_format=GAME)
        with django_assert_num_queries(2):
            forecast_evening(event, NOW, with_plan=True)


def test_times_are_rounded_to_five_minutes() -> None:
    moment = datetime.fromisoformat("2026-12-13T23:58:00+01:00")

    assert round_to_minutes(moment).isoformat() == "2026-12-14T00:00:00+01:00"
