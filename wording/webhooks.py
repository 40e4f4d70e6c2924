"""Webhooks in words: types of changes, states, and what went wrong with a delivery."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

WEBHOOKS: dict[str, Promise] = {
    "webhook_url_invalid": _(
        "This address cannot be used. Write it in full, such as https://hooks.example.org/club."
    ),
    "webhook_url_too_long": _("This address is too long: %(most)s characters at most."),
    "webhook_url_needs_https": _("The address must begin with https://."),
    "webhook_url_needs_port": _("The address must use the port %(port)s: leave the number out."),
    "webhook_url_not_public": _("This address cannot be reached from the internet."),
    "webhook_types_missing": _("Choose at least one change."),
    "webhook_types_unknown": _("There are no changes with this name: %(types)s."),
    "webhook_event_elsewhere": _("This event is not one of the club."),
    "webhook_limit_reached": _(
        "A club has %(most)s webhooks at most. Delete one that is no longer used."
    ),
    "webhook_not_active": _("This webhook is paused: resume it first."),
}
"""Refusals, by their codes."""

TYPES: dict[str, Promise] = {
    "event.created": _("An event is created"),
    "event.changed": _("Name, date or settings of an event change"),
    "event.state_changed": _("An event opens, starts, ends or is cancelled"),
    "event.finished": _("An event is over"),
    "event.deleted": _("A draft is deleted"),
    "entry.created": _("An entry is made"),
    "entry.changed": _("An entry is corrected or moves up"),
    "entry.withdrawn": _("An entry leaves"),
    "draw.published": _("A draw is held"),
    "round.paired": _("A round is paired"),
    "round.taken_back": _("A round is taken back"),
    "match.called": _("A match is called to a table"),
    "match.decided": _("A match has its result"),
    "result.corrected": _("A result is corrected"),
    "standings.changed": _("Standings change"),
    "protest.filed": _("A protest is filed"),
    "protest.decided": _("A protest is decided"),
    "webhook.test": _("A test"),
}

ENDPOINTS: dict[str, Promise] = {
    "ACTIVE": pgettext_lazy("webhook", "active"),
    "PAUSED": pgettext_lazy("webhook", "paused"),
    "STOPPED": pgettext_lazy("webhook", "stopped"),
}

DELIVERIES: dict[str, Promise] = {
    "PENDING": pgettext_lazy("delivery", "waiting"),
    "SENDING": pgettext_lazy("delivery", "being sent"),
    "DELIVERED": pgettext_lazy("delivery", "delivered"),
    "FAILED": pgettext_lazy("delivery", "not delivered"),
}

ERRORS: dict[str, Promise] = {
    "status_refused": _("The receiver answered with an error."),
    "redirected": _("The receiver sent us to another address, which we do not follow."),
    "address_not_public": _("The name leads to an address inside a private network."),
    "too_slow": _("The receiver took longer than ten seconds."),
    "certificate_invalid": _("The certificate of the receiver is not valid."),
    "tls_failed": _("No secure connection could be made."),
    "name_unknown": _("The name of the receiver is not known."),
    "answer_unreadable": _("What was answered is not HTTP."),
    "not_reachable": _("The receiver could not be reached."),
    "url_refused": _("This address is not allowed any more."),
    "secret_unreadable": _("The secret cannot be read any more: make a new one."),
    "not_sent": _("It was not sent: the webhook was stopped or paused for too long."),
}


def word_type(name: str) -> str:
    """A type of change; an unknown one stays as it is."""
    return str(TYPES.get(name, name))


def word_webhook_state(state: str) -> str:
    return str(ENDPOINTS.get(state, state))


def word_delivery_state(state: str) -> str:
    return str(DELIVERIES.get(state, state))


def word_delivery_error(code: str) -> str:
    return str(ERRORS.get(code, code))
