"""Keeps the folds of sheets that are being written, so that the next line is added to them."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from scoring.core.fold import SheetFold, fold_stored
from scoring.core.format import MatchFormat
from scoring.core.lines import SheetLine

MOST_KEPT = 1_024
"""Two for each table of the largest hall; a fold is some kilobytes."""


class KeptFolds:
    """The last folds of this process, by the digest of the last line of each sheet.

    That digest covers the match, the line and, through the chain, all lines before it
    (scoring.core.chain); the format of a match never changes.
    So a fold that is found by it is the fold of exactly these lines: what was rolled back, or
    written by another process, is never found. A fold is not changed any more.
    """

    def __init__(self) -> None:
        self._folds: OrderedDict[str, SheetFold] = OrderedDict()
        self._lock = Lock()

    def find(self, head: str) -> SheetFold | None:
        """The fold of the sheet that ends with this digest, if it is kept."""
        with self._lock:
            return self._folds.get(head)

    def find_or_fold(
        self, head: str, match_format: MatchFormat, lines: Sequence[SheetLine]
    ) -> SheetFold:
        """The fold of the stored lines that end with this digest: kept, or computed."""
        sheet_fold = self.find(head)
        if sheet_fold is None:
            sheet_fold = fold_stored(match_format, lines)
        return sheet_fold

    def keep(self, head: str, sheet_fold: SheetFold) -> None:
        """Keeps the fold of a sheet, in the place of the oldest one. The fold before its last line
        stays for a while: the transaction of the line may still be rolled back."""
        with self._lock:
            self._folds[head] = sheet_fold
            if len(self._folds) > MOST_KEPT:
                self._folds.popitem(last=False)

    def clear(self) -> None:
        """Forgets all folds."""
        with self._lock:
            self._folds.clear()


KEPT_FOLDS = KeptFolds()
