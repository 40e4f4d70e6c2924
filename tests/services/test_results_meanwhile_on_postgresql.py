"""A result that is corrected at the last moment of an act that is made from results: either the act
is made from the new result, or a question is asked about it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from django.db import connection

from scoring.models import Match
from tests.factories import NOW, draw_stage_now, make_event, owner_of
from tests.races.threads import all_at_once
from tests.tournaments.evenings import evening, play_open
from tests.tournaments.steps import QUICK, pairing, turn, win
from tests.tournaments.test_corrected_brackets import record
from tests.tournaments.test_corrections import tip_over
from tests.tournaments.test_weekend import draw_lots, play, stage_of, start, weekend
from tournaments.models import Event, PendingDecision
from tournaments.refusals import DrawRefused, EventStateRefused, RoundRefused
from tournaments.selectors.trust.verification import find_faults
from tournaments.services.events.events import finish_event
from tournaments.tasks import pair_here

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


@contextmanager
def meanwhile(words: str, correct: Callable[[], object]) -> Iterator[list[object]]:
    """Corrects a result on another connection, before the first statement with these words."""
    corrected: list[object] = []

    def execute(run: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if words in sql and not corrected:
            corrected.extend(all_at_once([correct]))
        return run(sql, params, many, context)

    with connection.execute_wrapper(execute):
        yield corrected


def test_a_round_is_not_paired_from_a_result_that_has_changed() -> None:
    stage = evening("swiss", 8, options={"rounds": 4}).stages.get()
    event, actor = stage.event, owner_of(stage.event.club)
    play_open(stage, Random(1))
    code = event.pairings.earliest("pk").code
    with (
        meanwhile('INSERT INTO "tournaments_pairedfrom"', lambda: turn(event, code)) as corrected,
        pytest.raises(RoundRefused) as refused,
    ):
        pair_here(stage=stage, actor=actor, now=NOW)
    assert corrected == [None]
    assert refused.value.code == "results_changed"
    pair_here(stage=stage, actor=actor, now=NOW)
    assert list(find_faults(event)) == []


def test_a_stage_is_not_drawn_from_a_result_that_has_changed() -> None:
    event = weekend()
    start(event)
    play(event)
    draw_lots(stage_of(event, 1))
    wrong, data = tip_over(event)
    with (
        meanwhile(
            'INSERT INTO "tournaments_slot"', lambda: record(event, wrong, "amend", data)
        ) as corrected,
        pytest.raises(DrawRefused) as refused,
    ):
        draw_stage_now(stage_of(event, 2))
    assert corrected == [None]
    assert refused.value.code == "entries_changed"
    assert not PendingDecision.objects.exists()


def test_an_event_is_not_finished_while_a_match_is_open_again() -> None:
    event = make_event(pairs=2, match_format=QUICK)
    win(pairing(event, "main-1-1"))
    actor = owner_of(event.club)

    def strike() -> None:
        record(event, pairing(event, "main-1-1"), "strike", {"line": 1, "reason": "di troppo"})

    with (
        meanwhile('SELECT "tournaments_prize"', strike) as corrected,
        pytest.raises(EventStateRefused) as refused,
    ):
        finish_event(event=event, actor=actor, now=NOW)
    assert corrected == [None]
    assert refused.value.code == "matches_still_open"


def test_a_result_is_refused_when_its_event_was_finished_meanwhile() -> None:
    event = make_event(pairs=2, match_format=QUICK)
    win(pairing(event, "main-1-1"))
    actor = owner_of(event.club)
    with (
        meanwhile(
            "EXECUTE update_tournaments_stage",
            lambda: finish_event(event=Event.objects.get(pk=event.pk), actor=actor, now=NOW),
        ),
        pytest.raises(EventStateRefused) as refused,
    ):
        record(event, pairing(event, "main-1-1"), "strike", {"line": 1, "reason": "di troppo"})
    assert refused.value.code == "event_not_running"
    assert Match.objects.get(pairing__event=event).decided
