"""Races between a change of a bracket by hand and what happens at the tables. Run on SQLite (a
file) and on PostgreSQL."""

from functools import partial
from typing import Any

from scoring.acts import Act
from tests.factories import NOW, make_event, owner_of, pair
from tests.races.threads import all_at_once
from tests.tournaments.steps import QUICK, entry_in, pairing, win
from tournaments.models import DrawChange, Entry, Event, Pairing, Slot
from tournaments.refusals import BracketChangeRefused
from tournaments.selectors.trust.verification import find_faults
from tournaments.services.draws.bracket_changes import swap_in_bracket
from tournaments.services.draws.late_entries import enter_late_in_bracket
from tournaments.services.results.sheets import RecordedLine, record_line

ROUNDS = 4


def change_places(event: Event, one: Any, other: Any, version: int | None = None) -> Any:
    return swap_in_bracket(
        stage=event.stages.get(),
        entries=(Entry.objects.get(pk=one), Entry.objects.get(pk=other)),
        version=version,
        reason="in fretta",
        agreed=True,
        actor=owner_of(event.club),
        now=NOW,
    )


def begin(event: Event, code: str) -> Any:
    match = pairing(event, code).match_id or 0
    act = Act("hand", {"points": [11, None]}, f"key-{code}", 0, device="", made_at=NOW)
    return record_line(match_id=match, act=act, actor=owner_of(event.club), now=NOW)


def come_late(event: Event, against: Any, number: int) -> Any:
    return enter_late_in_bracket(
        stage=event.stages.get(),
        form=pair(100 + number),
        against=Entry.objects.get(pk=against),
        preliminary=False,
        version=None,
        reason="in fretta",
        agreed=True,
        actor=owner_of(event.club),
        now=NOW,
    )


def test_a_match_begins_while_its_entries_are_swapped() -> None:
    for _ in range(ROUNDS):
        event = make_event(pairs=8, match_format=QUICK, format="single_elimination")
        one, other = entry_in(event, "main-1-1", 0), entry_in(event, "main-1-2", 0)
        begun, swapped = all_at_once(
            [partial(begin, event, "main-1-1"), partial(change_places, event, one, other)]
        )
        assert isinstance(begun, RecordedLine), begun
        # It is swapped before the match begins, or not at all.
        if isinstance(swapped, DrawChange):
            assert entry_in(event, "main-2-1", 0) == other
        else:
            assert isinstance(swapped, BracketChangeRefused), swapped
            assert entry_in(event, "main-2-1", 0) == one
        assert list(find_faults(event)) == []


def test_a_match_behind_a_bye_begins_while_the_bye_is_taken() -> None:
    for _ in range(ROUNDS):
        event = make_event(pairs=5, match_format=QUICK, format="double_elimination")
        ready = event.pairings.get(round__section="main", round__number=2, state="READY")
        resting = ready.slots.get(position=0).entry_id
        begun, late = all_at_once(
            [partial(begin, event, ready.code), partial(come_late, event, resting, 1)]
        )
        # One of them: a match that waits for an entry does not begin.
        assert isinstance(begun, RecordedLine) != isinstance(late, DrawChange), (begun, late)
        assert list(find_faults(event)) == []


def test_a_result_moves_an_entry_on_while_the_bracket_changes_before_it() -> None:
    for _ in range(ROUNDS):
        event = make_event(pairs=7, match_format=QUICK, format="double_elimination")
        resting = entry_in(event, "main-1-1", 0)
        played = [
            row.code
            for row in event.pairings.filter(round__section="main", round__number=1)
            if row.match_id
        ]
        results = all_at_once(
            [
                *(partial(begin, event, code) for code in played),
                partial(come_late, event, resting, 1),
            ]
        )
        assert all(isinstance(result, RecordedLine) for result in results[:-1]), results
        assert isinstance(results[-1], DrawChange), results[-1]
        assert list(find_faults(event)) == []
        while open_ := list(Pairing.objects.filter(event=event, state="READY").order_by("pk")):
            win(open_[0])
        assert list(find_faults(event)) == []


def test_a_swap_that_is_sent_twice_at_once_is_done_once() -> None:
    event = make_event(pairs=8, match_format=QUICK, format="single_elimination")
    one, other = entry_in(event, "main-1-1", 0), entry_in(event, "main-1-2", 0)
    version = event.stages.get().version
    results = all_at_once([partial(change_places, event, one, other, version)] * 3)
    assert sum(isinstance(result, DrawChange) for result in results) == 1
    assert {result.code for result in results if isinstance(result, BracketChangeRefused)} == {
        "stage_has_moved_on"
    }
    assert entry_in(event, "main-1-1", 0) == other


def test_one_bye_is_taken_by_one_of_two_who_come_late_at_once() -> None:
    event = make_event(pairs=7, match_format=QUICK, format="single_elimination")
    resting = entry_in(event, "main-1-1", 0)
    results = all_at_once([partial(come_late, event, resting, number) for number in (1, 2)])
    assert sum(isinstance(result, DrawChange) for result in results) == 1
    assert Entry.objects.filter(event=event).count() == 8, "who was refused is not entered"
    assert Slot.objects.filter(pairing__event=event, source="BYE").count() == 0
    assert list(find_faults(event)) == []
