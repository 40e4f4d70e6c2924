"""Makes the codes of tables, and takes them back."""

import secrets
from collections.abc import Collection, Iterable
from datetime import datetime

from django.db.models import QuerySet

from accounts.actors import Actor
from competition.hall.codes import make_code
from database.transactions import atomic_with_retry
from tournaments.models import Event, Round, TableCode
from tournaments.notices import tell_tables
from tournaments.permissions import Right, check
from tournaments.refusals import EventStateRefused, NotFound
from tournaments.services.versions import check_not_archived, lock_event, lock_event_in_any_state

SECRET_BYTES = 18


@atomic_with_retry
def make_codes(
    *,
    event: Event,
    round: Round | None = None,  # noqa: A002  (the word of the field)
    tables: Collection[int] | None = None,
    actor: Actor,
    now: datetime,
) -> list[TableCode]:
    """A new code for each table of the event (for those of these numbers), good for the event or
    for one round; the one that a table had for the same is revoked, and phones that came in by it
    are out. Raises NotAllowed, EventStateRefused, NotFound for a table or round that is not here.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    event = lock_event(event.pk)
    if event.is_over:
        raise EventStateRefused("event_is_over", state=event.state)
    if round is not None and not Round.objects.filter(pk=round.pk, pairings__event=event).exists():
        raise NotFound(field="round")
    numbered_tables = event.tables.order_by("number")
    if tables is not None:
        numbered_tables = numbered_tables.filter(number__in=tables)
    chosen_tables = list(numbered_tables)
    if tables is not None and len(chosen_tables) < len(set(tables)):
        raise NotFound(field="tables")
    # Printed codes may have been lost: only the newest one of a table lets phones in.
    _filter_live(event).filter(table__in=chosen_tables, round=round).update(revoked_at=now)
    tell_tables((table.pk for table in chosen_tables), now)
    # Codes that were never given out, so that an old card can say that it is old.
    free_codes: set[str] = set()
    while len(free_codes) < len(chosen_tables):
        missing_count = len(chosen_tables) - len(free_codes)
        tried_codes = {make_code(secrets.randbelow) for _ in range(missing_count)}
        used_codes = TableCode.objects.filter(code__in=tried_codes).values_list("code", flat=True)
        free_codes |= tried_codes - set(used_codes)
    new_codes = []
    for table, code in zip(chosen_tables, free_codes, strict=True):
        new_codes.append(
            TableCode(
                event=event,
                table=table,
                round=round,
                code=code,
                secret=secrets.token_urlsafe(SECRET_BYTES),
                made_at=now,
            )
        )
    return TableCode.objects.bulk_create(new_codes)


@atomic_with_retry
def revoke_codes(*, codes: Iterable[TableCode], event: Event, actor: Actor, now: datetime) -> int:
    """Ends codes of an event at once, with all phones that came in by them; how many there were.

    Raises NotAllowed, EventStateRefused once it is archived: no phone writes to it anyway.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    check_not_archived(lock_event_in_any_state(event.pk))
    live_codes = _filter_live(event).filter(pk__in=[code.pk for code in codes])
    tell_tables(live_codes.values_list("table", flat=True), now)
    return live_codes.update(revoked_at=now)


def _filter_live(event: Event) -> QuerySet[TableCode]:
    return TableCode.objects.filter(event=event, revoked_at__isnull=True)
