"""Prizes are announced when an event is closed; a correction that moves them is asked about."""

import pytest

from competition.prizes import PrizeBand
from tests.factories import NOW, make_event, owner_of
from tests.tournaments.steps import QUICK, act, pairing, turn, win
from tournaments.models import Event, PendingDecision
from tournaments.refusals import CorrectionNotAgreed, DecisionRefused, EventStateRefused
from tournaments.selectors.decisions.pending import list_possible_decisions
from tournaments.selectors.regulation.prizes import list_awards, list_prizes
from tournaments.selectors.standings.standings import load_standings_of_event
from tournaments.services.corrections.decisions import decide
from tournaments.services.corrections.previews import preview_consequences
from tournaments.services.events.events import finish_event, reopen_event
from tournaments.services.regulation.prizes import set_prizes
from tournaments.services.results.sheets import record_line

pytestmark = pytest.mark.django_db

FINAL = "main-2-1"
BANDS = [PrizeBand(1, 1, "un prosciutto"), PrizeBand(2, 2, "un salame")]


def closed_event() -> Event:
    """Four pairs, two prizes, played out and closed."""
    event = make_event(pairs=4, match_format=QUICK)
    owner = owner_of(event.club)
    set_prizes(event=event, bands=BANDS, actor=owner, now=NOW, reason="premi")
    for code in ("main-1-1", "main-1-2", FINAL):
        win(pairing(event, code))
    return finish_event(event=event, actor=owner, now=NOW)


def corrected_event() -> tuple[Event, list[int]]:
    """A closed event that was reopened, and its final corrected; who had the prizes."""
    event = closed_event()
    had = winners(event)
    reopen_event(event=event, actor=owner_of(event.club), now=NOW)
    turn(event, FINAL)
    return Event.objects.get(pk=event.pk), had


def winners(event: Event) -> list[int]:
    awards = list_awards(event, list_prizes(event), load_standings_of_event(event))
    return [int(row.placing.entry) for award in awards for row in award.rows]


def answer(event: Event, decision: str) -> None:
    decide(
        pending=PendingDecision.objects.get(decision=""),
        decision=decision,
        reason="dopo la premiazione",
        actor=owner_of(event.club),
        now=NOW,
    )


def test_a_correction_that_moves_announced_prizes_needs_agreement() -> None:
    event = closed_event()
    first, second = winners(event)
    reopen_event(event=event, actor=owner_of(event.club), now=NOW)
    with pytest.raises(CorrectionNotAgreed):
        turn(event, FINAL, agreed=False)
    assert winners(event) == [first, second]
    turn(event, FINAL)
    question = PendingDecision.objects.get()
    assert (question.kind, question.comes, question.goes) == ("PRIZES_MOVED", [], [])
    assert sorted(question.changed, key=lambda each: each["after"]) == [
        {"entry": second, "what": "prize", "before": [2, 2], "after": [1, 1]},
        {"entry": first, "what": "prize", "before": [1, 1], "after": [2, 2]},
    ]
    assert list_possible_decisions(question) == ["KEPT", "AWARDED"]


def test_prizes_that_were_announced_stay_until_the_organizer_decides() -> None:
    event, had = corrected_event()
    awards = list_awards(event, list_prizes(event), load_standings_of_event(event))
    assert (winners(event), [award.is_settled for award in awards]) == (had, [False, False])
    with pytest.raises(EventStateRefused) as refused:
        finish_event(event=event, actor=owner_of(event.club), now=NOW)
    assert refused.value.code == "decisions_still_open"


def test_prizes_that_were_announced_are_not_settled_while_a_match_is_played_again() -> None:
    event = closed_event()
    had = winners(event)
    owner = owner_of(event.club)
    reopen_event(event=event, actor=owner, now=NOW)
    data = {"line": 1, "reason": "da rigiocare"}
    match = pairing(event, FINAL).match_id or 0
    record_line(match_id=match, act=act(match, "strike", data), actor=owner, now=NOW, agreed=True)
    awards = list_awards(event, list_prizes(event), load_standings_of_event(event))
    assert (winners(event), [award.is_settled for award in awards]) == (had, [False, False])
    win(pairing(event, FINAL))
    awards = list_awards(event, list_prizes(event), load_standings_of_event(event))
    assert (winners(event), [award.is_settled for award in awards]) == (had, [True, True])


def test_prizes_that_are_kept_stay_kept() -> None:
    event, had = corrected_event()
    answer(event, "KEPT")
    event = finish_event(event=event, actor=owner_of(event.club), now=NOW)
    awards = list_awards(event, list_prizes(event), load_standings_of_event(event))
    assert (winners(event), [award.is_settled for award in awards]) == (had, [True, True])
    assert [row.placing.entry for row in load_standings_of_event(event).rows[:2]] == had[::-1]


def test_prizes_that_are_awarded_anew_go_by_the_places_of_now() -> None:
    event, had = corrected_event()
    answer(event, "AWARDED")
    event = finish_event(event=event, actor=owner_of(event.club), now=NOW)
    assert winners(event) == had[::-1]


def test_a_correction_that_is_taken_back_is_asked_about_no_more() -> None:
    event, had = corrected_event()
    turn(event, FINAL)
    assert not PendingDecision.objects.exists()
    event = finish_event(event=event, actor=owner_of(event.club), now=NOW)
    assert winners(event) == had


def test_what_was_kept_is_not_asked_about_again() -> None:
    event, had = corrected_event()
    answer(event, "KEPT")
    turn(event, FINAL)
    turn(event, FINAL)
    assert not PendingDecision.objects.filter(decision="").exists()
    assert winners(event) == had


def test_the_consequences_name_the_prizes() -> None:
    event = closed_event()
    reopen_event(event=event, actor=owner_of(event.club), now=NOW)
    there = pairing(event, FINAL)
    assert there.match is not None
    line = there.match.lines.get(n=1)
    data = {"line": 1, "data": {**line.data, "points": [0, None]}, "reason": "al contrario"}
    found = preview_consequences(
        match_id=there.match.pk,
        act=act(there.match.pk, "amend", data),
        actor=owner_of(event.club),
        now=NOW,
    )
    assert [(asked.kind, len(asked.changed)) for asked in found.asked] == [("PRIZES_MOVED", 2)]


def test_a_prize_for_more_places_is_announced_anew_with_those_for_the_same_kept() -> None:
    event, had = corrected_event()
    answer(event, "KEPT")
    owner = owner_of(event.club)
    event = finish_event(event=event, actor=owner, now=NOW)
    bands = [*BANDS, PrizeBand(3, 4, "una bottiglia")]
    set_prizes(event=event, bands=bands, actor=owner, now=NOW, reason="altri premi")
    assert winners(event)[:2] == had
    assert len(winners(event)) == 4


def test_a_question_about_prizes_has_no_other_answers() -> None:
    event, _had = corrected_event()
    for decision in ("LEFT", "REPLAYED", "SWAPPED", "TAKEN_BACK"):
        with pytest.raises(DecisionRefused):
            answer(event, decision)


def test_other_questions_have_no_answers_about_prizes() -> None:
    event = make_event(pairs=4, match_format=QUICK)
    for code in ("main-1-1", "main-1-2", FINAL):
        win(pairing(event, code))
    turn(event, "main-1-1")
    for decision in ("KEPT", "AWARDED"):
        with pytest.raises(DecisionRefused):
            answer(event, decision)
