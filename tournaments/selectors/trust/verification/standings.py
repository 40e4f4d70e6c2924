"""Places of the whole event: each entry once, tied entries as many as the places they share."""

from collections import Counter
from collections.abc import Iterator

from competition.trust.faults import Fault
from tournaments.models import Event
from tournaments.selectors.standings.standings import standings_of


def find_standings_faults(event: Event) -> Iterator[Fault]:
    """Nothing before the event is drawn."""
    rows = [row.placing for row in standings_of(event).rows]
    if not rows:
        return
    counts = Counter(row.entry for row in rows)
    known = set(event.entries.values_list("pk", flat=True))
    for entry, count in counts.items():
        if count > 1 or entry not in known:
            yield Fault("place_of_entry", detail={"entry": entry, "times": count})
    # Entries that are still in have ranges of places that overlap.
    if any(row.still_in for row in rows):
        return
    # Afterwards the shared places must follow each other without a gap.
    place = 1
    for (first, last), tied in Counter((row.first, row.last) for row in rows).items():
        if (first, last) != (place, place + tied - 1):
            yield Fault("shared_places", detail={"first": first, "last": last, "entries": tied})
        place += tied
