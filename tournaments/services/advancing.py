"""Moves entries on when a match is decided, undecided or decided otherwise."""

from collections.abc import Sequence
from datetime import datetime

from accounts.actors import HOUSE, Actor
from scoring.acts import Act
from scoring.core.lines import FORFEIT
from scoring.models import Match
from scoring.services import lock_match, write_line
from tournaments.models import Entry, Pairing, Slot
from tournaments.notices import tell_match
from tournaments.refusals import NextMatchBegun
from tournaments.services.events import raise_stage_version
from tournaments.services.questions import ask_played_on
from tournaments.services.tables import call_ready

GONE = (Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED)
WITHDRAWN_ARTICLE = "withdrawal"


def has_begun(match: Match) -> bool:
    """Whether a match has a line that counts: from then on its sides are what they are."""
    return match.begun


def follow_result(
    *, pairing: Pairing, match: Match, at_table: bool, now: datetime, agreed: bool = False
) -> None:
    """Brings everything that hangs on the result of ``pairing`` up to date.

    The match is locked already; the fed matches, the pairings by id and the tables follow, in
    this order. A match that was decided ``at_table`` keeps its table until it is signed: the same
    phones sign it. Where a fed match has begun with another entry it becomes a question if that was
    ``agreed``; else NextMatchBegun is raised.
    """
    _settle(pairing, match, at_table=at_table, now=now, agreed=agreed)
    _finish(pairing, now)


def leave_table(*, pairing: Pairing, now: datetime) -> None:
    """Frees the table of a decided pairing, whose match is locked, for the next one."""
    pairing.holds_table = False
    pairing.save(update_fields=["holds_table"])
    _finish(pairing, now)


def leave_match(*, pairing: Pairing, side: int, reason: str, actor: Actor, now: datetime) -> None:
    """The open match of an entry that withdraws goes to the other side."""
    match = _forfeit(pairing, side, reason, actor, now)
    follow_result(pairing=pairing, match=match, at_table=False, now=now)


def _finish(pairing: Pairing, now: datetime) -> None:
    call_ready(event_id=pairing.event_id, now=now)
    raise_stage_version(pairing.round.group.stage_id, now)


def _settle(
    pairing: Pairing, match: Match, *, at_table: bool, now: datetime, agreed: bool = False
) -> None:
    fed = _lock_fed(pairing)
    _mark(pairing, match, at_table=at_table, now=now)
    entries = {slot.side: slot.entry for slot in pairing.slots.select_related("entry")}
    for slot in fed:
        entry = entries[_side_through(slot, match)] if match.decided else None
        if slot.entry_id != (entry.pk if entry else None):
            _fill(slot, entry, now, agreed=agreed)
    _look_at_conditions(pairing, match)
    for next_pairing in {slot.pairing_id: slot.pairing for slot in fed}.values():
        _forfeit_withdrawn(next_pairing, now)


def _look_at_conditions(pairing: Pairing, match: Match) -> None:
    """What is played only if this match ends one way: the second final."""
    for row in pairing.decides_on.select_for_update().order_by("pk"):
        is_needed = match.winner in (None, row.only_if_slot)
        if is_needed == (row.state != Pairing.State.NOT_NEEDED):
            continue
        row.state = Pairing.State.NOT_NEEDED
        if is_needed:
            empty = row.slots.filter(entry__isnull=True).exists()
            row.state = Pairing.State.WAITING if empty else Pairing.State.READY
        row.table, row.called_at = None, None
        row.save(update_fields=["state", "table", "called_at"])


def _lock_fed(pairing: Pairing) -> Sequence[Slot]:
    """The slots this pairing feeds, with their pairings and matches locked."""
    fed_ids = sorted(set(pairing.feeds.values_list("pairing_id", flat=True)))
    matches = {
        match.pk: match
        for match in Match.objects.select_for_update().filter(pairing__in=fed_ids).order_by("pk")
    }
    pairings = {
        row.pk: row
        for row in Pairing.objects.select_for_update()
        .filter(pk__in=[pairing.pk, *fed_ids])
        .order_by("pk")
    }
    slots = list(pairing.feeds.order_by("pk"))
    for slot in slots:
        slot.pairing = pairings[slot.pairing_id]
        if slot.pairing.match_id is not None:
            slot.pairing.match = matches[slot.pairing.match_id]
    return slots


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


def _fill(slot: Slot, entry: Entry | None, now: datetime, *, agreed: bool) -> None:
    pairing = slot.pairing
    if pairing.match is not None and has_begun(pairing.match):
        if agreed:
            ask_played_on(slot=slot, entry=entry, now=now)
            return
        raise NextMatchBegun(pairing=pairing.code, match=pairing.match_id)
    slot.entry = entry
    slot.save(update_fields=["entry"])
    if pairing.state == Pairing.State.BYE:
        _pass_on(pairing, entry, now, agreed=agreed)
        return
    empty = pairing.slots.filter(entry__isnull=True).exists()
    if empty:
        pairing.state, pairing.table, pairing.called_at = Pairing.State.WAITING, None, None
    elif pairing.state == Pairing.State.WAITING:
        pairing.state = Pairing.State.READY
    pairing.save(update_fields=["state", "table", "called_at"])


def _pass_on(pairing: Pairing, entry: Entry | None, now: datetime, *, agreed: bool) -> None:
    """Whoever has nobody to play here goes on at once."""
    slots = pairing.feeds.filter(source=Slot.Source.WINNER_OF).select_related("pairing__match")
    for slot in slots.order_by("pk"):
        _fill(slot, entry, now, agreed=agreed)


def _forfeit_withdrawn(pairing: Pairing, now: datetime) -> None:
    """A pairing that is complete with a withdrawn entry is decided at once, for the other."""
    if pairing.state != Pairing.State.READY:
        return
    withdrawn = pairing.slots.filter(entry__state__in=GONE)
    gone = withdrawn.order_by("position").first()
    if gone is not None:
        match = _forfeit(pairing, gone.side, "", HOUSE, now)
        _settle(pairing, match, at_table=False, now=now)


def _forfeit(pairing: Pairing, side: int, reason: str, actor: Actor, now: datetime) -> Match:
    match = lock_match(pairing.match_id or 0)
    act = Act(
        kind=FORFEIT,
        data={"side": side, "of": "match", "article": WITHDRAWN_ARTICLE, "reason": reason},
        key=f"withdrawal-{match.version + 1}",
        version=match.version,
        device="",
        made_at=now,
    )
    written = write_line(match=match, act=act, actor=actor, now=now)
    tell_match(match.pk, pairing.event_id, written.match.version, now)
    return written.match
