"""Roles in a club, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

DUTIES: dict[str, Promise] = {
    "OWNER": _("owner: the club and its people"),
    "ORGANIZER": _("organizer: its events"),
    "REFEREE": _("referee: the sheets"),
}


def word_duty(kind: str) -> str:
    """A role, as shown beside a person."""
    return str(DUTIES.get(kind, kind))
