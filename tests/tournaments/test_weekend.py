"""A Sarsina weekend: two groups "a figure", one ranking, the cut, a knock-out, its places."""

from random import Random
from typing import Any

import pytest

from tests.factories import NOW, WORD, draw_stage_now, make_event, owner_of
from tests.tournaments.steps import whole
from tournaments.models import Event, Stage
from tournaments.playing import play_out
from tournaments.refusals import DrawRefused
from tournaments.selectors.decisions.borders import list_entries_tied_in_stage
from tournaments.selectors.standings.rankings import load_ranking
from tournaments.selectors.standings.standings import load_standings_of_event
from tournaments.services.draws.draws import prepare_draw, prepare_lots
from tournaments.services.events.events import finish_event, start_play
from tournaments.services.events.stages import StagePlan, add_stage
from tournaments.services.results.simulation import ServiceWriter
from tournaments.tasks import lots_here

pytestmark = pytest.mark.django_db

A_FIGURE: dict[str, Any] = {
    "games": [{"game": "marafon", "options": {"count": "figure"}, "hands": 4}],
    "wins": None,
}
QUICK = {"games": [{"game": "marafon", "options": {"target": 21}}], "wins": 1}
CUT = {"take": "places", "stage": 1, "last": 8}


def weekend(pairs: int = 16, cut: dict[str, Any] = CUT, **plan: Any) -> Event:
    """Open for entries, with its two stages."""
    event = make_event(
        pairs=pairs,
        drawn=False,
        tables=pairs // 2,
        match_format=A_FIGURE,
        format="qualifying",
        options={"rounds": 3, "groups": 2},
        **plan,
    )
    add_stage(
        event=event,
        plan=StagePlan("single_elimination", cut, match_format=QUICK),
        actor=owner_of(event.club),
        now=NOW,
    )
    return event


def stage_of(event: Event, number: int) -> Stage:
    return event.stages.get(number=number)


def start(event: Event) -> None:
    draw_stage_now(stage_of(event, 1))
    start_play(event=event, actor=owner_of(event.club), now=NOW)


def play(event: Event, **bounds: Any) -> None:
    play_out(ServiceWriter(event.pk, owner_of(event.club)), Random(7), **bounds)


def draw_lots(stage: Stage) -> None:
    if list_entries_tied_in_stage(stage):
        lots_here(stage=stage, word=WORD, actor=owner_of(stage.event.club), now=NOW)


def test_a_weekend_from_the_first_draw_to_the_last_place() -> None:
    event = weekend()
    start(event)
    play(event)
    first, final = stage_of(event, 1), stage_of(event, 2)
    ranking = load_ranking(first)
    assert len(ranking.placings) == 16
    points = [whole(placing, "points_for") for placing in ranking.placings]
    assert points == sorted(points, reverse=True)
    # Three matches of four hands each: 35 thirds a hand and nine for a marafona.
    assert sum(points) >= 16 * 3 * 4 * 35 // 2
    draw_lots(first)
    ranking = load_ranking(first)
    draw_stage_now(final)
    through = {int(placing.entry) for placing in ranking.placings[:8]}
    seated = set(
        event.pairings.filter(round__group__stage=final).values_list("slots__entry", flat=True)
    )
    assert seated - {None} == through
    best = int(ranking.placings[0].entry)
    assert event.pairings.filter(
        round__group__stage=final, round__number=1, number=1, slots__entry=best
    ).exists()
    play(event)
    event = finish_event(event=event, actor=owner_of(event.club), now=NOW)
    standings = load_standings_of_event(event)
    assert len(standings.rows) == 16
    assert {row.placing.entry for row in standings.rows[:8]} == through
    assert [row.placing.first for row in standings.rows[:8]] == [1, 2, 3, 3, 5, 5, 5, 5]
    assert [row.placing.entry for row in standings.rows[8:]] == [
        placing.entry for placing in ranking.placings[8:]
    ]
    assert standings.winner == standings.rows[0]


def test_the_final_is_not_drawn_before_the_qualifying_is_over() -> None:
    event = weekend()
    start(event)
    play(event, most_hands=5)
    with pytest.raises(DrawRefused) as refused:
        prepare_draw(stage=stage_of(event, 2), reason="", actor=owner_of(event.club), now=NOW)
    assert refused.value.code == "stage_not_played_out"


def test_lots_are_not_drawn_while_the_stage_is_played() -> None:
    event = weekend()
    start(event)
    with pytest.raises(DrawRefused) as refused:
        prepare_lots(stage=stage_of(event, 1), actor=owner_of(event.club), now=NOW)
    assert refused.value.code == "stage_not_played_out"
