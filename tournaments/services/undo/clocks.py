"""The clock of a round and more time for a table, with their inverses."""

from datetime import datetime

from accounts.actors import Actor
from database.transactions import atomic_with_retry
from tournaments.models import ExtraTime, Pairing, Round, RoundClock, Stage
from tournaments.refusals import NotFound
from tournaments.services.events.stages import lock_unfinished
from tournaments.services.rounds.clocks import set_extra_time, set_round_clock
from tournaments.services.undo.steps import UndoStep, make_step, refuse_changed
from tournaments.services.versions import lock_event, touch

CLOCK, EXTRA = "clock", "extra"

Times = list[str | None]


@atomic_with_retry
def set_clock(
    *,
    stage: Stage,
    section: str,
    number: int,
    starts_at: datetime | None,
    target_at: datetime | None,
    actor: Actor,
    now: datetime,
) -> list[UndoStep]:
    """``set_round_clock``; no step where it had these times already."""
    # The lock comes before the first reading, so that nothing but this act lies between the two.
    lock_event(stage.event_id)
    rounds = Round.objects.filter(group__stage=stage, section=section, number=number)
    ids = list(rounds.order_by("pk").values_list("pk", flat=True))
    times_before = _list_times(ids)
    set_round_clock(
        stage=stage,
        section=section,
        number=number,
        starts_at=starts_at,
        target_at=target_at,
        actor=actor,
        now=now,
    )
    times_after = _list_times(ids)
    if times_before == times_after:
        return []
    return [
        make_step(
            CLOCK, stage.pk, actor=actor, now=now, ids=ids, before=times_before, after=times_after
        )
    ]


def _list_times(ids: list[int]) -> list[Times | None]:
    """Start and target of each round, in values of JSON; None: it has no clock."""
    clocks = {clock.round_id: clock for clock in RoundClock.objects.filter(round__in=ids)}
    times: list[Times | None] = []
    for pk in ids:
        clock = clocks.get(pk)
        if clock is None:
            times.append(None)
            continue
        times.append([_format_time(clock.starts_at), _format_time(clock.target_at)])
    return times


def undo_clock(step: UndoStep, actor: Actor, now: datetime) -> None:
    stage = Stage.objects.select_related("event").filter(pk=step.target).first()
    if stage is None:
        raise NotFound
    event = lock_unfinished(stage.event, actor)
    ids, times_before = step.data["ids"], step.data["before"]
    stored_times = _list_times(ids)
    if stored_times == times_before:
        return
    if stored_times != step.data["after"]:
        raise refuse_changed()
    RoundClock.objects.filter(round__in=ids).delete()
    clocks = []
    for pk, times in zip(ids, times_before, strict=True):
        if times is not None:
            starts_at, target_at = _parse_time(times[0]), _parse_time(times[1])
            clocks.append(RoundClock(round_id=pk, starts_at=starts_at, target_at=target_at))
    RoundClock.objects.bulk_create(clocks)
    touch(event, now)


def _format_time(moment: datetime | None) -> str | None:
    if moment is None:
        return None
    return moment.isoformat()


def _parse_time(text: str | None) -> datetime | None:
    if text is None:
        return None
    return datetime.fromisoformat(text)


@atomic_with_retry
def give_extra_time(
    *, pairing: Pairing, minutes: int, actor: Actor, now: datetime
) -> list[UndoStep]:
    """``set_extra_time``; no step where it had these minutes already."""
    lock_event(pairing.event_id)
    minutes_before = _find_minutes(pairing)
    set_extra_time(pairing=pairing, minutes=minutes, actor=actor, now=now)
    if minutes_before == minutes:
        return []
    return [
        make_step(EXTRA, pairing.pk, actor=actor, now=now, before=minutes_before, after=minutes)
    ]


def _find_minutes(pairing: Pairing) -> int:
    minutes = ExtraTime.objects.filter(pairing=pairing).values_list("minutes", flat=True).first()
    return minutes or 0


def undo_extra_time(step: UndoStep, actor: Actor, now: datetime) -> None:
    pairing = Pairing.objects.select_related("event").filter(pk=step.target).first()
    if pairing is None:
        raise NotFound
    lock_event(pairing.event_id)
    stored_minutes = _find_minutes(pairing)
    if stored_minutes == step.data["before"]:
        return
    if stored_minutes != step.data["after"]:
        raise refuse_changed()
    set_extra_time(pairing=pairing, minutes=step.data["before"], actor=actor, now=now)
