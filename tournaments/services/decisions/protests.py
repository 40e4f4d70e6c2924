"""Protests: filed by who referees, decided once by the organizer."""

from datetime import datetime

from accounts.actors import Actor
from accounts.authorship import make_author_columns
from database.transactions import atomic_with_retry
from tournaments.changes import report_protest_decided, report_protest_filed
from tournaments.models import Entry, Pairing, Protest
from tournaments.permissions import Right, check, check_referees, check_referees_event
from tournaments.refusals import EventStateRefused, ProtestRefused, ReasonMissing
from tournaments.services.versions import lock_event, touch


@atomic_with_retry
def file_protest(
    *,
    entry: Entry,
    pairing: Pairing | None,
    article: str,
    text: str,
    actor: Actor,
    now: datetime,
) -> Protest:
    """Records what an entry objects to, about one of its matches or the event as a whole. The same
    protest filed again, as by a second tap, is the first one.

    Raises NotAllowed, EventStateRefused, ProtestRefused, ReasonMissing.
    """
    # A referee may be bound to a group or to some of the tables: what is about the event as a whole
    # is not his.
    if pairing is None:
        check_referees_event(actor, entry.event)
    else:
        check_referees(actor, pairing)
    if not text.strip():
        raise ReasonMissing(kind="protest")
    event = lock_event(entry.event_id)
    if not event.takes_rulings:
        raise EventStateRefused("event_not_drawn", state=event.state)
    if pairing is not None and not pairing.slots.filter(entry=entry).exists():
        raise ProtestRefused("protest_of_others", field="match")
    # A protest that was decided may be filed again, with the same words.
    about = {"entry": entry, "pairing": pairing, "text": text.strip(), "decision": ""}
    earlier_protest = event.protests.filter(**about).first()
    if earlier_protest is not None:
        return earlier_protest
    protest = Protest.objects.create(
        **about, event=event, article=article.strip(), filed_at=now, **make_author_columns(actor)
    )
    touch(event, now)
    report_protest_filed(event, protest, now)
    return protest


@atomic_with_retry
def decide_protest(
    *, protest: Protest, decision: Protest.Decision, reason: str, actor: Actor, now: datetime
) -> Protest:
    """Decides a protest, with the reason. It changes no result and no ranking.

    Raises NotAllowed, EventStateRefused, ProtestRefused if it was decided meanwhile, ReasonMissing.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=protest.event.club_id, event=protest.event)
    if not reason.strip():
        raise ReasonMissing(kind="protest")
    event = lock_event(protest.event_id)
    protest = event.protests.get(pk=protest.pk)
    if protest.decision:
        raise ProtestRefused("protest_decided_already")
    protest.decision, protest.decision_reason = decision, reason.strip()
    protest.decided_at, protest.decided_by = now, actor
    protest.save()
    touch(event, now)
    report_protest_decided(event, protest, now)
    return protest
