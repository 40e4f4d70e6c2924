"""The admin's view of clubs and roles: what no screen of the desk does yet."""

from django.contrib import admin

from tournaments.models import Club, Role, Venue


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin[Club]):
    list_display = ("name", "slug", "created_at")


@admin.register(Role)
class RoleAdmin(admin.ModelAdmin[Role]):
    list_display = ("club", "user", "kind", "event")


@admin.register(Venue)
class VenueAdmin(admin.ModelAdmin[Venue]):
    list_display = ("club", "name", "address")
