"""An entry is out by a withdrawal, by a penalty, by a result, or by several of them: undoing one
leaves the others."""

import os
import sys
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db import transaction
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from hypothesis.strategies import booleans, integers, sampled_from

from scoring.core.format import best_of
from scoring.models import Line, Match
from scoring.refusals import ScoringRefusal
from tests.factories import NOW, make_event, owner_of
from tests.tournaments.event_checks import check_event
from tests.tournaments.steps import (
    QUICK,
    act,
    decide_as_owner,
    pairing,
    run_machine,
    turn,
    win,
    write,
)
from tournaments.models import Entry, Event, Pairing, Penalty, PendingDecision, Slot
from tournaments.refusals import EntryRefused, TournamentRefusal, UndoRefused
from tournaments.selectors.decisions.pending import list_possible_decisions
from tournaments.services.corrections.decisions import decide
from tournaments.services.draws import draws
from tournaments.services.results.sheets import record_line
from tournaments.services.standings.penalties import cancel_penalty, disqualify
from tournaments.services.undo.steps import UndoStep
from tournaments.services.undo.undo import undo
from tournaments.services.undo.withdrawals import withdraw_pair

pytestmark = pytest.mark.django_db

THREE = best_of(3, "marafon", {"target": 11})
State = Entry.State
OUT = {"side": 0, "of": "match", "plays_on": False}


def event_of_four() -> Event:
    return make_event(pairs=4, format="round_robin", match_format=THREE)


def some_pairing(event: Event) -> Pairing:
    return event.pairings.filter(match__isnull=False).earliest("pk")


def entry_at(played: Pairing, side: int = 0) -> Entry:
    entry = played.slots.get(side=side).entry
    assert entry is not None
    return entry


def state_of(entry: Entry) -> str:
    return Entry.objects.values_list("state", flat=True).get(pk=entry.pk)


def withdraw(entry: Entry) -> list[UndoStep]:
    actor = owner_of(entry.event.club)
    return withdraw_pair(entry=entry, reason="malati", actor=actor, now=NOW)


def undo_all(entry: Entry, steps: list[UndoStep]) -> None:
    undo(steps=steps, actor=owner_of(entry.event.club), now=NOW)


def penalize(entry: Entry) -> Penalty:
    actor = owner_of(entry.event.club)
    return disqualify(entry=entry, voids=False, article="12", reason="segni", actor=actor, now=NOW)


def cancel(penalty: Penalty) -> None:
    actor = owner_of(penalty.event.club)
    cancel_penalty(penalty=penalty, reason="non era lui", actor=actor, now=NOW)


def forfeit(played: Pairing, side: int = 0, **more: Any) -> int:
    data = {"side": side, "of": "match", "reason": "assenti", "plays_on": False, **more}
    return write(played, "forfeit", data).written.line.n


def strike(played: Pairing, line: int) -> None:
    write(played, "strike", {"line": line, "reason": "era un altro"})


def test_who_was_withdrawn_before_a_disqualification_is_withdrawn_after_it() -> None:
    entry = entry_at(some_pairing(event_of_four()))
    withdraw(entry)
    penalty = penalize(entry)
    assert state_of(entry) == State.DISQUALIFIED
    cancel(penalty)
    assert state_of(entry) == State.WITHDRAWN


def test_who_waited_and_was_withdrawn_gets_no_place_by_a_cancelled_penalty() -> None:
    event = make_event(pairs=5, drawn=False, capacity=4)
    waiting = event.entries.get(state=State.WAITLISTED)
    withdraw(waiting)
    Event.objects.filter(pk=event.pk).update(state=Event.State.RUNNING)
    cancel(penalize(waiting))
    assert state_of(waiting) == State.WITHDRAWN
    assert not waiting.members.filter(counts=True).exists()


def test_a_struck_walkover_leaves_the_withdrawal_before_it() -> None:
    played = some_pairing(event_of_four())
    entry = entry_at(played)
    line = forfeit(played, plays_on=True)
    withdraw(entry)
    write(played, "amend", {"line": line, "data": OUT, "reason": "via"})
    strike(played, line)
    assert state_of(entry) == State.WITHDRAWN


def test_a_walkover_keeps_out_whose_disqualification_is_cancelled() -> None:
    played = some_pairing(event_of_four())
    entry = entry_at(played)
    line = forfeit(played)
    penalty = penalize(entry)
    cancel(penalty)
    assert state_of(entry) == State.WITHDRAWN
    strike(played, line)
    assert state_of(entry) == State.ENTERED


def test_of_two_walkovers_each_keeps_the_entry_out() -> None:
    event = event_of_four()
    played = some_pairing(event)
    entry = entry_at(played)
    line = forfeit(played)
    other = event.pairings.filter(slots__entry=entry).exclude(pk=played.pk).earliest("pk")
    slot = other.slots.get(entry=entry)
    data = {**OUT, "side": slot.side, "case": "disqualification"}
    write(other, "amend", {"line": 1, "data": data, "reason": "segni"})
    assert state_of(entry) == State.DISQUALIFIED
    strike(played, line)
    assert state_of(entry) == State.DISQUALIFIED
    strike(other, 1)
    assert state_of(entry) == State.ENTERED


def test_a_case_that_is_corrected_changes_the_way_in_which_the_entry_is_out() -> None:
    played = some_pairing(event_of_four())
    line = forfeit(played)
    data = {**OUT, "case": "disqualification"}
    write(played, "amend", {"line": line, "data": data, "reason": "segni"})
    assert state_of(entry_at(played)) == State.DISQUALIFIED


def test_an_undone_withdrawal_leaves_the_walkover_that_was_written_since() -> None:
    played = some_pairing(event_of_four())
    entry = entry_at(played)
    line = forfeit(played, plays_on=True)
    steps = withdraw(entry)
    write(played, "amend", {"line": line, "data": OUT, "reason": "via"})
    undo_all(entry, steps)
    assert state_of(entry) == State.WITHDRAWN
    undo_all(entry, steps)
    strike(played, line)
    assert state_of(entry) == State.ENTERED


def test_an_undo_that_is_pressed_again_leaves_a_later_withdrawal() -> None:
    entry = entry_at(some_pairing(event_of_four()))
    actor = owner_of(entry.event.club)
    steps = withdraw(entry)
    undo_all(entry, steps)
    later = NOW.replace(microsecond=1)
    withdraw_pair(entry=entry, reason="malati", actor=actor, now=later)
    with pytest.raises(UndoRefused):
        undo_all(entry, steps)
    assert state_of(entry) == State.WITHDRAWN


def test_an_undo_leaves_the_forfeit_of_another_withdrawal_at_the_same_moment() -> None:
    played = some_pairing(event_of_four())
    first, second = entry_at(played, 0), entry_at(played, 1)
    withdraw(first)
    steps = withdraw(second)
    undo_all(second, steps)
    assert (state_of(first), state_of(second)) == (State.WITHDRAWN, State.ENTERED)
    played.refresh_from_db()
    assert (played.state, played.match.winner) == (Pairing.State.DECIDED, 1)


def test_an_undo_strikes_the_forfeit_that_another_has_got_by_the_withdrawal() -> None:
    event = make_event(pairs=4, match_format=QUICK)
    played, other = pairing(event, "main-1-1"), pairing(event, "main-1-2")
    gone, leaver = entry_at(other), entry_at(played)
    win(other)
    withdraw(gone)
    steps = withdraw(leaver)
    final = pairing(event, "main-2-1")
    assert final.state == Pairing.State.DECIDED
    undo_all(leaver, steps)
    final.refresh_from_db()
    assert (state_of(leaver), final.state) == (State.ENTERED, Pairing.State.WAITING)
    check_event(event)


def test_an_undo_leaves_the_forfeits_of_an_earlier_exit() -> None:
    event = event_of_four()
    entry = entry_at(some_pairing(event))
    cancel(penalize(entry))
    # Who is in again does not get its matches back by that: they are corrected on their sheets.
    forfeits = event.pairings.filter(slots__entry=entry, state=Pairing.State.DECIDED).count()
    assert forfeits > 0
    actor, later = owner_of(event.club), NOW + timedelta(hours=1)
    steps = withdraw_pair(entry=entry, reason="per errore", actor=actor, now=later)
    undo(steps=steps, actor=actor, now=later)
    assert state_of(entry) == State.ENTERED
    decided = event.pairings.filter(slots__entry=entry, state=Pairing.State.DECIDED)
    assert decided.count() == forfeits


def test_a_withdrawal_is_not_undone_while_a_disqualification_stands() -> None:
    entry = entry_at(some_pairing(event_of_four()))
    steps = withdraw(entry)
    penalty = penalize(entry)
    with pytest.raises(UndoRefused):
        undo_all(entry, steps)
    cancel(penalty)
    undo_all(entry, steps)
    assert state_of(entry) == State.ENTERED


def test_an_undo_that_is_pressed_again_leaves_a_later_disqualification() -> None:
    entry = entry_at(some_pairing(event_of_four()))
    steps = withdraw(entry)
    undo_all(entry, steps)
    penalty = penalize(entry)
    undo_all(entry, steps)
    assert state_of(entry) == State.DISQUALIFIED
    cancel(penalty)
    assert state_of(entry) == State.ENTERED


def test_a_match_that_is_set_aside_keeps_nobody_out() -> None:
    event = make_event(pairs=4, match_format=QUICK)
    win(pairing(event, "main-1-1"))
    win(pairing(event, "main-1-2"))
    final = pairing(event, "main-2-1")
    forfeit(final, side=1)
    absent = entry_at(final, 1)
    assert state_of(absent) == State.WITHDRAWN
    turn(event, "main-1-1")
    decide_as_owner(PendingDecision.objects.get(decision=""), "REPLAYED", "si rigioca")
    assert state_of(absent) == State.ENTERED
    final.refresh_from_db()
    assert final.state in (Pairing.State.READY, Pairing.State.CALLED)


EVENINGS = int(os.environ.get("EXIT_WALKS", "12"))
STEPS = 14
FORMATS = ("round_robin", "double_elimination", "single_elimination")
WHICH = integers(0, 5)


class ExitMachine(RuleBasedStateMachine):
    """Pairs leave in every way, and each way is undone, in any order. The model is a set of causes
    for each entry."""

    def __init__(self) -> None:
        super().__init__()
        self.transaction = transaction.atomic()
        self.transaction.__enter__()
        self.clock = NOW
        self.withdrawn: set[int] = set()
        self.penalties: dict[int, Penalty] = {}
        self.exits: dict[tuple[int, int], tuple[int, str]] = {}
        """By match and side: the entry that is out by the result, and the case."""
        self.steps: list[tuple[Entry, list[UndoStep]]] = []

    def teardown(self) -> None:
        try:
            if sys.exc_info()[0] is None and hasattr(self, "event"):
                check_event(self.event)
        finally:
            transaction.set_rollback(True)
            self.transaction.__exit__(None, None, None)

    @initialize(format_=sampled_from(FORMATS), tables=sampled_from((0, 2)))
    def begin(self, format_: str, tables: int) -> None:
        self.event = make_event(pairs=4, format=format_, match_format=QUICK, tables=tables)
        self.actor = owner_of(self.event.club)
        self.entries = list(self.event.entries.order_by("pk"))

    def tick(self) -> datetime:
        self.clock += timedelta(milliseconds=1)
        return self.clock

    def find_entry(self, which: int) -> Entry:
        entry = self.entries[which % len(self.entries)]
        entry.refresh_from_db()
        return entry

    def find_matches(self) -> list[Match]:
        return list(Match.objects.filter(pairing__event=self.event).order_by("pk"))

    def record(self, match: Match, kind: str, data: dict[str, Any]) -> bool:
        line = act(match.pk, kind, data)
        try:
            record_line(match_id=match.pk, act=line, actor=self.actor, now=self.tick(), agreed=True)
        except (TournamentRefusal, ScoringRefusal):
            return False
        return True

    @rule(which=WHICH)
    def withdraw(self, which: int) -> None:
        entry = self.find_entry(which)
        is_in = self.expect_state(entry) == State.ENTERED
        try:
            steps = withdraw_pair(entry=entry, reason="malati", actor=self.actor, now=self.tick())
        except EntryRefused:
            assert not is_in
            return
        assert is_in
        self.withdrawn.add(entry.pk)
        self.steps.append((entry, steps))

    @rule(last=integers(1, 2))
    def undo_withdrawal(self, last: int) -> None:
        if len(self.steps) < last:
            return
        entry, steps = self.steps[-last]
        was_withdrawn = Entry.objects.get(pk=entry.pk).withdrawn_at == steps[0].made_at
        try:
            undo(steps=steps, actor=self.actor, now=self.tick())
        except UndoRefused:
            return
        # Pressed again, after it was undone, it does nothing.
        if was_withdrawn:
            assert entry.pk not in self.penalties
            self.withdrawn.remove(entry.pk)

    @rule(which=WHICH)
    def disqualify(self, which: int) -> None:
        entry = self.find_entry(which)
        is_possible = self.expect_state(entry) != State.DISQUALIFIED
        try:
            self.penalties[entry.pk] = disqualify(
                entry=entry,
                voids=False,
                article="",
                reason="segni",
                actor=self.actor,
                now=self.tick(),
            )
        except EntryRefused:
            assert not is_possible
        else:
            assert is_possible

    @precondition(lambda self: self.penalties)
    @rule(which=WHICH)
    def cancel(self, which: int) -> None:
        pk = sorted(self.penalties)[which % len(self.penalties)]
        penalty = self.penalties.pop(pk)
        cancel_penalty(penalty=penalty, reason="non era lui", actor=self.actor, now=self.tick())

    @rule(which=WHICH, side=integers(0, 1), plays_on=booleans(), is_ruling=booleans())
    def forfeit(self, which: int, side: int, plays_on: bool, is_ruling: bool) -> None:
        """Writes a forfeit, or corrects the one that stands."""
        matches = self.find_matches()
        match = matches[which % len(matches)]
        case = "disqualification" if is_ruling else "walkover"
        data = {"side": side, "of": "match", "case": case, "plays_on": plays_on}
        line = find_forfeit(match)
        if line is None:
            is_written = self.record(match, "forfeit", {**data, "reason": "via"})
        else:
            words = {"line": line.n, "data": data, "reason": "altro"}
            is_written = self.record(match, "amend", words)
        if not is_written:
            return
        self.forget(match)
        if not plays_on:
            slot = Slot.objects.get(pairing__match=match, side=side)
            assert slot.entry_id is not None
            self.exits[match.pk, side] = slot.entry_id, case

    @rule(which=WHICH)
    def strike(self, which: int) -> None:
        struck = [match for match in self.find_matches() if find_forfeit(match)]
        if not struck:
            return
        match = struck[which % len(struck)]
        line = find_forfeit(match)
        assert line is not None
        if self.record(match, "strike", {"line": line.n, "reason": "di troppo"}):
            self.forget(match)

    @rule(which=WHICH, side=integers(0, 1))
    def win(self, which: int, side: int) -> None:
        matches = self.find_matches()
        points = [11, None] if side == 0 else [0, None]
        self.record(matches[which % len(matches)], "hand", {"points": points})

    @rule(which=WHICH)
    def decide(self, which: int) -> None:
        open_ = list(PendingDecision.objects.filter(event=self.event, decision="").order_by("pk"))
        if not open_:
            return
        pending = open_[which % len(open_)]
        possible = list_possible_decisions(pending)
        decide(
            pending=pending,
            decision=possible[-1],
            reason="prova",
            actor=self.actor,
            now=self.tick(),
        )

    def forget(self, match: Match) -> None:
        for side in (0, 1):
            self.exits.pop((match.pk, side), None)

    def expect_state(self, entry: Entry) -> str:
        attached = {match.pk for match in self.find_matches()}
        cases = {
            case
            for (match, _side), (out, case) in self.exits.items()
            if out == entry.pk and match in attached
        }
        if entry.pk in self.penalties or "disqualification" in cases:
            return State.DISQUALIFIED
        return State.WITHDRAWN if cases or entry.pk in self.withdrawn else State.ENTERED

    @invariant()
    def entries_are_out_for_a_cause(self) -> None:
        if hasattr(self, "event"):
            expected = {entry.pk: self.expect_state(entry) for entry in self.entries}
            assert dict(self.event.entries.values_list("pk", "state")) == expected


def find_forfeit(match: Match) -> Line | None:
    """The forfeit that stands on a sheet."""
    struck = {line.data["line"] for line in match.lines.filter(kind="strike")}
    forfeits = match.lines.filter(kind="forfeit").exclude(n__in=struck)
    return forfeits.order_by("-n").first()


def test_in_any_order_an_entry_is_in_if_no_cause_is_left() -> None:
    # The same draw each time: what is found can be found again.
    with patch.object(draws, "token_hex", lambda _bytes: "5" * 64):
        run_machine(ExitMachine, runs=EVENINGS, steps=STEPS)
