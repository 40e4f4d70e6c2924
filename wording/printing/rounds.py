"""The words of lists of pairings, and of groups."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def word_round_by_table(title: str) -> str:
    """The title of a list of pairings."""
    return _("%(round)s, by table") % {"round": title}


def word_round_by_name(title: str) -> str:
    """The title of an alphabetical list of pairings."""
    return _("%(round)s, by name") % {"round": title}


def word_no_table_note() -> str:
    """What a dash in the column of tables means."""
    return _("A dash: called when a table is free.")


def word_name_order(*, is_singles: bool) -> str:
    """How to read the list by names."""
    return (
        _("Look for the surname.") if is_singles else _("Look for the first surname of the pair.")
    )


def group_columns() -> tuple[str, str]:
    """The columns of a group to be filled in."""
    return _("Points"), _("Place")


def word_against(names: tuple[str, ...]) -> str:
    """A match in a line: the names of its sides."""
    return pgettext("between two pairs", " against ").join(names)
