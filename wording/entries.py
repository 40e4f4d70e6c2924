"""What can be wrong with entries, lists of entries and draws, as sentences."""

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from competition.entry_lists.columns import letter
from competition.entry_lists.paid import Ones
from wording.money import word_euros

ENTRIES: dict[str, Promise] = {
    # one entry
    "players_missing": _("Write who plays."),
    "surname_missing": _("A player has no surname: write it."),
    "players_of_an_entry": _("The players of an entry are %(must_be)s here, not %(players)s."),
    "player_entered_already": _(
        "%(player)s is entered already. If it is someone else, add the year of birth."
    ),
    "player_twice_in_entry": _("%(player)s is written twice: write the other name."),
    "seed_taken": _("Another entry is seed %(seed)s already."),
    "seed_twice": _("Seed %(seed)s is given %(times)s times: give it to one entry."),
    "seed_out_of_range": _("Seed %(seed)s is not possible: seeds count from %(least)s."),
    # groups that are filled by hand
    "group_too_large": _(
        "Group %(group)s would have %(entries)s entries: it takes %(most)s at most. Put fewer"
        " into it by hand."
    ),
    "group_too_small": _(
        "Group %(group)s would have %(entries)s entries: it needs %(least)s at least. Put"
        " fewer into the other groups by hand."
    ),
    # all entries of a draw
    "too_few_entries": _("A draw needs %(least)s entries at least; entered: %(entries)s."),
    "too_many_entries": _("A draw takes %(most)s entries at most; entered: %(entries)s."),
    "entry_twice": _("The same entry is in the draw %(times)s times."),
    "format_needs_sides": _(
        "In this game %(sides)s sides play at a table, in this format of play %(must_be)s: choose"
        " another of the two."
    ),
    "format_needs_a_winner": _(
        "In a knock-out somebody must win: take an odd number of games, to a target."
    ),
}

LISTS: dict[str, Promise] = {
    # the file
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
    "text_too_long": _("The text is longer than %(most)s characters: paste it in parts."),
    "file_is_empty": _("The list is empty: there is nobody in it."),
    "column_chosen_twice": _(
        "“%(column)s” has the column of another field: choose one column for each field."
    ),
    # a cell
    "cell_too_long": _("Too much is written in “%(column)s”: %(most)s characters at most."),
    "cell_is_a_formula": _("There is a formula in “%(column)s”: write the name itself."),
    "name_is_a_number": _("“%(value)s” is a number, not a name: choose another column."),
    "name_has_other_signs": _(
        "“%(value)s” is no name: leave only first name and surname, without digits, brackets or"
        " signs such as “:” and “@”. A year of birth may stand at the end; a phone number has its"
        " own column."
    ),
    "row_is_no_pair": _(
        "The messaging app wrote this line, it names nobody: leave it out, or write the names."
    ),
    "player_missing": _("Player %(number)s is missing: write the name."),
    "seed_is_no_number": _("The seed must be a number from 1 on: “%(value)s” is not one."),
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
    "pair": _("All names in one column"),
    "club": _("Club"),
    "seed": _("Seed"),
    "group": _("Group"),
    "paid": _("Fee"),
    "phone": _("Phone"),
    "email": _("E-mail"),
    "notes": _("Notes"),
    "state": pgettext_lazy("of an entry or a match", "State"),
    "line": _("Row"),
    "why": _("What to correct"),
}
"""The columns of a list of entries."""


FIELD_COLUMNS = {"club_name": "club"}
"""The column of a field of an entry, where they are called otherwise."""


def word_change(field: str, old: object, new: object) -> str:
    """What a list changes of an entry: "Seed: 1 → 2"."""
    column = word_column(FIELD_COLUMNS.get(field, field))
    return f"{column}: {_word_value(field, old)} → {_word_value(field, new)}"


def word_listed_payment(cents: int | None, missing: int, surplus: int) -> str:
    """What a list notes as paid: "20 € paid", "10 € paid, 10 € still open"."""
    if cents is None:
        return gettext("Noted as paid.")
    amounts = {"paid": word_euros(cents)}
    if missing:
        words = gettext("Noted: %(paid)s paid, %(missing)s still open.")
        return words % {**amounts, "missing": word_euros(missing)}
    if surplus:
        words = gettext("Noted: %(paid)s paid, %(surplus)s more than is open.")
        return words % {**amounts, "surplus": word_euros(surplus)}
    return gettext("Noted: %(paid)s paid.") % amounts


ONES: dict[Ones, Promise] = {
    Ones.FEE: _("“1” in the column “Fee” is read as yes: the whole fee was paid."),
    Ones.EURO: _(
        "“1” in the column “Fee” is read as 1 €, because other rows have amounts. For the whole fee"
        " write “yes”."
    ),
}
"""What "1" means in the column of what was paid."""


def word_ones(ones: Ones | None) -> str:
    """How "1" is read, where the list has it."""
    return "" if ones is None else str(ONES[ones])


def _word_value(field: str, value: object) -> str:
    if field == "group" and isinstance(value, int):
        return letter(value - 1)
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return "–" if value in (None, "") else str(value)


def word_column(field: str, size: int = 2) -> str:
    """The name of a column of a list of entries of ``size`` players."""
    if field == "player1" and size == 1:
        return gettext("Player")
    return str(COLUMNS.get(field, field))
