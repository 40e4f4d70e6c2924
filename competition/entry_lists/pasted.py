"""Lists that were pasted: from messages, a line for each pair, or from the cells of a sheet."""

import re

from competition.entry_lists.contacts import take_contacts
from competition.entry_lists.messages import (
    is_notice,
    strip_decoration,
    strip_edited,
    strip_format_signs,
    strip_prefix,
)
from competition.entry_lists.numbering import strip_number
from competition.entry_lists.table import CUT, LONGEST_CELL, ListTable, limit_rows, refuse_file

LONGEST_PASTED = 100_000
"""Characters of a text that is pasted: thousands of pairs."""
CLUB = re.compile(r"^(?P<pair>.*\S)\s*[(\[](?P<club>[^()\[\]]*[^\d\s()\[\]][^()\[\]]*)[)\]]\s*$")
"""The club in brackets at the end of a line; a year of birth is none."""

PAID = re.compile(
    r"[\s,;:(\[–-]+(?P<not>(?:non|not)\s+)?(?:(?:ha|hanno|ancora)\s+)?(?:pagat[oaie]|paid)[)\].]?$",
    re.IGNORECASE,
)
"""At the end of a line: whether the pair has paid."""


def read_pasted(text: str) -> ListTable:
    """The table of a text: of cells, if its lines have tabs or semicolons, else a pair in each
    line, the club that it has in brackets, its telephone number, its e-mail address, and whether
    it says that the pair has paid. Raises Refused."""
    if len(text) > LONGEST_PASTED:
        raise refuse_file("text_too_long", most=LONGEST_PASTED)
    lines: list[tuple[int, str]] = []
    for number, copied_line in enumerate(strip_format_signs(text).splitlines(), start=1):
        line = strip_prefix(copied_line)
        if line.strip():
            lines.append((number, line))
    for delimiter in "\t;":
        if sum(delimiter in line for _number, line in lines) * 2 > len(lines):
            return ListTable(limit_rows((number, line.split(delimiter)) for number, line in lines))
    return ListTable(limit_rows((number, _read_line(line)) for number, line in lines))


def _read_line(line: str) -> list[str]:
    """The pair of a line, its club, its telephone number, its e-mail address, and "ha pagato",
    "non ha pagato" or nothing."""
    # More than a cell can have would not be read anyway.
    text = " ".join(strip_edited(line[: 4 * CUT]).split())
    if is_notice(text):
        # The cell shows it as it was copied, so that everybody sees why it is no pair.
        return [text[:LONGEST_CELL]]
    contacts = take_contacts(strip_decoration(text))
    pair = strip_number(contacts.text)
    paid = []
    if paid_match := PAID.search(pair):
        pair = pair[: paid_match.start()].rstrip()
        paid = ["ha pagato"]
        if paid_match["not"]:
            paid = ["non ha pagato"]
    club = ""
    if club_match := CLUB.match(pair):
        pair, club = club_match["pair"], club_match["club"].strip(" ,;/–-")
    return [pair.strip(" ,;"), club, contacts.phone, contacts.email, *paid]
