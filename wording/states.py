"""States in words: of events, entries, pairings, jobs."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

STATES: dict[str, Promise] = {
    "DRAFT": _("a draft"),
    "OPEN": _("open for entries"),
    "DRAWN": _("drawn"),
    "RUNNING": _("being played"),
    "FINISHED": _("finished"),
    "ARCHIVED": _("archived"),
    "ENTERED": _("entered"),
    "WITHDRAWN": _("withdrawn"),
    "REPLACED": _("replaced"),
    "WAITING": _("waiting"),
    "READY": _("ready"),
    "CALLED": _("at the table"),
    "DECIDED": _("decided"),
    "BYE": _("bye"),
    "QUEUED": _("about to begin"),
    "DONE": _("done"),
    "FAILED": _("not done"),
}


def state_words(state: str) -> str:
    """A state as it stands on a chip or in a sentence."""
    return str(STATES.get(state, state))
