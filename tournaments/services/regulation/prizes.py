"""What the places of an event are worth."""

from collections.abc import Sequence
from datetime import datetime

from accounts.actors import Actor
from competition.prizes import PrizeBand, find_band_violations
from database.transactions import atomic_with_retry
from kernel.violations import Violation, add_field
from tournaments.models import Event, PendingDecision, Prize
from tournaments.permissions import Right, check
from tournaments.refusals import PrizesRefused
from tournaments.selectors.regulation.prizes import digest_bands, list_prizes
from tournaments.services.regulation.awards import announce_prizes, ask_about_prizes
from tournaments.services.regulation.regulations import publish_regulation
from tournaments.services.versions import check_seen, lock_event, touch


@atomic_with_retry
def set_prizes(
    *,
    event: Event,
    bands: Sequence[PrizeBand],
    actor: Actor,
    now: datetime,
    reason: str = "",
    seen: str = "",
) -> Sequence[PrizeBand]:
    """Replaces the prizes of an event; after the start with a ``reason``. In a closed event they
    are announced at once; a prize for the same places keeps the entries that it was announced for.
    ``seen``: what the page showed (``digest_bands``); without it, nothing is compared.

    Raises NotAllowed, EventStateRefused, PrizesRefused with every violation, ReasonMissing,
    ChangedMeanwhile.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    violations: list[Violation] = []
    for violation in find_band_violations(bands):
        field = "prizes"
        if violation.at is not None:
            field = f"prizes.{violation.at}"
        violations += add_field([violation], field)
    if violations:
        raise PrizesRefused(violations=violations, field="prizes")
    event = lock_event(event.pk)
    new_bands = [PrizeBand(band.first, band.last, band.text.strip()) for band in bands]
    new_bands.sort(key=lambda band: band.first)
    check_seen(seen, before=digest_bands(list_prizes(event)), after=digest_bands(new_bands))
    # Bands have no identity but their places: for the same places the announced entries are kept.
    old = Prize.objects.filter(event=event)
    announced = {(prize.first, prize.last): prize.announced for prize in old}
    old.delete()
    new_prizes = []
    for band in new_bands:
        places = band.first, band.last
        new_prizes.append(
            Prize(
                event=event,
                first=band.first,
                last=band.last,
                text=band.text,
                announced=announced.get(places),
            )
        )
    Prize.objects.bulk_create(new_prizes)
    if event.state == Event.State.FINISHED:
        announce_prizes(event)
    # Of other prizes other things are to be decided: what waited is asked again.
    PendingDecision.objects.filter(
        event=event, kind=PendingDecision.Kind.PRIZES_MOVED, decision=""
    ).delete()
    ask_about_prizes(event.pk, now)
    touch(event, now)
    publish_regulation(event=event, actor=actor, now=now, reason=reason)
    return new_bands
