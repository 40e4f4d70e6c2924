"""The messages after a line was written."""

from typing import Any

import pytest

from scoring.core.fold import fold
from scoring.core.format import best_of, read_format
from scoring.core.lines import SheetLine
from wording.written import describe_written_line

SIDES = ("Zoffoli – Casadei", "Bartolini – Faedi")


def _told(*acts: tuple[str, dict[str, Any]]) -> str:
    match = read_format(best_of(3, "marafon"))
    lines = [SheetLine(n, kind, data) for n, (kind, data) in enumerate(acts, start=1)]
    kind, data = acts[-1]
    return describe_written_line(kind, data, fold(match, lines), SIDES, match)


@pytest.mark.parametrize(
    ("acts", "said"),
    [
        (
            [("hand", {"points": [7, None]}), ("hand", {"points": [2, None]})],
            "Scritta: 2 a 9. Ora 9 a 13.",
        ),
        (
            [("hand", {"points": [7, None]}), ("forfeit", {"side": 1, "of": "game"})],
            (
                "Sul referto: Forfait di Bartolini – Faedi per la partita."
                " Forfait di Bartolini – Faedi: vittoria di Zoffoli – Casadei."
            ),
        ),
        (
            [("hand", {"points": [7, None]}), ("amend", {"line": 1, "data": {"points": [4, 7]}})],
            "Sul referto: La riga 1 diventa 4 a 7. Ora 4 a 7.",
        ),
        (
            [("hand", {"points": [7, None]}), ("strike", {"line": 1})],
            "Sul referto: Tolta la riga 1.",
        ),
    ],
)
def test_a_line_is_told_with_what_it_came_to(
    acts: list[tuple[str, dict[str, Any]]], said: str
) -> None:
    assert _told(*acts) == said
