"""Pairs the next round of a stage whose format pairs round by round; absences, late entries, and
pairing constraints of the organizer."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypeAlias

from accounts.actors import Actor
from competition.entry_lists.entering import EntryDetails
from competition.pairing.field import EntryField
from competition.plan import Bye, PlannedPairing, Seated
from database.transactions import atomic_with_retry
from jobs.models import Job
from jobs.services import request_job
from kernel.violations import Violation
from scoring.models import Match
from scoring.services import lock_matches
from tournaments.changes import (
    report_entry_seated,
    report_round_paired,
    report_round_taken_back,
)
from tournaments.models import (
    Absence,
    Entry,
    Event,
    PairedFrom,
    Pairing,
    PairingConstraint,
    Round,
    Slot,
    Stage,
)
from tournaments.permissions import Right, check
from tournaments.refusals import (
    EntryRefused,
    EventStateRefused,
    NotFound,
    ReasonMissing,
    RoundRefused,
)
from tournaments.selectors.standings.fields import (
    load_fields,
    load_progress,
    pairs_by_rounds,
)
from tournaments.selectors.trust.exports import build_field_documents
from tournaments.services.decisions.pending import settle_by_taking_back
from tournaments.services.pairings.creation import make_pairings
from tournaments.services.registration.entries import add_entry
from tournaments.services.table_queue import call_ready
from tournaments.services.versions import lock_event, raise_stage_version, touch

KIND = "round"
Computed: TypeAlias = tuple[Sequence[PlannedPairing], list[EntryField]]
"""The pairings of a round, and what each group was paired from."""


@atomic_with_retry
def ask_round(*, stage: Stage, actor: Actor, now: datetime) -> Job:
    """Has a worker pair the next round. Asked for twice at once, it is one.

    Raises NotAllowed, EventStateRefused, RoundRefused.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=stage.event.club_id, event=stage.event)
    number = get_next_number(stage)
    stage.refresh_from_db(fields=["version"])
    return request_job(
        kind=KIND,
        subject=f"stage:{stage.pk}",
        arguments={"stage": stage.pk, "number": number, "version": stage.version},
        actor_kind=actor.kind.value,
        actor_id=actor.id,
        now=now,
    )


def get_next_number(stage: Stage) -> int:
    """The round to be paired. Raises EventStateRefused, RoundRefused."""
    state = Event.objects.values_list("state", flat=True).get(pk=stage.event_id)
    if state != Event.State.RUNNING:
        raise EventStateRefused("event_not_running", state=state)
    progress = load_progress(stage)
    if progress.open:
        raise RoundRefused("round_not_played_out", left=progress.open)
    if not progress.waits_for_a_round:
        raise RoundRefused("no_round_left", rounds=progress.rounds)
    return progress.paired + 1


@atomic_with_retry
def store_round(*, arguments: Mapping[str, Any], computed: Computed, now: datetime) -> None:
    """Keeps the pairings of a round, and what they were paired from, and calls them. Raises
    RoundRefused if a result, an entry, an absence or a constraint has changed since they were
    computed, or the round is there already."""
    plan, fields = computed
    stage = Stage.objects.select_related("event").get(pk=arguments["stage"])
    event = lock_event(stage.event_id)
    stage.refresh_from_db(fields=["version"])
    # A worker has computed it without any lock, from the results at that version.
    if stage.version != arguments["version"] or get_next_number(stage) != arguments["number"]:
        raise RoundRefused("results_changed")
    number = arguments["number"]
    # Withdrawals, absences, constraints and replacements raise only the version of the event: their
    # services hold the lock of the event, so what is read here no longer changes.
    if load_fields(stage, number) != fields:
        raise RoundRefused("results_changed")
    make_pairings(stage=stage, plan=plan)
    # What the round of each group was paired from; documents are in the order of the groups.
    documents = build_field_documents(stage, number, fields)
    new_rounds = Round.objects.filter(group__stage=stage, number=number).without_play_offs()
    round_ids = dict(new_rounds.values_list("group__number", "pk"))
    paired_from = []
    for group, document in enumerate(documents, start=1):
        if group in round_ids:
            paired_from.append(PairedFrom(round_id=round_ids[group], document=document))
    PairedFrom.objects.bulk_create(paired_from)
    read_versions = {stage.pk: stage.version}
    versions = call_ready(
        event_id=event.pk, stage_ids=[stage.pk], read_versions=read_versions, now=now
    )
    version = versions[stage.pk]
    report_round_paired(event, stage, number=number, count=len(plan), version=version, now=now)


@atomic_with_retry
def take_back_round(*, stage: Stage, reason: str, actor: Actor, now: datetime) -> int:
    """Deletes the last paired round while nobody has played in it; returns its number.

    Raises NotAllowed, ReasonMissing, RoundRefused.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=stage.event.club_id, event=stage.event)
    if not reason.strip():
        raise ReasonMissing(kind="take_back")
    if not pairs_by_rounds(stage):
        raise RoundRefused("not_paired_by_rounds", format=stage.format)
    event = lock_event(stage.event_id)
    number = load_progress(stage).paired
    round_pairings = Pairing.objects.filter(round__group__stage=stage, round__number=number)
    pairings = round_pairings.without_play_offs()
    # Locked before their versions are looked at, so that no first hand is written meanwhile.
    matches = lock_matches(Match.objects.filter(pairing__in=pairings))
    # The first round follows from the draw, and is not taken back without it.
    if number < 2 or any(match.version for match in matches.values()):
        raise RoundRefused("round_has_begun", round=number)
    Slot.objects.filter(pairing__in=pairings).delete()
    Round.objects.filter(group__stage=stage, number=number).without_play_offs().delete()
    Match.objects.filter(pk__in=matches).delete()
    settle_by_taking_back(stage, reason.strip(), actor, now)
    # Other stages may wait for the tables of the round.
    versions = call_ready(event_id=event.pk, stage_ids=[stage.pk], now=now)
    touch(event, now)
    report_round_taken_back(event, stage, number=number, version=versions[stage.pk], now=now)
    return number


@atomic_with_retry
def set_absence(
    *, stage: Stage, entry: Entry, kind: str | None, actor: Actor, now: datetime
) -> None:
    """An entry does not play the next round (``half_bye``, ``absent``), or does after all (None).

    Raises NotAllowed, EntryRefused, EventStateRefused, RoundRefused.
    """
    event = _lock_managed_event(stage, actor)
    if not pairs_by_rounds(stage):
        raise RoundRefused("absence_needs_rounds")
    number = _find_next_number(stage)
    # Another organizer may have withdrawn the entry before the lock.
    entry.refresh_from_db(fields=["state"])
    if entry.state != Entry.State.ENTERED or entry.event_id != event.pk:
        raise EntryRefused("entry_not_entered", state=entry.state)
    Absence.objects.filter(stage=stage, entry=entry, round=number).delete()
    if kind is not None:
        Absence.objects.create(stage=stage, entry=entry, round=number, kind=kind)
    touch(event, now)


@atomic_with_retry
def add_pairing_constraint(
    *,
    stage: Stage,
    kind: str,
    entries: tuple[Entry, Entry],
    reason: str,
    actor: Actor,
    now: datetime,
) -> PairingConstraint:
    """Two who must meet in the next round, or never. Raises NotAllowed, ReasonMissing,
    RoundRefused."""
    event = _lock_managed_event(stage, actor)
    if not reason.strip():
        raise ReasonMissing(kind="wish")
    first_entry, second_entry = entries
    are_of_event = first_entry.event_id == second_entry.event_id == event.pk
    if first_entry.pk == second_entry.pk or not are_of_event:
        raise RoundRefused(violations=[Violation("wish_of_two_entries")], field="entries")
    if not pairs_by_rounds(stage):
        raise RoundRefused("wish_needs_rounds")
    number = _find_next_number(stage)
    constraint = PairingConstraint(
        stage=stage, kind=kind, first=first_entry, second=second_entry, reason=reason.strip()
    )
    # Who may never meet is kept apart in all rounds.
    if kind == PairingConstraint.Kind.FORCED:
        constraint.round = number
    constraint.save()
    touch(event, now)
    return constraint


@atomic_with_retry
def remove_pairing_constraint(
    *, constraint: PairingConstraint, actor: Actor, now: datetime
) -> None:
    """Raises NotAllowed."""
    event = _lock_managed_event(constraint.stage, actor)
    constraint.delete()
    touch(event, now)


@atomic_with_retry
def enter_late(
    *, stage: Stage, form: EntryDetails, group: int, actor: Actor, now: datetime
) -> Entry:
    """Adds a late entry to a stage that pairs round by round; earlier rounds were played without
    it. Raises NotAllowed, EntryRefused, EventStateRefused, RoundRefused, and
    NotFound for an unknown group."""
    event = _lock_managed_event(stage, actor)
    if stage.cut is not None:
        raise RoundRefused("late_after_a_cut")
    if not pairs_by_rounds(stage):
        raise RoundRefused("late_needs_rounds")
    _find_next_number(stage)
    if not stage.groups.filter(number=group, rounds__isnull=False).exists():
        raise NotFound(field="group")
    entry = add_entry(event=event, form=form, actor=actor, now=now)
    # The rounds that it has missed count as absences, as if it had been entered from the start.
    missed_rounds = Round.objects.filter(group__stage=stage, group__number=group)
    missed_rounds = missed_rounds.without_play_offs().order_by("order")
    plan = []
    for section, number in missed_rounds.values_list("section", "number"):
        plan.append(
            PlannedPairing(
                id=f"late-{entry.pk}-{number}",
                section=section,
                round=number,
                slots=(Seated(entry.pk), Bye()),
                group=group,
                absence="absent",
            )
        )
    make_pairings(stage=stage, plan=plan)
    raise_stage_version(stage.pk, now)
    report_entry_seated(event, entry, now)
    return entry


def _find_next_number(stage: Stage) -> int:
    """The number of the next round. Raises RoundRefused if there is none to pair."""
    progress = load_progress(stage)
    if not progress.paired:
        raise RoundRefused("first_round_is_drawn")
    if progress.paired >= progress.rounds:
        raise RoundRefused("no_round_left", rounds=progress.rounds)
    return progress.paired + 1


def _lock_managed_event(stage: Stage, actor: Actor) -> Event:
    check(actor, Right.MANAGE_EVENTS, club_id=stage.event.club_id, event=stage.event)
    event = lock_event(stage.event_id)
    if not event.is_current:
        raise EventStateRefused("event_not_drawn", state=event.state)
    return event
