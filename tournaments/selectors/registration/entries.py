"""Reads entries."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

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
from django.db.models.functions import Coalesce, NullIf

from accounts.actors import Actor
from competition.entry_lists.entering import EntryDetails, ExistingEntries
from competition.entry_lists.names import fold_name
from competition.formats import format_named
from competition.plan import Entrant
from database.compiled import CompiledQuery
from database.folding import Folded
from database.limits import MOST_ENTRIES
from database.text import split_search
from tournaments.models import Entry, EntryPlayer, Event
from tournaments.permissions import check_visible
from tournaments.refusals import NotFound
from tournaments.selectors.registration.names import select_members_named
from tournaments.selectors.stage_facts import make_stage_facts


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
    entry = select_entry_with_facts.fetch_one(entry_id)
    if entry is None:
        raise NotFound
    for name in _FACTS:
        setattr(entry.event, name, getattr(entry, name))
    check_visible(actor, entry.event)
    return entry


@CompiledQuery
def select_entry_with_facts(entry_id: int) -> QuerySet[Entry]:
    entries = Entry.objects.select_related("event__club", "event__venue").annotate(**_FACTS)
    return entries.filter(pk=entry_id)


_FACTS = make_stage_facts("event")


def find_entry_by_check_in_code(code: str) -> Entry | None:
    """The entry of that code with its event; None if there is none."""
    return Entry.objects.select_related("event__club").filter(check_in_code=code).first()


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
    for part in split_search(sought):
        named_members = select_members_named(event, part, hides_surnames=hides_surnames)
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
