"""The words of a bracket on paper."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext


def bracket_title(title: str, entries: int) -> str:
    """The title of a poster."""
    words = ngettext("%(title)s, %(count)s pair", "%(title)s, %(count)s pairs", entries)
    return words % {"title": title, "count": entries}


def bracket_name() -> str:
    """A bracket without a name of its own."""
    return _("Bracket")


def losers_name() -> str:
    """The bracket of those who have lost."""
    return _("The losers’ bracket")


def beside_name() -> str:
    """The last matches, beside the bracket."""
    return _("Finals")


def section_of_bracket(title: str, number: int, count: int) -> str:
    """A part of a bracket that is too large for one sheet."""
    params = {"title": title, "number": number, "count": count}
    return _("%(title)s, part %(number)s of %(count)s") % params


def winners_word() -> str:
    """Above the box of the winners."""
    return pgettext("above an empty box", "Winners")


def goes_on_word() -> str:
    """Above the box of a part of a bracket."""
    return _("On to the finals")


def table_chip(table: int) -> str:
    """A table in a bracket, as short as it gets."""
    return pgettext("a table in a bracket", "T%(table)s") % {"table": table}
