"""A withdrawal, with its inverse."""

from datetime import datetime

from django.db.models import F

from accounts.actors import Actor
from database.transactions import atomic_with_retry
from scoring.acts import Act
from scoring.core.lines import FORFEIT, STRIKE
from scoring.models import Line, Match
from scoring.services import lock_matches
from tournaments.changes import report_entries_changed
from tournaments.models import Entry, EntryPlayer, Event, Slot
from tournaments.permissions import Right, check
from tournaments.refusals import CorrectionNotAgreed, NextMatchBegun, UndoRefused
from tournaments.services.decisions.pending import ask_about_all
from tournaments.services.entry_states import end_withdrawal
from tournaments.services.registration.entries import check_nothing_committed
from tournaments.services.registration.withdrawals import withdraw
from tournaments.services.results.advancing import WITHDRAWAL_KEY, forfeit_gone
from tournaments.services.results.sheets import record_line
from tournaments.services.undo.steps import (
    ON_THE_WAY,
    UNDO_FOR,
    UndoStep,
    make_step,
    refuse_changed,
)
from tournaments.services.versions import lock_event, reload_entry, touch

WITHDRAWN = "withdrawn"


@atomic_with_retry
def withdraw_pair(*, entry: Entry, reason: str, actor: Actor, now: datetime) -> list[UndoStep]:
    """``withdraw``, with a step by which the entry comes back."""
    event = lock_event(entry.event_id)
    reload_entry(entry, fields=["state"])
    state = entry.state
    # The seeds of the entries that wait, by id: who moves up may lose it.
    waitlisted = event.entries.filter(state=Entry.State.WAITLISTED)
    waiting_seeds = dict(waitlisted.values_list("pk", "seed"))
    players_count = EntryPlayer.objects.filter(entry=entry, counts=True).exists()
    # What it has done is taken from its answer: a moment does not tell two acts apart.
    withdrawal = withdraw(entry=entry, reason=reason, actor=actor, now=now)
    data = {
        "state": state,
        "event_state": event.state,
        "counts": players_count,
        "moved": [(row.pk, waiting_seeds[row.pk]) for row in withdrawal.moved_up],
        "lines": sorted(withdrawal.forfeits),
    }
    return [make_step(WITHDRAWN, entry.pk, actor=actor, now=now, **data)]


def undo_withdrawal(step: UndoStep, actor: Actor, now: datetime) -> None:
    """The entry plays again, who moved up waits again, and the forfeits are struck. Refused where
    anything of it has gone on: a draw, the next match, a player who plays elsewhere by now."""
    entry = Entry.objects.select_related("event").filter(pk=step.target).first()
    if entry is None:
        raise refuse_changed()
    check(actor, Right.MANAGE_EVENTS, club_id=entry.event.club_id, event=entry.event)
    event = lock_event(entry.event_id)
    reload_entry(entry)
    data = step.data
    if entry.withdrawn_at is None:
        return
    # It may have come back and left again, which is not the withdrawal of this step.
    if entry.withdrawn_at != step.made_at:
        raise refuse_changed()
    if entry.state != Entry.State.WITHDRAWN or event.state != data["event_state"]:
        raise refuse_changed()
    check_nothing_committed(event)
    waits = data["state"] == Entry.State.WAITLISTED
    waiting_again = _seat_again(event, entry, data["moved"], counts=data["counts"], waits=waits)
    end_withdrawal(entry, waits=waits)
    # All sheets by id, before the first strike, which would lock them in another order.
    own_lines = {(match, n) for match, n in data["lines"]}
    own_matches = Match.objects.filter(pairing__slots__entry=entry).values_list("pk", flat=True)
    match_ids = {*own_matches, *(match for match, _n in own_lines)}
    matches = lock_matches(Match.objects.filter(pk__in=match_ids))
    versions = {pk: match.version for pk, match in matches.items()}
    # Something was written after one of these lines.
    if any(versions.get(match) != n for match, n in own_lines):
        raise refuse_changed()
    # The last match first: what an earlier one feeds is empty again when that one is struck.
    oldest = step.made_at - UNDO_FOR - ON_THE_WAY
    lines = _choose_lines_to_strike(entry, own_lines, oldest)
    for match_id, n in sorted(lines, reverse=True):
        strike = {"line": n, "reason": ""}
        act = Act(STRIKE, strike, f"undo-{n}", n, device="desk", made_at=now)
        try:
            record_line(match_id=match_id, act=act, actor=actor, now=now)
        except (CorrectionNotAgreed, NextMatchBegun) as refused:
            raise UndoRefused("undo_changed_since") from refused
    if event.state == Event.State.RUNNING:
        # The other side of a match may have left it too: now it loses it.
        forfeit_gone(event_id=event.pk, now=now)
    ask_about_all(event, now)
    touch(event, now)
    report_entries_changed(event, [entry, *waiting_again], now)


def _choose_lines_to_strike(
    entry: Entry, own_lines: set[tuple[int, int]], oldest: datetime
) -> set[tuple[int, int]]:
    """The lines, by match and number, that ended matches because an entry that is in again had
    left. ``own_lines``: those of its withdrawal.

    A table stays void while one of its entries is away, whichever of them left it first: the line
    of the first is struck when the last one is back. Of a match of two, a line against this entry
    may also be of the moment when the other side came back. Both are as young as undo steps are.
    The forfeits of an earlier exit, which ended in another way, are older than ``oldest`` and stay.
    """
    last_lines = Line.objects.filter(
        kind=FORFEIT,
        key__startswith=WITHDRAWAL_KEY,
        n=F("match__version"),
        arrived_at__gte=oldest,
        match__pairing__slots__entry=entry,
    )
    columns = ("match_id", "n", "data__side", "match__pairing__slots__side")
    rows = list(last_lines.values_list(*columns))
    slots_gone = Slot.objects.filter(
        pairing__match__in=[match for match, _n, _side, _own_side in rows],
        entry__state__in=Entry.GONE_STATES,
    )
    matches_without_entry = set(slots_gone.values_list("pairing__match_id", flat=True))
    chosen_lines = set(own_lines)
    for match_id, n, side, own_side in rows:
        if side is None and match_id in matches_without_entry:
            chosen_lines.discard((match_id, n))
        elif side in (None, own_side):
            chosen_lines.add((match_id, n))
    return chosen_lines


def _seat_again(
    event: Event, entry: Entry, moved: list[tuple[int, int | None]], *, counts: bool, waits: bool
) -> list[Entry]:
    """Returns the entries that wait again. ``waits``: the entry itself had no place. Raises
    UndoRefused."""
    rows = event.entries.filter(state=Entry.State.ENTERED).in_bulk(dict(moved))
    # Who moved up may have been withdrawn since; then the step cannot be taken back as a whole.
    if len(rows) < len(moved):
        raise refuse_changed()
    waiting_again: list[Entry] = []
    for pk, seed in moved:
        row = rows[pk]
        row.state, row.moved_up_at, row.seed = Entry.State.WAITLISTED, None, seed
        row.save(update_fields=["state", "moved_up_at", "seed"])
        waiting_again.append(row)
    if not counts:
        return waiting_again
    # Meanwhile a player of the entry, its place or its seed may have gone to another entry.
    other_members = EntryPlayer.objects.filter(event=event, counts=True).exclude(entry=entry)
    players = entry.members.values("player")
    other_entries = event.entries.filter(state=Entry.State.ENTERED).exclude(pk=entry.pk)
    seed_holders = other_entries.filter(seed=entry.seed)
    is_full = False
    if event.capacity is not None and event.is_not_drawn:
        is_full = other_entries.count() >= event.capacity
    if other_members.filter(player__in=players).exists():
        raise refuse_changed()
    # An entry that only waits takes no place, and may have the seed of one that plays.
    if not waits and (is_full or (entry.seed is not None and seed_holders.exists())):
        raise refuse_changed()
    EntryPlayer.objects.filter(entry=entry).update(counts=True)
    return waiting_again
