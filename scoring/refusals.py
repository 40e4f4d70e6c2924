"""Why a line was not written.

ScoringRefusal
├── StaleVersion     the sheet has grown since the writer looked
├── KeyReused        the key is on this sheet with other content
├── LineUnreadable   the content does not have the form of its kind
├── LineRefused      the sheet would be illegal with this line
└── CorrectionMovesLines  a correction after which other lines count in another game, or not at all
"""

from collections.abc import Mapping, Sequence
from typing import Any

from kernel.violations import Violation
from scoring.core.correction import SheetEffect


class ScoringRefusal(Exception):
    """A line that was not written: a code with parameters, and every violation there is."""

    code = "refused"

    def __init__(
        self, params: Mapping[str, Any] | None = None, violations: Sequence[Violation] = ()
    ) -> None:
        super().__init__(self.code)
        self.params = dict(params or {})
        self.violations = tuple(violations)


class StaleVersion(ScoringRefusal):
    """The writer saw ``seen``, the sheet is at ``version``."""

    code = "stale_version"


class KeyReused(ScoringRefusal):
    """The key is on line ``n`` with other content."""

    code = "key_reused"


class LineUnreadable(ScoringRefusal):
    """``problem`` says in plain English which field is wrong."""

    code = "line_unreadable"


class LineRefused(ScoringRefusal):
    """``at`` is the first line that could not stand; ``lines`` are all that could not."""

    code = "line_refused"


class CorrectionMovesLines(ScoringRefusal):
    """The ``effect`` on other lines of the sheet has not been agreed to yet."""

    code = "correction_moves_lines"

    def __init__(self, effect: SheetEffect) -> None:
        super().__init__({"lines": [move.line for move in effect.lines]})
        self.effect = effect
