"""Takes over at the desk what a phone wrote and could not send."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.actors import Actor
from competition.hall.rescue import RescuedLine, name_rescue_device
from database.transactions import atomic_with_retry
from scoring.acts import Act, Written
from scoring.core.correction import ASIDE
from scoring.core.lines import HAND, REDEAL
from scoring.models import Line
from scoring.refusals import ScoringRefusal, StaleVersion
from tournaments.models import Pairing
from tournaments.refusals import NotFound, RescueRefused, TournamentRefusal
from tournaments.services.results.sheets import record_line
from tournaments.services.results.signatures import PhoneContext

FOR_A_PHONE = PhoneContext(is_entered_at_desk=True)


class RescueStatus(StrEnum):
    WRITTEN = "WRITTEN"
    ALREADY = "ALREADY"
    """The line is on the sheet: the phone or the desk has written it before."""
    REFUSED = "REFUSED"
    HELD_BACK = "HELD_BACK"
    """A line of the same match before it was refused, and it builds on that one."""


@dataclass(frozen=True, slots=True)
class RescueOutcome:
    """What became of a line, or would become of it; ``refusal`` says why it was refused.

    ``equal_line``: the number of a line that the desk has entered for this phone before and that
    says the same. A line that is read aloud does not say which keys it had before, so this may be
    the same line under its next key; only the person at the desk can tell.
    """

    line: RescuedLine
    status: RescueStatus
    written: Written | None = None
    refusal: TournamentRefusal | ScoringRefusal | None = None
    equal_line: int | None = None


def accept_rescued_lines(
    *, event_id: UUID, lines: Sequence[RescuedLine], actor: Actor, now: datetime
) -> tuple[RescueOutcome, ...]:
    """Writes the lines of a phone under its own keys, by the person at the desk.

    A line that is on its sheet is passed over, so that neither a second reading nor the phone that
    comes back writes it again. Each line has its own transaction, as if the phone had sent it: what
    comes before a refused line stays, what comes after it in the same match is held back. Lines are
    in the order of match and version, as ``read_rescue_text`` returns them.
    """
    outcomes: list[RescueOutcome] = []
    for match_id, of_match in groupby(lines, key=lambda line: line.match):
        outcomes += _accept_lines_of_match(event_id, match_id, of_match, actor, now)
    return tuple(outcomes)


def preview_rescued_lines(
    *, event_id: UUID, lines: Sequence[RescuedLine], actor: Actor, now: datetime
) -> tuple[RescueOutcome, ...]:
    """What would become of the lines. They are written for real and taken back, so the preview
    cannot differ from what is then done; one transaction a match, so that rows of several matches
    are never locked together."""
    outcomes: list[RescueOutcome] = []
    for match_id, of_match in groupby(lines, key=lambda line: line.match):
        outcomes += _preview_lines_of_match(event_id, match_id, tuple(of_match), actor, now)
    return tuple(outcomes)


@atomic_with_retry
def _preview_lines_of_match(
    event_id: UUID, match_id: int, lines: Sequence[RescuedLine], actor: Actor, now: datetime
) -> tuple[RescueOutcome, ...]:
    outcomes = tuple(_accept_lines_of_match(event_id, match_id, lines, actor, now))
    transaction.set_rollback(True)
    return outcomes


def _accept_lines_of_match(
    event_id: UUID, match_id: int, lines: Iterable[RescuedLine], actor: Actor, now: datetime
) -> Iterator[RescueOutcome]:
    # The sheet is read once, before any of the lines: only what was on it before can be a line that
    # was written already.
    is_here = Pairing.objects.filter(event=event_id, match=match_id).exists()
    is_held_back = False
    sheet: Sequence[Line] = ()
    if is_here:
        sheet = tuple(Line.objects.filter(match=match_id).order_by("n"))
    keys = {row.key for row in sheet}
    for line in lines:
        # The sheet may have the line under a key that it had before. Under its own key it cannot be
        # written twice, and another line under that key is refused.
        if any(row.key in line.former_keys and _says_the_same(row, line) for row in sheet):
            yield RescueOutcome(line, RescueStatus.ALREADY)
            continue
        if is_held_back:
            # A line after a refused one is not tried: the sheet may have reached its version
            # through a line of another phone, and it would be written on top of that.
            status = RescueStatus.HELD_BACK
            if line.key in keys:
                status = RescueStatus.ALREADY
            yield RescueOutcome(line, status)
            continue
        if is_here:
            outcome = _write_rescued_line(line, actor, now)
        else:
            outcome = _refuse_line(line, RescueRefused())
        is_held_back = outcome.status == RescueStatus.REFUSED
        if outcome.status == RescueStatus.WRITTEN and line.kind in (HAND, REDEAL):
            outcome = replace(outcome, equal_line=_find_equal_line(sheet, line))
        yield outcome


def _find_equal_line(sheet: Sequence[Line], line: RescuedLine) -> int | None:
    """The last line that the desk has entered for this phone and that says the same."""
    device = name_rescue_device(line.phone)
    for row in reversed(sheet):
        if row.device == device and _says_the_same(row, line):
            return row.n
    return None


def _says_the_same(row: Line, line: RescuedLine) -> bool:
    """A correction may have had another number of its subject, and the sheet names what it sets
    aside: neither is part of what somebody has entered."""

    def entered(data: Mapping[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in data.items() if name not in ("line", ASIDE)}

    return row.kind == line.kind and entered(row.data) == entered(line.data)


def _write_rescued_line(line: RescuedLine, actor: Actor, now: datetime) -> RescueOutcome:
    act = Act(
        kind=line.kind,
        data=line.data,
        key=line.key,
        version=line.version,
        device=name_rescue_device(line.phone),
        made_at=line.made_at,
    )
    try:
        written_line = record_line(
            match_id=line.match, act=act, actor=actor, now=now, context=FOR_A_PHONE
        ).written
    except StaleVersion as stale:
        # Either lines between are missing here, or others were written in their place.
        if line.version > stale.params["version"]:
            return _refuse_line(line, RescueRefused("rescue_line_missing"))
        return _refuse_line(line, RescueRefused("rescue_overtaken"))
    except NotFound:
        return _refuse_line(line, RescueRefused())
    except (TournamentRefusal, ScoringRefusal) as refusal:
        return _refuse_line(line, refusal)
    status = RescueStatus.WRITTEN
    if written_line.replayed:
        status = RescueStatus.ALREADY
    return RescueOutcome(line, status, written_line)


def _refuse_line(line: RescuedLine, refusal: TournamentRefusal | ScoringRefusal) -> RescueOutcome:
    return RescueOutcome(line, RescueStatus.REFUSED, refusal=refusal)
