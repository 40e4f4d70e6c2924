"""What a stage was drawn from, compared with what it would be drawn from now."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from competition.plan import Entrant, EntryId

SEEDING: Final = ("seed", "pot")
HISTORY: Final = ("mates", "met", "carried")
"""What a draw knows of an entrant that follows from an earlier stage."""


@dataclass(frozen=True, slots=True)
class ChangedEntrant:
    """An entrant of a draw of which ``what`` (a field of Entrant) would be another now."""

    entry: EntryId
    what: str
    before: Any
    after: Any


def find_changed_entrants(
    drawn: Sequence[Entrant],
    now: Sequence[Entrant],
    *,
    undecided: Iterable[Collection[EntryId]] = (),
    with_seeds: bool = True,
) -> tuple[ChangedEntrant, ...]:
    """How those who were drawn and still advance would be drawn otherwise, in the drawn order.

    ``undecided``: entries that are tied for their seeds. They have not changed as long as they
    hold the same seeds among them. ``with_seeds`` False: who advances is open, and so all seeds.
    """
    before = {entrant.id: entrant for entrant in drawn}
    after = {entrant.id: entrant for entrant in now}
    both = [entry for entry in before if entry in after]
    kept = {entry for tied in undecided for entry in _with_kept_seeds(tied, before, after)}
    return tuple(
        change
        for entry in both
        for change in _list_changes(
            before[entry],
            after[entry],
            (*(SEEDING if with_seeds and entry not in kept else ()), *HISTORY),
            frozenset(both),
        )
    )


def _with_kept_seeds(
    tied: Collection[EntryId],
    before: Mapping[EntryId, Entrant],
    after: Mapping[EntryId, Entrant],
) -> Collection[EntryId]:
    """The tied entries, if they hold the same seeds and pots among them as before."""
    if not all(entry in before and entry in after for entry in tied):
        return ()
    were, are = (
        sorted((entrants[entry].seed or 0, entrants[entry].pot or 0) for entry in tied)
        for entrants in (before, after)
    )
    return tied if were == are else ()


def _list_changes(
    before: Entrant, after: Entrant, fields: Sequence[str], both: frozenset[EntryId]
) -> Iterator[ChangedEntrant]:
    for name in fields:
        was, would_be = getattr(before, name), getattr(after, name)
        if name == "met":
            # Opponents who no longer advance, or advance only now, are reported separately.
            was, would_be = (sorted(both & {*met}, key=str) for met in (was, would_be))
        if was != would_be:
            yield ChangedEntrant(before.id, name, was, would_be)
