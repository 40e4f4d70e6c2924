"""Any small event, played by random acts: results with many ties, matches that are not played out,
withdrawals, corrections, lots, rounds and draws, and decisions of the organizer.

After every act the seats, places, ties and brackets are those that the printed rules give, or a
question says why not. At the end every event can be finished.
"""

import os
import sys
from collections.abc import Iterator
from dataclasses import asdict
from itertools import count
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from django.db import transaction
from django.db.models import QuerySet
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
)

from competition.prizes import PrizeBand
from scoring.models import Line, Match
from scoring.refusals import ScoringRefusal
from tests.factories import NOW, WORD, draw_stage_now, make_event, owner_of
from tests.tournaments.event_checks import (
    check_event,
    check_exports,
    decided_pairings,
    open_pairings,
)
from tests.tournaments.event_plans import HANDS, Plan, plans
from tests.tournaments.steps import act, run_machine, win, write
from tournaments.models import Draw, Event, Pairing, PendingDecision, Stage, VoidedMatch
from tournaments.refusals import TournamentRefusal
from tournaments.selectors.decisions.borders import list_entries_tied_in_stage
from tournaments.selectors.decisions.pending import list_pending_decisions, list_possible_decisions
from tournaments.selectors.events.stage_sequence import find_next_step, load_stage_sequence
from tournaments.selectors.regulation.prizes import find_prize_changes, load_announced_prizes
from tournaments.selectors.standings.cuts import get_stage_before
from tournaments.services.corrections.previews import preview_consequences
from tournaments.services.corrections.replays import replay
from tournaments.services.decisions.pending import (
    award_anew,
    keep_prizes,
    leave_as_played,
    swap,
)
from tournaments.services.draws import draws
from tournaments.services.events.events import finish_event, reopen_event, start_play
from tournaments.services.events.stages import add_stage, remove_stage
from tournaments.services.registration.withdrawals import withdraw
from tournaments.services.regulation.prizes import set_prizes
from tournaments.services.results.sheets import record_line
from tournaments.services.rounds.next_round import take_back_round
from tournaments.services.standings.penalties import give_penalty
from tournaments.tasks import lots_here, pair_here

pytestmark = pytest.mark.django_db

THIRDS = ([[20, 15], [20, 15]], [[15, 20], [15, 20]], [[20, 15], [15, 20]], [[35, 0], [0, 35]])
SHUTOUTS = ([11, None], [0, None])
FORFEITS: tuple[dict[str, Any], ...] = (
    {"side": 0},
    {"side": 1},
    {"side": 1, "plays_on": True},
    {"side": 0, "plays_on": False},
    {"side": None, "case": "double_forfeit", "advances": 0},
    {"side": None, "case": "double_forfeit"},
    {"side": None, "case": "void"},
)
EVENTS, STEPS = int(os.environ.get("EVENTS", "8")), 20
"""More of them find rarer sequences."""
PRIZES = (
    PrizeBand(1, 1, "un prosciutto"),
    PrizeBand(2, 2, "un salame"),
    PrizeBand(3, 4, "una bottiglia"),
)
MOST_STEPS = 400
"""To the end of any of these events."""


def hands_on(match: Match) -> int:
    """How many hands of its one game stand on the sheet."""
    games = match.snapshot.get("games", ())
    return games[0]["hands"] if games else 0


class EventMachine(RuleBasedStateMachine):
    """One event in a transaction of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.transaction = transaction.atomic()
        self.transaction.__enter__()
        # The same acts must lead to the same event: only the secrets of the draws are random.
        numbers = count(1)
        self.secrets = patch.object(draws, "token_hex", lambda _bytes: f"{next(numbers):064x}")
        self.secrets.start()
        self.event: Event
        self.seen: tuple[int, ...] = ()
        self.exported: dict[int, int] = {}

    def teardown(self) -> None:
        try:
            if sys.exc_info()[0] is None and hasattr(self, "event"):
                self.play_to_the_end()
                self.correct_what_is_closed()
        finally:
            self.secrets.stop()
            transaction.set_rollback(True)
            self.transaction.__exit__(None, None, None)

    @initialize(plan=plans())
    def begin(self, plan: Plan) -> None:
        self.event = make_event(
            pairs=plan.pairs,
            drawn=False,
            match_format=dict(plan.match_format),
            format=plan.format,
            options=plan.options,
        )
        self.actor = owner_of(self.event.club)
        for later in plan.later:
            add_stage(event=self.event, plan=later, actor=self.actor, now=NOW)
        set_prizes(event=self.event, bands=PRIZES, actor=self.actor, now=NOW)
        draw_stage_now(self.stage(1))
        self.event = start_play(event=self.event, actor=self.actor, now=NOW)

    def stage(self, number: int) -> Stage:
        return self.event.stages.select_related("event__club").get(number=number)

    @rule(outcomes=st.lists(st.integers(0, 3), min_size=1, max_size=8))
    def play(self, outcomes: list[int]) -> None:
        for outcome in outcomes:
            if not (open_ := open_pairings(self.event)):
                return
            self.play_match(open_[0], outcome)

    def play_match(self, pairing: Pairing, outcome: int) -> None:
        assert pairing.match is not None
        if pairing.match.format["games"] == HANDS["games"]:
            for thirds in THIRDS[outcome][hands_on(pairing.match) :]:
                write(pairing, "hand", {"thirds": thirds})
        else:
            win(pairing, outcome % 2)

    @rule(which=st.integers(0, 9), how=st.sampled_from(FORFEITS))
    def end_otherwise(self, which: int, how: dict[str, Any]) -> None:
        if open_ := open_pairings(self.event):
            data = {"of": "match", "reason": "assenti", **how}
            self.attempt(lambda: write(open_[which % len(open_)], "forfeit", data))

    @rule(which=st.integers(0, 9))
    def withdraw(self, which: int) -> None:
        entered = list(self.event.entries.filter(state="ENTERED").order_by("pk"))
        if len(entered) > self.event.entries.count() - 3:
            entry = entered[which % len(entered)]
            self.attempt(lambda: withdraw(entry=entry, reason="malato", actor=self.actor, now=NOW))

    @rule(which=st.integers(0, 9), outcome=st.integers(0, 4))
    def correct(self, which: int, outcome: int) -> None:
        decided = list(decided_pairings(self.event))
        if not decided:
            return
        pairing = decided[which % len(decided)]
        lines = Line.objects.filter(match=pairing.match, kind__in=("hand", "forfeit"))
        line = lines.order_by("-n")[0]
        data: dict[str, Any] = {"line": line.n, "reason": "scritta male"}
        kind = "strike" if outcome == 4 or line.kind == "forfeit" else "amend"
        if kind == "amend":
            is_hands = "thirds" in line.data
            new = {"thirds": THIRDS[outcome][0]} if is_hands else {"points": SHUTOUTS[outcome % 2]}
            data["data"] = new
        match = pairing.match_id or 0
        said = act(match, kind, data)
        seen = self.attempt(
            lambda: preview_consequences(match_id=match, act=said, actor=self.actor, now=NOW)
        )
        if seen is not None:
            record_line(match_id=match, act=said, actor=self.actor, now=NOW, agreed=True)

    @rule(which=st.integers(0, 9), points=st.integers(1, 2))
    def penalize(self, which: int, points: int) -> None:
        entries = list(self.event.entries.order_by("pk"))
        entry = entries[which % len(entries)]
        self.attempt(
            lambda: give_penalty(
                stage=self.stage(1),
                entry=entry,
                points=points,
                article="",
                reason="segni",
                actor=self.actor,
                now=NOW,
            )
        )

    @rule()
    def go_on(self) -> None:
        """The next thing that the desk asks for: a round, lots, a draw."""
        self.do_next()

    @rule()
    def take_back(self) -> None:
        for stage in self.event.stages.select_related("event__club"):
            self.attempt(
                lambda stage=stage: take_back_round(
                    stage=stage, reason="da rifare", actor=self.actor, now=NOW
                )
            )

    @rule(which=st.integers(0, 3))
    def decide(self, which: int) -> None:
        if question := list_pending_decisions(self.event).first():
            possible = list_possible_decisions(question)
            self.answer(question, possible[which % len(possible)])

    @invariant()
    def everything_follows_from_a_rule(self) -> None:
        if hasattr(self, "event") and self.has_changed():
            check_event(self.event)
            self.check_exports()

    def has_changed(self) -> bool:
        """Whether anything was written since this was asked last."""
        before, self.seen = self.seen, tuple(each.count() for each in self.written_rows())
        return before != self.seen

    def written_rows(self) -> Iterator[QuerySet[Any]]:
        """Each act adds a row to one of these, or takes one away."""
        yield Line.objects.filter(match__pairing__event=self.event)
        yield VoidedMatch.objects.filter(pairing__event=self.event)
        yield self.event.pairings.all()
        yield Draw.objects.filter(stage__event=self.event)
        yield self.event.penalties.all()
        yield self.event.questions.filter(decision="")
        yield self.event.entries.filter(state="ENTERED")

    def check_exports(self) -> None:
        """Of what has changed: a draw that is right stays so, and so does a stage at rest."""
        for stage in self.event.stages.order_by("number"):
            if self.exported.get(stage.pk) != stage.version:
                check_exports(stage)
                self.exported[stage.pk] = stage.version

    def attempt(self, doing: Any) -> Any:
        """What is refused changes nothing, and is no defect."""
        try:
            with transaction.atomic():
                return doing()
        except (TournamentRefusal, ScoringRefusal):
            return None

    def do_next(self) -> bool:
        following = find_next_step(load_stage_sequence(self.event))
        if following is None:
            return False
        stage = following.stage
        stage.event = self.event
        if following.kind == "round":
            pair_here(stage=stage, actor=self.actor, now=NOW)
        elif following.kind == "lots":
            self.draw_lots(get_stage_before(stage), stage)
        else:
            self.draw_or_remove(stage)
        return True

    def draw_lots(self, before: Stage, later: Stage) -> None:
        """An entry takes part in one drawing at each border."""
        tied = list_entries_tied_in_stage(before, later)
        lots_here(stage=before, word=WORD, actor=self.actor, now=NOW)
        left = list_entries_tied_in_stage(before, later)
        assert left != tied, "lots have settled nothing"

    def draw_or_remove(self, stage: Stage) -> None:
        """A stage to which too few go on is taken out of the event."""
        try:
            with transaction.atomic():
                draw_stage_now(stage)
        except TournamentRefusal as refusal:
            codes = {violation.code for violation in refusal.violations}
            assert codes <= {"too_few_entries", "group_without_entries"}, codes
            for later in self.event.stages.filter(number__gte=stage.number).order_by("-number"):
                remove_stage(stage=later, reason="troppo pochi", actor=self.actor, now=NOW)

    def answer(self, question: PendingDecision, decision: str) -> None:
        said: dict[str, Any] = {"reason": "deciso in sala", "actor": self.actor, "now": NOW}
        if decision == "REPLAYED":
            replay(pending=question, **said)
        elif decision == "SWAPPED":
            swap(pending=question, **said)
        elif decision == "TAKEN_BACK":
            assert question.stage is not None
            take_back_round(stage=question.stage, **said)
        elif decision == "DRAWN_AGAIN":
            assert question.stage is not None
            stage = self.stage(question.stage.number)
            self.attempt(lambda: draw_stage_now(stage, reason="da capo"))
        elif decision == "KEPT":
            keep_prizes(pending=question, **said)
        elif decision == "AWARDED":
            award_anew(pending=question, **said)
        else:
            leave_as_played(pending=question, **said)

    def play_to_the_end(self) -> None:
        """Whatever has happened, the event comes to its end."""
        random = Random(1)
        for _step in range(MOST_STEPS):
            question = list_pending_decisions(self.event).first()
            open_ = open_pairings(self.event)
            if question is not None:
                self.answer(question, list_possible_decisions(question)[0])
            elif open_:
                self.play_match(open_[0], random.randrange(4))
            elif not self.do_next():
                break
        else:
            pytest.fail("the event does not come to an end")
        check_event(self.event)
        for stage in self.event.stages.order_by("number"):
            check_exports(stage)
        self.event = finish_event(event=self.event, actor=self.actor, now=NOW)

    def correct_what_is_closed(self) -> None:
        """Prizes stay as they were announced; where others have them by now, that was decided."""
        announced = load_announced_prizes(self.event)
        self.event = reopen_event(event=self.event, actor=self.actor, now=NOW)
        random = Random(2)
        for _correction in range(3):
            self.correct(random.randrange(10), random.randrange(5))
        self.play_to_the_end()
        assert load_announced_prizes(self.event) == announced
        changed = [asdict(each) for each in find_prize_changes(self.event)]
        asked = PendingDecision.objects.filter(
            event=self.event, kind="PRIZES_MOVED", decision="KEPT"
        )
        last = asked.order_by("-pk").first()
        assert not changed or (last is not None and last.changed == changed)


def test_any_event_is_decided_by_its_rules() -> None:
    run_machine(EventMachine, runs=EVENTS, steps=STEPS)
