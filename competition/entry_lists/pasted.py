"""Lists that were pasted: from a message, a line for each pair, or from the cells of a sheet."""

import re

from competition.entry_lists.table import ListTable, limit_rows, refuse_file

LONGEST_PASTED = 100_000
"""Characters of a text that is pasted: thousands of pairs."""
NUMBERED = re.compile(
    r"^\s*[-–•*·>_]*\s*"
    r"(?:(?:[Nn][.°º]?\s*)?(?:\d{1,4}\s*[.):°ª\]*_-]+|\d{1,4}\s))?"
    r"\s*[-–•·]?\s*"
)
"""The number or the mark before a line: "12. ", "3) ", "• ", "n. 4 - "."""
CLUB = re.compile(r"^(?P<pair>.*\S)\s*[(\[](?P<club>[^()\[\]]*[^\d\s()\[\]][^()\[\]]*)[)\]]\s*$")
"""The club in brackets at the end of a line; a year of birth is none."""


def read_pasted(text: str) -> ListTable:
    """The table of a text: of cells, if its lines have tabs or semicolons, else a pair in each
    line, and the club that it has in brackets. Raises Refused."""
    if len(text) > LONGEST_PASTED:
        raise refuse_file("text_too_long", most=LONGEST_PASTED)
    lines = [
        (number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()
    ]
    for delimiter in "\t;":
        if sum(delimiter in line for _number, line in lines) * 2 > len(lines):
            return ListTable(limit_rows((number, line.split(delimiter)) for number, line in lines))
    rows: list[tuple[int, list[str]]] = []
    for number, line in lines:
        pair = NUMBERED.sub("", line, count=1)
        club_match = CLUB.match(pair)
        cells = [club_match["pair"], club_match["club"]] if club_match else [pair, ""]
        rows.append((number, cells))
    return ListTable(limit_rows(rows))
