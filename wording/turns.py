"""The turn of a player, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TURNS: dict[str, Promise] = {
    "caller": _("%(name)s calls"),
    "dealer": _("%(name)s deals"),
    "leader": _("%(name)s leads"),
}
"""By the turn of the rulebook: what the player does who starts a hand."""


def word_turn(turn: str, name: str) -> str:
    """ "Anna Rossi deals"."""
    return str(TURNS[turn]) % {"name": name}
