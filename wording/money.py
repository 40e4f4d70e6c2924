"""Amounts of money in words."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def word_unknown_collector() -> str:
    """In place of the name of who has taken money, where nobody has noted it."""
    return _("not noted")


def word_euros(cents: int) -> str:
    """An amount as people write it: 20 €, 7,50 €, 1.160 €."""
    if cents < 0:
        return f"−{word_euros(-cents)}"
    whole, remaining_cents = divmod(cents, 100)
    euros = number_format(whole, use_l10n=True, force_grouping=True)
    if not remaining_cents:
        return pgettext("an amount of money", "%(euros)s €") % {"euros": euros}
    amount = {"euros": euros, "cents": f"{remaining_cents:02}"}
    return pgettext("an amount of money", "%(euros)s.%(cents)s €") % amount
