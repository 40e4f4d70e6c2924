"""What names a match on its sheet of paper and where its result is typed: "7", or "B7"."""

import re
from dataclasses import dataclass
from typing import Final

from competition.grouping.letters import group_letter

_LABEL: Final = re.compile(
    r"(?:([A-Za-z])[ .\-]?|0*([1-9]\d{0,3})-)?0*([1-9]\d{0,3})", flags=re.ASCII
)
"""The group, by its letter or (after Z) its number, and the number of the match."""

LONGEST_LABEL: Final = 9
"""Signs: 9999-9999."""


@dataclass(frozen=True, slots=True, order=True)
class MatchLabel:
    """``number``: of the match in its round, or of its table. ``group``: the number of its group;
    0 where the number alone names the match.

    Each group counts the matches of its round from 1, and a round that is paired round by round
    gets another row for a late entry. So numbers that run on through all groups would change after
    the sheets are printed; the group and the number never do.
    """

    group: int
    number: int

    def __str__(self) -> str:
        if not self.group:
            return str(self.number)
        letter = group_letter(self.group)
        if letter.isdigit():
            return f"{letter}-{self.number}"
        return f"{letter}{self.number}"


def read_label(typed: str) -> MatchLabel | None:
    """The label that was typed: "7", "B7", "b 7"; None for any other text."""
    found = _LABEL.fullmatch(typed.strip())
    if found is None:
        return None
    letter, group_number, number = found.groups()
    group = int(group_number or 0)
    if letter:
        group = ord(letter.upper()) - ord("A") + 1
    return MatchLabel(group, int(number))
