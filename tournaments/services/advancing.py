"""Advances entries when a match is decided, reopened or decided differently.

Locks are taken in one order: matches by id, pairings by id, the queue for the tables, stages. Ids
rise in the order of play, so a result only locks forward. A deadlock that is still possible, as an
entry leaves several matches at once, is rolled back and run again (``atomic_with_retry``).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from accounts.actors import SYSTEM, Actor
from scoring.acts import Act
from scoring.core.lines import FORFEIT
from scoring.models import Match
from scoring.services import lock_match, write_line
from tournaments.models import Entry, Pairing, Slot
from tournaments.notices import tell_match, tell_tables
from tournaments.refusals import NextMatchBegun
from tournaments.services.questions import answer_itself, ask_played_on
from tournaments.services.tables import call_ready
from tournaments.services.versions import raise_stage_version
from tournaments.statements import CONDITIONAL_PAIRINGS, GONE_IN_PAIRING

GONE = (Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED)
PLAYABLE = (Pairing.State.READY, Pairing.State.CALLED)
WITHDRAWN_ARTICLE = "withdrawal"


@dataclass(frozen=True, slots=True)
class Leaving:
    """Entries that leave the event, whose state is stored already; who took them out, and why."""

    entries: tuple[Entry, ...]
    reason: str
    actor: Actor


def has_begun(match: Match) -> bool:
    """Whether a match has a line that counts: from then on its entries are no longer replaced."""
    return match.begun


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
    it. If a fed match has begun with another entry, the conflict is stored as a question for the
    organizer when that was ``agreed``; otherwise NextMatchBegun is raised.
    """
    _settle(pairing, match, at_table=at_table, now=now, agreed=agreed)
    others = [] if leaving is None else _leave(leaving, now)
    _finish_all([pairing, *others], now)


def leave_table(*, pairing: Pairing, now: datetime) -> Pairing:
    """Frees the table of a decided pairing for the next one. The caller holds the match's lock."""
    locked = Pairing.objects.select_for_update(no_key=True).get(pk=pairing.pk)
    if locked.holds_table:
        locked.holds_table = False
        locked.save(update_fields=["holds_table"])
        tell_tables((locked.table_id,), now)
        _finish(locked, now)
    return locked


def leave_matches(*, entry: Entry, reason: str, actor: Actor, now: datetime) -> None:
    """Awards all open matches of an entry that leaves the event to the other side. Where the next
    match has begun already (this one is being played again), a question is stored."""
    _finish_all(_leave(Leaving((entry,), reason, actor), now), now)


def _leave(leaving: Leaving, now: datetime) -> list[Pairing]:
    """Lets the leaving entries lose their open matches; returns those pairings, locked."""
    found = Pairing.objects.filter(slots__entry__in=leaving.entries, state__in=PLAYABLE)
    pairings = _lock_pairings(found.values_list("pk", flat=True))
    for pairing in pairings:
        slots = pairing.slots.filter(entry__in=leaving.entries).select_related("entry")
        # Both sides may be leaving: the forfeit is written against the first.
        slot = slots.order_by("position")[0]
        match = _forfeit(pairing, slot, leaving.reason, leaving.actor, now)
        _settle(pairing, match, at_table=False, now=now, agreed=True)
    return pairings


def forfeit_gone(*, event_id: UUID, now: datetime) -> None:
    """Lets entries that have left lose their open matches: when an event begins, and when a
    decision of the organizer seats such an entry."""
    playable = Pairing.objects.filter(event_id=event_id, state__in=PLAYABLE)
    gone = playable.filter(slots__entry__state__in=GONE)
    pairings = _lock_pairings(gone.values_list("pk", flat=True))
    _forfeit_withdrawn([pairing.pk for pairing in pairings], now)
    _finish_all(pairings, now)


def _lock_pairings(found: Iterable[int]) -> list[Pairing]:
    ids = sorted(set(found))
    # Matches before pairings, each by id: the order of locks of the whole project.
    list(
        Match.objects.select_for_update(no_key=True)
        .filter(pairing__in=ids)
        .order_by("pk")
        .values("pk")
    )
    rows = Pairing.objects.select_for_update(no_key=True, of=("self",)).select_related(
        "round__group"
    )
    return list(rows.filter(pk__in=ids).order_by("pk"))


def _finish(pairing: Pairing, now: datetime) -> None:
    _finish_all([pairing], now)


def _finish_all(pairings: Sequence[Pairing], now: datetime) -> None:
    # The queue for the tables is locked last but for the stages, when all pairings are stored:
    # otherwise a pairing could stay ready beside a free table.
    for event_id in {pairing.event_id for pairing in pairings}:
        call_ready(event_id=event_id, now=now)
    for stage_id in sorted({pairing.round.group.stage_id for pairing in pairings}):
        raise_stage_version(stage_id, now)


def _settle(
    pairing: Pairing, match: Match, *, at_table: bool, now: datetime, agreed: bool = False
) -> None:
    # The fed slots are locked before anything is written: whether their matches have begun must
    # not change until the entries are moved.
    fed = _lock_fed(pairing)
    _mark(pairing, match, at_table=at_table, now=now)
    entries = {slot.side: slot.entry for slot in pairing.slots.select_related("entry")}
    moved: list[tuple[Slot, Entry | None]] = []
    for slot in fed:
        entry = entries[_side_through(slot, match)] if match.decided else None
        if slot.entry_id == (entry.pk if entry else None):
            # The right entry is seated (again): a question about this slot is settled.
            if _has_begun(slot.pairing):
                answer_itself(slot)
            continue
        if not _is_void(slot.pairing, match) or not _has_begun(slot.pairing):
            moved.append((slot, entry))
        elif not agreed:
            # A conditional pairing (a second final) has begun and is no longer needed. If agreed,
            # its seats and its sheet stay as they are.
            raise _begun(slot.pairing)
    if agreed:
        moved = list(_keep_who_plays_on(moved, entries.values()))
    # All slots are emptied before one is filled: winner and loser may have changed places in one
    # pairing, and an entry may not be there twice, not even between two statements.
    _make_room(slot for slot, _entry in moved)
    reached = [at for slot, entry in moved for at in _fill(slot, entry, now, agreed=agreed)]
    _look_at_conditions(pairing, match, now)
    _forfeit_withdrawn(reached, now)


def _keep_who_plays_on(
    moved: Sequence[tuple[Slot, Entry | None]], entries: Iterable[Entry | None]
) -> Sequence[tuple[Slot, Entry | None]]:
    """Where the winner and the loser of a pairing both play on (losers' bracket, third place), a
    correction swaps their slots. An entry that has begun to play in what is now the wrong slot
    stays there; it must not be seated in its right slot too. That slot keeps its entry, or gets
    the opponent if it is empty."""
    playing = {slot.entry_id for slot, _entry in moved if _has_begun(slot.pairing)}
    if not playing:
        return moved
    others = [entry for entry in entries if entry is not None and entry.pk not in playing]
    opponent = others[0] if len(others) == 1 else None
    return [
        (slot, entry if _has_begun(slot.pairing) else opponent)
        for slot, entry in moved
        if _has_begun(slot.pairing) or slot.entry_id is None
    ]


def _is_void(pairing: Pairing, match: Match) -> bool:
    """Whether a conditional pairing is not needed, because this match had the other winner."""
    return pairing.only_if_slot is not None and match.winner not in (None, pairing.only_if_slot)


def _look_at_conditions(pairing: Pairing, match: Match, now: datetime) -> None:
    """Updates the pairings that are played only if this match has a certain winner: the second
    final. A result that it has already is kept, and counts whenever the pairing is needed."""
    # Nearly every match has none: this query spares the locks below.
    if not CONDITIONAL_PAIRINGS.fetch_all(pairing.pk):
        return
    rows = pairing.decides_on.select_for_update(no_key=True, of=("self",)).select_related("match")
    for row in rows.order_by("pk"):
        is_needed = not _is_void(row, match)
        if is_needed == (row.state != Pairing.State.NOT_NEEDED):
            continue
        tell_tables((row.table_id,), now)
        row.state = _state_of(row) if is_needed else Pairing.State.NOT_NEEDED
        row.table, row.called_at, row.holds_table = None, None, False
        row.save(update_fields=["state", "table", "called_at", "holds_table"])


def _state_of(pairing: Pairing) -> str:
    """The state of a pairing without a table: decided, waiting for entries, or ready."""
    if pairing.match is not None and pairing.match.decided:
        return Pairing.State.DECIDED
    empty = pairing.slots.filter(entry__isnull=True).exists()
    return Pairing.State.WAITING if empty else Pairing.State.READY


def _lock_fed(pairing: Pairing) -> Sequence[Slot]:
    """Locks the pairings that this one feeds, also through byes, with their matches; returns the
    slots that it feeds directly."""
    reached = _reached(pairing)
    matches = {
        match.pk: match
        for match in Match.objects.select_for_update(no_key=True)
        .defer("format", "snapshot")
        .filter(pairing__in=reached)
        .order_by("pk")
    }
    pairings = {
        row.pk: row
        for row in Pairing.objects.select_for_update(no_key=True)
        .filter(pk__in=[pairing.pk, *reached])
        .order_by("pk")
    }
    # The pairing was read before its lock: it may have been moved to another table since then.
    for column in ("state", "table_id", "holds_table", "called_at"):
        setattr(pairing, column, getattr(pairings[pairing.pk], column))
    slots = list(pairing.feeds.order_by("pk"))
    for slot in slots:
        slot.pairing = pairings[slot.pairing_id]
        if slot.pairing.match_id is not None:
            slot.pairing.match = matches[slot.pairing.match_id]
    return slots


def _reached(pairing: Pairing) -> list[int]:
    """The ids of the pairings that its winner and its loser go to, also through byes."""
    found: set[int] = set()
    front = [pairing.pk]
    # A bye has no match to wait for: who comes to it comes to the next pairing at once, so that one
    # is locked too.
    while front:
        fed = Slot.objects.filter(source_pairing__in=front)
        states = dict(fed.values_list("pairing_id", "pairing__state"))
        found |= states.keys()
        front = [pk for pk, state in states.items() if state == Pairing.State.BYE]
    return sorted(found)


def _side_through(slot: Slot, match: Match) -> int:
    winner = match.winner
    if winner is None:
        message = f"match {match.pk} is decided without a winner and feeds slot {slot.pk}"
        raise AssertionError(message)
    return winner if slot.source == Slot.Source.WINNER_OF else 1 - winner


def _mark(pairing: Pairing, match: Match, *, at_table: bool, now: datetime) -> None:
    held = pairing.holds_table
    undecided = Pairing.State.CALLED if held else Pairing.State.READY
    pairing.state = Pairing.State.DECIDED if match.decided else undecided
    unsigned = match.decided and not match.signed and pairing.table_id is not None
    # A result entered at the desk frees the table, unless the table is held already.
    pairing.holds_table = unsigned and (at_table or held)
    pairing.decided_at = now if match.decided else None
    pairing.save(update_fields=["state", "holds_table", "decided_at"])
    tell_tables((pairing.table_id,), now)


def _has_begun(pairing: Pairing) -> bool:
    return pairing.match is not None and has_begun(pairing.match)


def _begun(pairing: Pairing) -> NextMatchBegun:
    return NextMatchBegun(pairing=pairing.code, match=pairing.match_id)


def _make_room(slots: Iterable[Slot]) -> None:
    """Empties the slots that are about to get another entry, except in matches that have begun."""
    leaving = [slot.pk for slot in slots if slot.entry_id and not _has_begun(slot.pairing)]
    if leaving:
        Slot.objects.filter(pk__in=leaving).update(entry=None)


def _fill(slot: Slot, entry: Entry | None, now: datetime, *, agreed: bool) -> list[int]:
    """Seats an entry, or empties the slot (None). Returns the ids of the pairings reached, also
    through byes."""
    pairing = slot.pairing
    if _has_begun(pairing):
        if agreed:
            ask_played_on(slot=slot, entry=entry, now=now)
            return []
        raise _begun(pairing)
    slot.entry = entry
    slot.save(update_fields=["entry"])
    if pairing.state == Pairing.State.BYE:
        return _pass_on(pairing, entry, now, agreed=agreed)
    if pairing.state != Pairing.State.NOT_NEEDED:
        empty = pairing.slots.filter(entry__isnull=True).exists()
        if empty:
            # A pairing that has lost an entry cannot keep its table.
            tell_tables((pairing.table_id,), now)
            pairing.state, pairing.table, pairing.called_at = Pairing.State.WAITING, None, None
        elif pairing.state == Pairing.State.WAITING:
            pairing.state = Pairing.State.READY
        pairing.save(update_fields=["state", "table", "called_at"])
    return [pairing.pk]


def _pass_on(pairing: Pairing, entry: Entry | None, now: datetime, *, agreed: bool) -> list[int]:
    """Passes the entry of a bye on to the next pairing."""
    slots = pairing.feeds.filter(source=Slot.Source.WINNER_OF).select_related("pairing__match")
    return [at for slot in slots.order_by("pk") for at in _fill(slot, entry, now, agreed=agreed)]


def _forfeit_withdrawn(reached: Sequence[int], now: datetime) -> None:
    """Decides pairings that have both entries, one of which has left: the other entry wins."""
    if not any(GONE_IN_PAIRING.fetch_one(pk) for pk in reached):
        return
    playable = Pairing.objects.filter(pk__in=reached, state__in=PLAYABLE)
    found = playable.filter(slots__entry__state__in=GONE).distinct().order_by("pk")
    for pairing in found.select_related("round__group"):
        slots = pairing.slots.filter(entry__state__in=GONE).select_related("entry")
        match = _forfeit(pairing, slots.order_by("position")[0], "", SYSTEM, now)
        # This recurses along the bracket: the winner may meet the next entry that has left.
        _settle(pairing, match, at_table=False, now=now, agreed=True)


def _forfeit(pairing: Pairing, slot: Slot, reason: str, actor: Actor, now: datetime) -> Match:
    """Writes a forfeit on the sheet: the entry in this slot has left and loses the match."""
    match = lock_match(pairing.match_id or 0)
    # The entry is out by its own state, not by this line: striking the line later must not bring it
    # back.
    data: dict[str, Any] = {"side": slot.side, "of": "match", "plays_on": True}
    assert slot.entry is not None, "who is out sits there"
    if slot.entry.state == Entry.State.DISQUALIFIED and "unfinished" in match.format:
        data["case"] = "disqualification"
    act = Act(
        kind=FORFEIT,
        data={**data, "article": WITHDRAWN_ARTICLE, "reason": reason},
        key=f"withdrawal-{match.version + 1}",
        version=match.version,
        device="",
        made_at=now,
    )
    written = write_line(match=match, act=act, actor=actor, now=now)
    tell_match(match.pk, pairing.event_id, written.match.version, now)
    return written.match
