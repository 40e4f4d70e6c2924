"""Rows are locked in one order by all who write: tables before their stage. A result holds the
tables when it comes to the stage; who held the stage and came to the tables would wait for ever."""

from collections.abc import Callable
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import localdate

from competition.calendar import Calendar
from live.models import Notice
from tests.factories import NOW, make_event, owner_of
from tests.tournaments.evenings import evening, play_open
from tests.tournaments.steps import QUICK, pairing, win, write
from tournaments.models import Pairing, Stage
from tournaments.notices import name_hall_topic, name_match_topic
from tournaments.services.events.calendars import remove_calendar, set_calendar
from tournaments.services.rounds.round_changes import swap_in_round
from tournaments.tasks import pair_here

pytestmark = pytest.mark.django_db


def swiss(played: int) -> Stage:
    stage = evening("swiss", 8, options={"rounds": 4}, tables=8).stages.get()
    for _ in range(played):
        play_open(stage, Random(1))
        pair_here(stage=stage, actor=owner_of(stage.event.club), now=NOW)
    return stage


def a_result() -> Callable[[], object]:
    first = Pairing.objects.filter(round__group__stage=swiss(0)).earliest("pk")
    return lambda: win(first)


def a_pair_that_goes_home() -> Callable[[], object]:
    event = evening("round_robin", 6, tables=8)
    first = event.pairings.filter(match__isnull=False).latest("pk")
    return lambda: write(
        first, "forfeit", {"side": 0, "of": "match", "plays_on": False, "reason": "via"}
    )


def a_round() -> Callable[[], object]:
    stage = swiss(0)
    play_open(stage, Random(1))
    return lambda: pair_here(stage=stage, actor=owner_of(stage.event.club), now=NOW)


def two_who_change_places() -> Callable[[], object]:
    stage = swiss(1)
    one, other = Pairing.objects.filter(round__group__stage=stage, round__number=2)[:2]
    entries = [pairing.slots.earliest("position").entry for pairing in (one, other)]
    assert entries[0] is not None
    assert entries[1] is not None
    two = entries[0], entries[1]
    stage.refresh_from_db()
    return lambda: swap_in_round(
        stage=stage,
        entries=two,
        version=stage.version,
        reason="Così.",
        agreed=True,
        actor=owner_of(stage.event.club),
        now=NOW,
    )


def a_calendar() -> Callable[[], object]:
    stage, today = swiss(0), localdate(NOW)
    calendar = Calendar(start=today, weekdays=frozenset({today.weekday()}))
    actor = owner_of(stage.event.club)
    return lambda: set_calendar(stage=stage, calendar=calendar, actor=actor, now=NOW)


def no_calendar() -> Callable[[], object]:
    stage = swiss(0)
    actor = owner_of(stage.event.club)
    return lambda: remove_calendar(stage=stage, actor=actor, now=NOW)


@pytest.mark.parametrize(
    "prepare",
    [
        a_result,
        a_pair_that_goes_home,
        a_round,
        two_who_change_places,
        a_calendar,
        no_calendar,
    ],
)
def test_tables_come_before_their_stage(prepare: Callable[[], Callable[[], object]]) -> None:
    act = prepare()
    with CaptureQueriesContext(connection) as said:
        act()
    written = statements_of(said)
    tables = [at for at, sql in enumerate(written) if "FROM tournaments_table " in sql]
    stages = [at for at, sql in enumerate(written) if sql.startswith("UPDATE tournaments_stage")]
    assert tables
    assert stages
    assert max(tables) < min(stages)


def test_who_goes_home_takes_the_event_first_and_its_matches_in_their_order() -> None:
    act = a_pair_that_goes_home()
    with CaptureQueriesContext(connection) as said:
        act()
    written = statements_of(said)
    order = [
        next(at for at, sql in enumerate(written) if sql.startswith(begins) and has in sql)
        for begins, has in (
            ("SELECT tournaments_event.", "WHERE"),
            ("SELECT scoring_match.id", "ORDER BY scoring_match.id ASC"),
            ("INSERT INTO scoring_line", ""),
        )
    ]
    assert order == sorted(order)


def statements_of(said: CaptureQueriesContext) -> list[str]:
    """What was said to the database, written in the same way by the ORM and by hand."""
    return [query["sql"].replace('"', "") for query in said.captured_queries]


def test_the_notices_of_a_line_that_takes_locks_are_written_after_them() -> None:
    event = make_event(pairs=4, tables=2, match_format=QUICK)
    found = pairing(event, "main-1-1")
    win(found)
    topics = list(Notice.objects.order_by("pk").values_list("topic", flat=True))
    assert topics[-2:] == [name_match_topic(found.match_id or 0), name_hall_topic(event.pk)]
    assert topics.count(name_match_topic(found.match_id or 0)) == 1
