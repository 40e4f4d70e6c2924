"""Takes acts back, one inverse for each kind."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final

from accounts.actors import Actor
from database.transactions import atomic_with_retry
from tournaments.refusals import NotFound
from tournaments.services.undo.arrivals import PAID, PRESENT, undo_payments, undo_present
from tournaments.services.undo.clocks import CLOCK, EXTRA, undo_clock, undo_extra_time
from tournaments.services.undo.entries import ENTERED, undo_entries
from tournaments.services.undo.hall import (
    ANSWERED,
    FREED,
    MOVED,
    SETTLED,
    undo_answer,
    undo_freeing,
    undo_move,
    undo_settlement,
)
from tournaments.services.undo.replacements import REPLACED, undo_replacement
from tournaments.services.undo.results import WRITTEN, undo_lines
from tournaments.services.undo.starts import STARTED, undo_start
from tournaments.services.undo.steps import UndoStep, check_in_time
from tournaments.services.undo.withdrawals import WITHDRAWN, undo_withdrawal

INVERSES: Final[Mapping[str, Callable[[UndoStep, Actor, datetime], None]]] = {
    PRESENT: undo_present,
    PAID: undo_payments,
    REPLACED: undo_replacement,
    WITHDRAWN: undo_withdrawal,
    ENTERED: undo_entries,
    MOVED: undo_move,
    ANSWERED: undo_answer,
    FREED: undo_freeing,
    SETTLED: undo_settlement,
    CLOCK: undo_clock,
    EXTRA: undo_extra_time,
    WRITTEN: undo_lines,
    STARTED: undo_start,
}


@atomic_with_retry
def undo(*, steps: Sequence[UndoStep], actor: Actor, now: datetime) -> None:
    """Takes back the steps of one act, all or none, the last one first. Taken back already, nothing
    happens.

    Raises UndoRefused where the time is over, or anything else has happened to what the act has
    changed; and what the services of the inverse raise, NotAllowed among them.
    """
    for step in reversed(steps):
        check_in_time(step, actor, now)
        inverse = INVERSES.get(step.kind)
        if inverse is None:
            raise NotFound
        inverse(step, actor, now)
