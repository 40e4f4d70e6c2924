"""Admin pages of webhooks and their deliveries."""

from urllib.parse import urlsplit

from django.contrib import admin

from database.admin import ReadOnlyAdmin
from webhooks.models import WebhookDelivery, WebhookEndpoint


@admin.register(WebhookEndpoint)
class WebhookEndpointAdmin(ReadOnlyAdmin):
    """Where changes are sent to. Its secrets are not shown, nor its whole address: the receivers of
    chats and the like have a token in the path."""

    list_display = ("name", "club", "event", "host", "state", "failures", "created_at")
    list_filter = ("state",)
    list_select_related = ("club", "event")
    search_fields = ("=id", "name", "club__name", "event__name")
    ordering = ("-created_at",)
    fields = (
        ("club", "event", "name"),
        "host",
        ("state", "stopped_at"),
        ("failures", "quiet_until"),
        "old_secret_until",
        ("created_at", "author_kind", "author_id"),
    )
    readonly_fields = ("host",)

    @admin.display(description="host")
    def host(self, endpoint: WebhookEndpoint) -> str:
        return urlsplit(endpoint.url).hostname or ""


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnlyAdmin):
    """Messages on their way, and what came of them, without what the receiver has answered."""

    list_display = ("id", "message", "endpoint", "state", "attempts", "status", "error", "due_at")
    list_filter = ("state",)
    list_select_related = ("message", "endpoint")
    search_fields = ("=id", "=message__id", "message__type", "endpoint__name", "error")
    search_help_text = "The delivery's number, the message's id or type, its webhook, or the error"
    ordering = ("-id",)
    fields = (
        ("message", "endpoint"),
        ("state", "created_at", "due_at"),
        ("attempts", "attempted_at", "duration_ms"),
        ("status", "error"),
    )
