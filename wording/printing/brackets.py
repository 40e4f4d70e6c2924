"""The words of a bracket on paper."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from wording.nouns import count_entries


def word_bracket_title(title: str, entries: int, players: int) -> str:
    """The title of a poster; ``players`` is how many an entry has."""
    return f"{title}, {count_entries(entries, players)}"


def word_bracket() -> str:
    """A bracket without a name of its own."""
    return _("Bracket")


def word_losers_bracket() -> str:
    """The bracket of those who have lost."""
    return _("The losers’ bracket")


def word_last_matches() -> str:
    """The last matches, beside the bracket."""
    return _("Finals")


def word_bracket_section(title: str, number: int, count: int) -> str:
    """A part of a bracket that is too large for one sheet."""
    params = {"title": title, "number": number, "count": count}
    return _("%(title)s, part %(number)s of %(count)s") % params


def word_winners() -> str:
    """Above the box of the winners."""
    return pgettext("above an empty box", "Winners")


def word_goes_on() -> str:
    """Above the box of a part of a bracket."""
    return _("On to the finals")


def word_goes_to_grand_final() -> str:
    """Above the box of the winners' bracket, whose winners play those of the losers' bracket."""
    return _("On to the grand final")


def word_table_chip(table: int) -> str:
    """A table in a bracket, as short as it gets."""
    return pgettext("a table in a bracket", "T%(table)s") % {"table": table}
