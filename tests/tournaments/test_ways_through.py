"""The ways through a bracket that are not straight: losers and byes, two finals, who is gone."""

from random import Random

import pytest

from tests.factories import NOW, owner_of
from tests.tournaments.evenings import evening, play_open
from tests.tournaments.steps import act, entry_in, pairing, win, write
from tournaments.models import Event, Pairing
from tournaments.refusals import NextMatchBegun
from tournaments.selectors.standings.standings import load_standings_of_event
from tournaments.services.events.events import finish_event, start_play
from tournaments.services.registration.withdrawals import withdraw
from tournaments.services.results.sheets import record_line

pytestmark = pytest.mark.django_db
State = Pairing.State
FINAL, AGAIN = "final-1-1", "final-2-1"


def up_to_the_final(pairs: int = 4) -> Event:
    """A double elimination whose first final is to be played."""
    event = evening("double_elimination", pairs)
    for found in event.pairings.exclude(code__startswith="final").order_by("pk"):
        if pairing(event, found.code).state == State.READY:
            win(pairing(event, found.code))
    assert pairing(event, FINAL).state == State.READY
    return event


def other_way(event: Event, code: str, side: int, *, agreed: bool = False) -> None:
    """The result of a match is corrected: ``side`` has won it."""
    match = pairing(event, code).match
    assert match is not None
    data = {"line": 1, "data": {"points": [11 if side == 0 else 0, None]}, "reason": "letta male"}
    record_line(
        match_id=match.pk,
        act=act(match.pk, "amend", data),
        actor=owner_of(event.club),
        now=NOW,
        agreed=agreed,
    )


def winner(event: Event) -> int | None:
    best = load_standings_of_event(event).winner
    return None if best is None else int(best.placing.entry)


def test_the_final_is_not_played_again_when_the_undefeated_wins_it() -> None:
    event = up_to_the_final()
    win(pairing(event, FINAL), 0)
    assert pairing(event, AGAIN).state == State.NOT_NEEDED
    assert winner(event) == entry_in(event, FINAL, 0)
    assert finish_event(event=event, actor=owner_of(event.club), now=NOW).state == "FINISHED"


def test_the_final_is_played_again_when_both_have_lost_once() -> None:
    event = up_to_the_final()
    win(pairing(event, FINAL), 1)
    assert pairing(event, AGAIN).state == State.READY
    assert winner(event) is None
    assert entry_in(event, AGAIN, 0) == entry_in(event, FINAL, 1)
    win(pairing(event, AGAIN), 1)
    assert winner(event) == entry_in(event, FINAL, 0)


@pytest.mark.parametrize("first", [0, 1])
def test_a_corrected_final_says_anew_whether_it_is_played_again(first: int) -> None:
    event = up_to_the_final()
    win(pairing(event, FINAL), first)
    for side in (1 - first, first, 1 - first):
        other_way(event, FINAL, side)
        again = pairing(event, AGAIN)
        assert again.state == (State.READY if side else State.NOT_NEEDED)
        seated = [entry_in(event, AGAIN, position) for position in (0, 1)]
        assert seated == [entry_in(event, FINAL, side), entry_in(event, FINAL, 1 - side)]


def test_a_final_that_is_open_again_leaves_the_second_one_waiting() -> None:
    event = up_to_the_final()
    win(pairing(event, FINAL), 0)
    write(pairing(event, FINAL), "strike", {"line": 1, "reason": "doppia"})
    assert pairing(event, AGAIN).state == State.WAITING
    assert pairing(event, FINAL).state == State.READY


def test_a_second_final_that_was_played_for_nothing_does_not_count() -> None:
    event = up_to_the_final()
    win(pairing(event, FINAL), 1)
    win(pairing(event, AGAIN), 0)
    with pytest.raises(NextMatchBegun):
        other_way(event, FINAL, 0)
    other_way(event, FINAL, 0, agreed=True)
    assert pairing(event, AGAIN).state == State.NOT_NEEDED
    assert winner(event) == entry_in(event, FINAL, 0)
    assert not event.questions.exists()
    finish_event(event=event, actor=owner_of(event.club), now=NOW)


def test_a_second_final_that_counts_again_keeps_its_result() -> None:
    event = up_to_the_final()
    win(pairing(event, FINAL), 1)
    win(pairing(event, AGAIN), 0)
    played = winner(event)
    other_way(event, FINAL, 0, agreed=True)
    other_way(event, FINAL, 1, agreed=True)
    assert pairing(event, AGAIN).state == State.DECIDED
    assert winner(event) == played
    assert not event.questions.filter(decision="").exists()


def test_who_is_gone_before_the_final_loses_it_and_no_second_one() -> None:
    event = up_to_the_final()
    gone = event.entries.get(pk=entry_in(event, FINAL, 1) or 0)
    withdraw(entry=gone, reason="ammalato", actor=owner_of(event.club), now=NOW)
    again = pairing(event, AGAIN)
    assert (again.state, again.match.version) == (State.NOT_NEEDED, 0)
    assert winner(event) == entry_in(event, FINAL, 0)


def test_the_undefeated_who_is_gone_loses_both_finals() -> None:
    event = up_to_the_final()
    gone = event.entries.get(pk=entry_in(event, FINAL, 0) or 0)
    withdraw(entry=gone, reason="ammalato", actor=owner_of(event.club), now=NOW)
    assert pairing(event, AGAIN).state == State.DECIDED
    assert winner(event) == entry_in(event, FINAL, 1)


@pytest.mark.parametrize("format_", ["double_elimination", "consolation"])
@pytest.mark.parametrize("pairs", [3, 5, 6, 9, 11])
def test_a_loser_without_an_opponent_goes_on_at_once(format_: str, pairs: int) -> None:
    """At every moment nobody sits in a bye and not where it leads."""
    event = evening(format_, pairs, options={"places": 8} if format_ == "consolation" else {})
    while play_open(event.stages.get(), Random(pairs), most=1):
        for bye in event.pairings.filter(state=State.BYE):
            (entry,) = bye.slots.exclude(source="BYE").values_list("entry_id", flat=True) or [None]
            ways = bye.feeds.filter(source="WINNER_OF").values_list("entry_id", flat=True)
            assert set(ways) <= {entry}
        ready = event.pairings.filter(state=State.WAITING).exclude(slots__entry=None)
        assert not ready.exists()


@pytest.mark.parametrize("pairs", [3, 5, 6, 9, 11])
def test_who_is_gone_is_gone_behind_a_bye_too(pairs: int) -> None:
    """A loser who left falls through a bye into a match: it goes to the other side."""
    event = evening("double_elimination", pairs)
    owner = owner_of(event.club)
    stage = event.stages.get()
    for entry in event.entries.order_by("pk")[: pairs - 2]:
        withdraw(entry=entry, reason="ammalato", actor=owner, now=NOW)
    play_open(stage, Random(1))
    left = event.pairings.exclude(state__in=(State.DECIDED, State.BYE, State.NOT_NEEDED))
    assert not left.exists()
    finish_event(event=event, actor=owner, now=NOW)
    gone = set(event.entries.filter(state="WITHDRAWN").values_list("pk", flat=True))
    rows = load_standings_of_event(event).rows
    assert {int(row.placing.entry) for row in rows[2:]} == gone


def test_who_leaves_a_round_robin_loses_all_that_he_was_to_play() -> None:
    event = evening("round_robin", 6)
    owner = owner_of(event.club)
    win(pairing(event, "main-1-1"))
    gone = event.entries.earliest("pk")
    withdraw(entry=gone, reason="ammalato", actor=owner, now=NOW)
    left = event.pairings.filter(slots__entry=gone).exclude(state=State.DECIDED)
    assert not left.exists()
    play_open(event.stages.get(), Random(1))
    finish_event(event=event, actor=owner, now=NOW)


def test_who_leaves_before_the_event_begins_loses_when_it_does() -> None:
    event = evening("single_elimination", 4, running=False, tables=2)
    owner = owner_of(event.club)
    gone = event.entries.earliest("pk")
    withdraw(entry=gone, reason="ammalato", actor=owner, now=NOW)
    first = event.pairings.get(round__order=0, slots__entry=gone)
    assert first.state == State.READY
    start_play(event=event, actor=owner, now=NOW)
    first.refresh_from_db()
    assert (first.state, first.table) == (State.DECIDED, None)
    assert event.pairings.filter(state=State.CALLED).count() == 1


@pytest.mark.parametrize("seed", range(6))
def test_withdrawals_at_any_moment_leave_nothing_open(seed: int) -> None:
    random = Random(seed)
    event = evening("double_elimination", 4 + seed, tables=2)
    owner, stage = owner_of(event.club), event.stages.get()
    while play_open(stage, random, most=1):
        staying = event.entries.filter(state="ENTERED").order_by("pk")
        if random.random() < 0.4 and staying.count() > 1:
            withdraw(entry=random.choice(list(staying)), reason="via", actor=owner, now=NOW)
    finish_event(event=event, actor=owner, now=NOW)
    places = sorted(row.placing.first for row in load_standings_of_event(event).rows)
    assert places[0] == 1
    assert len(places) == 4 + seed
