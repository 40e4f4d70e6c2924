"""Admin pages of clubs, their people and their events."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from database.admin import ReadOnlyAdmin, ReadOnlyInline
from tournaments.models import (
    Anchor,
    Club,
    Entry,
    EntryPlayer,
    Event,
    Invitation,
    Player,
    Role,
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
