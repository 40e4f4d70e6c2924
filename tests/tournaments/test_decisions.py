"""Rounds that were paired from a result that reads otherwise now, and prizes."""

import pytest

from competition.prizes import PrizeBand
from tests.factories import NOW, actor_of, make_event, make_member, owner_of
from tests.tournaments.steps import QUICK, act, decide_as_owner, pairing, turn, win, write
from tests.tournaments.test_rounds import pair_next, play, swiss
from tournaments.models import Entry, Event, Pairing, PendingDecision, Prize, Role
from tournaments.refusals import (
    CorrectionNotAgreed,
    DecisionRefused,
    EventStateRefused,
    NotAllowed,
    PrizesRefused,
)
from tournaments.selectors.decisions.pending import list_possible_decisions
from tournaments.selectors.regulation.prizes import list_awards, list_prizes
from tournaments.selectors.standings.standings import load_standings_of_event
from tournaments.services.registration.withdrawals import withdraw
from tournaments.services.regulation.prizes import set_prizes
from tournaments.services.results.sheets import record_line
from tournaments.services.rounds.next_round import take_back_round

pytestmark = pytest.mark.django_db


def paired_round_two() -> tuple[Event, str]:
    """A Swiss whose second round is paired, and a match of the first."""
    event = swiss(6)
    codes = list(event.pairings.order_by("pk").values_list("code", flat=True))
    for code in codes:
        win(pairing(event, code))
    pair_next(event)
    return event, codes[0]


def test_a_round_that_was_paired_from_it_is_asked_about_and_taken_back() -> None:
    event, code = paired_round_two()
    with pytest.raises(CorrectionNotAgreed):
        turn(event, code, agreed=False)
    turn(event, code)
    question = PendingDecision.objects.get()
    assert (question.kind, question.round) == ("ROUND_PAIRED", 2)
    assert list_possible_decisions(question) == ["LEFT", "TAKEN_BACK"]
    decide_as_owner(question, "TAKEN_BACK", "abbinato da un errore")
    question.refresh_from_db()
    assert (question.decision, question.reason) == ("TAKEN_BACK", "abbinato da un errore")
    assert not event.pairings.filter(round__number=2).exists()
    pair_next(event)
    assert event.pairings.filter(round__number=2).count() == 3


def test_a_round_taken_back_on_its_own_page_answers_the_question_too() -> None:
    event, code = paired_round_two()
    turn(event, code)
    take_back_round(stage=event.stages.get(), reason="rifatto", actor=owner_of(event.club), now=NOW)
    assert PendingDecision.objects.get().decision == "TAKEN_BACK"


def test_a_round_that_has_begun_meanwhile_is_not_taken_back() -> None:
    event, code = paired_round_two()
    turn(event, code)
    first = event.pairings.filter(round__number=2).order_by("pk")[0]
    write(first, "hand", {"points": [6, None]})
    assert list_possible_decisions(PendingDecision.objects.get()) == ["LEFT"]


def test_a_later_round_than_the_one_that_was_asked_about_stays() -> None:
    event, code = paired_round_two()
    turn(event, code)
    play(event)
    pair_next(event)
    question = PendingDecision.objects.get()
    with pytest.raises(DecisionRefused) as refused:
        decide_as_owner(question, "TAKEN_BACK", "troppo tardi")
    assert refused.value.code == "question_is_old"
    assert event.pairings.filter(round__number=3).exists()


def test_a_result_of_two_rounds_ago_asks_about_the_round_that_was_paired_last() -> None:
    event, code = paired_round_two()
    play(event)
    pair_next(event)
    turn(event, code)
    assert PendingDecision.objects.get().round == 3


def test_once_the_last_round_has_begun_nothing_is_asked() -> None:
    event, code = paired_round_two()
    first = event.pairings.filter(round__number=2).order_by("pk")[0]
    write(first, "hand", {"points": [6, None]})
    turn(event, code, agreed=False)
    assert not PendingDecision.objects.exists()


BANDS = [
    PrizeBand(1, 1, "2 prosciutti"),
    PrizeBand(5, 8, "una bottiglia"),
    PrizeBand(2, 4, " un salame "),
]


def test_prizes_are_kept_in_the_order_of_places() -> None:
    event = make_event()
    set_prizes(event=event, bands=BANDS, actor=owner_of(event.club), now=NOW, reason="lo sponsor")
    assert list_prizes(event) == [
        PrizeBand(1, 1, "2 prosciutti"),
        PrizeBand(2, 4, "un salame"),
        PrizeBand(5, 8, "una bottiglia"),
    ]
    set_prizes(
        event=event, bands=BANDS[:1], actor=owner_of(event.club), now=NOW, reason="lo sponsor"
    )
    assert list_prizes(event) == BANDS[:1]


def test_prizes_that_cannot_be_change_nothing_and_all_faults_are_told() -> None:
    event = make_event()
    owner = owner_of(event.club)
    set_prizes(event=event, bands=BANDS, actor=owner, now=NOW, reason="lo sponsor")
    wrong = [PrizeBand(3, 2, "a"), PrizeBand(1, 4, " "), PrizeBand(4, 6, "b")]
    with pytest.raises(PrizesRefused) as refused:
        set_prizes(event=event, bands=wrong, actor=owner, now=NOW)
    codes = [fault.code for fault in refused.value.violations]
    assert codes == ["prize_without_text", "prize_places", "prize_twice"]
    assert Prize.objects.count() == 3


def test_only_who_manages_writes_prizes_and_never_into_an_archive() -> None:
    event = make_event(drawn=False)
    referee = actor_of(make_member(event.club, Role.Kind.REFEREE))
    with pytest.raises(NotAllowed):
        set_prizes(event=event, bands=BANDS, actor=referee, now=NOW)
    Event.objects.filter(pk=event.pk).update(state=Event.State.ARCHIVED)
    with pytest.raises(EventStateRefused):
        set_prizes(
            event=event, bands=BANDS, actor=owner_of(event.club), now=NOW, reason="lo sponsor"
        )


def test_a_prize_is_settled_once_nobody_can_climb_or_fall() -> None:
    event = make_event(pairs=4, match_format=QUICK)
    bands = [PrizeBand(1, 1, "a"), PrizeBand(2, 2, "b"), PrizeBand(3, 4, "c")]

    def settled() -> list[bool]:
        return [
            award.is_settled for award in list_awards(event, bands, load_standings_of_event(event))
        ]

    win(pairing(event, "main-1-1"))
    assert settled() == [False, False, False]
    win(pairing(event, "main-1-2"))
    assert settled() == [False, False, True]
    win(pairing(event, "main-2-1"))
    assert settled() == [True, True, True]
    awards = list_awards(event, bands, load_standings_of_event(event))
    assert [len(award.rows) for award in awards] == [1, 1, 2]


def test_before_the_last_round_of_a_ranking_nothing_is_settled() -> None:
    event = swiss(4, rounds=2)
    bands = [PrizeBand(1, 1, "a")]
    play(event)
    (award,) = list_awards(event, bands, load_standings_of_event(event))
    assert not award.is_settled
    pair_next(event)
    play(event)
    (award,) = list_awards(event, bands, load_standings_of_event(event))
    assert award.is_settled


def test_before_the_draw_a_prize_is_nobodys() -> None:
    event = make_event(drawn=False)
    (award,) = list_awards(event, [PrizeBand(1, 1, "a")], load_standings_of_event(event))
    assert (award.rows, award.is_settled) == ((), False)
    assert not Pairing.objects.exists()


def final_left_as_played() -> Event:
    """The first semifinal reads the other way round after the final has begun with its loser."""
    event = make_event(pairs=4, match_format=QUICK)
    win(pairing(event, "main-1-1"))
    win(pairing(event, "main-1-2"))
    write(pairing(event, "main-2-1"), "hand", {"points": [6, None]})
    turn(event, "main-1-1")
    return event


@pytest.mark.parametrize("decided", [False, True])
def test_left_as_played_who_played_the_final_has_the_places(decided: bool) -> None:
    event = final_left_as_played()
    if decided:
        decide_as_owner(PendingDecision.objects.get(), "LEFT", "giocata in buona fede")
    write(pairing(event, "main-2-1"), "hand", {"points": [6, None]})
    seats = list(
        pairing(event, "main-2-1").slots.order_by("position").values_list("entry_id", flat=True)
    )
    rows = load_standings_of_event(event).rows
    assert [row.placing.entry for row in rows[:2]] == seats
    assert [(row.placing.first, row.placing.last) for row in rows] == [
        (1, 1),
        (2, 2),
        (3, 4),
        (3, 4),
    ]
    assert load_standings_of_event(event).winner is not None


def test_a_final_that_was_played_waits_while_a_match_before_it_is_played_again() -> None:
    event = make_event(pairs=8, match_format=QUICK)
    for code in ("main-1-1", "main-1-2", "main-1-3", "main-1-4", "main-2-1", "main-2-2"):
        win(pairing(event, code))
    win(pairing(event, "main-3-1"))
    seats = list(
        pairing(event, "main-3-1").slots.order_by("position").values_list("entry_id", flat=True)
    )
    turn(event, "main-1-1")
    decide_as_owner(PendingDecision.objects.get(), "REPLAYED", "si rigioca")
    waiting = load_standings_of_event(event)
    assert len(waiting.rows) == 8
    assert waiting.winner is None
    rows = {row.placing.entry: row.placing for row in waiting.rows}
    assert (rows[seats[1]].first, rows[seats[1]].last, rows[seats[1]].still_in) == (1, 2, True)
    assert max(placing.last for placing in rows.values()) == 8
    decide_as_owner(PendingDecision.objects.get(decision=""), "REPLAYED", "anche la finale")
    win(pairing(event, "main-2-1"))
    win(pairing(event, "main-3-1"), side=1)
    assert load_standings_of_event(event).winner is not None
    places = [(row.placing.first, row.placing.last) for row in load_standings_of_event(event).rows]
    assert places == [(1, 1), (2, 2), (3, 4), (3, 4), *[(5, 8)] * 4]


def semifinal_again() -> Event:
    """The first semifinal reads the other way round: its fed quarterfinal is played again while the
    final, which hung on it, has begun."""
    event = make_event(pairs=8, match_format=QUICK)
    for code in ("main-1-1", "main-1-2", "main-1-3", "main-1-4", "main-2-1", "main-2-2"):
        win(pairing(event, code))
    write(pairing(event, "main-3-1"), "hand", {"points": [6, None]})
    turn(event, "main-1-1")
    decide_as_owner(PendingDecision.objects.get(), "REPLAYED", "si rigioca")
    return event


def test_a_match_that_is_played_again_ends_at_its_table_and_the_next_one_is_asked_about() -> None:
    event = semifinal_again()
    referee = actor_of(make_member(event.club, Role.Kind.REFEREE))
    again = pairing(event, "main-2-1")
    match = again.match_id or 0
    record_line(
        match_id=match, act=act(match, "hand", {"points": [11, None]}), actor=referee, now=NOW
    )
    question = PendingDecision.objects.get(decision="")
    winner = again.slots.get(position=0).entry_id
    assert (question.pairing, question.comes) == (pairing(event, "main-3-1"), [winner])


def test_who_sits_there_after_all_is_asked_about_no_more() -> None:
    event = make_event(pairs=4, match_format=QUICK)
    win(pairing(event, "main-1-1"))
    win(pairing(event, "main-1-2"))
    write(pairing(event, "main-2-1"), "hand", {"points": [6, None]})
    turn(event, "main-1-1")
    assert PendingDecision.objects.filter(decision="").exists()
    turn(event, "main-1-1")
    assert not PendingDecision.objects.exists()


def test_who_leaves_a_match_that_is_played_again_is_not_held_back_by_the_next_one() -> None:
    event = semifinal_again()
    gone = pairing(event, "main-2-1").slots.get(position=0).entry
    assert gone is not None
    withdraw(entry=gone, reason="va a casa", actor=owner_of(event.club), now=NOW)
    other = pairing(event, "main-2-1").slots.get(position=1).entry_id
    assert PendingDecision.objects.get(decision="").comes == [other]


def final_begun_and_the_third_place_to_come() -> Event:
    event = make_event(pairs=4, match_format=QUICK, options={"third_place": True})
    win(pairing(event, "main-1-1"))
    win(pairing(event, "main-1-2"))
    write(pairing(event, "main-2-1"), "hand", {"points": [6, None]})
    return event


def in_slots(event: Event, code: str) -> list[int | None]:
    slots = pairing(event, code).slots.order_by("position")
    return list(slots.values_list("entry_id", flat=True))


@pytest.mark.parametrize("decision", ["LEFT", "REPLAYED"])
def test_nobody_sits_in_the_final_and_in_the_match_for_the_third_place(decision: str) -> None:
    event = final_begun_and_the_third_place_to_come()
    first, second = in_slots(event, "main-1-1")
    turn(event, "main-1-1")
    assert in_slots(event, "main-2-1")[0] == first
    assert in_slots(event, "third-1-1")[0] == second
    decide_as_owner(PendingDecision.objects.get(), decision, "sentiti tutti")
    is_left = decision == "LEFT"
    assert in_slots(event, "main-2-1")[0] == (first if is_left else second)
    assert in_slots(event, "third-1-1")[0] == (second if is_left else first)
    win(pairing(event, "third-1-1"))
    final = pairing(event, "main-2-1")
    write(final, "hand", {"points": [11, None]})
    rows = load_standings_of_event(event).rows
    assert len({row.placing.entry for row in rows}) == 4
    assert [row.placing.first for row in rows] == [1, 2, 3, 4]
    assert rows[0].placing.entry == (first if is_left else second)
    assert rows[2].placing.entry == (second if is_left else first)


def test_a_match_that_is_played_again_with_who_has_left_goes_to_the_other_side() -> None:
    event = final_left_as_played()
    (comes,) = PendingDecision.objects.get().comes
    owner = owner_of(event.club)
    withdraw(entry=Entry.objects.get(pk=comes), reason="va a casa", actor=owner, now=NOW)
    decide_as_owner(PendingDecision.objects.get(), "REPLAYED", "sentiti tutti")
    first, second = in_slots(event, "main-2-1")
    assert (first, pairing(event, "main-2-1").state) == (comes, Pairing.State.DECIDED)
    winner = load_standings_of_event(event).winner
    assert winner is not None
    assert winner.placing.entry == second
