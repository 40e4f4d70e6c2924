"""Admin pages of background jobs."""

from django.contrib import admin

from database.admin import ReadOnlyAdmin
from jobs.models import Job


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    """What was started in the background, and how it ended."""

    list_display = ("kind", "subject", "state", "attempt", "queued_at", "started_at", "ended_at")
    list_filter = ("state", "kind")
    search_fields = ("=id", "subject", "request_id")
    search_help_text = "The job's id, what it is about, or the number of the request"
    ordering = ("-queued_at",)
