"""An act on its way to the sheet, and what it came to."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.core.correction import SheetEffect
from scoring.core.state import MatchState
from scoring.models import Line, Match, Result


@dataclass(frozen=True, slots=True)
class Act:
    """One act as it reaches the sheet. ``key`` was made on the device, ``version`` is the number
    of the last line that the writer saw."""

    kind: str
    data: Mapping[str, Any]
    key: str
    version: int
    device: str
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Written:
    """What an act came to. A retry gets the state as it was after its line, again."""

    match: Match
    line: Line
    state: MatchState
    old_result: Result
    replayed: bool
    effect: SheetEffect | None = None
    """Of a new amend or strike: what it changes on its sheet."""

    @property
    def was_decided(self) -> bool:
        """Whether the match had a result before."""
        return self.old_result[0] != Match.State.OPEN
