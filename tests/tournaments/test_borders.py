"""Ties at the end of a stage: they are settled by lots, never by an arbitrary order."""

import pytest

from tests.factories import NOW, WORD, draw_now, make_event, owner_of
from tests.tournaments.steps import QUICK, pairing, win
from tests.tournaments.test_chains import draw, stage
from tournaments.models import Event, Pairing
from tournaments.refusals import DrawRefused
from tournaments.selectors.decisions.borders import list_entries_tied_in_stage
from tournaments.selectors.standings.cuts import select_through_to
from tournaments.selectors.standings.rankings import load_ranking
from tournaments.selectors.trust.exports import rank_document
from tournaments.services.draws.draws import prepare_draw, prepare_lots
from tournaments.services.events.events import start_play
from tournaments.services.events.stages import StagePlan, add_stage
from tournaments.tasks import lots_here

pytestmark = pytest.mark.django_db


def make_event_of(
    pairs: int,
    format_: str,
    *,
    cut: dict[str, object] | None = None,
    metrics: list[str] | None = None,
    **options: object,
) -> Event:
    event = make_event(
        pairs=pairs, drawn=False, match_format=QUICK, format=format_, options=options
    )
    if metrics is not None:
        event.stages.update(metrics=metrics)
    if cut is not None:
        plan = StagePlan("single_elimination", cut, match_format=QUICK)
        add_stage(event=event, plan=plan, actor=owner_of(event.club), now=NOW)
    return start_play(event=draw_now(event), actor=owner_of(event.club), now=NOW)


def win_once_each(event: Event, group: int) -> None:
    """In a group of three each entry wins once, with the same score."""
    won: set[int] = set()
    matches = Pairing.objects.filter(round__group__stage__event=event, round__group__number=group)
    for each in matches.exclude(state="BYE").order_by("pk"):
        seats = list(each.slots.order_by("position").values_list("entry_id", flat=True))
        side = 0 if seats[0] not in won and len(won) < 2 else int(seats[1] not in won)
        won.add(seats[side])
        win(each, side)


def draw_lots(event: Event, number: int = 1) -> None:
    lots_here(stage=stage(event, number), word=WORD, actor=owner_of(event.club), now=NOW)


def test_the_next_stage_is_not_drawn_while_a_tie_inside_a_group_is_open() -> None:
    cut = {"take": "of_each", "stage": 1, "of_each": 1}
    event = make_event_of(6, "groups", cut=cut, groups=2)
    for group in (1, 2):
        win_once_each(event, group)
    through = select_through_to(stage(event, 2))
    assert [(len(border.tied), border.places) for border in through.borders] == [(3, 1), (3, 1)]
    with pytest.raises(DrawRefused) as refused:
        prepare_draw(stage=stage(event, 2), reason="", actor=owner_of(event.club), now=NOW)
    assert refused.value.code == "level_at_the_cut"
    draw_lots(event)
    assert list_entries_tied_in_stage(stage(event, 1)) == ()
    firsts = sorted(int(group[0].entry) for group in load_ranking(stage(event, 1)).groups)
    assert draw(event, 2) == firsts


def test_lots_settle_a_cut_even_if_they_are_not_a_metric() -> None:
    cut = {"take": "places", "stage": 1, "last": 2}
    event = make_event_of(3, "round_robin", cut=cut, metrics=["match_points"])
    win_once_each(event, 1)
    assert len(list_entries_tied_in_stage(stage(event, 1))) == 3
    draw_lots(event)
    assert len(draw(event, 2)) == 2
    document = rank_document(stage(event, 1))
    assert document["metrics"] == ["match_points", "lots"]
    in_order = [int(row.entry) for row in load_ranking(stage(event, 1)).placings]
    assert document["lots"] == {str(entry): lot for lot, entry in enumerate(in_order, start=1)}


def test_lots_settle_a_cut_after_a_knock_out() -> None:
    """The losers of the semifinals share places 3 and 4; three go on."""
    event = make_event_of(4, "single_elimination", cut={"take": "places", "stage": 1, "last": 3})
    for code in ("main-1-1", "main-1-2", "main-2-1"):
        win(pairing(event, code))
    assert len(list_entries_tied_in_stage(stage(event, 1))) == 2
    draw_lots(event)
    assert list_entries_tied_in_stage(stage(event, 1)) == ()
    assert len(draw(event, 2)) == 3
    assert load_ranking(stage(event, 1)).placings[2].why.code == "drawn_first"


def test_lots_settle_final_places_if_they_are_the_last_metric() -> None:
    event = make_event_of(3, "round_robin", metrics=["match_points", "lots"])
    win_once_each(event, 1)
    assert len(list_entries_tied_in_stage(stage(event, 1))) == 3
    draw_lots(event)
    placings = load_ranking(stage(event, 1)).placings
    assert [(row.first, row.last) for row in placings] == [(1, 1), (2, 2), (3, 3)]
    assert [row.values["lots"] for row in placings] == [1, 2, 3]


def test_final_places_stay_shared_if_lots_are_no_metric() -> None:
    event = make_event_of(3, "round_robin", metrics=["match_points"])
    win_once_each(event, 1)
    with pytest.raises(DrawRefused) as refused:
        prepare_lots(stage=stage(event, 1), actor=owner_of(event.club), now=NOW)
    assert refused.value.code == "nobody_is_level"
