"""Whether entries can be taken, beside those that an event has already."""

from collections.abc import Sequence
from dataclasses import dataclass

from competition.entry_lists.names import Name
from database.text import strip_invisible
from kernel.violations import Violation

PLAYERS_AT_MOST = 5
ENTRIES_AT_MOST = 4096

Key = tuple[str, int | None]
"""What makes two names the same person (``Name.key``)."""


@dataclass(frozen=True, slots=True)
class EntryDetails:
    """What is said of an entry: its players in order, where they come from, seed and fee, and the
    group (from 1) of the first stage in which it must play."""

    players: tuple[Name, ...]
    club_name: str = ""
    seed: int | None = None
    paid: bool = False
    group: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "club_name", strip_invisible(self.club_name))


class ExistingEntries:
    """Who and what is in an event already: players with their entries, and seeds; how many players
    an entry has there (``size``), and how many groups its first stage can have."""

    def __init__(
        self, players: dict[Key, int], seeds: set[int], size: int = 2, groups: int = 1
    ) -> None:
        self.size = size
        self.groups = groups
        self.players = players
        self.seeds = seeds
        self._next = 0

    def whole(self, form: EntryDetails) -> bool:
        """Whether exactly these players are one entry already."""
        entries = {self.players.get(name.key) for name in form.players}
        return len(entries) == 1 and None not in entries

    def take(self, form: EntryDetails) -> None:
        """From now on these are taken too."""
        self._next -= 1
        self.players.update({name.key: self._next for name in form.players})
        if form.seed is not None:
            self.seeds.add(form.seed)


@dataclass(frozen=True, slots=True)
class Sifted:
    """A list beside what is taken: the entries that are new, the rows (from 0) that are entered
    already, and the faults of the others (``at`` is the row)."""

    fresh: tuple[EntryDetails, ...]
    known: frozenset[int]
    faults: tuple[Violation, ...]


def sift(taken: ExistingEntries, forms: Sequence[EntryDetails]) -> Sifted:
    """Each row as if those before it had entered."""
    fresh: list[EntryDetails] = []
    known: set[int] = set()
    faults: list[Violation] = []
    for row, form in enumerate(forms):
        if taken.whole(form):
            known.add(row)
            continue
        found = entry_faults(form, taken)
        faults += [Violation(fault.code, fault.params, at=row) for fault in found]
        if not found:
            taken.take(form)
            fresh.append(form)
    return Sifted(tuple(fresh), frozenset(known), tuple(faults))


def entry_faults(form: EntryDetails, taken: ExistingEntries) -> list[Violation]:
    """All that is wrong with one entry."""
    faults = []
    if not form.players:
        faults.append(Violation("players_missing", {}))
    elif len(form.players) != taken.size:
        params = {"players": len(form.players), "must_be": taken.size}
        faults.append(Violation("players_of_an_entry", params))
    seen = set()
    for name in form.players:
        if not name.last:
            faults.append(Violation("surname_missing", {}))
        elif name.key in taken.players:
            faults.append(Violation("player_entered_already", {"player": name.full}))
        elif name.key in seen:
            faults.append(Violation("player_twice_in_entry", {"player": name.full}))
        seen.add(name.key)
    if form.seed is not None and form.seed in taken.seeds:
        faults.append(Violation("seed_taken", {"seed": form.seed}))
    return [*faults, *group_faults(form.group, taken.groups)]


def group_faults(group: int | None, groups: int) -> list[Violation]:
    """Whether there is such a group to play in; None: it is drawn."""
    if group is None or 1 <= group <= groups:
        return []
    return [Violation("no_such_group", {"group": group, "groups": groups})]
