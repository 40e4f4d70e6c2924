"""A correction after the next step: seen first, agreed to, applied; what cannot follow is asked."""

from typing import Any

import pytest

from scoring.acts import Act
from scoring.models import Line, Match
from tests.factories import NOW, actor_of, draw_stage_now, make_event, make_member, owner_of
from tests.tournaments.steps import QUICK, act, entry_in, pairing, whole, win, write
from tests.tournaments.test_weekend import draw_lots, play, stage_of, start, weekend
from tournaments.models import Event, Pairing, PendingDecision, Role, Slot
from tournaments.refusals import CorrectionNotAgreed, NextMatchBegun, NotAllowed
from tournaments.selectors.standings.rankings import load_ranking
from tournaments.selectors.standings.standings import load_standings_of_event
from tournaments.services.corrections.previews import preview_consequences
from tournaments.services.corrections.replays import replay
from tournaments.services.decisions.pending import leave_as_played, swap
from tournaments.services.results.sheets import record_line
from tournaments.services.standings.penalties import cancel_penalty, disqualify, give_penalty

pytestmark = pytest.mark.django_db


def other_way(event: Event, code: str) -> Act:
    """The match was won by the other side."""
    return act(
        pairing(event, code).match_id or 0,
        "amend",
        {"line": 1, "data": {"points": [0, None]}, "reason": "scritta al contrario"},
    )


def semifinals_and_final_begun() -> Event:
    event = make_event(pairs=4, match_format=QUICK)
    win(pairing(event, "main-1-1"))
    win(pairing(event, "main-1-2"))
    write(pairing(event, "main-2-1"), "hand", {"points": [6, None]})
    return event


def match_of(event: Event, code: str) -> int:
    return pairing(event, code).match_id or 0


def test_a_correction_is_seen_before_it_is_made_and_nothing_is_written() -> None:
    event = semifinals_and_final_begun()
    match = match_of(event, "main-1-1")
    lines = Line.objects.count()
    found = preview_consequences(
        match_id=match, act=other_way(event, "main-1-1"), actor=owner_of(event.club), now=NOW
    )
    assert (found.before.winner, found.after.winner) == (0, 1)
    (asked,) = found.asked
    assert (asked.kind, asked.pairing) == ("PLAYED_ON", "main-2-1")
    assert asked.goes == (entry_in(event, "main-1-1", 0),)
    assert asked.comes == (entry_in(event, "main-1-1", 1),)
    assert Line.objects.count() == lines
    assert not PendingDecision.objects.exists()
    assert Match.objects.get(pk=match).winner == 0


def test_without_agreement_it_is_refused() -> None:
    event = semifinals_and_final_begun()
    with pytest.raises(NextMatchBegun):
        record_line(
            match_id=match_of(event, "main-1-1"),
            act=other_way(event, "main-1-1"),
            actor=owner_of(event.club),
            now=NOW,
        )


def agreed(event: Event, code: str) -> PendingDecision:
    record_line(
        match_id=match_of(event, code),
        act=other_way(event, code),
        actor=owner_of(event.club),
        now=NOW,
        agreed=True,
    )
    return PendingDecision.objects.get(decision="")


def test_a_referee_does_not_agree_alone() -> None:
    event = semifinals_and_final_begun()
    referee = actor_of(make_member(event.club, Role.Kind.REFEREE))
    with pytest.raises(NotAllowed):
        record_line(
            match_id=match_of(event, "main-1-1"),
            act=other_way(event, "main-1-1"),
            actor=referee,
            now=NOW,
            agreed=True,
        )


def test_agreed_the_result_stands_and_the_begun_match_is_a_question() -> None:
    event = semifinals_and_final_begun()
    question = agreed(event, "main-1-1")
    assert Match.objects.get(pk=match_of(event, "main-1-1")).winner == 1
    assert entry_in(event, "main-2-1", 0) == entry_in(event, "main-1-1", 0)
    leave_as_played(
        pending=question, reason="giocata in buona fede", actor=owner_of(event.club), now=NOW
    )
    assert not PendingDecision.objects.filter(decision="").exists()


def test_replayed_the_old_sheet_stays_and_the_right_pair_sits() -> None:
    event = semifinals_and_final_begun()
    question = agreed(event, "main-1-1")
    old = match_of(event, "main-2-1")
    replay(pending=question, reason="si rigioca", actor=owner_of(event.club), now=NOW)
    final = pairing(event, "main-2-1")
    assert final.match_id != old
    assert (final.state, Line.objects.filter(match=old).count()) == ("READY", 1)
    assert entry_in(event, "main-2-1", 0) == entry_in(event, "main-1-1", 1)
    assert final.set_aside.get().match_id == old
    win(final)
    assert load_standings_of_event(event).winner is not None


def test_what_hung_on_a_replayed_match_waits_again_or_is_asked_too() -> None:
    event = make_event(pairs=8, match_format=QUICK)
    for code in ("main-1-1", "main-1-2", "main-1-3", "main-1-4", "main-2-1", "main-2-2"):
        win(pairing(event, code))
    write(pairing(event, "main-3-1"), "hand", {"points": [6, None]})
    question = agreed(event, "main-1-1")
    assert question.pairing == pairing(event, "main-2-1")
    replay(pending=question, reason="si rigioca", actor=owner_of(event.club), now=NOW)
    assert pairing(event, "main-2-1").state == "READY"
    again = PendingDecision.objects.get(decision="")
    assert (again.pairing, again.comes) == (pairing(event, "main-3-1"), [])
    assert pairing(event, "main-3-1").match.version == 1


def test_a_final_that_began_before_the_third_place_is_replayed_is_asked_about() -> None:
    event = make_event(pairs=4, match_format=QUICK, options={"third_place": True})
    for code in ("main-1-1", "main-1-2", "third-1-1"):
        win(pairing(event, code))
    question = agreed(event, "main-1-1")
    assert question.pairing == pairing(event, "third-1-1")
    loser, winner = (entry_in(event, "main-1-1", side) for side in (0, 1))
    write(pairing(event, "main-2-1"), "hand", {"points": [6, None]})
    replay(pending=question, reason="si rigioca", actor=owner_of(event.club), now=NOW)
    assert entry_in(event, "third-1-1", 0) == loser
    asked = PendingDecision.objects.get(decision="")
    assert (asked.pairing, asked.goes, asked.comes) == (
        pairing(event, "main-2-1"),
        [loser],
        [winner],
    )
    replay(pending=asked, reason="si rigioca", actor=owner_of(event.club), now=NOW)
    assert entry_in(event, "main-2-1", 0) == winner


def a_drawn_final() -> Event:
    event = weekend()
    start(event)
    play(event)
    draw_lots(stage_of(event, 1))
    draw_stage_now(stage_of(event, 2))
    return event


def tip_over(event: Event) -> tuple[Pairing, dict[str, Any]]:
    """A hand of the last of those who are through, read so that he is through no more."""
    placings = load_ranking(stage_of(event, 1)).placings
    last = int(placings[7].entry)
    seats = Slot.objects.filter(entry=last, pairing__round__group__stage__number=1)
    slot = seats.filter(pairing__match__isnull=False).select_related("pairing").earliest("pk")
    assert slot.pairing.match is not None
    thirds = [0, 35] if slot.side == 0 else [35, 0]
    hand = slot.pairing.match.lines.filter(kind="hand").order_by("n").first()
    data = {
        "line": hand.n,
        "data": {**{k: v for k, v in hand.data.items() if k == "caller"}, "thirds": thirds},
        "reason": "riletta",
    }
    return slot.pairing, data


def test_a_correction_after_the_cut_is_shown_agreed_to_and_swapped() -> None:
    event = a_drawn_final()
    owner = owner_of(event.club)
    wrong, data = tip_over(event)
    match = wrong.match_id or 0
    line = act(match, "amend", data)
    with pytest.raises(CorrectionNotAgreed):
        record_line(match_id=match, act=line, actor=owner, now=NOW)
    found = preview_consequences(match_id=match, act=line, actor=owner, now=NOW)
    (asked,) = found.asked
    assert (asked.kind, asked.stage) == ("CUT_MOVED", 2)
    assert found.moved
    record_line(match_id=match, act=line, actor=owner, now=NOW, agreed=True)
    question = PendingDecision.objects.get()
    swap(pending=question, reason="dentro chi ne ha diritto", actor=owner, now=NOW)
    seated = set(
        Pairing.objects.filter(round__group__stage__number=2, event=event).values_list(
            "slots__entry", flat=True
        )
    )
    assert set(question.comes) <= seated
    assert not set(question.goes) & seated


def test_a_stage_drawn_again_answers_the_question() -> None:
    event = a_drawn_final()
    owner = owner_of(event.club)
    wrong, data = tip_over(event)
    match = wrong.match_id or 0
    record_line(match_id=match, act=act(match, "amend", data), actor=owner, now=NOW, agreed=True)
    draw_stage_now(stage_of(event, 2), reason="un punteggio era sbagliato")
    question = PendingDecision.objects.get()
    assert (question.decision, question.reason) == ("DRAWN_AGAIN", "un punteggio era sbagliato")


def test_a_penalty_moves_the_ranking_and_cancelled_moves_it_back() -> None:
    event = weekend()
    start(event)
    play(event)
    stage, owner = stage_of(event, 1), owner_of(event.club)
    before = load_ranking(stage).placings
    entry = event.entries.get(pk=before[0].entry)
    penalty = give_penalty(
        stage=stage, entry=entry, points=300, article="7", reason="segni", actor=owner, now=NOW
    )
    after = load_ranking(stage).placings
    assert after[-1].entry == entry.pk
    assert whole(before[0], "points_for") - whole(after[-1], "points_for") == 300
    cancel_penalty(penalty=penalty, reason="non era lui", actor=owner, now=NOW)
    assert load_ranking(stage).placings == before


@pytest.mark.parametrize("voids", [False, True])
def test_who_is_disqualified_goes_nowhere(voids: bool) -> None:
    event = weekend()
    start(event)
    play(event)
    stage, owner = stage_of(event, 1), owner_of(event.club)
    before = load_ranking(stage).placings
    entry = event.entries.get(pk=before[0].entry)
    disqualify(entry=entry, voids=voids, article="9", reason="insulti", actor=owner, now=NOW)
    draw_lots(stage)
    draw_stage_now(stage_of(event, 2))
    seated = Pairing.objects.filter(event=event, round__group__stage__number=2)
    assert entry.pk not in set(seated.values_list("slots__entry", flat=True))
    rows = {row.placing.entry: row.placing for row in load_standings_of_event(event).rows}
    assert len(rows) == 16
    if voids:
        assert rows[entry.pk].values["points_for"] == 0
