"""Announces prizes when an event is closed; later corrections of them become pending decisions."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from uuid import UUID

from tournaments.models import Event, PendingDecision, Prize
from tournaments.selectors.regulation.prizes import (
    Announced,
    find_prize_changes,
    list_awards_now,
    list_prizes,
)
from tournaments.selectors.standings.standings import load_standings_of_event

Kind, Decision = PendingDecision.Kind, PendingDecision.Decision


def announce_prizes(event: Event, *, anew: bool = False) -> None:
    """Keeps who has each prize as the event stands. What was announced before stays, unless it is
    announced ``anew``."""
    to_announce = Prize.objects.filter(event=event)
    if not anew:
        to_announce = to_announce.filter(announced__isnull=True)
    prizes = {prize.first: prize for prize in to_announce}
    if not prizes:
        return
    for award in list_awards_now(event, list_prizes(event), load_standings_of_event(event)):
        if award.band.first in prizes:
            prizes[award.band.first].announced = Announced(
                entries=[row.placing.entry for row in award.rows], shared=sorted(award.shared)
            )
    Prize.objects.bulk_update(prizes.values(), ["announced"])


def ask_about_prizes(event_id: UUID, now: datetime) -> Sequence[PendingDecision]:
    """Asks about prizes that were announced and would go to others now; at most one pending
    decision, in the place of the one before. What the organizer has decided is not asked about
    again."""
    if not Prize.objects.filter(event=event_id, announced__isnull=False).exists():
        return []
    event = Event.objects.get(pk=event_id)
    decisions = PendingDecision.objects.filter(event=event, kind=Kind.PRIZES_MOVED)
    decisions.filter(decision="").delete()
    changed_prizes = [asdict(change) for change in find_prize_changes(event)]
    last_decision = decisions.order_by("-pk").first()
    # Awarded anew, the prizes are announced as they are now, so nothing differs; kept, the same
    # difference remains and is not asked about twice.
    is_decided = (
        last_decision is not None
        and last_decision.decision == Decision.KEPT
        and changed_prizes == last_decision.changed
    )
    if not changed_prizes or is_decided:
        return []
    return [
        PendingDecision.objects.create(
            event=event,
            kind=Kind.PRIZES_MOVED,
            comes=[change["entry"] for change in changed_prizes if not change["before"]],
            goes=[change["entry"] for change in changed_prizes if not change["after"]],
            changed=changed_prizes,
            asked_at=now,
        )
    ]
