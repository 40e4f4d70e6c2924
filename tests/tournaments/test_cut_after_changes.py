"""Changes around a cut: who leaves after it, who is tied after it, and what lots decide."""

from random import Random

import pytest

from tests.factories import NOW, WORD, owner_of
from tests.tournaments.evenings import play_stage
from tests.tournaments.event_checks import seated_in
from tests.tournaments.steps import write
from tests.tournaments.test_borders import draw_lots, make_event_of, win_once_each
from tests.tournaments.test_chains import chain, draw, places, ranked, stage
from tournaments.models import Event, PendingDecision
from tournaments.refusals import DecisionRefused, DrawRefused
from tournaments.selectors.decisions.borders import is_settled_by_play, list_entries_tied_in_stage
from tournaments.selectors.decisions.pending import list_possible_decisions
from tournaments.selectors.standings.rankings import load_ranking
from tournaments.services.decisions.pending import leave_as_played, swap
from tournaments.services.registration.withdrawals import withdraw
from tournaments.services.standings.penalties import give_penalty
from tournaments.tasks import lots_here

pytestmark = pytest.mark.django_db

PLAYABLE = ("READY", "CALLED")


def leave(event: Event, entry: int) -> None:
    gone = event.entries.get(pk=entry)
    withdraw(entry=gone, reason="malato", actor=owner_of(event.club), now=NOW)


def penalize(event: Event, entry: int) -> None:
    give_penalty(
        stage=stage(event, 1),
        entry=event.entries.get(pk=entry),
        points=20,
        article="",
        reason="segni",
        actor=owner_of(event.club),
        now=NOW,
    )


def open_question(event: Event) -> PendingDecision | None:
    return PendingDecision.objects.filter(event=event, decision="").first()


def test_who_leaves_after_the_cut_keeps_its_place_for_the_stage_drawn_later() -> None:
    """Places 1 to 4 play, one of them leaves; then places 5 to 8 are drawn: the fifth is there."""
    event = chain(
        9,
        "round_robin",
        {},
        ("single_elimination", places(1, 4), {}),
        ("single_elimination", places(5, 8), {}),
    )
    play_stage(stage(event, 1), Random(1))
    best = draw(event, 2)
    leave(event, best[0])
    order = ranked(stage(event, 1))
    others = draw(event, 3)
    assert not {*best} & {*others}
    assert {*best} | {*others} == {*order[:8]}


def test_a_tie_for_one_place_is_not_decided_by_the_entry_list() -> None:
    """Three of six have won and go on; a penalty puts one of them behind the three others. They
    are tied for its place, and draw lots before one of them takes it."""
    event = chain(6, "qualifying", {"rounds": 1}, ("round_robin", places(1, 3), {}))
    first = stage(event, 1)
    play_stage(first, Random(1))
    best = draw(event, 2)
    penalize(event, best[0])
    question = open_question(event)
    assert question is not None
    actor = owner_of(event.club)
    losers = {*ranked(first)} - {*best}
    assert (question.goes, {*question.comes}) == ([best[0]], losers)
    with pytest.raises(DecisionRefused):
        swap(pending=question, reason="subito", actor=actor, now=NOW)
    lots_here(stage=first, word=WORD, actor=actor, now=NOW)
    question = open_question(event)
    assert question is not None
    assert question.comes == ranked(first)[2:3]
    swap(pending=question, reason="sorteggiato", actor=actor, now=NOW)
    assert seated_in(stage(event, 2)) == {*best[1:], *question.comes}


def test_a_question_is_gone_when_who_should_come_has_left() -> None:
    event = chain(4, "round_robin", {}, ("single_elimination", places(1, 2), {}))
    first = stage(event, 1)
    play_stage(first, Random(3))
    best = draw(event, 2)
    penalize(event, best[0])
    question = open_question(event)
    assert question is not None
    third, fourth = ranked(first)[1:3]
    assert question.comes in ([third], [fourth])
    leave(event, question.comes[0])
    again = open_question(event)
    assert again is not None
    assert again.comes != question.comes


def test_who_draws_the_second_place_of_a_group_shares_the_places_of_the_seconds() -> None:
    cut = {"take": "of_each", "stage": 1, "of_each": 1, "seeded": 0}
    event = make_event_of(6, "groups", cut=cut, groups=2)
    win_once_each(event, 1)
    play_stage(stage(event, 1), Random(1))
    other_group = load_ranking(stage(event, 1)).groups[1]
    assert [row.last for row in other_group] == [1, 2, 3]
    draw_lots(event)
    placings = load_ranking(stage(event, 1)).placings
    assert [(row.first, row.last) for row in placings] == [(1, 2)] * 2 + [(3, 4)] * 2 + [(5, 6)] * 2


def two_cuts() -> Event:
    """Places 1 to 4 and 5 to 8 of a round robin play on, each among themselves."""
    event = chain(
        8,
        "round_robin",
        {},
        ("single_elimination", places(1, 4), {}),
        ("single_elimination", places(5, 8), {}),
    )
    play_stage(stage(event, 1), Random(1))
    return event


def seats_asked_about(event: Event) -> list[int]:
    """The entries that come or go in open questions; others may be about seeds."""
    questions = PendingDecision.objects.filter(event=event, decision="")
    return [entry for question in questions for entry in (*question.comes, *question.goes)]


def test_who_was_left_in_one_stage_changes_places_with_who_should_be_there() -> None:
    event = two_cuts()
    best = draw(event, 2)
    penalize(event, best[0])
    with pytest.raises(DrawRefused) as refused:
        draw(event, 3)
    assert (refused.value.code, refused.value.params) == ("decision_first", {"stage": 2})
    question = open_question(event)
    assert question is not None
    leave_as_played(pending=question, reason="giocano", actor=owner_of(event.club), now=NOW)
    others = draw(event, 3)
    assert {*others} == {*ranked(stage(event, 1))} - {*best}
    assert open_question(event) is None


def test_what_is_left_in_one_stage_is_not_asked_about_in_the_other() -> None:
    event = two_cuts()
    best, others = draw(event, 2), draw(event, 3)
    penalize(event, best[0])
    question = open_question(event)
    assert question is not None
    assert PendingDecision.objects.filter(decision="").count() == 2
    leave_as_played(pending=question, reason="giocano", actor=owner_of(event.club), now=NOW)
    assert not seats_asked_about(event)
    assert seated_in(stage(event, 2)) == {*best}
    assert seated_in(stage(event, 3)) == {*others}


def test_a_swap_changes_places_between_two_stages() -> None:
    event = two_cuts()
    best, others = draw(event, 2), draw(event, 3)
    penalize(event, best[0])
    question = open_question(event)
    assert question is not None
    (comes,) = question.comes
    swap(pending=question, reason="dentro chi deve", actor=owner_of(event.club), now=NOW)
    assert seated_in(stage(event, 2)) == {*best[1:], comes}
    assert seated_in(stage(event, 3)) == ({*others} - {comes}) | {best[0]}
    assert not seats_asked_about(event)


def test_nobody_is_taken_out_of_a_stage_where_he_plays() -> None:
    event = two_cuts()
    best, _others = draw(event, 2), draw(event, 3)
    for other in event.pairings.filter(round__group__stage__number=3, state__in=PLAYABLE):
        write(other, "hand", {"points": [6, None]})
    penalize(event, best[0])
    question = open_question(event)
    assert question is not None
    with pytest.raises(DecisionRefused) as refused:
        swap(pending=question, reason="dentro chi deve", actor=owner_of(event.club), now=NOW)
    assert refused.value.code == "entry_has_begun"
    assert list_possible_decisions(question) == ["LEFT", "DRAWN_AGAIN"]


def test_a_tie_behind_a_stage_that_has_begun_is_no_border_any_more() -> None:
    """At the end of an event nothing is drawn for a seed that was played long ago."""
    event = chain(3, "round_robin", {}, ("single_elimination", places(1, 3), {}))
    first = stage(event, 1)
    play_stage(first, Random(2))
    best = ranked(first)
    draw(event, 2)
    for pairing in event.pairings.filter(round__group__stage__number=2, state__in=PLAYABLE):
        write(pairing, "hand", {"points": [6, None]})
    for other in best[:2]:
        penalize(event, other)
    for question in PendingDecision.objects.filter(decision=""):
        leave_as_played(pending=question, reason="giocano", actor=owner_of(event.club), now=NOW)
    assert is_settled_by_play(stage(event, 2))
    assert list_entries_tied_in_stage(first, stage(event, 2)) == ()
