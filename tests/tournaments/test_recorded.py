"""What an event records, and the rankings that this is enough for."""

from typing import Any

import pytest
from django.utils import translation

from tests.factories import NOW, make_club, make_event, owner_of
from tournaments.models import Event
from tournaments.refusals import FormatRefused
from tournaments.selectors.regulation.regulation import read_facts
from tournaments.services.events.changes import change_event
from tournaments.services.events.stages import StagePlan, change_stage
from wording.regulation.book import build_regulation

pytestmark = pytest.mark.django_db


def codes(refused: Any) -> list[str]:
    return [violation.code for violation in refused.value.violations]


def test_an_event_records_every_hand_by_default() -> None:
    event = make_event(pairs=2)
    assert event.recorded == Event.Recorded.HANDS
    assert event.stages.get().metrics == []


def test_metrics_of_points_are_left_out_where_only_games_are_recorded() -> None:
    event = make_event(pairs=4, format="round_robin", recorded="GAMES")
    assert "points_difference" not in event.stages.get().metrics
    assert event.stages.get().metrics


def test_totals_are_enough_for_a_ranking_by_points() -> None:
    event = make_event(pairs=4, format="round_robin", recorded="TOTALS")
    assert event.stages.get().metrics == []


def test_a_qualifying_by_figure_needs_more_than_the_games_won() -> None:
    with pytest.raises(FormatRefused) as refused:
        make_event(pairs=4, format="qualifying", recorded="GAMES")
    assert codes(refused) == ["metric_needs_totals"]


def test_a_ranking_that_needs_points_cannot_be_chosen_for_games_only() -> None:
    event = make_event(pairs=4, format="round_robin", recorded="GAMES", drawn=False)
    stage = event.stages.get()
    plan = StagePlan(format="round_robin", cut=None, metrics=("match_points", "points_for"))
    with pytest.raises(FormatRefused) as refused:
        change_stage(stage=stage, plan=plan, actor=owner_of(event.club), now=NOW)
    assert codes(refused) == ["metric_needs_totals"]


def test_hands_are_needed_to_count_marafonas() -> None:
    event = make_event(pairs=4, format="round_robin", recorded="TOTALS", drawn=False)
    plan = StagePlan(format="round_robin", cut=None, metrics=("match_points", "marafonas"))
    with pytest.raises(FormatRefused) as refused:
        change_stage(stage=event.stages.get(), plan=plan, actor=owner_of(event.club), now=NOW)
    assert codes(refused) == ["metric_needs_hands"]


def test_what_is_recorded_changes_if_the_rankings_allow_it() -> None:
    event = make_event(pairs=4, format="round_robin", drawn=False)
    actor = owner_of(event.club)
    with pytest.raises(FormatRefused):
        change_event(event=event, changes={"recorded": "GAMES"}, actor=actor, now=NOW)
    changed = change_event(event=event, changes={"recorded": "TOTALS"}, actor=actor, now=NOW)
    assert changed.recorded == "TOTALS"


@pytest.mark.parametrize(("recorded", "sentences"), [("HANDS", 0), ("TOTALS", 1), ("GAMES", 1)])
def test_regulation_says_what_is_recorded(recorded: str, sentences: int) -> None:
    event = make_event(pairs=2, recorded=recorded, drawn=False, club=make_club())
    with translation.override("en"):
        chapters = build_regulation(read_facts(event))
        texts = [article.text for chapter in chapters for article in chapter.articles]
    assert sum("recorded, not" in text for text in texts) == sentences
