"""Entries: the list of an event, one more, and what becomes of them."""

from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Literal, NotRequired, TypeAlias, cast
from uuid import UUID

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.reading import FirstName, Label, LastName, Reason, read_body
from api.resource import Listing, Resource, now
from competition.entry_lists.entering import ENTRIES_AT_MOST, PLAYERS_AT_MOST, EntryDetails
from competition.entry_lists.names import Name
from kernel.models import Frozen
from tournaments.models import Entry, Event
from tournaments.selectors.entries import EntryName, entry_for, names_of
from tournaments.selectors.events import is_of_the_club, visible_event
from tournaments.services.entries import assign_group, enter, set_paid, set_seed
from tournaments.services.withdrawals import replace_entry, withdraw

EntryState: TypeAlias = Literal["ENTERED", "WITHDRAWN", "DISQUALIFIED", "REPLACED"]


Seed: TypeAlias = Annotated[int, Field(ge=1, le=ENTRIES_AT_MOST)]
GroupNumber: TypeAlias = Annotated[int, Field(ge=1, le=ENTRIES_AT_MOST)]


class EntryDocument(TypedDict):
    """An entry, its players as the event shows names. ``group``: the group of the first stage in
    which it must play; null: it is drawn. ``paid`` is shown only to people of the club."""

    id: int
    event: str
    players: list[str]
    short: str
    club_name: str
    seed: int | None
    group: int | None
    state: EntryState
    replaced_by: int | None
    entered_at: str
    paid: NotRequired[bool]


class PlayerBody(Frozen):
    """A player's name; the year of birth tells two of the same name apart, and is never shown."""

    last: LastName
    first: FirstName = ""
    birth_year: Annotated[int, Field(ge=1900, le=2100)] | None = None


class PlayersBody(Frozen):
    """Who plays, and where they come from."""

    players: Annotated[list[PlayerBody], Field(min_length=1, max_length=PLAYERS_AT_MOST)]
    club_name: Label = ""
    paid: bool = False

    def form(self, seed: int | None = None, group: int | None = None) -> EntryDetails:
        names = tuple(Name(name.first, name.last, name.birth_year) for name in self.players)
        return EntryDetails(names, self.club_name, seed, self.paid, group)


class EntryBody(PlayersBody):
    """An entry. ``seed`` 1 is the best; ``group`` is the one in which it must play."""

    seed: Seed | None = None
    group: GroupNumber | None = None


class ReplaceBody(PlayersBody):
    """The new players of an entry, and the reason."""

    reason: Reason


class ReasonBody(Frozen):
    """The reason, in the caller's words."""

    reason: Reason = ""


class PaidBody(Frozen):
    paid: bool


class SeedBody(Frozen):
    """The seed; null: none."""

    seed: Seed | None = Field()


class GroupOfEntryBody(Frozen):
    """The group of the first stage; null: it is drawn."""

    group: GroupNumber | None = Field()


class EntryFilter(filters.FilterSet):  # type: ignore[misc]
    """``state`` may be given several times."""

    state = filters.MultipleChoiceFilter(choices=Entry.State.choices)

    class Meta:
        model = Entry
        fields: Sequence[str] = ()


class Entries(Listing):
    """The entries of an event, in the order of entering."""

    filterset_class = EntryFilter
    queryset = Entry.objects.all()

    @cached_property
    def event(self) -> Event:
        return visible_event(self.actor, self.kwargs["event_id"])

    def get_queryset(self) -> QuerySet[Entry]:
        return super().get_queryset().filter(event=self.event)

    def documents(self, rows: Sequence[Entry]) -> Sequence[EntryDocument]:
        names = names_of(self.event, [entry.pk for entry in rows])
        inside = is_of_the_club(self.actor, self.event)
        return [entry_document(entry, names[entry.pk], inside=inside) for entry in rows]

    @extend_schema(responses=EntryDocument)
    def get(self, request: Request, event_id: UUID) -> Response:
        return self.list(request)

    @extend_schema(request=EntryBody, responses={201: EntryDocument})
    def post(self, request: Request, event_id: UUID) -> Response:
        """Adds an entry."""
        body = read_body(EntryBody, request)
        form = body.form(body.seed, body.group)
        entry = enter(event=self.event, form=form, actor=self.actor, now=now())
        headers = {"Location": f"/api/v1/entries/{entry.pk}/"}
        return Response(get_entry_document(entry, inside=True), 201, headers=headers)


class EntryDetail(Resource):
    """One entry."""

    @extend_schema(responses=EntryDocument)
    def get(self, request: Request, entry_id: int) -> Response:
        entry = entry_for(self.actor, entry_id)
        return Response(get_entry_document(entry, inside=is_of_the_club(self.actor, entry.event)))


class WithdrawEntry(Resource):
    """Withdraws an entry without deleting it; during play, its open match goes to the other
    side."""

    @extend_schema(request=ReasonBody, responses=EntryDocument)
    def post(self, request: Request, entry_id: int) -> Response:
        body = read_body(ReasonBody, request)
        entry = entry_for(self.actor, entry_id)
        entry = withdraw(entry=entry, reason=body.reason, actor=self.actor, now=now())
        return Response(get_entry_document(entry, inside=True))


class ReplaceEntry(Resource):
    """Replaces an entry that has not begun to play; answers with the new entry."""

    @extend_schema(request=ReplaceBody, responses={201: EntryDocument})
    def post(self, request: Request, entry_id: int) -> Response:
        body = read_body(ReplaceBody, request)
        entry = entry_for(self.actor, entry_id)
        form = body.form()
        new = replace_entry(entry=entry, form=form, reason=body.reason, actor=self.actor, now=now())
        headers = {"Location": f"/api/v1/entries/{new.pk}/"}
        return Response(get_entry_document(new, inside=True), 201, headers=headers)


class PayEntry(Resource):
    """Records whether the fee was paid."""

    @extend_schema(request=PaidBody, responses=EntryDocument)
    def post(self, request: Request, entry_id: int) -> Response:
        body = read_body(PaidBody, request)
        entry = entry_for(self.actor, entry_id)
        entry = set_paid(entry=entry, paid=body.paid, actor=self.actor, now=now())
        return Response(get_entry_document(entry, inside=True))


class SeedEntry(Resource):
    """Sets or removes the seed of an entry, while entries are open."""

    @extend_schema(request=SeedBody, responses=EntryDocument)
    def post(self, request: Request, entry_id: int) -> Response:
        body = read_body(SeedBody, request)
        entry = entry_for(self.actor, entry_id)
        entry = set_seed(entry=entry, seed=body.seed, actor=self.actor, now=now())
        return Response(get_entry_document(entry, inside=True))


class GroupEntry(Resource):
    """Sets the group of the first stage in which an entry must play, while entries are open."""

    @extend_schema(request=GroupOfEntryBody, responses=EntryDocument)
    def post(self, request: Request, entry_id: int) -> Response:
        body = read_body(GroupOfEntryBody, request)
        entry = entry_for(self.actor, entry_id)
        entry = assign_group(entry=entry, group=body.group, actor=self.actor, now=now())
        return Response(get_entry_document(entry, inside=True))


def get_entry_document(entry: Entry, *, inside: bool) -> EntryDocument:
    """One entry, its names read."""
    return entry_document(entry, names_of(entry.event, [entry.pk])[entry.pk], inside=inside)


def entry_document(entry: Entry, name: EntryName, *, inside: bool) -> EntryDocument:
    """An entry for the people of the club (``inside``) or for everybody."""
    document = EntryDocument(
        id=entry.pk,
        event=str(entry.event_id),
        players=list(name.players),
        short=name.short,
        club_name=entry.club_name,
        seed=entry.seed,
        group=entry.group,
        state=cast("EntryState", entry.state),
        replaced_by=entry.replaced_by_id,
        entered_at=entry.entered_at.isoformat(),
    )
    if inside:
        document["paid"] = entry.paid
    return document
