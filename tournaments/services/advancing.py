"""Moves entries on when a match is decided, undecided or decided otherwise."""

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
    """Entries that are out from now on, by their state already; who took them out, and why."""

    entries: tuple[Entry, ...]
    reason: str
    actor: Actor


def has_begun(match: Match) -> bool:
    """Whether a match has a line that counts: from then on its sides are what they are."""
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
    """Brings everything that hangs on the result of ``pairing`` up to date.

    The match is locked already; the fed matches, the pairings by id and the tables follow, in
    this order; so do the other matches of the entries that are ``leaving``. A match that was
    decided ``at_table`` keeps its table until it is signed: the same phones sign it. Where a fed
    match has begun with another entry it becomes a question if that was ``agreed``; else
    NextMatchBegun is raised.
    """
    _settle(pairing, match, at_table=at_table, now=now, agreed=agreed)
    others = [] if leaving is None else _leave(leaving, now)
    _finish_all([pairing, *others], now)


def leave_table(*, pairing: Pairing, now: datetime) -> Pairing:
    """Frees the table of a decided pairing, whose match is locked, for the next one."""
    locked = Pairing.objects.select_for_update(no_key=True).get(pk=pairing.pk)
    if locked.holds_table:
        locked.holds_table = False
        locked.save(update_fields=["holds_table"])
        tell_tables((locked.table_id,), now)
        _finish(locked, now)
    return locked


def leave_matches(*, entry: Entry, reason: str, actor: Actor, now: datetime) -> None:
    """Every match that an entry is to play now goes to the other side: it is out. Where the match
    after one of them has begun already, as this one is played again, that is a question."""
    _finish_all(_leave(Leaving((entry,), reason, actor), now), now)


def _leave(leaving: Leaving, now: datetime) -> list[Pairing]:
    """The pairings that the entries have lost by leaving."""
    found = Pairing.objects.filter(slots__entry__in=leaving.entries, state__in=PLAYABLE)
    pairings = _lock_pairings(found.values_list("pk", flat=True))
    for pairing in pairings:
        slots = pairing.slots.filter(entry__in=leaving.entries).select_related("entry")
        slot = slots.order_by("position")[0]
        match = _forfeit(pairing, slot, leaving.reason, leaving.actor, now)
        _settle(pairing, match, at_table=False, now=now, agreed=True)
    return pairings


def forfeit_gone(*, event_id: UUID, now: datetime) -> None:
    """Entries that are out lose the matches that they are to play: those of an event that begins,
    and those that they come to by a decision."""
    playable = Pairing.objects.filter(event_id=event_id, state__in=PLAYABLE)
    gone = playable.filter(slots__entry__state__in=GONE)
    pairings = _lock_pairings(gone.values_list("pk", flat=True))
    _forfeit_withdrawn([pairing.pk for pairing in pairings], now)
    _finish_all(pairings, now)


def _lock_pairings(found: Iterable[int]) -> list[Pairing]:
    ids = sorted(set(found))
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
    for event_id in {pairing.event_id for pairing in pairings}:
        call_ready(event_id=event_id, now=now)
    for stage_id in sorted({pairing.round.group.stage_id for pairing in pairings}):
        raise_stage_version(stage_id, now)


def _settle(
    pairing: Pairing, match: Match, *, at_table: bool, now: datetime, agreed: bool = False
) -> None:
    fed = _lock_fed(pairing)
    _mark(pairing, match, at_table=at_table, now=now)
    entries = {slot.side: slot.entry for slot in pairing.slots.select_related("entry")}
    moved: list[tuple[Slot, Entry | None]] = []
    for slot in fed:
        entry = entries[_side_through(slot, match)] if match.decided else None
        if slot.entry_id == (entry.pk if entry else None):
            if _has_begun(slot.pairing):
                answer_itself(slot)
            continue
        if not _is_void(slot.pairing, match) or not _has_begun(slot.pairing):
            moved.append((slot, entry))
        elif not agreed:
            raise _begun(slot.pairing)
    if agreed:
        moved = list(_keep_who_plays_on(moved, entries.values()))
    _make_room(slot for slot, _entry in moved)
    reached = [at for slot, entry in moved for at in _fill(slot, entry, now, agreed=agreed)]
    _look_at_conditions(pairing, match, now)
    _forfeit_withdrawn(reached, now)


def _keep_who_plays_on(
    moved: Sequence[tuple[Slot, Entry | None]], entries: Iterable[Entry | None]
) -> Sequence[tuple[Slot, Entry | None]]:
    """Of two slots that one pairing fills, an entry that has begun to play in the wrong one stays
    in. The other slot is not its own as well: it stays as it is, or goes to its opponent."""
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
    """Whether a pairing that is played only if this match ends one way is not played."""
    return pairing.only_if_slot is not None and match.winner not in (None, pairing.only_if_slot)


def _look_at_conditions(pairing: Pairing, match: Match, now: datetime) -> None:
    """What is played only if this match ends one way: the second final. If it has been played
    already, its result counts when it is needed, and only then."""
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
    """Of a pairing that nobody is called to."""
    if pairing.match is not None and pairing.match.decided:
        return Pairing.State.DECIDED
    empty = pairing.slots.filter(entry__isnull=True).exists()
    return Pairing.State.WAITING if empty else Pairing.State.READY


def _lock_fed(pairing: Pairing) -> Sequence[Slot]:
    """The slots this pairing feeds; their pairings and those behind byes are locked with their
    matches."""
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
    # It was read before it was locked: somebody may have moved it to another table since.
    for column in ("state", "table_id", "holds_table", "called_at"):
        setattr(pairing, column, getattr(pairings[pairing.pk], column))
    slots = list(pairing.feeds.order_by("pk"))
    for slot in slots:
        slot.pairing = pairings[slot.pairing_id]
        if slot.pairing.match_id is not None:
            slot.pairing.match = matches[slot.pairing.match_id]
    return slots


def _reached(pairing: Pairing) -> list[int]:
    """The ids of the pairings where its winner and its loser go, through byes too."""
    found: set[int] = set()
    front = [pairing.pk]
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
    pairing.holds_table = unsigned and (at_table or held)
    pairing.decided_at = now if match.decided else None
    pairing.save(update_fields=["state", "holds_table", "decided_at"])
    tell_tables((pairing.table_id,), now)


def _has_begun(pairing: Pairing) -> bool:
    return pairing.match is not None and has_begun(pairing.match)


def _begun(pairing: Pairing) -> NextMatchBegun:
    return NextMatchBegun(pairing=pairing.code, match=pairing.match_id)


def _make_room(slots: Iterable[Slot]) -> None:
    """Two who change places are never in one place at once."""
    leaving = [slot.pk for slot in slots if slot.entry_id and not _has_begun(slot.pairing)]
    if leaving:
        Slot.objects.filter(pk__in=leaving).update(entry=None)


def _fill(slot: Slot, entry: Entry | None, now: datetime, *, agreed: bool) -> list[int]:
    """Seats an entry, or nobody. The ids of the pairings that it comes to, through byes too."""
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
            tell_tables((pairing.table_id,), now)
            pairing.state, pairing.table, pairing.called_at = Pairing.State.WAITING, None, None
        elif pairing.state == Pairing.State.WAITING:
            pairing.state = Pairing.State.READY
        pairing.save(update_fields=["state", "table", "called_at"])
    return [pairing.pk]


def _pass_on(pairing: Pairing, entry: Entry | None, now: datetime, *, agreed: bool) -> list[int]:
    """Advance an entry without an opponent at once."""
    slots = pairing.feeds.filter(source=Slot.Source.WINNER_OF).select_related("pairing__match")
    return [at for slot in slots.order_by("pk") for at in _fill(slot, entry, now, agreed=agreed)]


def _forfeit_withdrawn(reached: Sequence[int], now: datetime) -> None:
    """Pairings that are complete with an entry that is out are decided at once, for the other."""
    if not any(GONE_IN_PAIRING.fetch_one(pk) for pk in reached):
        return
    playable = Pairing.objects.filter(pk__in=reached, state__in=PLAYABLE)
    found = playable.filter(slots__entry__state__in=GONE).distinct().order_by("pk")
    for pairing in found.select_related("round__group"):
        slots = pairing.slots.filter(entry__state__in=GONE).select_related("entry")
        match = _forfeit(pairing, slots.order_by("position")[0], "", SYSTEM, now)
        _settle(pairing, match, at_table=False, now=now, agreed=True)


def _forfeit(pairing: Pairing, slot: Slot, reason: str, actor: Actor, now: datetime) -> Match:
    """Writes that the entry in a slot, which is out, loses the match."""
    match = lock_match(pairing.match_id or 0)
    # The entry is out by its own state: this line alone does not send it home.
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
