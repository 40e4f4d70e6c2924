"""The names of printed documents, of files and of spreadsheets."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

LAYOUTS: dict[str, Promise] = {
    "pairings": gettext_lazy("Pairings by table"),
    "names": gettext_lazy("Pairings by name"),
    "sheets": gettext_lazy("Score sheets"),
    "round": gettext_lazy("The whole round"),
    "blank": gettext_lazy("Blank score sheets"),
    "cards": gettext_lazy("Table cards"),
    "check_in": gettext_lazy("Check-in cards"),
    "standings": gettext_lazy("Full standings"),
    "bracket": gettext_lazy("Bracket as a poster"),
    "entries": gettext_lazy("Entry list"),
    "cash": gettext_lazy("Cash list"),
    "regulation": gettext_lazy("Regulation"),
    "prizes": gettext_lazy("Prizes and signatures"),
    "groups": gettext_lazy("Group tables"),
    "certificates": gettext_lazy("Certificates"),
    "receipts": gettext_lazy("Receipts of the fee"),
}
HINTS: dict[str, Promise] = {
    "pairings": gettext_lazy("of the current round, in the order of tables"),
    "names": gettext_lazy("in alphabetical order, for the entrance"),
    "sheets": gettext_lazy("one sheet a match, with its QR"),
    "round": gettext_lazy("pairings, names, score sheets and cards in one PDF"),
    "blank": gettext_lazy("without names, to be copied"),
    "cards": gettext_lazy("two a sheet, with the QR and the code of each table"),
    "check_in": gettext_lazy("ten a sheet, with the QR by which each entry is noted as present"),
    "standings": gettext_lazy("after any round, with the tie-breaks"),
    "bracket": gettext_lazy("one large sheet, or A4 sheets to be glued"),
    "entries": gettext_lazy("in alphabetical order, with players and club"),
    "cash": gettext_lazy("who has paid, with room for a signature"),
    "regulation": gettext_lazy("with the articles of the club"),
    "prizes": gettext_lazy("with shared places, and room for a signature"),
    "groups": gettext_lazy("all against all, with squares to fill in"),
    "certificates": gettext_lazy("for those with a prize, one a sheet"),
    "receipts": gettext_lazy("for those who have paid, four a sheet"),
}
FILE_NAMES: dict[str, Promise] = {
    "pairings": pgettext_lazy("name of a file", "pairings"),
    "names": pgettext_lazy("name of a file", "names"),
    "sheets": pgettext_lazy("name of a file", "score-sheets"),
    "round": pgettext_lazy("name of a file", "round"),
    "blank": pgettext_lazy("name of a file", "blank-sheets"),
    "cards": pgettext_lazy("name of a file", "table-cards"),
    "check_in": pgettext_lazy("name of a file", "check-in-cards"),
    "standings": pgettext_lazy("name of a file", "standings"),
    "bracket": pgettext_lazy("name of a file", "bracket"),
    "entries": pgettext_lazy("name of a file", "entries"),
    "cash": pgettext_lazy("name of a file", "cash"),
    "regulation": pgettext_lazy("name of a file", "regulation"),
    "prizes": pgettext_lazy("name of a file", "prizes"),
    "groups": pgettext_lazy("name of a file", "groups"),
    "certificates": pgettext_lazy("name of a file", "certificates"),
    "receipts": pgettext_lazy("name of a file", "receipts"),
    "results": pgettext_lazy("name of a file", "results"),
    "archive": pgettext_lazy("name of a file", "archive"),
}
TABLES: dict[str, Promise] = {
    "entries": gettext_lazy("Entries"),
    "results": gettext_lazy("Results"),
    "standings": gettext_lazy("Standings"),
    "prizes": gettext_lazy("Prizes"),
    "cash": gettext_lazy("Cash"),
    "archive": gettext_lazy("The whole event"),
}


def name_layout(layout: str) -> str:
    """The name of a printed document."""
    return str(LAYOUTS[layout])


def word_layout_hint(layout: str) -> str:
    """What is on it, in a few words."""
    return str(HINTS[layout])


def name_file(name: str) -> str:
    """The middle of the name of a downloaded file, without spaces."""
    return str(FILE_NAMES[name])


def name_table(name: str) -> str:
    """The name of a spreadsheet."""
    return str(TABLES[name])
