"""Each line of a correction that needs several lines is checked against the next stage."""

from typing import Any

import pytest

from tests.factories import NOW, draw_now, make_event, owner_of
from tests.tournaments.steps import act, write
from tests.tournaments.test_chains import draw
from tournaments.models import Event, Pairing, PendingDecision
from tournaments.refusals import CorrectionNotAgreed
from tournaments.services.events.events import start_play
from tournaments.services.events.stages import StagePlan, add_stage
from tournaments.services.results.sheets import record_line

pytestmark = pytest.mark.django_db

TWO_HANDS = {"games": [{"game": "marafon", "options": {"target": 21}}], "wins": 1}
OURS, THEIRS = {"points": [11, None]}, {"points": [0, None]}


def draw_final_of_groups() -> tuple[Event, Pairing]:
    """Two groups of two whose winners are drawn into a final; returns the match of one group."""
    event = make_event(
        pairs=4, drawn=False, match_format=TWO_HANDS, format="groups", options={"groups": 2}
    )
    cut = {"take": "of_each", "stage": 1, "of_each": 1}
    plan = StagePlan("single_elimination", cut, match_format=TWO_HANDS)
    add_stage(event=event, plan=plan, actor=owner_of(event.club), now=NOW)
    event = start_play(event=draw_now(event), actor=owner_of(event.club), now=NOW)
    matches = list(event.pairings.filter(round__group__stage__number=1).order_by("pk"))
    for match in matches:
        write(match, "hand", OURS)
        write(match, "hand", OURS)
    draw(event, 2)
    return event, matches[0]


def record(pairing: Pairing, kind: str, data: dict[str, Any], *, agreed: bool = False) -> None:
    assert pairing.match_id is not None
    actor = owner_of(pairing.event.club)
    line = act(pairing.match_id, kind, data)
    record_line(match_id=pairing.match_id, act=line, actor=actor, now=NOW, agreed=agreed)


def amend(line: int) -> dict[str, Any]:
    return {"line": line, "data": THEIRS, "reason": "al contrario"}


def reopen(pairing: Pairing) -> None:
    """Corrects 11-0 to 0-11, which reopens the match. This changes nothing in the final yet: the
    group has no other winner."""
    try:
        record(pairing, "amend", amend(1))
    except CorrectionNotAgreed:
        record(pairing, "amend", amend(1), agreed=True)


def test_a_correction_that_changes_the_winner_needs_agreement() -> None:
    _event, match = draw_final_of_groups()
    reopen(match)
    with pytest.raises(CorrectionNotAgreed):
        record(match, "amend", amend(2))
    record(match, "amend", amend(2), agreed=True)
    question = PendingDecision.objects.get(decision="")
    seats = list(match.slots.order_by("position").values_list("entry_id", flat=True))
    assert (question.kind, question.goes, question.comes) == ("CUT_MOVED", seats[:1], seats[1:])


def test_another_winner_of_a_reopened_match_asks_the_organizer() -> None:
    _event, match = draw_final_of_groups()
    reopen(match)
    record(match, "strike", {"line": 2, "reason": "mai giocata"}, agreed=True)
    record(match, "hand", THEIRS)
    question = PendingDecision.objects.get(decision="")
    seats = list(match.slots.order_by("position").values_list("entry_id", flat=True))
    assert (question.kind, question.goes, question.comes) == ("CUT_MOVED", seats[:1], seats[1:])


def test_a_reopened_match_with_the_same_winner_asks_nothing() -> None:
    _event, match = draw_final_of_groups()
    reopen(match)
    record(match, "hand", OURS, agreed=True)
    assert not PendingDecision.objects.filter(decision="").exists()
