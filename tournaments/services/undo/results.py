"""Lines that the desk writes on a sheet, with their inverse: they are struck."""

from collections.abc import Sequence
from datetime import datetime

from accounts.actors import Actor
from scoring.acts import Act, Written
from scoring.core.lines import PLAY_KINDS, STRIKE
from scoring.models import Line, Match
from tournaments.refusals import CorrectionNotAgreed, NextMatchBegun, UndoRefused
from tournaments.services.results.exits import lock_for_exit
from tournaments.services.results.sheets import record_line
from tournaments.services.undo.steps import UndoStep, make_step, refuse_changed

WRITTEN = "written"


def make_line_steps(written: Written, *, first: int, actor: Actor, now: datetime) -> list[UndoStep]:
    """The step for lines of play that were written just now, from number ``first`` on; none for a
    retry, or for a line that a strike does not take back."""
    if written.replayed or written.line.kind not in PLAY_KINDS:
        return []
    lines = list(range(first, written.line.n + 1))
    match = written.match.pk
    return [make_step(WRITTEN, match, actor=actor, now=now, lines=lines)]


def undo_lines(step: UndoStep, actor: Actor, now: datetime) -> None:
    """Strikes them, the last one first. Refused where anything was written after them, or the next
    match has begun."""
    lines: Sequence[int] = step.data["lines"]
    last_line = lines[-1]
    data = {"line": last_line, "reason": ""}
    strike = Act(STRIKE, data, _make_key(last_line), last_line, device="desk", made_at=now)
    # A forfeit that is struck may bring an entry back: its event and its other matches are locked
    # before this match, as by the strike itself.
    lock_for_exit(step.target, strike)
    match = Match.objects.select_for_update(no_key=True).filter(pk=step.target).first()
    if match is None:
        raise refuse_changed()
    # A second tap: the strike is there, under the key that follows from its line.
    if Line.objects.filter(match=match, kind=STRIKE, key=_make_key(last_line)).exists():
        return
    if match.version != last_line:
        raise refuse_changed()
    for number, n in enumerate(reversed(lines)):
        data = {"line": n, "reason": ""}
        # Each strike is a line of the sheet itself, so the next one is based on one version more.
        act = Act(STRIKE, data, _make_key(n), last_line + number, device="desk", made_at=now)
        try:
            record_line(match_id=match.pk, act=act, actor=actor, now=now)
        except (CorrectionNotAgreed, NextMatchBegun) as refused:
            raise UndoRefused("undo_changed_since") from refused


def _make_key(n: int) -> str:
    return f"undo-{n}"
