"""What a result moves: entries, tables, and what a correction may still change."""

from typing import Any

import pytest

from tests.factories import NOW, make_event, owner_of
from tests.tournaments.steps import QUICK, entry_in, pairing, round_codes, win, write
from tournaments.models import Pairing
from tournaments.refusals import EventStateRefused, NextMatchBegun, PairingNotReady
from tournaments.services.events.events import finish_event

pytestmark = pytest.mark.django_db
State = Pairing.State


@pytest.fixture
def event() -> Any:
    return make_event(pairs=4, match_format=QUICK, options={"third_place": True})


def final_of(event: Any) -> Any:
    return event.pairings.filter(round__section="main").order_by("round__number").last()


def third_of(event: Any) -> Any:
    return event.pairings.get(round__section="third")


def entries_of(pairing: Any) -> Any:
    return list(pairing.slots.order_by("position").values_list("entry_id", flat=True))


def test_a_winner_and_a_loser_move_on_in_the_same_transaction(event: Any) -> None:
    first, _ = event.pairings.filter(round__order=0).order_by("pk")
    winner, loser = entries_of(first)
    win(first)
    first.refresh_from_db()
    assert first.state == State.DECIDED
    assert entries_of(final_of(event)) == [winner, None]
    assert entries_of(third_of(event)) == [loser, None]
    assert final_of(event).state == State.WAITING


def test_a_pairing_is_ready_when_both_sides_are_known(event: Any) -> None:
    for semifinal in event.pairings.filter(round__order=0):
        win(semifinal, side=1)
    assert final_of(event).state == State.READY
    assert third_of(event).state == State.READY


def test_a_line_that_decides_nothing_leaves_the_version_of_the_stage(event: Any) -> None:
    first = event.pairings.filter(round__order=0).order_by("pk").first()
    before = event.stages.get().version
    write(first, "hand", {"points": [6, None]})
    assert event.stages.get().version == before


def test_a_line_before_the_sides_are_known_is_refused(event: Any) -> None:
    with pytest.raises(PairingNotReady):
        win(final_of(event))
    assert final_of(event).match.version == 0


def test_a_corrected_result_moves_on_correctly(event: Any) -> None:
    first = event.pairings.filter(round__order=0).order_by("pk").first()
    winner, loser = entries_of(first)
    win(first)
    write(first, "amend", {"line": 1, "data": {"points": [0, None]}, "reason": "letta male"})
    assert entries_of(final_of(event)) == [loser, None]
    assert entries_of(third_of(event)) == [winner, None]


def test_an_undecided_match_takes_its_entries_back(event: Any) -> None:
    for semifinal in event.pairings.filter(round__order=0):
        win(semifinal)
    first = event.pairings.filter(round__order=0).order_by("pk").first()
    write(first, "strike", {"line": 1, "reason": "doppia"})
    first.refresh_from_db()
    assert first.state == State.READY
    assert entries_of(final_of(event))[0] is None
    assert final_of(event).state == State.WAITING


def test_a_correction_after_the_next_match_has_begun_is_refused_whole(
    event: Any,
) -> None:
    semifinals = list(event.pairings.filter(round__order=0).order_by("pk"))
    for semifinal in semifinals:
        win(semifinal)
    write(final_of(event), "hand", {"points": [6, None]})
    before = entries_of(final_of(event))
    with pytest.raises(NextMatchBegun):
        write(semifinals[0], "strike", {"line": 1, "reason": "doppia"})
    semifinals[0].match.refresh_from_db()
    assert semifinals[0].match.version == 1
    assert entries_of(final_of(event)) == before


def test_a_correction_that_keeps_the_winner_is_never_refused(event: Any) -> None:
    semifinals = list(event.pairings.filter(round__order=0).order_by("pk"))
    for semifinal in semifinals:
        win(semifinal)
    write(final_of(event), "hand", {"points": [6, None]})
    amend = {"line": 1, "data": {"thirds": [35, 0]}, "reason": "figure"}
    assert write(semifinals[0], "amend", amend).written.match.winner == 0


def test_a_struck_first_hand_makes_the_next_match_not_begun_again(event: Any) -> None:
    semifinals = list(event.pairings.filter(round__order=0).order_by("pk"))
    for semifinal in semifinals:
        win(semifinal)
    write(final_of(event), "hand", {"points": [6, None]})
    write(final_of(event), "strike", {"line": 1, "reason": "tavolo sbagliato"})
    write(semifinals[0], "strike", {"line": 1, "reason": "doppia"})
    assert entries_of(final_of(event))[0] is None


def test_tables_are_called_in_the_order_of_play_and_freed() -> None:
    event = make_event(pairs=8, tables=2, match_format=QUICK)
    called = event.pairings.filter(state=State.CALLED).order_by("pk")
    assert [pairing.code for pairing in called] == round_codes(event, 0)[:2]
    assert [pairing.table.number for pairing in called] == [1, 2]
    win(called[1])
    third = pairing(event, round_codes(event, 0)[2])
    assert (third.state, third.table.number) == (State.CALLED, 2)


def test_an_event_without_tables_is_played_all_the_same() -> None:
    event = make_event(pairs=4, match_format=QUICK)
    assert set(event.pairings.filter(round__order=0).values_list("state", flat=True)) == {"READY"}


def test_byes_go_through_without_a_match() -> None:
    event = make_event(pairs=5, match_format=QUICK)
    byes = event.pairings.filter(state=State.BYE)
    assert byes.count() == 3
    assert all(bye.match_id is None for bye in byes)
    ready = event.pairings.filter(state=State.READY)
    assert ready.count() == 2  # 4–5, and the two best of the bye-takers below
    second = round_codes(event, 1)
    assert sum(entry_in(event, code, place) is not None for code in second for place in (0, 1)) == 3


def test_an_event_ends_when_every_match_is_decided(event: Any) -> None:
    actor = owner_of(event.club)
    with pytest.raises(EventStateRefused) as refused:
        finish_event(event=event, actor=actor, now=NOW)
    assert refused.value.params == {"count": 4}
    for semifinal in event.pairings.filter(round__order=0):
        win(semifinal)
    win(third_of(event))
    win(final_of(event))
    assert finish_event(event=event, actor=actor, now=NOW).state == "FINISHED"
    with pytest.raises(EventStateRefused):
        write(final_of(event), "strike", {"line": 1, "reason": "tardi"})
