"""The start and the target time of a round, and more time for single tables."""

from datetime import datetime, timedelta

from accounts.actors import Actor
from database.transactions import atomic_with_retry
from tournaments.models import ExtraTime, Pairing, Round, RoundClock, Stage
from tournaments.models.clocks import MOST_EXTRA_MINUTES
from tournaments.refusals import NotFound, RoundClockRefused
from tournaments.selectors.events.calendars import list_rounds_left
from tournaments.services.events.stages import lock_unfinished
from tournaments.services.versions import touch

LONGEST_ROUND = timedelta(hours=24)


@atomic_with_retry
def set_round_clock(
    *,
    stage: Stage,
    section: str,
    number: int,
    starts_at: datetime | None,
    target_at: datetime | None,
    actor: Actor,
    now: datetime,
) -> list[Round]:
    """Sets when a round starts and shall end, in all groups of its stage that still play it; None
    and None removes both.

    Raises NotAllowed, EventStateRefused, NotFound, and RoundClockRefused for an end before its
    start or a round longer than a day.
    """
    event = lock_unfinished(stage.event, actor)
    if starts_at and target_at and not timedelta() < target_at - starts_at <= LONGEST_ROUND:
        raise RoundClockRefused("round_ends_before_its_start", field="target_at")
    rounds = list(list_rounds_left(stage).filter(section=section, number=number).order_by("pk"))
    if not rounds:
        raise NotFound
    if starts_at is None and target_at is None:
        RoundClock.objects.filter(round__in=rounds).delete()
    else:
        for round_ in rounds:
            RoundClock.objects.update_or_create(
                round=round_, defaults={"starts_at": starts_at, "target_at": target_at}
            )
    touch(event, now)
    return rounds


@atomic_with_retry
def set_extra_time(*, pairing: Pairing, minutes: int, actor: Actor, now: datetime) -> None:
    """Gives the table of a pairing more time than its round has; 0 takes it back.

    Raises NotAllowed, EventStateRefused, NotFound for a match that is over, and RoundClockRefused
    for too many minutes.
    """
    event = lock_unfinished(pairing.event, actor)
    if not 0 <= minutes <= MOST_EXTRA_MINUTES:
        raise RoundClockRefused("extra_time_too_long", field="minutes", most=MOST_EXTRA_MINUTES)
    if not Pairing.objects.filter(pk=pairing.pk).still_open().exists():
        raise NotFound
    if minutes:
        ExtraTime.objects.update_or_create(pairing=pairing, defaults={"minutes": minutes})
    else:
        ExtraTime.objects.filter(pairing=pairing).delete()
    touch(event, now)
