"""The entries that violations name by their ids, and their names."""

from collections.abc import Iterable

from competition.named_entries import list_named_entries
from kernel.violations import Violation
from tournaments.selectors.registration.names import load_short_names_anywhere


def list_entries_in(violations: Iterable[Violation]) -> set[int]:
    """The ids of all entries that these violations name."""
    named_ids: set[int] = set()
    for violation in violations:
        named_ids |= list_named_entries(violation.params)
    return named_ids


def load_labels_in(violations: Iterable[Violation]) -> dict[int, str]:
    """The short names of these entries, which may be of any events, by id. One query, and one for
    each event; none if no entry is named."""
    return load_short_names_anywhere(list_entries_in(violations))
