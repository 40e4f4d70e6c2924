"""Writes sheets. Only ``tournaments`` may call this: a line written without it would not update the
bracket."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from accounts.actors import Actor, ActorKind
from database.statements import Query, Row, fetch_together, load_instance
from database.text import strip_invisible_values
from database.transactions import atomic_with_retry
from kernel.refusals import Unreadable
from scoring.acts import Act, Written
from scoring.core.correction import ASIDE, SheetEffect, plan_word, tie_word
from scoring.core.fold import append_line, fold, fold_stored, list_invalid_lines
from scoring.core.format import MatchFormat, read_format, read_stored_format
from scoring.core.lines import AMEND, WORD_KINDS, SheetLine
from scoring.core.state import SheetRefused
from scoring.derived import build_snapshot, derive_columns
from scoring.kept_folds import KEPT_FOLDS
from scoring.models import Match
from scoring.refusals import (
    CorrectionMovesLines,
    KeyReused,
    LineRefused,
    LineUnreadable,
    SheetFull,
    StaleVersion,
)
from scoring.sheets import make_line_row
from scoring.statements import (
    LINES_OF_MATCH,
    LINES_OF_MATCHES,
    LOCK_MATCH,
    LOCK_MATCHES,
    store_line,
    store_lines,
)
from scoring.verification import find_sheet_faults

MOST_LINES_OF_TABLES = 1_000
"""The lines of a sheet after which the phones at its table write no more. A long match has 100; a
phone that signs and withdraws for ever would make each further line of its sheet slower."""
MOST_LINES = 1_200
"""The lines of a sheet at most. What phones leave is for the referees, so that no phone can keep a
match from being corrected and signed."""


@dataclass(frozen=True, slots=True)
class LockedSheet:
    """A match whose row is locked, and the lines of its sheet in order, each with its key."""

    match: Match
    lines: Sequence[tuple[SheetLine, str]]

    def check_room(self, actor: Actor) -> None:
        """Raises SheetFull if there is no room for another line of this author."""
        most = MOST_LINES
        if actor.kind == ActorKind.TABLE:
            most = MOST_LINES_OF_TABLES
        if self.match.version >= most:
            raise SheetFull(most=most)


def open_matches(formats: Sequence[Mapping[str, Any]]) -> list[Match]:
    """Creates a match with an empty sheet for each format. Raises Unreadable or Refused."""
    # All matches of a round usually share one document, which is then read and folded once. The key
    # is its identity, as documents are not hashable.
    snapshots: dict[int, dict[str, Any]] = {}
    new_matches = []
    for document in formats:
        if id(document) not in snapshots:
            snapshots[id(document)] = build_snapshot(fold(read_format(document), ()))
        new_matches.append(Match(format=document, snapshot=snapshots[id(document)]))
    return Match.objects.bulk_create(new_matches)


def lock_match(match_id: int) -> Match:
    """Locks the row of a match until the end of the transaction: a match has one writer at a time.
    The snapshot is not loaded, because the caller is about to derive it again."""
    columns = LOCK_MATCH.fetch_named(match_id)
    if columns is None:
        raise Match.DoesNotExist
    return load_instance(Match, **columns)


def build_locked_sheet_queries(match_id: int) -> tuple[Query, Query]:
    """The queries that lock a match and read its sheet, for ``read_locked_sheet``. A caller may run
    them together with its own."""
    return LOCK_MATCH.with_parameters(match_id), LINES_OF_MATCH.with_parameters(match_id)


def read_locked_sheet(match_rows: Sequence[Row], line_rows: Sequence[Row]) -> LockedSheet:
    """The sheet in the answers to ``build_locked_sheet_queries``. The snapshot of the match is not
    loaded, because the caller is about to derive it again. Raises Match.DoesNotExist."""
    if not match_rows:
        raise Match.DoesNotExist
    match = load_instance(Match, **LOCK_MATCH.name_columns(match_rows[0]))
    return LockedSheet(match, [(SheetLine(n, kind, data), key) for n, kind, data, key in line_rows])


def lock_sheet(match_id: int) -> LockedSheet:
    """Locks the row of a match until the end of the transaction, as ``lock_match``, and reads its
    sheet. Raises Match.DoesNotExist."""
    return read_locked_sheet(*fetch_together(*build_locked_sheet_queries(match_id)))


def lock_sheets(match_ids: Collection[int]) -> dict[int, LockedSheet]:
    """Does the same for several matches, by id. Two queries."""
    if not match_ids:
        return {}
    ids = sorted(match_ids)
    match_rows, line_rows = fetch_together(
        LOCK_MATCHES.with_ids(ids), LINES_OF_MATCHES.with_ids(ids)
    )
    lines: dict[int, list[tuple[SheetLine, str]]] = {}
    for match_id, n, kind, data, key in line_rows:
        lines.setdefault(match_id, []).append((SheetLine(n, kind, data), key))
    sheets: dict[int, LockedSheet] = {}
    for row in match_rows:
        match = load_instance(Match, **LOCK_MATCHES.name_columns(row))
        sheets[match.pk] = LockedSheet(match, lines.get(match.pk, []))
    return sheets


def lock_matches(matches: QuerySet[Match]) -> dict[int, Match]:
    """Locks the rows of several matches, by id, and returns them by id as they are under the lock.
    Their two large columns, the format and the snapshot, are not loaded."""
    # "self": the rows of tables that are joined for the condition are not locked.
    rows = matches.select_for_update(no_key=True, of=("self",)).defer("format", "snapshot")
    return {match.pk: match for match in rows.order_by("pk")}


def write_line(
    *,
    sheet: LockedSheet,
    act: Act,
    actor: Actor,
    now: datetime,
    together_with: Sequence[Query] = (),
) -> Written:
    """Adds a line to the sheet of a match: folds the sheet with it, appends it, and stores the new
    snapshot. The caller's transaction has locked the sheet (``lock_sheet``). ``together_with``:
    what the caller writes in the same message to the database, if a line is added that leaves the
    result of the match as it was.

    An amend or a strike is written with the lines that it sets aside; the caller must make sure
    that its writer has agreed to the ``effect`` on other lines. Raises KeyReused, StaleVersion,
    LineUnreadable, LineRefused, SheetFull or CorrectionMovesLines; nothing is written then.
    """
    written = _append_to_sheet(sheet, act, actor, now)
    if not written.replayed:
        if written.match.result != written.old_result:
            together_with = ()
        store_line(written.line, written.match, together_with)
    return written


def write_lines(
    *, sheets: Sequence[tuple[LockedSheet, Act]], actor: Actor, now: datetime
) -> list[Written]:
    """Adds a line to each of several sheets, as ``write_line`` with the same refusals, by a number
    of queries that does not depend on theirs. No key may be on its sheet already."""
    written_lines: list[Written] = []
    for sheet, act in sheets:
        written = _append_to_sheet(sheet, act, actor, now)
        assert not written.replayed, "the caller makes new keys"
        written_lines.append(written)
    store_lines(
        [written.line for written in written_lines], [written.match for written in written_lines]
    )
    return written_lines


def _append_to_sheet(sheet: LockedSheet, act: Act, actor: Actor, now: datetime) -> Written:
    """The new line and its match with the columns that follow from it; not stored yet."""
    match = sheet.match
    match_format = read_stored_format(match.format)
    act = replace(act, data=strip_invisible_values(act.data))
    # The key is checked before the version, because a retry always has an old version. Lines after
    # the one with the key are left out: the retry gets the state as it was then.
    lines = []
    for line, key in sheet.lines:
        lines.append(line)
        if key == act.key:
            return _answer_retry(match, match_format, lines, act)
    if act.version != match.version:
        raise StaleVersion(seen=act.version, version=match.version)
    sheet.check_room(actor)
    new_line = SheetLine(match.version + 1, act.kind, act.data)
    effect: SheetEffect | None = None
    if act.kind in WORD_KINDS:
        with _translate_refusals(match_format, lines, new_line):
            planned_word = plan_word(match_format, lines, new_line)
        if ASIDE in act.data and act.data[ASIDE] != planned_word.aside:
            # A writer may name the lines to set aside, but only exactly those that follow from the
            # correction: otherwise this would be a way to remove any line from the score.
            raise CorrectionMovesLines(planned_word.effect)
        new_line, effect = planned_word.line, planned_word.effect
    with _translate_refusals(match_format, lines, new_line):
        # The snapshot is never advanced, as it could drift from the lines: either all lines are
        # folded, or the fold of exactly these lines is extended.
        fold_before = KEPT_FOLDS.find_or_fold(match.head, match_format, lines)
        sheet_fold = append_line(fold_before, match_format, lines, new_line)
    state = sheet_fold.build_state()
    old_result = match.result
    row = make_line_row(match, new_line, act, actor, now)
    for name, value in derive_columns(state, row.n, row.digest).items():
        setattr(match, name, value)
    KEPT_FOLDS.keep(row.digest, sheet_fold)
    return Written(match, row, state, old_result, replayed=False, effect=effect)


@contextmanager
def _translate_refusals(
    match_format: MatchFormat, lines: Sequence[SheetLine], new_line: SheetLine
) -> Iterator[None]:
    """Makes refusals of the core into those of a line that was not written."""
    try:
        yield
    except Unreadable as unreadable:
        raise LineUnreadable(
            violations=unreadable.violations, problem=str(unreadable)
        ) from unreadable
    except SheetRefused as refused:
        if new_line.kind in WORD_KINDS and refused.at != new_line.n:
            # Another line no longer fits. With all lines tied to their games, only the lines are
            # named that are invalid in any case, not those that would merely be set aside.
            new_line = tie_word(match_format, lines, new_line)
        # Of an amend, what is wrong with the line that it corrects is wrong in its own content.
        is_of_content = new_line.kind == AMEND and refused.at == new_line.data.get("line")
        violations = []
        for violation in refused.violations:
            params = {"line": refused.at, **violation.params}
            if is_of_content:
                params["field"] = f"data.{params.get('field', '')}".rstrip(".")
            violations.append(replace(violation, params=params))
        invalid_lines = [refused.at]
        if refused.at != new_line.n:
            invalid_lines = list_invalid_lines(match_format, [*lines, new_line])
        refusal = LineRefused(violations=violations, at=refused.at, lines=invalid_lines)
        if refused.at == new_line.n or is_of_content:
            refusal.pointer_base = "/data"
        raise refusal from refused


def _answer_retry(
    match: Match, match_format: MatchFormat, lines: Sequence[SheetLine], act: Act
) -> Written:
    """The answer to a retry: ``lines`` end with the line that has the key."""
    written_line = lines[-1]
    written_data = dict(strip_invisible_values(written_line.data))
    if ASIDE in act.data:
        written_data = {ASIDE: [], **written_data}
    else:
        # ``write_line`` has added it, so it is no difference between what was sent twice.
        written_data.pop(ASIDE, None)
    if written_line.kind != act.kind or written_data != dict(act.data):
        raise KeyReused(n=written_line.n)
    row = match.lines.get(n=written_line.n)
    state = fold_stored(match_format, lines).build_state()
    return Written(match, row, state, match.result, replayed=True)


@atomic_with_retry
def repair_match(*, match_id: int) -> dict[str, tuple[Any, Any]]:
    """Derives the columns of a match again from its lines and stores those that differ; returns
    them by name, before and after. If the sheet itself is in doubt (a broken chain, missing or
    illegal lines), it is evidence: nothing is repaired, and the result is empty."""
    match = lock_match(match_id)
    faults = find_sheet_faults(match, list(match.lines.order_by("n")))
    if any(fault.code != "column_differs" for fault in faults):
        return {}
    for fault in faults:
        setattr(match, fault.column, fault.expected)
    if faults:
        match.save(update_fields=[fault.column for fault in faults])
    return {fault.column: (fault.stored, fault.expected) for fault in faults}
