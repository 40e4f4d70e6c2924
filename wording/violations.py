"""Violations of the rules, as sentences."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

VIOLATIONS: dict[str, Promise] = {
    "line_not_possible_now": _("This line cannot be written at this point of the match."),
}
