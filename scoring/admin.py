"""Admin pages of matches and their sheets."""

from django.contrib import admin

from database.admin import ReadOnlyAdmin, ReadOnlyInline
from scoring.models import Line, Match


class LineInline(ReadOnlyInline):
    """The sheet of a match."""

    model = Line
    ordering = ("n",)
    fields = ("n", "kind", "data", "author_kind", "author_id", "device", "key", "arrived_at")
    show_change_link = False


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    """A match with its sheet. What counts on it is what the lines fold to (``verify``)."""

    list_display = ("id", "state", "winner", "begun", "signed", "version")
    list_filter = ("state", "signed")
    search_fields = ("=id", "=lines__key")
    search_help_text = "The match's number, or the key of one of its lines"
    ordering = ("-id",)
    inlines = (LineInline,)
