"""Entries, lists of entries and draws: what can be wrong with them, as sentences."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ENTRIES: dict[str, Promise] = {
    "players_missing": _("Write who plays."),
    "players_too_many": _("Too many players: %(most)s at most."),
    "player_entered_already": _(
        "%(player)s plays already in another pair. If it is someone else, add the year of birth."
    ),
    "player_twice_in_entry": _("%(player)s stands twice in this pair: write the other name."),
    "seed_taken": _("Another pair is seed %(seed)s already."),
    "seed_twice": _("Seed %(seed)s is given %(times)s times: give it to one pair."),
    "seed_out_of_range": _("Seed %(seed)s cannot be: seeds count from %(least)s."),
    "too_few_entries": _("A draw needs %(least)s pairs at least; entered: %(entries)s."),
    "too_many_entries": _("A draw takes %(most)s pairs at most; entered: %(entries)s."),
    "entry_twice": _("The same pair stands in the draw %(times)s times."),
    "format_needs_a_winner": _(
        "In a knock-out somebody must win: take an odd number of games, to a target."
    ),
}

LISTS: dict[str, Promise] = {
    "file_too_large": _("The file is larger than %(most)s MB: is it the right one?"),
    "file_too_long": _("The list has more than %(most)s rows: is it the right one?"),
    "file_too_wide": _("The list has more than %(most)s columns: is it the right one?"),
    "file_is_a_workbook": _(
        "This is a workbook of Excel. Open it and save it as “CSV”, then load that file."
    ),
    "file_is_no_list": _("This file cannot be read as a list. Save the sheet as “CSV”."),
    "file_is_empty": _("The list is empty: there is no pair under its first row."),
    "columns_missing": _(
        "The first row must name the columns: “player 1” and “player 2”. It says: %(found)s."
    ),
    "cell_too_long": _("Too much is written in “%(column)s”: %(most)s signs at most."),
    "cell_is_a_formula": _("There is a formula in “%(column)s”: write the name itself."),
    "player_missing": _("Player %(number)s is missing: write the name."),
    "seed_is_no_number": _("The seed must be a number from 1: “%(value)s” is none."),
    "paid_is_unclear": _("Paid or not? Write “yes”, “no” or the amount instead of “%(value)s”."),
}
