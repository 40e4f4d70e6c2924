"""Reads how entries and their players are called, as the event shows names."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeAlias
from uuid import UUID

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce, Lower

from competition.entry_lists.labels import (
    LabelledEntry,
    LabelledPlayer,
    LabelPart,
    join_names,
    join_parts,
    make_labels,
)
from competition.plan import EntryId
from database.compiled import CompiledQuery
from database.folding import Folded
from database.text import fold_text, split_search
from tournaments.models import Entry, EntryPlayer, Event, Player


@dataclass(frozen=True, slots=True)
class Person:
    """A player of an entry, as the event shows names."""

    id: int
    first: str
    last: str


@dataclass(frozen=True, slots=True)
class EntryName:
    """How an entry is called: its players' full names in order, as the event shows them."""

    id: int
    players: tuple[str, ...]
    short: str
    """The label, of which no two in an event are equal: Zoffoli – Casadei."""
    club_name: str = ""
    seed: int | None = None
    people: tuple[Person, ...] = ()
    parts: tuple[LabelPart, ...] = ()
    """The parts of ``short``, where it looks like another one before something is added."""

    @property
    def full(self) -> str:
        """Loris Zoffoli, Ivano Casadei."""
        return ", ".join(self.players)

    def has_words(self, words: Iterable[str]) -> bool:
        """Whether its players' names or its club contain all these words (``split_search``),
        whatever their accents and capitals."""
        text = fold_text(" ".join((*self.players, self.club_name)))
        return all(word in text for word in words)


class EntryNames(dict[int, EntryName]):
    """Names of entries of one event, by id."""

    @property
    def labels(self) -> dict[int, str]:
        """The short names, by id."""
        return {pk: name.short for pk, name in self.items()}

    def list_labels(self, entries: Iterable[EntryId]) -> list[str]:
        """The short names of these entries, in their order."""
        return [self[int(entry)].short for entry in entries]

    def select_with_words(self, entries: Iterable[EntryId], sought: str) -> list[EntryId]:
        """Those of the entries whose names contain all words of ``sought``, in their order."""
        words = split_search(sought)
        if not words:
            return list(entries)
        return [entry for entry in entries if self[int(entry)].has_words(words)]


MOST_LOOKED_UP = 1024
"""For the names of more entries the whole event is read, which then costs less."""


class RowOfEntry(Protocol):
    """A row that belongs to an entry."""

    @property
    def entry_id(self) -> int: ...


def load_names_of_entries(event: Event, entries: Iterable[Entry]) -> EntryNames:
    """The names of these entries of one event. One query."""
    return load_entry_names(event, [entry.pk for entry in entries])


def load_names_of_rows(event: Event, rows: Iterable[RowOfEntry]) -> EntryNames:
    """The names of the entries that these rows belong to. One query."""
    return load_entry_names(event, [row.entry_id for row in rows])


def load_entry_names(event: Event, entries: Iterable[EntryId] | None = None) -> EntryNames:
    """The names of the entries of an event (of all, or of some), by id. One query."""
    hides_surnames = event.names == Event.Names.INITIAL
    name_shown = "last_name"
    if hides_surnames:
        name_shown = "first_name"
    wanted: set[int] | None = None
    if entries is not None:
        wanted = set(map(int, entries))
    if wanted is None or len(wanted) > MOST_LOOKED_UP:
        rows = PLAYERS_OF_EVENT[name_shown].fetch(event.pk)
    else:
        rows = PLAYERS_ALIKE[name_shown].fetch(event.pk, [*wanted])
    players: dict[int, list[tuple[str, str]]] = defaultdict(list)
    people: dict[int, list[Person]] = defaultdict(list)
    about: dict[int, tuple[str, int | None]] = {}
    looks: dict[int, list[str]] = defaultdict(list)
    for pk, player, first, last, look, counts, club_name, seed in rows:
        players[pk].append((first, last))
        last_shown = _format_last_name(first, last, initials=hides_surnames)
        people[pk].append(Person(player, first, last_shown))
        about[pk] = (club_name, seed)
        # An entry that was withdrawn before the draw, or replaced, changes no other label.
        if counts:
            looks[pk].append(look)
    added_labels = _make_added_labels(players, looks, about, hides_surnames=hides_surnames)
    entry_names = EntryNames()
    for pk, names in players.items():
        # Others were read only because they look like an entry that is wanted.
        if wanted is not None and pk not in wanted:
            continue
        full_names = tuple(
            _format_name(first, last, initials=hides_surnames) for first, last in names
        )
        if pk in added_labels:
            short = join_parts(added_labels[pk])
        else:
            short = join_names(names, hides_surnames=hides_surnames)
        parts = added_labels.get(pk, ())
        entry_names[pk] = EntryName(pk, full_names, short, *about[pk], tuple(people[pk]), parts)
    return entry_names


def load_entry_name(entry: Entry) -> EntryName:
    """The name of an entry, whose event is loaded. One query."""
    return load_entry_names(entry.event, [entry.pk])[entry.pk]


def load_short_names(event: Event, entries: Iterable[int]) -> dict[int, str]:
    """The labels of some entries of an event, by id. One query, none for no entries."""
    wanted = set(entries)
    if not wanted:
        return {}
    return load_entry_names(event, wanted).labels


def load_short_names_anywhere(entries: Iterable[int]) -> dict[int, str]:
    """The labels of entries of any events, by id. One query, and one for each event; none for no
    entries."""
    by_event: dict[UUID, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(pk__in=set(entries)).select_related("event"):
        by_event[entry.event_id].append(entry)
    labels: dict[int, str] = {}
    for rows in by_event.values():
        labels |= load_short_names(rows[0].event, [row.pk for row in rows])
    return labels


def _make_added_labels(
    players: Mapping[int, Sequence[tuple[str, str]]],
    looks: Mapping[int, Sequence[str]],
    about: Mapping[int, tuple[str, int | None]],
    *,
    hides_surnames: bool,
) -> dict[int, tuple[LabelPart, ...]]:
    """The labels of the entries that look like another one, by id."""
    # Equal names look alike in any order: nobody remembers who of a pair was entered first.
    alike: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for pk, looks_of_entry in looks.items():
        alike[tuple(sorted(looks_of_entry))].append(pk)
    entries: dict[int, LabelledEntry] = {}
    for ids in alike.values():
        if len(ids) == 1:
            continue
        for pk in ids:
            names_and_looks = zip(players[pk], looks[pk], strict=True)
            labelled = [LabelledPlayer(*name, look) for name, look in names_and_looks]
            entries[pk] = LabelledEntry(tuple(labelled), about[pk][0])
    return make_labels(entries, hides_surnames=hides_surnames)


PlayerRow: TypeAlias = tuple[int, int, str, str, str, bool, str, int | None]
"""The entry, the player, the first and the last name, the name shown in small letters, whether it
counts for other labels, the club and the seed of the entry."""


def _select_rows(
    members: QuerySet[EntryPlayer], name_shown: str
) -> QuerySet[EntryPlayer, PlayerRow]:
    rows = members.annotate(looks=Lower(f"player__{name_shown}")).order_by("entry_id", "position")
    return rows.values_list(
        "entry_id",
        "player_id",
        "player__first_name",
        "player__last_name",
        "looks",
        "counts",
        "entry__club_name",
        "entry__seed",
    )


def select_players_of_event(name_shown: str, event_id: UUID) -> QuerySet[EntryPlayer, PlayerRow]:
    return _select_rows(EntryPlayer.objects.filter(event=event_id), name_shown)


def select_players_alike(
    name_shown: str, event_id: UUID, entries: Sequence[int]
) -> QuerySet[EntryPlayer, PlayerRow]:
    """The players of these entries and of all that share such a name with them: a label depends on
    the others that look alike."""
    looks = EntryPlayer.objects.filter(entry__in=entries).values(
        looks=Lower(f"player__{name_shown}")
    )
    players = Player.objects.annotate(looks=Lower(name_shown)).filter(looks__in=looks)
    # As an expression the event is no index, or SQLite would read the whole event for one match.
    alike = EntryPlayer.objects.annotate(in_event=Coalesce("event_id", "event_id")).filter(
        in_event=event_id, player__in=players
    )
    members = EntryPlayer.objects.filter(entry__in=alike.values("entry"))
    return _select_rows(members, name_shown)


NAMES_SHOWN = ("first_name", "last_name")
"""What tells players apart: the surname, or the first name where surnames are hidden."""
PLAYERS_OF_EVENT = {
    name: CompiledQuery(partial(select_players_of_event, name)) for name in NAMES_SHOWN
}
PLAYERS_ALIKE = {name: CompiledQuery(partial(select_players_alike, name)) for name in NAMES_SHOWN}


def format_player_name(event: Event, first: str, last: str) -> str:
    """A player's name as the event shows it."""
    return _format_name(first, last, initials=event.names == Event.Names.INITIAL)


def make_person(event: Event, player: int, first: str, last: str) -> Person:
    """A player as the event shows him."""
    initials = event.names == Event.Names.INITIAL
    return Person(player, first, _format_last_name(first, last, initials=initials))


def _format_name(first: str, last: str, *, initials: bool) -> str:
    """The name as the event shows it: in full, or the first name and the surname's initial."""
    return f"{first} {_format_last_name(first, last, initials=initials)}".strip()


def _format_last_name(first: str, last: str, *, initials: bool) -> str:
    if initials and first:
        return f"{last[:1]}."
    return last


def select_members_named(event: Event, part: str, *, hides_surnames: bool) -> QuerySet[EntryPlayer]:
    """The players of an event with this folded part in their names. ``hides_surnames``: a surname
    that is shown as an initial is not searched, so that a search reveals no more than a list."""
    members = EntryPlayer.objects.filter(event=event).alias(
        folded_first=Folded("player__first_name"), folded_last=Folded("player__last_name")
    )
    in_last = Q(folded_last__contains=part)
    if hides_surnames:
        # Without a first name the surname is shown in full.
        in_last &= Q(player__first_name="")
    return members.filter(in_last | Q(folded_first__contains=part))
