"""Stages chained in every sensible way, played to the end: one ranking over all of them."""

from random import Random
from typing import Any

import pytest

from tests.factories import NOW, WORD, draw_stage_now, make_event, owner_of
from tests.tournaments.evenings import play_stage
from tests.tournaments.steps import QUICK, win
from tournaments.models import Event, Stage
from tournaments.refusals import DrawRefused
from tournaments.selectors.decisions.borders import list_entries_tied_in_stage
from tournaments.selectors.events.stage_sequence import find_next_step, load_stage_sequence
from tournaments.selectors.standings.cuts import select_through_to
from tournaments.selectors.standings.rankings import load_ranking
from tournaments.selectors.standings.standings import load_standings_of_event
from tournaments.services.events.events import finish_event, start_play
from tournaments.services.events.stages import StagePlan, add_stage
from tournaments.services.registration.withdrawals import withdraw
from tournaments.tasks import lots_here

pytestmark = pytest.mark.django_db

Cut = dict[str, Any]


def chain(
    pairs: int, format_: str, options: dict[str, Any], *later: tuple[str, Cut, dict[str, Any]]
) -> Event:
    """An event of several stages, its first one drawn and begun."""
    event = make_event(
        pairs=pairs, drawn=False, match_format=QUICK, format=format_, options=options
    )
    for name, cut, chosen in later:
        plan = StagePlan(name, cut, options=chosen)
        add_stage(event=event, plan=plan, actor=owner_of(event.club), now=NOW)
    draw_stage_now(stage(event, 1))
    return start_play(event=event, actor=owner_of(event.club), now=NOW)


def stage(event: Event, number: int) -> Stage:
    return event.stages.select_related("event__club").get(number=number)


def places(first: int, last: int, of: int = 1, level: str = "lots") -> Cut:
    return {"take": "places", "stage": of, "first": first, "last": last, "level": level}


def draw(event: Event, number: int) -> list[int]:
    """Draws a later stage, with lots where they are needed; who plays in it."""
    later = stage(event, number)
    assert later.cut is not None
    before = stage(event, later.cut["stage"])
    while list_entries_tied_in_stage(before, later):
        lots_here(stage=before, word=WORD, actor=owner_of(event.club), now=NOW)
    draw_stage_now(later)
    seated = event.pairings.filter(round__group__stage=later, slots__entry__isnull=False)
    return sorted(set(seated.values_list("slots__entry", flat=True)))


def order(event: Event) -> list[int]:
    """Everybody in the order of the standings, which must be places 1 to n."""
    rows = load_standings_of_event(event).rows
    assert sorted(row.placing.entry for row in rows) == sorted(
        event.entries.values_list("pk", flat=True)
    )
    place = 1
    for row in rows:
        placing = row.placing
        assert placing.first in (place, rows[place - 2].placing.first)
        place += 1
    return [int(row.placing.entry) for row in rows]


def finished(event: Event) -> list[int]:
    finish_event(event=event, actor=owner_of(event.club), now=NOW)
    rows = load_standings_of_event(event).rows
    assert not any(row.placing.still_in for row in rows)
    for row in rows:
        shared = [each for each in rows if each.placing.first == row.placing.first]
        assert row.placing.last == row.placing.first + len(shared) - 1
    return order(event)


def ranked(found: Stage) -> list[int]:
    return [int(placing.entry) for placing in load_ranking(found).placings]


@pytest.mark.parametrize("consolation_first", [False, True])
def test_a_qualifying_feeds_a_knock_out_and_a_consolation(consolation_first: bool) -> None:
    later: list[tuple[str, Cut, dict[str, Any]]] = [
        ("single_elimination", places(1, 8), {}),
        ("consolation", places(9, 16), {"places": 4}),
    ]
    if consolation_first:
        later.reverse()
    event = chain(19, "qualifying", {"rounds": 3, "groups": 2}, *later)
    play_stage(stage(event, 1), Random(1))
    numbers = (3, 2) if consolation_first else (2, 3)
    best, others = (draw(event, number) for number in numbers)
    first = ranked(stage(event, 1))
    assert (set(best), set(others)) == (set(first[:8]), set(first[8:16]))
    for number in numbers:
        play_stage(stage(event, number), Random(number))
    knock_out, consolation = (ranked(stage(event, number)) for number in numbers)
    assert finished(event) == [*knock_out, *consolation, *first[16:]]


def test_who_plays_on_lower_down_does_not_pass_those_who_are_still_to_be_drawn() -> None:
    event = chain(
        16,
        "qualifying",
        {"rounds": 2},
        ("single_elimination", places(1, 4), {}),
        ("single_elimination", places(5, 8), {}),
    )
    play_stage(stage(event, 1), Random(1))
    draw(event, 3)
    first = ranked(stage(event, 1))
    assert set(order(event)[:4]) == set(first[:4])
    assert set(order(event)[4:8]) == set(first[4:8])


@pytest.mark.parametrize(("level", "counts"), [("in", (3, 3)), ("out", (0, 6)), ("lots", (2, 4))])
def test_nobody_is_on_both_sides_of_a_border(level: str, counts: tuple[int, int]) -> None:
    """One round of six: three have won by a shutout, three have lost, and the third is tied; so
    are those who have lost, for their seeds."""
    event = chain(
        6,
        "qualifying",
        {"rounds": 1},
        ("round_robin", places(1, 2, level=level), {}),
        ("round_robin", places(3, 6, level=level), {}),
    )
    first = stage(event, 1)
    play_stage(first, Random(1))
    if level == "lots":
        assert [
            len(list_entries_tied_in_stage(first, stage(event, number))) for number in (2, 3)
        ] == [3, 6]
        lots_here(stage=first, word=WORD, actor=owner_of(event.club), now=NOW)
    upper, lower = (select_through_to(stage(event, number)).entries for number in (2, 3))
    assert (len(upper), len(lower)) == counts
    assert sorted((*upper, *lower)) == sorted(ranked(first))


def test_groups_feed_groups_that_feed_a_final() -> None:
    event = chain(
        16,
        "groups",
        {"groups": 4},
        ("groups", {"take": "of_each", "stage": 1, "of_each": 2}, {"groups": 2}),
        ("single_elimination", {"take": "of_each", "stage": 2, "of_each": 2}, {}),
    )
    play_stage(stage(event, 1), Random(4))
    second = draw(event, 2)
    for group in load_ranking(stage(event, 1)).groups:
        assert len({placing.entry for placing in group} & set(second)) == 2
    play_stage(stage(event, 2), Random(5))
    final = draw(event, 3)
    assert len(final) == 4
    play_stage(stage(event, 3), Random(6))
    found = finished(event)
    assert found[:4] == ranked(stage(event, 3))
    assert set(found[4:8]) == set(second) - set(final)


def test_the_best_runners_up_of_unequal_groups_are_compared_fairly() -> None:
    """Two of three and one group of four: what the last of the larger one gave does not count."""
    cut = {"take": "of_each", "stage": 1, "of_each": 1, "runners_up": 1}
    event = chain(10, "groups", {"groups": 3}, ("single_elimination", cut, {}))
    play_stage(stage(event, 1), Random(2))
    ranking = load_ranking(stage(event, 1))
    assert sorted(map(len, ranking.groups)) == [3, 3, 4]
    through = draw(event, 2)
    firsts = {int(group[0].entry) for group in ranking.groups}
    assert firsts < set(through)
    (runner_up,) = set(through) - firsts
    assert runner_up in {group[1].entry for group in ranking.groups}
    play_stage(stage(event, 2), Random(3))
    assert set(finished(event)[:4]) == set(through)


def test_a_runner_up_who_has_left_makes_room_for_the_next_of_the_group() -> None:
    cut = {"take": "of_each", "stage": 1, "of_each": 1, "runners_up": 2}
    event = chain(8, "groups", {"groups": 2}, ("single_elimination", cut, {}))
    play_stage(stage(event, 1), Random(2))
    group = load_ranking(stage(event, 1)).groups[0]
    gone = event.entries.get(pk=group[1].entry)
    withdraw(entry=gone, reason="ammalato", actor=owner_of(event.club), now=NOW)
    through = draw(event, 2)
    assert group[2].entry in through
    assert len(through) == 4


def test_a_final_of_those_whom_the_organizer_has_chosen() -> None:
    event = chain(8, "swiss", {"rounds": 2})
    play_stage(stage(event, 1), Random(2))
    chosen = ranked(stage(event, 1))[1:5]
    cut = {"take": "chosen", "stage": 1, "entries": chosen, "reason": "i primi sono partiti"}
    plan = StagePlan("single_elimination", cut, options={"third_place": True})
    add_stage(event=event, plan=plan, actor=owner_of(event.club), now=NOW)
    assert draw(event, 2) == sorted(chosen)
    play_stage(stage(event, 2), Random(3))
    assert set(finished(event)[:4]) == set(chosen)


def test_who_lost_in_the_first_round_plays_on_while_the_others_do() -> None:
    losers = {"take": "losers", "stage": 1, "rounds": [1]}
    event = chain(11, "single_elimination", {}, ("round_robin", losers, {}))
    with pytest.raises(DrawRefused) as refused:
        draw(event, 2)
    assert (refused.value.code, refused.value.params["left"]) == ("stage_not_played_out", 3)
    for pairing in event.pairings.filter(round__number=1, state="READY"):
        win(pairing)
    following = find_next_step(load_stage_sequence(event))
    assert following is not None
    assert (following.kind, following.stage.number) == ("draw", 2)
    beaten = draw(event, 2)
    assert len(beaten) == 3
    play_stage(stage(event, 1), Random(2))
    play_stage(stage(event, 2), Random(3))
    found = finished(event)
    assert found[8:] == ranked(stage(event, 2))
    assert sorted(found[8:]) == beaten


def test_who_has_left_does_not_keep_the_lots_from_parting_the_others() -> None:
    """Three are tied for one place, and a fourth who has left: no lot is drawn for it."""
    event = chain(8, "qualifying", {"rounds": 1}, ("round_robin", places(1, 2), {}))
    first = stage(event, 1)
    play_stage(first, Random(1))
    gone = event.entries.get(pk=ranked(first)[0])
    withdraw(entry=gone, reason="ammalato", actor=owner_of(event.club), now=NOW)
    tied = list_entries_tied_in_stage(first)
    assert len(tied) == 3
    lots_here(stage=first, word=WORD, actor=owner_of(event.club), now=NOW)
    assert list_entries_tied_in_stage(first) == ()
    assert set(draw(event, 2)) < set(tied)
    placings = load_ranking(first).placings
    assert placings[3].entry == gone.pk
