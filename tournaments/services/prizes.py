"""What the places of an event are worth."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.actors import Actor
from tournaments.core.prizes import Band, band_violations
from tournaments.models import Event, Prize
from tournaments.permissions import Act, check
from tournaments.refusals import EventStateRefused, PrizesRefused
from tournaments.services.regulations import publish_regulation
from tournaments.services.versions import lock_event, touch


@transaction.atomic
def set_prizes(
    *, event: Event, bands: Sequence[Band], actor: Actor, now: datetime, reason: str = ""
) -> Sequence[Band]:
    """The prizes of an event from now on, all of them or none; after the start with a ``reason``.

    Raises NotAllowed, EventStateRefused, PrizesRefused with every violation, ReasonMissing.
    """
    check(actor, Act.MANAGE_EVENTS, club_id=event.club_id, event=event)
    violations = list(band_violations(bands))
    if violations:
        raise PrizesRefused(violations=violations)
    event = lock_event(event.pk)
    if event.state == Event.State.ARCHIVED:
        raise EventStateRefused("event_is_archived", state=event.state)
    kept = [Band(band.first, band.last, band.text.strip()) for band in bands]
    kept.sort(key=lambda band: band.first)
    Prize.objects.filter(event=event).delete()
    Prize.objects.bulk_create(
        Prize(event=event, first=band.first, last=band.last, text=band.text) for band in kept
    )
    touch(event, now)
    publish_regulation(event=event, actor=actor, now=now, reason=reason)
    return kept
