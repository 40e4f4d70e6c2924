"""Admin pages of clubs, their people and their events."""

import re
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from accounts.models import User
from database.admin import ReadOnlyAdmin, ReadOnlyInline
from tournaments.models import (
    Anchor,
    Club,
    Device,
    Entry,
    EntryImport,
    EntryPlayer,
    Event,
    Invitation,
    Pairing,
    Payment,
    Player,
    Role,
    Slot,
    Venue,
)
from tournaments.services.club.clubs import found_club


class FoundClubForm(forms.ModelForm):  # type: ignore[type-arg]
    """A new club with its first owner."""

    owner = forms.ModelChoiceField(User.objects.filter(is_active=True).order_by("email"))

    class Meta:
        model = Club
        fields = ("name",)


class VenueInline(ReadOnlyInline):
    """Where a club plays."""

    model = Venue
    ordering = ("name",)
    show_change_link = False


class RoleInline(ReadOnlyInline):
    """Who may do what in a club. Roles are given and taken on the club's page of people."""

    model = Role
    ordering = ("kind", "user__email")
    list_select_related = ("user", "event", "group")
    fields = ("user", "kind", "event", "group", "at_tables_only")


@admin.register(Club)
class ClubAdmin(ReadOnlyAdmin):
    """A club with its people and venues. A new one is founded here, all else is on its pages."""

    form = FoundClubForm
    list_display = ("name", "slug", "created_at")
    search_fields = ("name", "slug", "roles__user__email")
    search_help_text = "The club's name or address, or the e-mail address of one of its people"
    ordering = ("name",)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.has_perm("tournaments.add_club")

    def get_fields(self, request: HttpRequest, obj: Club | None = None) -> list[Any]:
        return ["name", "owner"] if obj is None else ["name", "slug", "created_at"]

    def get_inlines(self, request: HttpRequest, obj: Club | None) -> list[Any]:
        return [] if obj is None else [RoleInline, VenueInline]

    def save_model(
        self,
        request: HttpRequest,
        obj: Club,
        form: FoundClubForm,
        change: bool,  # noqa: FBT001  # as the framework calls it
    ) -> None:
        """Founds the club by its service; nothing else is saved here."""
        club = found_club(name=obj.name, owner=form.cleaned_data["owner"], now=timezone.now())
        obj.pk, obj.slug, obj.created_at = club.pk, club.slug, club.created_at


@admin.register(Role)
class RoleAdmin(ReadOnlyAdmin):
    """Who may do what."""

    list_display = ("user", "kind", "club", "event", "group", "at_tables_only")
    list_filter = ("kind",)
    list_select_related = ("user", "club", "event", "group")
    search_fields = ("user__email", "user__last_name", "club__name")
    ordering = ("club__name", "kind", "user__email")


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    """Invitations without their secrets, which nobody can read any more."""

    list_display = ("note", "kind", "club", "event", "made_at", "ends_at", "taken_at", "taken_by")
    list_filter = ("kind",)
    list_select_related = ("club", "event", "taken_by")
    search_fields = ("note", "club__name", "event__name", "taken_by__email")
    ordering = ("-made_at",)
    exclude = ("digest",)


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    """Events of all clubs, also drafts and those that only a link shows."""

    list_display = ("name", "club", "date", "state", "visibility", "id")
    list_filter = ("state", "visibility")
    list_select_related = ("club",)
    search_fields = ("=id", "name", "club__name")
    date_hierarchy = "date"
    ordering = ("-date", "name")


class EntryPlayerInline(ReadOnlyInline):
    """The players of an entry, in order."""

    model = EntryPlayer
    ordering = ("position",)
    list_select_related = ("player",)
    fields = ("position", "player", "counts")
    show_change_link = False


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """Competitors with their players."""

    list_display = ("id", "event", "seed", "club_name", "state", "paid", "entered_at")
    list_filter = ("state", "paid")
    list_select_related = ("event",)
    search_fields = ("=id", "event__name", "members__player__last_name")
    search_help_text = "The entry's number, its event, or the last name of a player"
    ordering = ("-entered_at",)
    inlines = (EntryPlayerInline,)


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    """The people who play at a club's events."""

    list_display = ("last_name", "first_name", "birth_year", "club")
    list_select_related = ("club",)
    search_fields = ("last_name", "first_name", "club__name")
    ordering = ("last_name", "first_name")


@admin.register(Anchor)
class AnchorAdmin(ReadOnlyAdmin):
    """The signed digests of an event, to compare with a copy on paper."""

    list_display = ("event", "number", "at", "digest")
    list_select_related = ("event",)
    search_fields = ("event__name", "digest", "key")
    ordering = ("-at",)


TABLE = re.compile(r"\b(?:table|tavolo)\s+(\d{1,4})\b", re.IGNORECASE)
"""How a table is written in a search: Savio, table 7."""


class SlotInline(ReadOnlyInline):
    """The sides of a pairing."""

    model = Slot
    fk_name = "pairing"
    ordering = ("position",)
    list_select_related = ("entry",)
    fields = ("position", "side", "source", "entry")
    show_change_link = False


@admin.register(Pairing)
class PairingAdmin(ReadOnlyAdmin):
    """Who meets whom, at which table; from here a sheet is found by its event and its table."""

    list_display = ("code", "event", "round", "table", "players", "state", "sheet")
    list_filter = ("state",)
    list_select_related = ("event", "round", "table", "match")
    search_fields = (
        "=id",
        "event__name",
        "slots__entry__members__player__last_name",
        "slots__entry__members__player__first_name",
    )
    search_help_text = "The event, “table 7”, and names of players, in any order"
    ordering = ("-id",)
    fields = (
        ("event", "round", "code", "number"),
        ("table", "holds_table"),
        "match",
        ("state", "absence", "only_if", "only_if_slot"),
        "why",
        ("called_at", "decided_at"),
    )
    inlines = (SlotInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Pairing]:
        return super().get_queryset(request).prefetch_related("slots__entry__members__player")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Pairing], search_term: str
    ) -> tuple[QuerySet[Pairing], bool]:
        """Each word by itself, so that the players of both entries can be named."""
        tables = TABLE.findall(search_term)
        if tables:
            queryset = queryset.filter(table__number__in=tables)
        repeats = False
        for word in TABLE.sub(" ", search_term).replace(",", " ").split():
            queryset, word_repeats = super().get_search_results(request, queryset, word)
            repeats = repeats or word_repeats
        return queryset, repeats

    @admin.display(description="players")
    def players(self, pairing: Pairing) -> str:
        names = []
        for slot in pairing.slots.all():
            if slot.entry:
                surnames = [member.player.last_name for member in slot.entry.members.all()]
                names.append(", ".join(surnames))
        return " – ".join(names)

    @admin.display(description="sheet")
    def sheet(self, pairing: Pairing) -> str:
        if pairing.match_id is None:
            return "–"
        address = reverse("admin:scoring_match_change", args=[pairing.match_id])
        return format_html('<a href="{}">{}</a>', address, pairing.match)


@admin.register(Payment)
class PaymentAdmin(ReadOnlyAdmin):
    """What entries have paid and got back, in cents, also what was cancelled."""

    list_display = ("id", "entry", "event", "cents", "settles", "reason", "made_at", "cancelled_at")
    list_select_related = ("entry__event",)
    search_fields = (
        "=entry__id",
        "entry__event__name",
        "entry__members__player__last_name",
        "reason",
    )
    search_help_text = "The entry's number, its event, the last name of a player, or the reason"
    ordering = ("-made_at",)
    fields = (
        "entry",
        ("cents", "settles", "reason"),
        ("made_at", "author_kind", "author_id"),
        ("cancelled_at", "cancelled_by_kind", "cancelled_by_id"),
    )

    @admin.display(description="event")
    def event(self, payment: Payment) -> Event:
        return payment.entry.event


@admin.register(Device)
class DeviceAdmin(ReadOnlyAdmin):
    """Phones at the tables, without what lets them in: their tokens and the codes of the tables."""

    list_display = ("id", "event", "table", "player", "came_at", "left_at")
    list_select_related = ("code__event", "code__table", "player")
    search_fields = ("=id", "code__event__name", "=code__table__number", "player__last_name")
    search_help_text = (
        "The phone's id as lines have it, its event, table, or the player's last name"
    )
    ordering = ("-came_at",)
    fields = ("event", "table", "player", ("came_at", "left_at"))
    readonly_fields = ("event", "table")

    @admin.display(description="event")
    def event(self, device: Device) -> Event:
        return device.code.event

    @admin.display(description="table")
    def table(self, device: Device) -> int:
        return device.code.table.number


@admin.register(EntryImport)
class EntryImportAdmin(ReadOnlyAdmin):
    """Uploaded lists of entries, without their rows, which may have phones and notes."""

    list_display = ("name", "event", "sheet", "uploaded_at", "written_at", "entered", "changed")
    list_select_related = ("event",)
    search_fields = ("=id", "name", "event__name")
    ordering = ("-uploaded_at",)
    fields = (
        ("event", "name", "sheet"),
        ("heads_line", "columns", "surname_first"),
        ("uploaded_at", "written_at"),
        ("entered", "changed"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[EntryImport]:
        return super().get_queryset(request).defer("content", "rows")
