"""The heads of columns, and cells without a name of their own."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

COLUMNS: dict[str, Promise] = {
    "table": gettext_lazy("Table"),
    "players": gettext_lazy("Players"),
    "hall": gettext_lazy("Hall"),
    "number": pgettext_lazy("head of a column", "No."),
    "club": gettext_lazy("Club"),
    "seed": gettext_lazy("Seed"),
    "fee": gettext_lazy("Fee"),
    "paid": pgettext_lazy("head of a column", "Paid"),
    "to_whom": gettext_lazy("To whom, when"),
    "signature": gettext_lazy("Signature"),
    "collector": gettext_lazy("Collector"),
    "amount": gettext_lazy("Amount"),
    "when": gettext_lazy("When"),
    "place": gettext_lazy("Place"),
    "why": gettext_lazy("Why above the next"),
    "prize": gettext_lazy("Prize"),
    "received": gettext_lazy("Signature on receipt"),
    "state": pgettext_lazy("of an entry or a match", "State"),
    "group": gettext_lazy("Group"),
    "stage": gettext_lazy("Stage"),
    "round": gettext_lazy("Round"),
    "match": gettext_lazy("Match"),
    "games": gettext_lazy("Games won"),
    "totals": gettext_lazy("Points of each game"),
    "phone": gettext_lazy("Phone"),
    "email": gettext_lazy("E-mail"),
    "notes": gettext_lazy("Notes"),
    "points": gettext_lazy("Points"),
    "winner": gettext_lazy("Winner"),
    "decided": gettext_lazy("Decided at"),
    "shared": gettext_lazy("Shared"),
    "total": gettext_lazy("Total"),
}


def word_head(column: str) -> str:
    """The head of a column."""
    return str(COLUMNS[column])


def word_entry_head(*, is_singles: bool) -> str:
    """The head of the column of the entries."""
    return _("Player") if is_singles else _("Pair")


def word_numbered_entry(number: int, *, is_singles: bool) -> str:
    """The head of the column of the entry on that side."""
    if is_singles:
        return word_numbered_player(number)
    return _("Pair %(number)s") % {"number": number}


def word_numbered_player(number: int) -> str:
    """The head of the column of the player with that number."""
    return _("Player %(number)s") % {"number": number}


def word_yes_no(value: bool) -> str:  # noqa: FBT001 (the value itself is translated)
    """A cell of a spreadsheet."""
    return _("yes") if value else _("no")
