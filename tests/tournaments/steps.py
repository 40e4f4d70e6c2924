"""Short ways to write at the tables of an event in tests."""

from itertools import count
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from competition.plan import Placing
from scoring.acts import Act
from scoring.models import Match
from tests.factories import NOW, owner_of
from tournaments.models import Event, Pairing, PendingDecision
from tournaments.services.corrections.decisions import decide
from tournaments.services.results.sheets import RecordedLine, record_line

QUICK = {"games": [{"game": "marafon", "options": {"target": 11}}], "wins": 1}
"""One game to 11: a shutout decides the match."""
_keys = count(1)


def act(match_id: int, kind: str, data: dict[str, Any]) -> Act:
    version = Match.objects.values_list("version", flat=True).get(pk=match_id)
    return Act(kind, data, f"key-{next(_keys)}", version, device="", made_at=NOW)


def write(pairing: Pairing, kind: str, data: dict[str, Any]) -> RecordedLine:
    """One line by the owner of the club."""
    assert pairing.match_id is not None
    return record_line(
        match_id=pairing.match_id,
        act=act(pairing.match_id, kind, data),
        actor=owner_of(pairing.event.club),
        now=NOW,
    )


def win(pairing: Pairing, side: int = 0) -> RecordedLine:
    """A shutout: decides a QUICK match for ``side``."""
    return write(pairing, "hand", {"points": [11, None] if side == 0 else [0, None]})


def turn(event: Event, code: str, *, agreed: bool = True) -> None:
    """The other side has won: the first hand of a match is corrected."""
    match = pairing(event, code).match
    assert match is not None
    points = [0, None] if match.winner == 0 else [11, None]
    data = {**match.lines.get(n=1).data, "points": points}
    record_line(
        match_id=match.pk,
        act=act(match.pk, "amend", {"line": 1, "data": data, "reason": "al contrario"}),
        actor=owner_of(event.club),
        now=NOW,
        agreed=agreed,
    )


def whole(placing: Placing, metric: str) -> int:
    """What a metric comes to that is a whole number."""
    found = placing.values[metric]
    assert isinstance(found, int)
    return found


def pairing(event: Event, code: str) -> Pairing:
    return event.pairings.get(code=code)


def entry_in(event: Event, code: str, position: int) -> int | None:
    return pairing(event, code).slots.get(position=position).entry_id


def round_codes(event: Event, order: int) -> list[str]:
    rows = event.pairings.filter(round__order=order).order_by("pk")
    return list(rows.values_list("code", flat=True))


def decide_as_owner(pending: PendingDecision, decision: str, reason: str = "si decide") -> None:
    """What an owner of the club decides about a pending question."""
    actor = owner_of(pending.event.club)
    decide(pending=pending, decision=decision, reason=reason, actor=actor, now=NOW)


def run_machine(machine: type[RuleBasedStateMachine], *, runs: int, steps: int) -> None:
    """The same walks of a state machine each time, however slow the computer is."""
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=runs,
            stateful_step_count=steps,
            derandomize=True,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
