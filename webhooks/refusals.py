"""Expected refusals of webhooks.

WebhookRefusal
├── WebhookUrlRefused      422  an address that messages are not sent to
├── WebhookTypesRefused    422  no type of change, or one that does not exist
├── WebhookEventRefused    422  an event of another club
├── WebhookLimitReached    409  the club has as many webhooks as it may have
├── WebhookStateRefused    409  a test or a re-send of a webhook that is paused
└── WebhookNotFound        404  a webhook that somebody has deleted meanwhile
"""

from kernel.refusals import Refusal


class WebhookRefusal(Refusal):
    """A refusal of webhooks."""

    status = 422


class WebhookUrlRefused(WebhookRefusal):
    code = "webhook_url_invalid"
    field = "url"


class WebhookTypesRefused(WebhookRefusal):
    code = "webhook_types_missing"
    field = "types"


class WebhookEventRefused(WebhookRefusal):
    code = "webhook_event_elsewhere"
    field = "event"


class WebhookLimitReached(WebhookRefusal):
    code = "webhook_limit_reached"
    status = 409


class WebhookStateRefused(WebhookRefusal):
    code = "webhook_not_active"
    status = 409


class WebhookNotFound(WebhookRefusal):
    code = "not_found"
    status = 404
