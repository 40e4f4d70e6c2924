"""Entries, lists of entries and draws: what can be wrong with them, as sentences."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

ENTRIES: dict[str, Promise] = {
    "players_missing": _("Write who plays."),
    "surname_missing": _("A player has no surname: write it."),
    "players_of_an_entry": _("The players of an entry are %(must_be)s here, not %(players)s."),
    "player_entered_already": _(
        "%(player)s plays already in another pair. If it is someone else, add the year of birth."
    ),
    "player_twice_in_entry": _("%(player)s stands twice in this pair: write the other name."),
    "seed_taken": _("Another pair is seed %(seed)s already."),
    "seed_twice": _("Seed %(seed)s is given %(times)s times: give it to one pair."),
    "seed_out_of_range": _("Seed %(seed)s cannot be: seeds count from %(least)s."),
    "group_too_large": _(
        "In group %(group)s there would be %(entries)s pairs: it takes %(most)s at most. Put fewer"
        " pairs into it by hand."
    ),
    "group_too_small": _(
        "In group %(group)s there would be %(entries)s pairs: it needs %(least)s at least. Put"
        " fewer pairs into the other groups by hand."
    ),
    "too_few_entries": _("A draw needs %(least)s pairs at least; entered: %(entries)s."),
    "too_many_entries": _("A draw takes %(most)s pairs at most; entered: %(entries)s."),
    "entry_twice": _("The same pair stands in the draw %(times)s times."),
    "format_needs_sides": _(
        "In this game %(sides)s sides play at a table, in this format of play %(must_be)s: choose"
        " another of the two."
    ),
    "format_needs_a_winner": _(
        "In a knock-out somebody must win: take an odd number of games, to a target."
    ),
}

LISTS: dict[str, Promise] = {
    "file_too_large": _("The file is larger than %(most)s MB: is it the right one?"),
    "file_too_long": _("The list has more than %(most)s rows: is it the right one?"),
    "file_too_wide": _("The list has more than %(most)s columns: is it the right one?"),
    "file_is_an_old_workbook": _(
        "This is an old workbook, or one with a password. Save it as “.xlsx” without a password."
    ),
    "file_unpacks_too_large": _(
        "Unpacked, this workbook has more than %(most)s MB. Copy the list alone into a new one."
    ),
    "file_declares_entities": _(
        "This workbook asks for things outside itself. Copy the list alone into a new one."
    ),
    "file_is_no_list": _("This file cannot be read as a list. Save the sheet as “.xlsx” or “CSV”."),
    "file_is_empty": _("The list is empty: there is no pair in it."),
    "cell_too_long": _("Too much is written in “%(column)s”: %(most)s signs at most."),
    "cell_is_a_formula": _("There is a formula in “%(column)s”: write the name itself."),
    "player_missing": _("Player %(number)s is missing: write the name."),
    "seed_is_no_number": _("The seed must be a number from 1: “%(value)s” is none."),
    "group_is_unknown": _(
        "There is no group “%(value)s”: write its letter, its number, or its name as it stands"
        " with the stages."
    ),
    "paid_is_unclear": _("Paid or not? Write “yes”, “no” or the amount instead of “%(value)s”."),
}

COLUMNS: dict[str, Promise] = {
    "player1": _("First player"),
    "surname1": _("His surname"),
    "player2": _("Second player"),
    "surname2": pgettext_lazy("of the second player", "His surname"),
    "pair": _("The pair in one column"),
    "club": _("Club"),
    "seed": _("Seed"),
    "group": _("Group"),
    "paid": _("Fee"),
    "line": _("Row"),
    "why": _("What to mend"),
}
"""The columns of a list of entries."""


def column_words(field: str) -> str:
    """What a column of a list holds."""
    return str(COLUMNS.get(field, field))
