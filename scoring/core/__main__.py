"""``python -m scoring.core fold [FILE]``: a match a document, the state its lines fold to."""

import sys
from collections.abc import Mapping
from typing import Any

from kernel.json_lines import Document, run
from kernel.models import Frozen
from kernel.reading import read
from kernel.refusals import Refused
from scoring.core.fold import fold
from scoring.core.format import read_format
from scoring.core.lines import SheetLine
from scoring.core.state import SheetRefused


class NotationLine(Frozen):
    """A line of a sheet as the notation has it."""

    n: int
    kind: str
    data: dict[str, Any] = {}


class NotationSheet(Frozen):
    """A match as the notation has it."""

    format: dict[str, Any]
    lines: list[NotationLine]


def answer(document: Document) -> Mapping[str, Any]:
    """The state of a match, or the first line that cannot stand (``at``; none for a format)."""
    sheet = read(NotationSheet, document)
    lines = [SheetLine(line.n, line.kind, line.data) for line in sheet.lines]
    try:
        state = fold(read_format(sheet.format), lines)
    except SheetRefused as refused:
        return _refused(refused.at, refused)
    except Refused as refused:
        return _refused(None, refused)
    return {"legal": True, **state.as_json()}


def _refused(at: int | None, refused: SheetRefused | Refused) -> Mapping[str, Any]:
    violations = [violation.as_json() for violation in refused.violations]
    return {"legal": False, "at": at, "violations": violations}


if __name__ == "__main__":
    sys.exit(run({"fold": answer}))
