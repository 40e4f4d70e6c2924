"""Points off a ranking, and disqualifications: given with article and reason, cancelled with one.

Penalties of a hand, a game or a match are lines of its sheet."""

from datetime import datetime

from accounts.actors import Actor
from accounts.authorship import make_author_columns
from database.transactions import atomic_with_retry
from kernel.refusals import FormReused
from tournaments.changes import report_entries_changed, report_entries_left
from tournaments.models import Entry, Event, Penalty, Stage
from tournaments.permissions import Right, check
from tournaments.refusals import (
    EntryRefused,
    EventStateRefused,
    PenaltyRefused,
    ReasonMissing,
)
from tournaments.selectors.standings.penalties import (
    list_metrics_with_penalties,
    list_ranking_metrics,
)
from tournaments.services.decisions.pending import ask_about_all, ask_about_later
from tournaments.services.entry_states import update_state
from tournaments.services.registration.withdrawals import leave_open_matches
from tournaments.services.versions import lock_event, raise_stage_version, reload_entry, touch

MOST_POINTS = 9999
DISQUALIFIABLE = (Entry.State.ENTERED, Entry.State.WITHDRAWN)
"""States of an entry that can be disqualified."""


@atomic_with_retry
def give_penalty(
    *,
    stage: Stage,
    entry: Entry,
    points: int,
    article: str,
    reason: str,
    actor: Actor,
    now: datetime,
    metric: str = "",
    key: str = "",
) -> Penalty:
    """Points off what an entry ranks by in a stage, in the unit of that metric (empty: of the
    first). ``key``: that of the form; sent twice, it is one penalty.

    Raises NotAllowed, EventStateRefused, EntryRefused, PenaltyRefused, ReasonMissing, FormReused.
    """
    event = _lock_for_ruling(stage.event, actor, reason)
    said = {
        "stage_id": stage.pk,
        "entry_id": entry.pk,
        "kind": Penalty.Kind.POINTS,
        "points": points,
        "metric": metric,
        "article": article.strip(),
        "reason": reason.strip(),
    }
    if key and (earlier_penalty := event.penalties.filter(key=key).first()):
        # One that was cancelled since is not given again by the same form.
        is_same = event.penalties.filter(pk=earlier_penalty.pk, cancelled_at=None, **said).exists()
        if not is_same:
            raise FormReused
        return earlier_penalty
    # It may have been replaced before the lock.
    reload_entry(entry, ["state"])
    if entry.event_id != event.pk or entry.state == Entry.State.REPLACED:
        raise EntryRefused("entry_not_entered", field="entry", state=entry.state)
    if not 1 <= points <= MOST_POINTS:
        raise PenaltyRefused("penalty_out_of_range", field="points", least=1, most=MOST_POINTS)
    metrics = list_ranking_metrics(stage)
    if not metrics:
        raise PenaltyRefused("penalty_needs_a_ranking", field="stage")
    reduced_metric = metric or metrics[0]
    if reduced_metric not in list_metrics_with_penalties(stage):
        raise PenaltyRefused("penalty_metric", field="metric", metric=reduced_metric)
    penalty = Penalty.objects.create(
        event=event, key=key, **said, **make_author_columns(actor), given_at=now
    )
    raise_stage_version(stage.pk, now)
    ask_about_later(stage, now)
    return penalty


@atomic_with_retry
def disqualify(
    *, entry: Entry, voids: bool, article: str, reason: str, actor: Actor, now: datetime
) -> Penalty:
    """Takes an entry out of the event: its open matches go to the other sides, and it is no longer
    paired. ``voids``: its results no longer count, for it and for its opponents.

    Raises NotAllowed, EventStateRefused, EntryRefused, ReasonMissing.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=entry.event.club_id, event=entry.event)
    if not reason.strip():
        raise ReasonMissing(kind="disqualification")
    event = _lock_for_ruling(entry.event, actor, reason)
    reload_entry(entry, ["state"])
    if entry.state not in DISQUALIFIABLE:
        raise EntryRefused("entry_not_entered", state=entry.state)
    penalty = Penalty.objects.create(
        event=event,
        entry=entry,
        kind=Penalty.Kind.DISQUALIFIED,
        voids=voids,
        article=article.strip(),
        reason=reason.strip(),
        **make_author_columns(actor),
        given_at=now,
    )
    update_state(entry)
    leave_open_matches(entry=entry, reason=reason, actor=actor, now=now)
    _follow_ruling(event, now)
    report_entries_left(event, [entry], now)
    return penalty


@atomic_with_retry
def cancel_penalty(*, penalty: Penalty, reason: str, actor: Actor, now: datetime) -> Penalty:
    """A penalty that no longer counts; it stays visible with the reason. A disqualified entry is
    in again unless something else keeps it out: matches that it has lost meanwhile are corrected on
    their sheets.

    Raises NotAllowed, EventStateRefused, ReasonMissing, PenaltyRefused.
    """
    event = _lock_for_ruling(penalty.event, actor, reason)
    penalty = Penalty.objects.select_for_update(no_key=True).get(pk=penalty.pk)
    if penalty.cancelled_at is not None:
        raise PenaltyRefused("penalty_cancelled_already")
    penalty.cancelled_at, penalty.cancelled_reason = now, reason.strip()
    penalty.cancelled_by = actor
    penalty.save()
    if penalty.kind == Penalty.Kind.DISQUALIFIED:
        update_state(penalty.entry)
    # The states first: what is computed from the results depends on who is in the event.
    _follow_ruling(event, now)
    if penalty.kind == Penalty.Kind.DISQUALIFIED:
        report_entries_changed(event, [penalty.entry], now)
    return penalty


def _lock_for_ruling(event: Event, actor: Actor, reason: str) -> Event:
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    if not reason.strip():
        raise ReasonMissing(kind="penalty")
    event = lock_event(event.pk)
    if not event.takes_rulings:
        raise EventStateRefused("event_not_drawn", state=event.state)
    return event


def _follow_ruling(event: Event, now: datetime) -> None:
    """Updates what is computed from results: the entry may be in any stage of the event."""
    for stage in event.stages.order_by("number"):
        raise_stage_version(stage.pk, now)
    ask_about_all(event, now)
    touch(event, now)
