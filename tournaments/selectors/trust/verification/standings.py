"""Places of the whole event: each entry once, tied entries as many as the places they share."""

from collections import Counter
from collections.abc import Iterator

from competition.trust.faults import Fault
from tournaments.models import Event
from tournaments.selectors.standings.standings import load_event_places


def find_standings_faults(event: Event) -> Iterator[Fault]:
    """Nothing before the event is drawn."""
    rows = load_event_places(event).placings
    if not rows:
        return
    entry_counts = Counter(row.entry for row in rows)
    known_entries = set(event.entries.values_list("pk", flat=True))
    for entry, count in entry_counts.items():
        if count > 1 or entry not in known_entries:
            yield Fault("place_of_entry", detail={"entry": entry, "times": count})
    # Entries that are still in have ranges of places that overlap.
    if any(row.still_in for row in rows):
        return
    # Afterwards the shared places must follow each other without a gap.
    place = 1
    tied_counts = Counter((row.first, row.last) for row in rows)
    for (first_place, last_place), tied_count in tied_counts.items():
        if (first_place, last_place) != (place, place + tied_count - 1):
            yield Fault(
                "shared_places",
                detail={"first": first_place, "last": last_place, "entries": tied_count},
            )
        place += tied_count
