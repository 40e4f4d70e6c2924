"""Reads entries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, Protocol, TypeAlias
from uuid import UUID

from django.db.models import (
    Case,
    Count,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, Lower, NullIf

from accounts.actors import Actor
from competition.entry_lists.entering import EntryDetails, ExistingEntries
from competition.entry_lists.labels import (
    LabelledEntry,
    LabelledPlayer,
    LabelPart,
    join_names,
    join_parts,
    make_labels,
)
from competition.entry_lists.names import fold_name
from competition.formats import format_named
from competition.plan import Entrant, EntryId
from database.compiled import CompiledQuery
from database.folding import Folded
from database.limits import MOST_ENTRIES
from database.text import fold_text, split_search
from tournaments.models import Entry, EntryPlayer, Event, Player
from tournaments.permissions import check_visible
from tournaments.refusals import NotFound
from tournaments.selectors.stage_facts import make_stage_facts


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


def list_entrants(event: Event) -> list[Entrant]:
    """Who is drawn, in the order of entering: what a draw is made from."""
    rows = event.entries.filter(state=Entry.State.ENTERED).order_by("pk")
    return [
        Entrant(id=entry.pk, seed=entry.seed, club=entry.drawn_club, group=entry.group)
        for entry in rows
    ]


def get_visible_entry(actor: Actor, entry_id: int) -> Entry:
    """The entry of that id with its event, and with the facts of the event's stages
    (``make_stage_facts``). Raises NotFound, also for who may not see it."""
    entry = ENTRY_WITH_FACTS.fetch_one(entry_id)
    if entry is None:
        raise NotFound
    for name in _FACTS:
        setattr(entry.event, name, getattr(entry, name))
    check_visible(actor, entry.event)
    return entry


def _select_entry(entry_id: int) -> QuerySet[Entry]:
    entries = Entry.objects.select_related("event__club", "event__venue").annotate(**_FACTS)
    return entries.filter(pk=entry_id)


_FACTS = make_stage_facts("event")
ENTRY_WITH_FACTS = CompiledQuery(_select_entry)


def find_entry_by_check_in_code(code: str) -> Entry | None:
    """The entry of that code with its event; None if there is none."""
    return Entry.objects.select_related("event__club").filter(check_in_code=code).first()


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


def _filter_event(name_shown: str, event_id: UUID) -> QuerySet[EntryPlayer, PlayerRow]:
    return _select_rows(EntryPlayer.objects.filter(event=event_id), name_shown)


def _filter_alike(
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
PLAYERS_OF_EVENT = {name: CompiledQuery(partial(_filter_event, name)) for name in NAMES_SHOWN}
PLAYERS_ALIKE = {name: CompiledQuery(partial(_filter_alike, name)) for name in NAMES_SHOWN}


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


@dataclass(frozen=True, slots=True)
class EntryCounts:
    """How many have entered, how many of them have paid and are there, and how many wait for a
    place; the money that all have paid, whatever became of them, in cents."""

    entered: int
    paid: int
    present: int
    waiting: int
    cash_cents: int

    @property
    def absent(self) -> int:
        return self.entered - self.present

    @property
    def unpaid(self) -> int:
        return self.entered - self.paid


def count_entries_of_event(event: Event) -> EntryCounts:
    """How many are in. One query."""
    is_in = Q(state=Entry.State.ENTERED)
    counts = event.entries.aggregate(
        entered=Count("pk", filter=is_in),
        paid=Count("pk", filter=is_in & Q(paid=True)),
        present=Count("pk", filter=is_in & Q(present_at__isnull=False)),
        waiting=Count("pk", filter=Q(state=Entry.State.WAITLISTED)),
        cash_cents=Coalesce(Sum("paid_cents"), 0),
    )
    return EntryCounts(**counts)


def load_existing_entries(event: Event) -> ExistingEntries:
    """Who and what is in the event already, and how many players an entry has. Three queries."""
    # Without the players of entries that have left before the draw, who may enter again.
    rows = EntryPlayer.objects.filter(event=event, counts=True).values_list(
        "player__first_name", "player__last_name", "player__birth_year", "entry_id"
    )
    players = {(fold_name(first, last), year): entry for first, last, year, entry in rows}
    is_taken = Q(payments__cancelled_at__isnull=True, payments__cents__gt=0)
    entries = event.entries.filter(state=Entry.State.ENTERED).annotate(
        taken_cents=Coalesce(Sum("payments__cents", filter=is_taken), 0)
    )
    details: dict[int, EntryDetails] = {}
    taken_cents: dict[int, int] = {}
    taken_seeds: set[int] = set()
    for entry in entries:
        if entry.seed:
            taken_seeds.add(entry.seed)
        details[entry.pk] = EntryDetails(
            players=(),
            club_name=entry.club_name,
            seed=entry.seed,
            group=entry.group,
            paid=entry.paid,
            phone=entry.phone,
            notes=entry.notes,
            paid_cents=entry.paid_cents,
        )
        taken_cents[entry.pk] = entry.taken_cents
    size = event.entry_size
    groups = count_most_groups(event)
    return ExistingEntries(
        players, taken_seeds, size, groups, details=details, taken_cents=taken_cents
    )


def count_most_groups(event: Event) -> int:
    """How many groups the first stage can have, as long as entries are open. One query."""
    stage = event.stages.get(number=1)
    format_ = format_named(stage.format)
    return format_.groups(event.capacity or MOST_ENTRIES, format_.options(stage.options))


def list_entries_in_order(event: Event, sought: str = "") -> list[Entry]:
    """The entries of an event: seeds first, then as they entered; only those whose players'
    names or club contain all words of ``sought``. One query."""
    return list(select_entries(event, sought))


class EntryOrder(StrEnum):
    """The orders of a list of entries."""

    NUMBER = ""
    """Seeds first, then as they entered."""
    SURNAME = "surname"
    """By the surname of the first player, or by what the event shows of his name."""
    CLUB = "club"
    """Those without a club last."""
    STATE = "state"
    """Those who are not here yet first, then those who have not paid; those who left last."""


def select_entries(
    event: Event, sought: str = "", order: EntryOrder = EntryOrder.NUMBER, *, as_shown: bool = False
) -> QuerySet[Entry]:
    """The entries of an event in an order; only those whose players' names or club contain all
    words of ``sought``, whatever their accents and capitals. ``as_shown``: only by what the event
    shows of names, so that a public list reveals no more than it says."""
    hides_surnames = as_shown and event.names == Event.Names.INITIAL
    rows: QuerySet[Any, Any] = event.entries.all()
    members = EntryPlayer.objects.filter(event=event).alias(
        folded_first=Folded("player__first_name"), folded_last=Folded("player__last_name")
    )
    for part in split_search(sought):
        in_first = Q(folded_first__contains=part)
        in_last = Q(folded_last__contains=part)
        if hides_surnames:
            # Without a first name the surname is shown in full.
            in_last &= Q(player__first_name="")
        named_members = members.filter(in_last | in_first)
        in_club = Q(folded_club__contains=part)
        rows = rows.alias(folded_club=Folded("club_name")).filter(
            in_club | Q(pk__in=named_members.values("entry"))
        )
    by_number = (F("seed").asc(nulls_last=True), "pk")
    if order == EntryOrder.SURNAME:
        return rows.order_by(*list_name_keys(hides_surnames=hides_surnames), "pk")
    if order == EntryOrder.CLUB:
        has_none = Case(When(club_name="", then=1), default=0)
        return rows.order_by(has_none, Folded("club_name"), *by_number)
    if order == EntryOrder.STATE:
        # Who is not here yet comes first: those are the ones that the desk looks for.
        is_in = Case(When(state=Entry.State.ENTERED, then=0), default=1)
        return rows.order_by(
            is_in, F("present_at").asc(nulls_first=True), "paid", "state", *by_number
        )
    return rows.order_by(*by_number)


def list_name_keys(*, hides_surnames: bool) -> list[Combinable]:
    """The folded names of the first player, the surname first. A correlated subquery reads one row
    of the index ``position_once_an_entry`` for each entry."""
    first = EntryPlayer.objects.filter(entry=OuterRef("pk"), position=0)
    if hides_surnames:
        shown = Coalesce(NullIf("player__first_name", Value("")), "player__last_name")
        return [Subquery(first.values(key=Folded(shown))[:1])]
    columns = ("player__last_name", "player__first_name")
    return [Subquery(first.values(key=Folded(column))[:1]) for column in columns]
