"""A correction that changes only the seeds, or only the points carried, is a pending decision."""

from typing import Any

import pytest

from tests.factories import NOW, draw_stage_now, make_event, owner_of
from tests.tournaments.steps import QUICK, act, win
from tests.tournaments.test_chains import stage
from tournaments.models import Event, Pairing, PendingDecision
from tournaments.refusals import CorrectionNotAgreed
from tournaments.services.corrections.previews import preview_consequences
from tournaments.services.decisions.pending import leave_as_played
from tournaments.services.events.events import start_play
from tournaments.services.events.stages import StagePlan, add_stage
from tournaments.services.results.sheets import record_line

pytestmark = pytest.mark.django_db


def draw_after_round_robin(
    format_: str = "single_elimination", **cut: Any
) -> tuple[Event, list[int]]:
    """Six pairs: the first has won five matches, the second four …; two advance. Returns them
    all, the best first."""
    event = make_event(pairs=6, drawn=False, match_format=QUICK, format="round_robin")
    event.stages.update(metrics=["match_points", "head_to_head"])
    plan = StagePlan(format_, {"take": "places", "stage": 1, "last": 2, **cut})
    add_stage(event=event, plan=plan, actor=owner_of(event.club), now=NOW)
    draw_stage_now(stage(event, 1))
    start_play(event=event, actor=owner_of(event.club), now=NOW)
    entries = sorted(event.entries.values_list("pk", flat=True))
    for pairing in matches(event):
        seats = seats_of(pairing)
        win(pairing, seats.index(min(seats)))
    draw_stage_now(stage(event, 2))
    return event, entries


def matches(event: Event) -> list[Pairing]:
    rows = event.pairings.filter(round__group__stage__number=1).exclude(state="BYE")
    return list(rows.order_by("pk"))


def seats_of(pairing: Pairing) -> list[int]:
    return [each.entry_id or 0 for each in pairing.slots.order_by("position")]


def match_between(event: Event, one: int, other: int) -> Pairing:
    return next(each for each in matches(event) if {*seats_of(each)} == {one, other})


def correct(event: Event, one: int, other: int, *, agreed: bool = True) -> None:
    """The match between two was won by the other side."""
    pairing = match_between(event, one, other)
    match = pairing.match_id or 0
    points = [0, None] if pairing.match and pairing.match.winner == 0 else [11, None]
    data = {"line": 1, "data": {"points": points}, "reason": "al contrario"}
    line = act(match, "amend", data)
    actor = owner_of(event.club)
    record_line(match_id=match, act=line, actor=actor, now=NOW, agreed=agreed)


def test_other_seeds_alone_need_agreement_and_become_a_pending_decision() -> None:
    event, entries = draw_after_round_robin()
    with pytest.raises(CorrectionNotAgreed):
        correct(event, entries[0], entries[1], agreed=False)
    correct(event, entries[0], entries[1])
    question = PendingDecision.objects.get()
    assert (question.kind, question.stage) == ("CUT_MOVED", stage(event, 2))
    assert (question.comes, question.goes) == ([], [])
    assert question.changed == [
        {"entry": entries[0], "what": "seed", "before": 1, "after": 2},
        {"entry": entries[1], "what": "seed", "before": 2, "after": 1},
    ]


def test_other_seeds_are_seen_before_the_correction_is_made() -> None:
    event, entries = draw_after_round_robin()
    pairing = match_between(event, entries[0], entries[1])
    data = {"line": 1, "data": {"points": [0, None]}, "reason": "al contrario"}
    if seats_of(pairing)[0] == entries[1]:
        data["data"] = {"points": [11, None]}
    found = preview_consequences(
        match_id=pairing.match_id or 0,
        act=act(pairing.match_id or 0, "amend", data),
        actor=owner_of(event.club),
        now=NOW,
    )
    (asked,) = found.asked
    assert [(each["entry"], each["what"]) for each in asked.changed] == [
        (entries[0], "seed"),
        (entries[1], "seed"),
    ]
    assert not PendingDecision.objects.exists()


def test_other_carried_points_alone_become_a_pending_decision() -> None:
    event, entries = draw_after_round_robin("round_robin", carried="full")
    correct(event, entries[0], entries[5])
    question = PendingDecision.objects.get()
    assert question.changed == [{"entry": entries[0], "what": "carried", "before": 10, "after": 8}]


def test_points_that_are_not_carried_ask_nothing() -> None:
    event, entries = draw_after_round_robin()
    correct(event, entries[0], entries[5], agreed=False)
    assert not PendingDecision.objects.exists()


def test_seeds_that_no_draw_looked_at_ask_nothing() -> None:
    event, entries = draw_after_round_robin(seeded=0)
    correct(event, entries[0], entries[1], agreed=False)
    assert not PendingDecision.objects.exists()


def test_a_correction_back_takes_the_question_away() -> None:
    event, entries = draw_after_round_robin()
    correct(event, entries[0], entries[1])
    correct(event, entries[0], entries[1])
    assert not PendingDecision.objects.exists()


def test_what_was_left_as_drawn_is_not_asked_again() -> None:
    event, entries = draw_after_round_robin()
    correct(event, entries[0], entries[1])
    leave_as_played(
        pending=PendingDecision.objects.get(), reason="resta", actor=owner_of(event.club), now=NOW
    )
    correct(event, entries[4], entries[5], agreed=False)
    assert not PendingDecision.objects.filter(decision="").exists()


def test_a_draw_held_again_answers_the_question() -> None:
    event, entries = draw_after_round_robin()
    correct(event, entries[0], entries[1])
    draw_stage_now(stage(event, 2), reason="teste di serie scambiate")
    assert PendingDecision.objects.get().decision == "DRAWN_AGAIN"
    correct(event, entries[4], entries[5], agreed=False)
    assert not PendingDecision.objects.filter(decision="").exists()
