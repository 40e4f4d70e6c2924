"""States in words: of events, entries, pairings, jobs."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

EVENTS: dict[str, Promise] = {
    "DRAFT": pgettext_lazy("event", "being prepared"),
    "OPEN": pgettext_lazy("event", "open for entries"),
    "DRAWN": pgettext_lazy("event", "drawn"),
    "RUNNING": _("under way"),
    "FINISHED": pgettext_lazy("event", "finished"),
    "ARCHIVED": pgettext_lazy("event", "archived"),
    "CANCELLED": pgettext_lazy("event", "cancelled"),
}

ENTRIES: dict[str, Promise] = {
    "ENTERED": pgettext_lazy("entry", "entered"),
    "WAITLISTED": pgettext_lazy("entry", "on the waiting list"),
    "WITHDRAWN": pgettext_lazy("entry", "withdrawn"),
    "DISQUALIFIED": pgettext_lazy("entry", "disqualified"),
    "REPLACED": pgettext_lazy("entry", "replaced"),
}

PAIRINGS: dict[str, Promise] = {
    "WAITING": pgettext_lazy("pairing", "not known yet"),
    "READY": pgettext_lazy("pairing", "ready"),
    "CALLED": pgettext_lazy("pairing", "at the table"),
    "DECIDED": pgettext_lazy("pairing", "decided"),
    "BYE": pgettext_lazy("pairing", "bye"),
    "NOT_NEEDED": pgettext_lazy("pairing", "not needed"),
}

JOBS: dict[str, Promise] = {
    "QUEUED": pgettext_lazy("job", "about to begin"),
    "DONE": pgettext_lazy("job", "done"),
    "FAILED": pgettext_lazy("job", "not done"),
}
"""Without ``RUNNING``, which has the same words for a job as for an event."""

STATES: dict[str, Promise] = {**EVENTS, **ENTRIES, **PAIRINGS, **JOBS}


ABSENCES: dict[str, Promise] = {
    "bye": pgettext_lazy("pairing", "bye"),
    "half_bye": pgettext_lazy("pairing", "asked for a rest"),
    "absent": pgettext_lazy("pairing", "absent"),
}


def word_absence(kind: str) -> str:
    """Why an entry has no opponent in a round."""
    return str(ABSENCES.get(kind, ABSENCES["bye"]))


def word_state(state: str) -> str:
    """A state, for a chip or a sentence; an unknown one stays as it is."""
    return str(STATES.get(state, state))
