"""What stands in a calendar of an event: the event itself, and rounds on other dates."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, time
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from tournaments.models import Event
from web.rounds import RoundState, join_titles


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """An appointment. ``uid`` stays the same when it is moved or renamed; ``sequence`` rises."""

    uid: UUID
    event: UUID
    sequence: int
    title: str
    date: date
    start: time | None
    """None: the whole day."""
    place: str
    notes: str
    is_cancelled: bool

    @property
    def status(self) -> str:
        """The STATUS of iCalendar."""
        if self.is_cancelled:
            return "CANCELLED"
        return "CONFIRMED"

    @property
    def transparency(self) -> str:
        """The TRANSP of iCalendar. An all-day appointment would otherwise make the whole day look
        busy."""
        if self.start is None:
            return "TRANSPARENT"
        return "OPAQUE"


def list_calendar_entries(event: Event, rounds: Iterable[RoundState]) -> Iterator[CalendarEntry]:
    """The entry of the event, and one for each round that is played on another date: for it the
    event's own would be wrong. Parallel rounds of one date are one entry."""
    yield _make_entry(event, event.pk, event.name, event.date)
    steps: dict[tuple[int, str, int], list[RoundState]] = defaultdict(list)
    for round_ in rounds:
        steps[round_.stage, round_.section, round_.number].append(round_)
    for key, parallel in steps.items():
        dates = {round_.date for round_ in parallel}
        if len(dates) == 1:
            # The stage and the round, without the groups that play it.
            title = join_titles([round_.title for round_ in parallel])
            yield from _list_rounds(event, key, title, parallel[:1])
        else:
            # Each group plays its round when it can.
            for round_ in parallel:
                yield from _list_rounds(event, (*key, round_.id), round_.title, [round_])


def _list_rounds(
    event: Event, key: Sequence[object], title: str, rounds: Sequence[RoundState]
) -> Iterator[CalendarEntry]:
    day = rounds[0].date
    if day is not None and day != event.date:
        uid = uuid5(event.pk, "/".join(map(str, key)))
        yield _make_entry(event, uid, f"{event.name}: {title}", day)


def _make_entry(event: Event, uid: UUID, title: str, day: date) -> CalendarEntry:
    start: time | None = None
    if event.rules.get("start"):
        start = time.fromisoformat(event.rules["start"])
    place = ""
    if event.venue is not None:
        place = ", ".join(filter(None, (event.venue.name, event.venue.address)))
    notes = event.notes
    if event.is_cancelled:
        cancelled = _("Cancelled: %(reason)s") % {"reason": event.cancelled_why}
        notes = "\n".join(filter(None, (cancelled, notes)))
    return CalendarEntry(
        uid=uid,
        event=event.pk,
        sequence=event.version,
        title=title,
        date=day,
        start=start,
        place=place,
        notes=notes,
        is_cancelled=event.is_cancelled,
    )
