"""What a stage takes from the one before: seeds, pots, tables, standings, points, opponents."""

from random import Random
from typing import Any

import pytest

from competition.draw.apart import find_early_meetings
from competition.plan import Seated
from tests.factories import NOW, WORD, draw_stage_now, make_event, owner_of
from tests.tournaments.evenings import play_stage
from tests.tournaments.event_checks import check_ranking
from tests.tournaments.steps import QUICK, whole, win
from tests.tournaments.test_borders import draw_lots, make_event_of, win_once_each
from tests.tournaments.test_chains import Cut, chain, draw, places, stage
from tournaments.models import Draw, Event, Pairing
from tournaments.refusals import DrawRefused, FormatRefused
from tournaments.selectors.decisions.borders import list_borders, list_entries_tied_in_stage
from tournaments.selectors.draws.draws import find_meetings_again
from tournaments.selectors.stages.plans import plan_and_results
from tournaments.selectors.standings.cuts import select_through_to
from tournaments.selectors.standings.rankings import load_ranking
from tournaments.selectors.trust.exports import plan_document, rank_document
from tournaments.services.draws.draws import prepare_draw
from tournaments.services.events.stages import StagePlan, add_stage, change_stage
from tournaments.services.standings.penalties import disqualify
from tournaments.tasks import lots_here

pytestmark = pytest.mark.django_db


def of_each(count: int, **more: Any) -> Cut:
    return {"take": "of_each", "stage": 1, "of_each": count, **more}


def first_round(event: Event, number: int) -> list[tuple[int, ...]]:
    """Who meets in the first round of a stage, down the bracket or by table."""
    rows = Pairing.objects.filter(round__group__stage=stage(event, number), round__number=1)
    return [
        tuple(each.slots.order_by("position").values_list("entry_id", flat=True))
        for each in rows.order_by("pk")
    ]


def in_group(event: Event) -> dict[int, tuple[int, int]]:
    """By entry, its place and its group in the first stage."""
    return {
        int(row.entry): (place, row.group)
        for group in load_ranking(stage(event, 1)).groups
        for place, row in enumerate(group, start=1)
    }


def played(event: Event, number: int = 1) -> Event:
    play_stage(stage(event, number), Random(number))
    return event


@pytest.mark.parametrize(
    "more", [{}, {"seeding": "pots"}, {"seeding": "table", "table": "crossed"}]
)
def test_groupmates_meet_in_the_final_at_the_earliest(more: Cut) -> None:
    """Eight groups with two qualifiers each: groupmates are in different halves."""
    event = chain(32, "groups", {"groups": 8}, ("single_elimination", of_each(2, **more), {}))
    played(event)
    draw(event, 2)
    where = in_group(event)
    meetings = first_round(event, 2)
    halves = [
        {where[entry][1] for pair in half for entry in pair}
        for half in (meetings[:4], meetings[4:])
    ]
    assert halves == [set(range(1, 9)), set(range(1, 9))]
    assert {tuple(sorted(where[entry][0] for entry in pair)) for pair in meetings} == {(1, 2)}
    drawn = stage(event, 2).draws.get()
    assert find_meetings_again(drawn) == ()


def test_what_could_not_be_avoided_is_stated() -> None:
    """Three of each of four groups: three groupmates cannot all be in different halves."""
    event = chain(
        16, "groups", {"groups": 4}, ("single_elimination", of_each(3, seeding="pots"), {})
    )
    played(event)
    draw(event, 2)
    where = in_group(event)
    told = find_meetings_again(stage(event, 2).draws.get())
    assert len(told) == 4
    for again in told:
        one, other = again.entries
        assert where[int(one)][1] == where[int(other)][1]
        assert again.round < 4


def test_a_draw_may_leave_groupmates_to_chance() -> None:
    event = make_event(
        pairs=8, drawn=False, match_format=QUICK, format="groups", options={"groups": 2}
    )
    plan = StagePlan("single_elimination", of_each(2), constraints={"groupmates_apart": False})
    add_stage(event=event, plan=plan, actor=owner_of(event.club), now=NOW)
    draw_stage_now(stage(event, 1))
    event.state = Event.State.RUNNING
    event.save()
    played(event)
    draw(event, 2)
    entries = stage(event, 2).draws.get().entries
    assert not any("mates" in entry or "met" in entry for entry in entries)


def test_a_table_says_who_meets_whom() -> None:
    table = "1A-2B, 2C-2D, 1D-1C, 1B-2A"
    cut = of_each(2, seeding="table", table=table)
    event = played(chain(12, "groups", {"groups": 4}, ("single_elimination", cut, {})))
    draw(event, 2)
    where = in_group(event)
    met = [
        tuple(f"{where[e][0]}{'ABCD'[where[e][1] - 1]}" for e in pair)
        for pair in first_round(event, 2)
    ]
    assert met == [("1A", "2B"), ("2C", "2D"), ("1D", "1C"), ("1B", "2A")]


def test_a_table_of_others_is_refused_with_what_is_wrong() -> None:
    cut = of_each(1, seeding="table", table="1A-1B, 1C-1E")
    event = played(chain(12, "groups", {"groups": 4}, ("single_elimination", cut, {})))
    with pytest.raises(DrawRefused) as refused:
        draw(event, 2)
    found = [(each.code, each.params["label"]) for each in refused.value.violations]
    assert found == [("crossing_unknown", "1E"), ("crossing_missing", "1D")]


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ("", "crossing_size"),
        ("1A-2B, 1B-2A, 1C-2C", "crossing_size"),
        ("1A-2B, 1B", "crossing_unreadable"),
        ("1A-2B, 1A-2A", "crossing_twice"),
        ("1A-2B, bye-bye", "crossing_unreadable"),
    ],
)
def test_what_is_no_table_is_refused_with_the_stage(table: str, code: str) -> None:
    event = make_event(pairs=8, drawn=False, format="groups", options={"groups": 2})
    plan = StagePlan("single_elimination", of_each(2, seeding="table", table=table))
    with pytest.raises(FormatRefused) as refused:
        add_stage(event=event, plan=plan, actor=owner_of(event.club), now=NOW)
    assert [each.code for each in refused.value.violations] == [code]


def test_a_tie_for_a_seed_is_drawn_for() -> None:
    """The losers of the semifinals share places 3 and 4; all four go on, each with a seed."""
    event = make_event_of(4, "single_elimination", cut=places(1, 4))
    for code in ("main-1-1", "main-1-2", "main-2-1"):
        win(event.pairings.get(code=code))
    through = select_through_to(stage(event, 2))
    assert len(through.entries) == 4
    assert [(len(border.tied), border.places) for border in through.borders] == [(2, 1)]
    with pytest.raises(DrawRefused) as refused:
        prepare_draw(stage=stage(event, 2), reason="", actor=owner_of(event.club), now=NOW)
    assert refused.value.code == "level_at_the_cut"
    draw_lots(event)
    assert list_entries_tied_in_stage(stage(event, 1)) == ()
    assert len(draw(event, 2)) == 4


@pytest.mark.parametrize("more", [{"seeded": 2}, {"seeding": "pots"}])
def test_a_tie_that_no_seed_depends_on_is_left(more: Cut) -> None:
    """Places 3 and 4 are both lots, or in one pot."""
    event = make_event_of(4, "single_elimination", cut={**places(1, 4), **more})
    for code in ("main-1-1", "main-1-2", "main-2-1"):
        win(event.pairings.get(code=code))
    assert list_borders(stage(event, 1)) == ()


def test_a_tie_inside_a_group_decides_who_is_seeded_as_its_first() -> None:
    event = make_event_of(6, "groups", cut=of_each(2), groups=2)
    for group in (1, 2):
        win_once_each(event, group)
    assert [border.places for border in list_borders(stage(event, 1))] == [2, 2]
    draw_lots(event)
    assert list_borders(stage(event, 1)) == ()


def test_a_danese_begins_with_the_standings_of_the_stage_before() -> None:
    event = played(chain(9, "qualifying", {"rounds": 2}, ("danese", places(1, 7), {"rounds": 2})))
    assert stage(event, 2).options["first"] == "standings"
    draw(event, 2)
    first = [int(row.entry) for row in load_ranking(stage(event, 1)).placings]
    assert first_round(event, 2) == [*zip(first[:6:2], first[1:6:2], strict=True), (first[6], None)]
    held = stage(event, 2).draws.get()
    assert held.order == first[:7]


def test_a_danese_begins_anew_where_it_says_so() -> None:
    options = {"rounds": 2, "first": "fold"}
    event = played(chain(8, "qualifying", {"rounds": 2}, ("danese", places(1, 8), options)))
    draw(event, 2)
    first = [int(row.entry) for row in load_ranking(stage(event, 1)).placings]
    assert first_round(event, 2) == [*zip(first[:4], first[4:], strict=True)]


def test_points_are_carried_over_and_pair_the_first_round() -> None:
    """All points of a Swiss: those who had as many meet, and nobody meets again who has met."""
    cut = {**places(1, 8), "carried": "full"}
    options = {"rounds": 2, "first": "standings"}
    event = chain(8, "swiss", {"rounds": 2}, ("swiss", cut, options))
    played(event)
    had = {
        int(row.entry): whole(row, "match_points") for row in load_ranking(stage(event, 1)).placings
    }
    met = {frozenset(pair) for pair in _met(event, 1)}
    draw(event, 2)
    for pair in first_round(event, 2):
        assert frozenset(pair) not in met
    steps = sum((had[one] - had[other]) ** 2 for one, other in first_round(event, 2))
    assert steps <= 8
    rows = {int(row.entry): row for row in load_ranking(stage(event, 2)).placings}
    assert {entry: whole(row, "match_points") for entry, row in rows.items()} == had
    document = rank_document(stage(event, 2))
    assert document["carried"] == {str(entry): points for entry, points in had.items() if points}
    play_stage(stage(event, 2), Random(2))
    again = [frozenset(pair) for pair in _met(event, 2)]
    assert len(again) == 8
    assert len({*again, *met}) == 16


def test_a_ranking_is_exported_without_those_who_stayed_behind() -> None:
    """Neither the points that they would have carried nor their disqualification are in it."""
    cut = {**places(1, 4), "carried": "full"}
    event = played(chain(8, "round_robin", {}, ("round_robin", cut, {})))
    draw(event, 2)
    last = event.entries.get(pk=load_ranking(stage(event, 1)).placings[-1].entry)
    actor = owner_of(event.club)
    disqualify(entry=last, voids=True, article="9", reason="insulti", actor=actor, now=NOW)
    play_stage(stage(event, 2), Random(2))
    check_ranking(stage(event, 1))
    check_ranking(stage(event, 2))


def _met(event: Event, number: int) -> list[tuple[int, ...]]:
    pairings, _ = plan_and_results(stage(event, number))
    return [
        tuple(int(slot.entry) for slot in each.slots if isinstance(slot, Seated))
        for each in pairings
        if each.is_played
    ]


def test_half_of_the_points_is_rounded_down() -> None:
    cut = {**places(1, 4), "carried": "half"}
    event = played(chain(4, "round_robin", {}, ("round_robin", cut, {})))
    had = {int(r.entry): whole(r, "match_points") for r in load_ranking(stage(event, 1)).placings}
    draw(event, 2)
    rows = load_ranking(stage(event, 2)).placings
    assert {int(row.entry): whole(row, "match_points") for row in rows} == {
        entry: points // 2 for entry, points in had.items()
    }


def test_points_are_not_carried_from_what_does_not_rank_by_them() -> None:
    event = make_event(pairs=8, drawn=False, format="single_elimination")
    plan = StagePlan("round_robin", {**places(1, 4), "carried": "full"})
    with pytest.raises(FormatRefused) as refused:
        add_stage(event=event, plan=plan, actor=owner_of(event.club), now=NOW)
    assert [each.code for each in refused.value.violations] == ["carried_from_other_metrics"]


def test_a_stage_keeps_the_criterion_whose_points_are_carried_over() -> None:
    event = make_event(pairs=8, drawn=False, format="round_robin")
    owner = owner_of(event.club)
    plan = StagePlan("round_robin", {**places(1, 4), "carried": "full"})
    add_stage(event=event, plan=plan, actor=owner, now=NOW)
    other = StagePlan("round_robin", None, metrics=("wins",))
    with pytest.raises(FormatRefused) as refused:
        change_stage(stage=stage(event, 1), plan=other, actor=owner, now=NOW)
    assert [each.code for each in refused.value.violations] == ["carried_from_other_metrics"]


def test_what_changes_before_a_draw_is_held_keeps_it_from_being_held() -> None:
    """Seeds, opponents and points are part of what a draw commits to."""
    event = played(chain(8, "groups", {"groups": 2}, ("single_elimination", of_each(2), {})))
    while list_entries_tied_in_stage(stage(event, 1)):
        lots_here(stage=stage(event, 1), word=WORD, actor=owner_of(event.club), now=NOW)
    committed = prepare_draw(stage=stage(event, 2), reason="", actor=owner_of(event.club), now=NOW)
    assert all("mates" in entry and "met" in entry for entry in committed.entries)
    assert committed.state == Draw.State.COMMITTED
    assert plan_document(stage(event, 2))["entries"] == []
    assert find_early_meetings((), ()) == ()
