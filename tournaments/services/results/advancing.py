"""Advances entries when a match is decided, reopened or decided differently.

Locks are taken in one order: matches by id, pairings by id, the queue for the tables, stages. Ids
rise in the order of play, so a result only locks forward. A deadlock that is still possible, as an
entry leaves several matches at once, is rolled back and run again (``atomic_with_retry``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from accounts.actors import SYSTEM, Actor
from database.transactions import ReadTooEarly
from database.updates import save_columns
from scoring.acts import Act
from scoring.core.format import read_stored_format
from scoring.core.lines import FORFEIT, STRIKE
from scoring.models import Match
from scoring.services import LockedSheet, lock_sheet, lock_sheets, write_line, write_lines
from tournaments.changes import report_decided, report_result
from tournaments.models import Entry, Pairing, Slot
from tournaments.notices import tell_match, tell_matches, tell_tables
from tournaments.selectors.stages.sources import get_side_for_slot
from tournaments.services.decisions.pending import settle_pending_decision
from tournaments.services.pairing_locks import lock_pairings
from tournaments.services.pairings.readiness import has_empty_slot
from tournaments.services.results.dependent_slots import (
    SlotChange,
    apply_changes,
    has_match_begun,
    keep_entries_that_play_on,
    lock_dependents,
    refuse_begun,
)
from tournaments.services.table_queue import call_ready
from tournaments.services.versions import raise_stage_version
from tournaments.statements import GONE_IN_PAIRING

WITHDRAWN_ARTICLE = "withdrawal"
WITHDRAWAL_KEY = "withdrawal-"
"""How the keys of the lines begin that end the matches of entries that have left."""
RESULT_COLUMNS = ("state", "holds_table", "decided_at")
"""The columns of a pairing that follow from its result."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """Entries that leave the event, whose state is stored already; who took them out, and why."""

    entries: tuple[Entry, ...]
    reason: str
    actor: Actor


def follow_result(
    *,
    pairing: Pairing,
    match: Match,
    at_table: bool,
    now: datetime,
    agreed: bool = False,
    leaving: Leaving | None = None,
) -> None:
    """Updates everything that depends on the result of ``pairing``.

    The caller holds the lock of the match. This locks the matches that it feeds, the pairings by
    id, the same for the other matches of the entries that are ``leaving``, and the tables last.

    A match that was decided ``at_table`` keeps its table until it is signed: the same phones sign
    it. If a fed match has begun with another entry, the conflict is stored as a pending decision
    for the organizer when that was ``agreed``; otherwise NextMatchBegun is raised.
    """
    _apply_result(pairing, match, at_table=at_table, now=now, agreed=agreed)
    changed_pairings = [pairing]
    if leaving is not None:
        forfeited_pairings, _forfeits = _forfeit_open_matches(leaving, now)
        changed_pairings += forfeited_pairings
    _call_tables_and_raise_versions(changed_pairings, now)


def withdraw_result(*, pairing: Pairing, match: Match, now: datetime) -> None:
    """Puts a pairing back to before its match began: ``match`` is its new, empty one. The entries
    that its result has moved on leave their slots; where a match has begun with one of them, a
    pending decision is stored. The caller holds the locks of all these pairings, and calls the
    tables."""
    tell_tables((pairing.table_id,), now)
    pairing.state = Pairing.State.READY
    pairing.table, pairing.called_at, pairing.decided_at = None, None, None
    pairing.holds_table = False
    pairing.save(update_fields=["state", "table", "called_at", "decided_at", "holds_table"])
    dependents = lock_dependents(pairing)
    changes = [SlotChange(slot, None) for slot in dependents.slots if slot.entry_id is not None]
    apply_changes(changes, now, agreed=True)
    if dependents.has_conditional:
        _update_conditional_pairings(pairing, match, now)


def leave_table(*, pairing: Pairing, now: datetime) -> Pairing:
    """Frees the table of a decided pairing for the next one. The caller holds the match's lock."""
    locked_pairing = Pairing.objects.select_for_update(no_key=True).get(pk=pairing.pk)
    if locked_pairing.holds_table:
        locked_pairing.holds_table = False
        locked_pairing.save(update_fields=["holds_table"])
        tell_tables((locked_pairing.table_id,), now)
        _call_tables_and_raise_versions([locked_pairing], now)
    return locked_pairing


def leave_matches(
    *, entry: Entry, reason: str, actor: Actor, now: datetime
) -> list[tuple[int, int]]:
    """Awards all open matches of an entry that leaves the event to the other side; at a table of
    more than two sides the match is void. Where the next match has begun already (this one is being
    played again), a pending decision is stored.

    Returns the lines that it has written, by match and number, also those against entries that had
    left before and that the other sides have met by now.
    """
    pairings, forfeits = _forfeit_open_matches(Leaving((entry,), reason, actor), now)
    _call_tables_and_raise_versions(pairings, now)
    return forfeits


def forfeit_gone(*, event_id: UUID, now: datetime) -> None:
    """Ends the open matches of entries that have left: when an event begins, and when a decision of
    the organizer seats such an entry."""
    playable = Pairing.objects.filter(event_id=event_id, state__in=Pairing.PLAYABLE_STATES)
    pairings_without_entry = playable.filter(slots__entry__state__in=Entry.GONE_STATES)
    pairings = lock_pairings(pairings_without_entry.values_list("pk", flat=True))
    _forfeit_where_gone(list(pairings), now)
    _call_tables_and_raise_versions(list(pairings.values()), now)


def strike_forfeits(
    *,
    pairings: Mapping[int, Pairing],
    forfeits: Sequence[tuple[int, int]],
    actor: Actor,
    now: datetime,
) -> None:
    """The inverse of ``forfeit_gone``: strikes these lines, each the last one of its sheet, by
    match and number. ``pairings``: all of the event, by match, locked with their matches; their
    tables are not called."""
    # The last match first: what an earlier one feeds is empty again when that one is struck.
    for match_id, number in sorted(forfeits, reverse=True):
        pairing = pairings[match_id]
        strike = {"line": number, "reason": ""}
        act = Act(STRIKE, strike, f"undo-{number}", number, device="desk", made_at=now)
        written_line = write_line(sheet=lock_sheet(match_id), act=act, actor=actor, now=now)
        tell_match(match_id, pairing.event_id, written_line.match.version, now)
        _apply_result(pairing, written_line.match, at_table=False, now=now, agreed=True)
    for stage_id in sorted({pairings[match].round.group.stage_id for match, _number in forfeits}):
        raise_stage_version(stage_id, now)


def _apply_result(
    pairing: Pairing, match: Match, *, at_table: bool, now: datetime, agreed: bool = False
) -> list[tuple[int, int]]:
    """Returns the forfeits that follow from the result, by match and number of the line."""
    # The dependent slots are locked before anything is written: whether their matches have begun
    # must not change until the entries are moved.
    dependents = lock_dependents(pairing)
    entries = dependents.entries
    _store_result(pairing, match, at_table=at_table, now=now)
    changes: list[SlotChange] = []
    for slot in dependents.slots:
        # None while the match is undecided: what it feeds is empty again.
        new_entry: Entry | None = None
        if match.decided:
            new_entry = entries[get_side_for_slot(slot, match)]
        if slot.entry_id == (new_entry and new_entry.pk):
            # The right entry is seated (again): a pending decision about this slot is settled.
            if has_match_begun(slot.pairing):
                settle_pending_decision(slot)
            continue

        is_played_in_vain = has_match_begun(slot.pairing) and slot.pairing.is_unneeded_after(match)
        if not is_played_in_vain:
            changes.append(SlotChange(slot, new_entry))
        elif not agreed:
            # A conditional pairing (a second final) has begun and is no longer needed. If agreed,
            # its seats and its sheet stay as they are.
            raise refuse_begun(slot.pairing)
    if agreed:
        changes = list(keep_entries_that_play_on(changes, entries.values()))
    changed_pairings = apply_changes(changes, now, agreed=agreed)
    if dependents.has_conditional:
        _update_conditional_pairings(pairing, match, now)
    return _forfeit_where_gone(changed_pairings, now)


def _store_result(pairing: Pairing, match: Match, *, at_table: bool, now: datetime) -> None:
    was_decided = pairing.state == Pairing.State.DECIDED
    _set_result(pairing, match, at_table=at_table, now=now)
    save_columns(pairing, *RESULT_COLUMNS)
    tell_tables((pairing.table_id,), now)
    report_result(pairing, match, was_decided=was_decided, now=now)


def _set_result(pairing: Pairing, match: Match, *, at_table: bool, now: datetime) -> None:
    """Sets the RESULT_COLUMNS, which the caller stores."""
    had_table = pairing.holds_table
    pairing.decided_at = None
    if match.decided:
        pairing.state, pairing.decided_at = Pairing.State.DECIDED, now
    elif had_table:
        pairing.state = Pairing.State.CALLED
    else:
        pairing.state = Pairing.State.READY
    waits_for_signatures = match.decided and not match.signed and pairing.table_id is not None
    # A result entered at the desk frees the table, unless the table is held already.
    pairing.holds_table = waits_for_signatures and (at_table or had_table)


# Conditional pairings --------------------------------------------------------------------------


def _update_conditional_pairings(pairing: Pairing, match: Match, now: datetime) -> None:
    """Updates the pairings that are played only if this match has a certain winner: the second
    final. A result that it has already is kept, and counts whenever the pairing is needed."""
    rows = pairing.decides_on.select_for_update(no_key=True, of=("self",)).select_related("match")
    for row in rows.order_by("pk"):
        is_needed = not row.is_unneeded_after(match)
        if is_needed == (row.state != Pairing.State.NOT_NEEDED):
            continue
        tell_tables((row.table_id,), now)
        if not is_needed:
            row.state = Pairing.State.NOT_NEEDED
        elif row.match is not None and row.match.decided:
            # It was played before, while it was needed.
            row.state = Pairing.State.DECIDED
        elif has_empty_slot(row):
            row.state = Pairing.State.WAITING
        else:
            row.state = Pairing.State.READY
        # Needed again, it is called anew: its former table may have another pairing by now.
        row.table, row.called_at, row.holds_table = None, None, False
        row.save(update_fields=["state", "table", "called_at", "holds_table"])


# Entries that have left ------------------------------------------------------------------------


def _forfeit_open_matches(
    leaving: Leaving, now: datetime
) -> tuple[list[Pairing], list[tuple[int, int]]]:
    """Ends the open matches of the leaving entries. Returns those pairings, locked, and all lines
    that were written, by match and number."""
    # The decided ones are locked too: a correction of theirs could seat an entry in a new match.
    own_pairings = Pairing.objects.filter(slots__entry__in=leaving.entries)
    pairings = lock_pairings(own_pairings.values_list("pk", flat=True))
    # A result that was stored before these locks may have seated an entry in one more pairing.
    if set(own_pairings.values_list("pk", flat=True)) != set(pairings):
        raise ReadTooEarly
    playable_pairings = [row for row in pairings.values() if row.state in Pairing.PLAYABLE_STATES]
    independent_ids = _list_independent(playable_pairings)
    independent_pairings = [row for row in playable_pairings if row.pk in independent_ids]
    forfeits = _forfeit_together(independent_pairings, leaving, now)
    for pairing in playable_pairings:
        if pairing.pk in independent_ids:
            continue
        # The forfeit before this one may have decided it, or seated the other entry here.
        pairing.refresh_from_db(fields=["state"])
        slots = pairing.slots.filter(entry__in=leaving.entries).select_related("entry")
        # Several sides may be leaving: the forfeit is written against the first.
        slot = slots.order_by("position").first()
        if slot is None or pairing.state not in Pairing.PLAYABLE_STATES:
            continue
        match = _write_forfeit(pairing, slot, leaving.reason, leaving.actor, now)
        forfeits.append((match.pk, match.version))
        forfeits += _apply_result(pairing, match, at_table=False, now=now, agreed=True)
    return playable_pairings, forfeits


def _list_independent(pairings: Sequence[Pairing]) -> set[int]:
    """The ids of those on whose results no other pairing depends, and that depend on none: the
    matches of a round robin and of a Swiss round."""
    ids = [pairing.pk for pairing in pairings]
    independent = Pairing.objects.filter(pk__in=ids, feeds=None, decides_on=None, only_if=None)
    fed_slots = Slot.objects.filter(pairing__in=ids, source_pairing__isnull=False)
    fed_pairings = fed_slots.values("pairing")
    return set(independent.exclude(pk__in=fed_pairings).values_list("pk", flat=True))


def _forfeit_together(
    pairings: Sequence[Pairing], leaving: Leaving, now: datetime
) -> list[tuple[int, int]]:
    """Ends independent matches of the leaving entries, whose pairings are locked, with the same
    number of queries however many they are. Returns the lines by match and number."""
    if not pairings:
        return []
    slots: dict[int, Slot] = {}
    own_slots = Slot.objects.filter(pairing__in=pairings, entry__in=leaving.entries)
    for slot in own_slots.select_related("entry").order_by("position"):
        # As below: of several sides that are leaving, the first.
        slots.setdefault(slot.pairing_id, slot)
    locked_sheets = lock_sheets([pairing.match_id or 0 for pairing in pairings])
    sheets: list[tuple[LockedSheet, Act]] = []
    for pairing in pairings:
        sheet = locked_sheets[pairing.match_id or 0]
        sheets.append((sheet, _make_forfeit(sheet.match, slots[pairing.pk], leaving.reason, now)))
    written_lines = write_lines(sheets=sheets, actor=leaving.actor, now=now)
    decided: list[tuple[Pairing, Match]] = []
    for pairing, written in zip(pairings, written_lines, strict=True):
        _set_result(pairing, written.match, at_table=False, now=now)
        decided.append((pairing, written.match))
    Pairing.objects.bulk_update(pairings, RESULT_COLUMNS)
    versions = {match.pk: match.version for _pairing, match in decided}
    event_id = pairings[0].event_id
    tell_matches(versions, event_id, now)
    tell_tables([pairing.table_id for pairing in pairings], now)
    report_decided(decided, event_id=event_id, now=now)
    return list(versions.items())


def _forfeit_where_gone(pairing_ids: Sequence[int], now: datetime) -> list[tuple[int, int]]:
    """Decides pairings that have all entries, one of which has left. Returns the lines that were
    written, by match and number."""
    # On the path of every result, and nearly always in vain: a short statement for each pairing is
    # cheaper than the queries below.
    if not any(GONE_IN_PAIRING.fetch_one(pk) for pk in pairing_ids):
        return []
    forfeits: list[tuple[int, int]] = []
    playable = Pairing.objects.filter(state__in=Pairing.PLAYABLE_STATES)
    playable = playable.select_related("round__group")
    # One by one: a forfeit may decide or empty the next of these pairings.
    for pairing_id in sorted(pairing_ids):
        pairing = playable.filter(pk=pairing_id, slots__entry__state__in=Entry.GONE_STATES).first()
        if pairing is None:
            continue
        slots = pairing.slots.filter(entry__state__in=Entry.GONE_STATES).select_related("entry")
        slot = slots.order_by("position")[0]
        match = _write_forfeit(pairing, slot, "", SYSTEM, now)
        forfeits.append((match.pk, match.version))
        # This recurses along the bracket: the winner may meet the next entry that has left.
        forfeits += _apply_result(pairing, match, at_table=False, now=now, agreed=True)
    return forfeits


def _write_forfeit(pairing: Pairing, slot: Slot, reason: str, actor: Actor, now: datetime) -> Match:
    """Ends a match on its sheet: the entry in this slot has left."""
    sheet = lock_sheet(pairing.match_id or 0)
    act = _make_forfeit(sheet.match, slot, reason, now)
    written_line = write_line(sheet=sheet, act=act, actor=actor, now=now)
    match = written_line.match
    tell_match(match.pk, pairing.event_id, match.version, now)
    return match


def _make_forfeit(match: Match, slot: Slot, reason: str, now: datetime) -> Act:
    """The line by which the entry in this slot loses the match, as it has left."""
    assert slot.entry is not None, "who is out sits there"
    # The other side wins. The entry is out by its own state, not by this line: striking the line
    # later must not bring it back.
    data: dict[str, Any] = {"side": slot.side, "of": "match", "plays_on": True}
    if read_stored_format(match.format).sides != 2:
        # With more than two sides nobody wins by a forfeit, and the others cannot play on: a game
        # of five is not one of four. So the match is void, whatever was played of it.
        data = {"side": None, "of": "match", "case": "void"}
    elif slot.entry.state == Entry.State.DISQUALIFIED and "unfinished" in match.format:
        data["case"] = "disqualification"
    return Act(
        kind=FORFEIT,
        data={**data, "article": WITHDRAWN_ARTICLE, "reason": reason},
        # It follows from the version, so it is new on its sheet.
        key=f"{WITHDRAWAL_KEY}{match.version + 1}",
        version=match.version,
        device="",
        made_at=now,
    )


# What comes last -------------------------------------------------------------------------------


def _call_tables_and_raise_versions(pairings: Sequence[Pairing], now: datetime) -> None:
    # The queue for the tables is locked last but for the stages, when all pairings are stored:
    # otherwise a pairing could stay ready beside a free table.
    stages_by_event: dict[UUID, set[int]] = {}
    for pairing in pairings:
        stage_ids = stages_by_event.setdefault(pairing.event_id, set())
        stage_ids.add(pairing.round.group.stage_id)
    for event_id, stage_ids in stages_by_event.items():
        call_ready(event_id=event_id, stage_ids=stage_ids, now=now)
