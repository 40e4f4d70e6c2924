"""The entrants of a draw, compared with those of which the stage would be drawn now."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from competition.plan import Entrant, EntryId, index_entrants

SEEDING: Final = ("seed", "pot")
HISTORY: Final[tuple[str, ...]] = ("mates", "met", "carried")
"""The fields of an entrant that follow from an earlier stage."""


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
    """The changes of the entrants who were drawn and still advance, in the drawn order.

    ``undecided``: entries that are tied for their seeds. They have not changed as long as they
    hold the same seeds among them. ``with_seeds`` False: who advances is open, and so all seeds.
    """
    entrants_before, entrants_after = index_entrants(drawn), index_entrants(now)
    # Who has left or come since is another difference: here only those in both lists are compared.
    entries_in_both = [entry for entry in entrants_before if entry in entrants_after]
    both = frozenset(entries_in_both)
    with_same_seeds: set[EntryId] = set()
    for tied in undecided:
        if both.issuperset(tied) and _have_same_seeds(tied, entrants_before, entrants_after):
            with_same_seeds.update(tied)
    changes: list[ChangedEntrant] = []
    for entry in entries_in_both:
        fields = HISTORY
        if with_seeds and entry not in with_same_seeds:
            fields = (*SEEDING, *HISTORY)
        for name in fields:
            value_before = getattr(entrants_before[entry], name)
            value_now = getattr(entrants_after[entry], name)
            if name == "met":
                # Opponents who no longer advance, or advance only now, are reported separately.
                value_before = sorted(both.intersection(value_before), key=str)
                value_now = sorted(both.intersection(value_now), key=str)
            if value_before != value_now:
                changes.append(ChangedEntrant(entry, name, value_before, value_now))
    return tuple(changes)


def _have_same_seeds(
    tied: Collection[EntryId], before: Mapping[EntryId, Entrant], after: Mapping[EntryId, Entrant]
) -> bool:
    """Whether these entries hold the same seeds and pots among them as before."""
    seeds_before: list[tuple[int, int]] = []
    seeds_after: list[tuple[int, int]] = []
    for entry in tied:
        seeds_before.append((before[entry].seed or 0, before[entry].pot or 0))
        seeds_after.append((after[entry].seed or 0, after[entry].pot or 0))
    return sorted(seeds_before) == sorted(seeds_after)
