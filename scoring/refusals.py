"""The refusals of a line.

ScoringRefusal
├── StaleVersion          409  the sheet has grown since the writer looked
├── KeyReused             422  the key is on this sheet with other content
├── LineUnreadable        422  the content does not have the form of its kind
├── LineRefused           422  the sheet would be illegal with this line
├── SheetFull             409  the sheet has as many lines as its writer may write on it
└── CorrectionMovesLines  409  after the correction other lines count in another game, or not
"""

from kernel.refusals import Refusal
from scoring.core.correction import SheetEffect


class ScoringRefusal(Refusal):
    """A line that was not written."""


class StaleVersion(ScoringRefusal):
    """The writer saw ``seen``, the sheet is at ``version``."""

    code = "stale_version"
    status = 409


class KeyReused(ScoringRefusal):
    """The key is on line ``n`` with other content."""

    code = "key_reused"
    status = 422


class LineUnreadable(ScoringRefusal):
    """``problem`` describes in English which field is wrong."""

    code = "line_unreadable"
    status = 422
    pointer_base = "/data"


class LineRefused(ScoringRefusal):
    """``at`` is the first line that would be invalid; ``lines`` are all of them."""

    code = "line_refused"
    status = 422


class SheetFull(ScoringRefusal):
    """A sheet has ``most`` lines, or those from phones are ``most``."""

    code = "sheet_full"
    status = 409


class CorrectionMovesLines(ScoringRefusal):
    """The ``effect`` on other lines of the sheet has not been agreed to yet."""

    code = "correction_moves_lines"
    status = 409

    def __init__(self, effect: SheetEffect) -> None:
        super().__init__(lines=[move.line for move in effect.lines])
        self.effect = effect
