"""The verb ``fold`` of the command line: a match as a document in, its state out."""

from collections.abc import Mapping
from typing import Any

from kernel.json_lines import Document, Verb
from kernel.models import Frozen
from kernel.reading import read
from kernel.refusals import Refused
from rules.registry import rulebook
from scoring.core.fold import fold
from scoring.core.format import read_format
from scoring.core.forms import check_forms
from scoring.core.lines import SheetLine
from scoring.core.state import SheetRefused


class NotationLine(Frozen):
    """A line of a sheet in the notation."""

    n: int
    kind: str
    data: dict[str, Any] = {}


class NotationSheet(Frozen):
    """A match in the notation."""

    format: dict[str, Any]
    lines: list[NotationLine]


def fold_document(document: Document) -> Mapping[str, Any]:
    """The state of a match, or what is wrong with its first invalid line (``at``; null: its
    format)."""
    sheet = read(NotationSheet, document)
    lines = [SheetLine(line.n, line.kind, line.data) for line in sheet.lines]
    try:
        state = fold(read_format(sheet.format), lines)
    except (SheetRefused, Refused) as refused:
        # A document that cannot be read is unreadable, even if it is refused too.
        check_forms([rulebook(game["game"]) for game in sheet.format["games"]], lines)
        at = refused.at if isinstance(refused, SheetRefused) else None
        violations = [violation.as_json() for violation in refused.violations]
        return {"legal": False, "at": at, "violations": violations}
    return {"legal": True, **state.as_json()}


def fold_example() -> Document:
    """Two hands of a game of Marafon, the first corrected."""
    return {
        "format": {"games": [{"game": "marafon", "options": {"target": 41}}], "wins": 1},
        "lines": [
            {"n": 1, "kind": "hand", "data": {"points": [9, 2]}},
            {"n": 2, "kind": "hand", "data": {"points": [4, 7], "marafona": 1}},
            {"n": 3, "kind": "amend", "data": {"line": 1, "data": {"points": [8, 3]}}},
        ],
    }


VERBS = {
    "fold": Verb(
        fold_document,
        "the state that the lines of a match fold to",
        NotationSheet.model_json_schema,
        fold_example,
    )
}
