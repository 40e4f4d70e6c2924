"""Reads the pairs that are not there when they should be."""

from dataclasses import dataclass
from datetime import datetime, time

from django.db.models import QuerySet
from django.utils import timezone

from competition.regulation import HouseRules
from tournaments.models import Entry, Event


@dataclass(frozen=True, slots=True)
class NoShows:
    """The entries that are not there, in the order of entering; ``due_at``: until when they had to
    be (None: nobody has said); ``next_waiting``: who would get the next place."""

    entries: QuerySet[Entry]
    due_at: datetime | None
    next_waiting: Entry | None

    def is_due(self, now: datetime) -> bool:
        return self.due_at is not None and now >= self.due_at


def load_no_shows(event: Event) -> NoShows:
    """One query; the page that shows them reads the entries."""
    absent_entries = event.entries.filter(state=Entry.State.ENTERED, present_at__isnull=True)
    waiting_entries = event.entries.filter(state=Entry.State.WAITLISTED).order_by("pk")
    return NoShows(
        absent_entries.order_by("pk"), find_presence_due_at(event), waiting_entries.first()
    )


def find_presence_due_at(event: Event) -> datetime | None:
    """Until when entries present themselves: the check-in hour of the regulation, else the hour at
    which play starts."""
    rules = HouseRules.model_validate(event.rules, strict=False)
    hour = rules.check_in or rules.start
    if hour is None:
        return None
    moment = datetime.combine(event.date, time.fromisoformat(str(hour)))
    return timezone.make_aware(moment)
