"""Reads entries."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Q

from accounts.actors import Actor
from competition.entry_lists.entering import ENTRIES_AT_MOST, ExistingEntries
from competition.entry_lists.names import fold_name
from competition.formats import format_named
from competition.plan import Entrant
from scoring.core.format import read_format
from tournaments.models import Entry, EntryPlayer, Event
from tournaments.permissions import check_visible
from tournaments.refusals import NotFound


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
    """The last names: Zoffoli – Casadei; of one player alone with the first name's initial."""
    club_name: str = ""
    seed: int | None = None
    people: tuple[Person, ...] = ()


def entrants_of(event: Event) -> list[Entrant]:
    """Who is drawn, in the order of entering: what a draw is made from."""
    rows = event.entries.filter(state=Entry.State.ENTERED).order_by("pk")
    return [
        Entrant(id=pk, seed=seed, club=club_name.strip().casefold() or None, group=group)
        for pk, seed, club_name, group in rows.values_list("pk", "seed", "club_name", "group")
    ]


def entry_for(actor: Actor, entry_id: int) -> Entry:
    """The entry of that id with its event. Raises NotFound, also for who may not see it."""
    entry = Entry.objects.select_related("event__club").filter(pk=entry_id).first()
    if entry is None:
        raise NotFound
    check_visible(actor, entry.event)
    return entry


def names_of(event: Event, entries: Iterable[int] | None = None) -> dict[int, EntryName]:
    """The names of the entries of an event (of all, or of some), by id. One query."""
    members = EntryPlayer.objects.filter(event=event).order_by("entry_id", "position")
    if entries is not None:
        members = members.filter(entry_id__in=set(entries))
    initials = event.names == Event.Names.INITIAL
    players: dict[int, list[tuple[str, str]]] = defaultdict(list)
    people: dict[int, list[Person]] = defaultdict(list)
    about: dict[int, tuple[str, int | None]] = {}
    for pk, player, first, last, club_name, seed in members.values_list(
        "entry_id",
        "player_id",
        "player__first_name",
        "player__last_name",
        "entry__club_name",
        "entry__seed",
    ):
        players[pk].append((first, last))
        people[pk].append(Person(player, first, _format_last_name(first, last, initials=initials)))
        about[pk] = (club_name, seed)
    return {
        pk: EntryName(
            pk,
            tuple(_format_name(first, last, initials=initials) for first, last in names),
            _short_of(names, initials=initials),
            *about[pk],
            tuple(people[pk]),
        )
        for pk, names in players.items()
    }


def format_player_name(event: Event, first: str, last: str) -> str:
    """A player's name as the event shows it."""
    return _format_name(first, last, initials=event.names == Event.Names.INITIAL)


def person_of(event: Event, player: int, first: str, last: str) -> Person:
    """A player as the event shows him."""
    return Person(
        player, first, _format_last_name(first, last, initials=event.names == Event.Names.INITIAL)
    )


def _format_name(first: str, last: str, *, initials: bool) -> str:
    """The name as the event shows it: in full, or the first name and the surname's initial."""
    return f"{first} {_format_last_name(first, last, initials=initials)}".strip()


def _format_last_name(first: str, last: str, *, initials: bool) -> str:
    return f"{last[:1]}." if initials and first else last


def _short_of(names: Sequence[tuple[str, str]], *, initials: bool) -> str:
    if initials:
        return " – ".join(_format_name(first, last, initials=initials) for first, last in names)
    if len(names) == 1:
        ((first, last),) = names
        return f"{last} {first[:1]}." if first else last
    return " – ".join(last for _first, last in names)


@dataclass(frozen=True, slots=True)
class EntryCounts:
    """How many have entered, and how many of them have paid."""

    entered: int
    paid: int

    @property
    def unpaid(self) -> int:
        return self.entered - self.paid


def entry_counts(event: Event) -> EntryCounts:
    """How many are in. One query."""
    found = event.entries.filter(state=Entry.State.ENTERED).aggregate(
        entered=Count("pk"), paid=Count("pk", filter=Q(paid=True))
    )
    return EntryCounts(**found)


def load_existing_entries(event: Event) -> ExistingEntries:
    """Who and what is in the event already, and how many players an entry has. Three queries."""
    rows = EntryPlayer.objects.filter(event=event, counts=True).values_list(
        "player__first_name", "player__last_name", "player__birth_year", "entry_id"
    )
    players = {(fold_name(first, last), year): entry for first, last, year, entry in rows}
    seeds = event.entries.filter(state=Entry.State.ENTERED, seed__isnull=False)
    taken_seeds = {seed for seed in seeds.values_list("seed", flat=True) if seed}
    return ExistingEntries(players, taken_seeds, size_of_entries(event), most_groups(event))


def most_groups(event: Event) -> int:
    """How many groups the first stage can have, as long as entries are open. One query."""
    stage = event.stages.get(number=1)
    format_ = format_named(stage.format)
    return format_.groups(event.capacity or ENTRIES_AT_MOST, format_.options(stage.options))


def size_of_entries(event: Event) -> int:
    """How many players an entry of this event has: they play together at one side of a table."""
    return read_format(event.match_format).players_a_side


def entries_in_order(event: Event, sought: str = "") -> list[Entry]:
    """The entries of an event: seeds first, then as they entered; only those whose players'
    names or club contain all words of ``sought``. One query."""
    rows = event.entries.order_by(F("seed").asc(nulls_last=True), "pk")
    for word in sought.split()[:MOST_WORDS]:
        in_name = Q(members__player__last_name__icontains=word)
        in_name |= Q(members__player__first_name__icontains=word)
        rows = rows.filter(in_name | Q(club_name__icontains=word))
    return list(rows.distinct() if sought else rows)


MOST_WORDS = 5
