"""Changes a paired round by hand: two entries swap places, once the organizer has agreed to what
that breaks."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q

from accounts.actors import Actor
from competition.formats import format_named
from competition.formats.round_by_round import RoundByRound
from competition.pairing.swiss.manual import check_manual
from competition.plan import EntryId
from database.transactions import atomic_with_retry
from kernel.violations import Violation
from tournaments.models import BY_HAND, PLAY_OFF, DrawChange, Entry, Pairing, Slot, Stage
from tournaments.notices import tell_tables
from tournaments.permissions import Right, check
from tournaments.refusals import EventStateRefused, ReasonMissing, RoundRefused
from tournaments.selectors.decisions.pending import has_begun_in
from tournaments.selectors.draws.changes import find_draw_in_force
from tournaments.selectors.standings.fields import load_fields, load_progress
from tournaments.services.draws.bracket_changes import record_change
from tournaments.services.pairing_locks import lock_pairings
from tournaments.services.table_queue import call_ready
from tournaments.services.versions import lock_event


@atomic_with_retry
def swap_in_round(
    *,
    stage: Stage,
    entries: tuple[Entry, Entry],
    version: int,
    reason: str,
    agreed: bool,
    actor: Actor,
    now: datetime,
) -> list[Pairing]:
    """Lets two entries of the last round change places, while neither match has begun; returns
    their pairings. ``version``: that of the stage when the caller read it, so that a request that
    is sent twice is done once.

    If the change breaks something (a rematch, a second bye, clubmates, steps), it is only done if
    ``agreed``. Raises NotAllowed, ReasonMissing, EventStateRefused, RoundRefused.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=stage.event.club_id, event=stage.event)
    if not reason.strip():
        raise ReasonMissing(kind="change")
    event = lock_event(stage.event_id)
    if not event.is_current:
        raise EventStateRefused("event_not_drawn", state=event.state)
    # Read under the lock of the event: a request that comes twice finds the version moved on.
    stage.refresh_from_db(fields=["version"])
    if stage.version != version:
        raise RoundRefused("stage_has_moved_on", field="version", version=stage.version)
    number = load_progress(stage).paired
    slots = _lock_slots(stage, number, entries)
    first_slot, second_slot = slots
    if first_slot.pairing_id == second_slot.pairing_id:
        raise RoundRefused(violations=[Violation("wish_of_two_entries")], field="entries")
    if first_slot.pairing.round.group_id != second_slot.pairing.round.group_id:
        raise RoundRefused(violations=[Violation("swap_across_groups")], field="entries")
    first_id, second_id = entries[0].pk, entries[1].pk
    warnings = _find_warnings(stage, number, {first_id: second_id, second_id: first_id})
    if warnings and not agreed:
        raise RoundRefused("change_breaks_something", violations=warnings)
    new_entries = second_slot.entry_id, first_slot.entry_id
    for slot, entry_id in zip(slots, new_entries, strict=True):
        Slot.objects.filter(pk=slot.pk).update(entry=entry_id)
        slot.pairing.why = BY_HAND
        slot.pairing.save(update_fields=["why"])
    tell_tables([slot.pairing.table_id for slot in slots], now)
    draw = find_draw_in_force(stage)
    if draw is not None:
        record_change(
            draw=draw,
            change=DrawChange(
                kind=DrawChange.Kind.SWAP, round=number, entry_id=first_id, other_id=second_id
            ),
            warnings=warnings,
            reason=reason,
            actor=actor,
            now=now,
        )
    call_ready(event_id=event.pk, stage_ids=[stage.pk], now=now)
    return [slot.pairing for slot in slots]


def _lock_slots(stage: Stage, number: int, entries: Sequence[Entry]) -> list[Slot]:
    """The slot of each entry in a round; their pairings are locked, with their matches. Raises
    RoundRefused."""
    of_round = Q(pairing__round__group__stage=stage, pairing__round__number=number)
    slots = Slot.objects.filter(of_round, entry__in=entries)
    slots = slots.exclude(pairing__round__section=PLAY_OFF)
    slot_by_entry = {slot.entry_id: slot for slot in slots}
    away = []
    for position, entry in enumerate(entries):
        if entry.pk not in slot_by_entry:
            params = {"entry": entry.pk, "field": f"entries.{position}"}
            away.append(Violation("not_here", params))
    if away:
        raise RoundRefused(violations=away, field="entries")
    # Whether a match has begun is asked of the locked rows: no first hand is written meanwhile.
    locked_pairings = lock_pairings(slot.pairing_id for slot in slot_by_entry.values())
    if any(row.match is not None and row.match.version for row in locked_pairings.values()):
        raise RoundRefused("round_has_begun", round=number)
    # Of two who both have no opponent, what they have is anchored when the round is played out.
    is_between_byes = all(row.match is None for row in locked_pairings.values())
    if is_between_byes and has_begun_in(stage, number):
        raise RoundRefused("round_has_begun", round=number)
    for slot in slot_by_entry.values():
        slot.pairing = locked_pairings[slot.pairing_id]
    return [slot_by_entry[entry.pk] for entry in entries]


def _find_warnings(stage: Stage, number: int, swapped: dict[int, int]) -> tuple[Violation, ...]:
    """What is broken by the change and was not before."""
    format_ = format_named(stage.format)
    if not isinstance(format_, RoundByRound):
        raise RoundRefused("not_paired_by_rounds", format=stage.format)
    options = format_.options(stage.options)
    # Those of the round, without byes and play-offs.
    slots_of_round = Slot.objects.filter(
        pairing__round__group__stage=stage, pairing__round__number=number
    )
    played_slots = slots_of_round.exclude(pairing__match=None)
    played_slots = played_slots.exclude(pairing__round__section=PLAY_OFF)
    played_slots = played_slots.order_by("pairing_id", "position")
    warnings: list[Violation] = []
    for field in load_fields(stage, number):
        present_entries = set(field.order) - set(field.absent)
        slots = played_slots.filter(entry__in=map(int, present_entries))
        entries_by_pairing: dict[int, list[EntryId]] = {}
        for pairing, entry in slots.values_list("pairing_id", "entry_id"):
            entries_by_pairing.setdefault(pairing, []).append(entry)
        pairs_before = [(first, second) for first, second in entries_by_pairing.values()]
        pairs_after: list[tuple[EntryId, EntryId]] = []
        for first_entry, second_entry in pairs_before:
            new_first = swapped.get(int(first_entry), first_entry)
            new_second = swapped.get(int(second_entry), second_entry)
            pairs_after.append((new_first, new_second))
        # The two play in one group: what is broken in others was broken before.
        if pairs_before == pairs_after:
            continue
        players = format_.players(field, options)
        constraints = format_.asked(field, options)
        manual_check = check_manual(players, pairs_after, constraints, pairs_before)
        warnings += [*manual_check.violations, *manual_check.warnings]
    return tuple(warnings)
