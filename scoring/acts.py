"""An act to be written on a sheet, and the result of writing it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.core.correction import SheetEffect
from scoring.core.state import MatchState
from scoring.models import Line, Match, Result


@dataclass(frozen=True, slots=True)
class Act:
    """A line to be written. ``key`` was made on the device; ``version`` is the number
    of the last line that the writer saw."""

    kind: str
    data: Mapping[str, Any]
    key: str
    version: int
    device: str
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Written:
    """The result of an act. A retry gets the state after its line once more."""

    match: Match
    line: Line
    state: MatchState
    old_result: Result
    replayed: bool
    effect: SheetEffect | None = None
    """The changes that a new amend or strike makes to its sheet."""

    @property
    def has_new_result(self) -> bool:
        """Whether the line has changed the result of the match."""
        return self.match.result != self.old_result

    @property
    def was_decided(self) -> bool:
        """Whether the match had a result before."""
        return self.old_result[0] != Match.State.OPEN
