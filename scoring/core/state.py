"""What a sheet folds to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kernel.violations import Violation
from rules.contract import Part, Seat, Side, Totals
from scoring.core.unfinished import Unfinished


@dataclass(frozen=True, slots=True)
class GameState:
    """One game that has begun. ``running`` are the totals after each hand, with what was booked
    before it; all in the unit of the game."""

    totals: Totals
    running: tuple[Totals, ...]
    hands: int
    winner: Side | None
    why: str | None
    """Why it ended (``target``, ``claim``, ``hands``, …); None while it is played."""

    @property
    def over(self) -> bool:
        return self.why is not None

    def as_json(self) -> dict[str, Any]:
        return {
            "totals": list(self.totals),
            "running": [list(totals) for totals in self.running],
            "hands": self.hands,
            "winner": self.winner,
            "why": self.why,
        }


@dataclass(frozen=True, slots=True)
class Reading:
    """What one line came to: in which game, what it added, and by which rules."""

    n: int
    game: int | None = None
    before: Totals = ()
    after: Totals = ()
    parts: tuple[Part, ...] = ()
    ended: bool = False
    amended_by: int | None = None
    struck_by: int | None = None
    set_aside_by: int | None = None
    """The line that says that it does not count, because its game was over before it."""
    own_game: int | None = None
    """Of a line that is set aside: the game that it belongs to (from 0)."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """The score of a match, and what may be written next."""

    games: tuple[GameState, ...]
    wins: Totals
    winner: Side | None
    over: bool
    turn: Seat | None
    next: tuple[str, ...]
    signed: tuple[Side | None, ...] = ()
    feats: Mapping[str, Totals] = field(default_factory=dict)
    """Feats, which rankings may count besides points: by word, how often for each side."""
    readings: tuple[Reading, ...] = ()
    unfinished: Unfinished | None = None
    """How it ended, where it was not played out and there are rules for that."""

    @property
    def sum(self) -> Totals:
        """The totals of all games, by side."""
        return tuple(
            sum(game.totals[side] for game in self.games) for side in range(len(self.wins))
        )

    @property
    def hands(self) -> int:
        """How many were played in all games."""
        return sum(game.hands for game in self.games)

    @property
    def by_forfeit(self) -> bool:
        """Whether the match was decided by a forfeit, and counts as one in rankings."""
        if self.unfinished is not None:
            return self.unfinished.is_forfeit
        return self.over and bool(self.games) and self.games[-1].why == "forfeit"

    @property
    def drawn(self) -> bool:
        return self.over and self.winner is None

    @property
    def begun(self) -> bool:
        """Whether a line counts."""
        return bool(self.games)

    def as_json(self) -> dict[str, Any]:
        """The answer of the notation, without ``id`` and ``legal``."""
        unfinished = {} if self.unfinished is None else {"unfinished": self.unfinished.as_json()}
        return {
            "games": [game.as_json() for game in self.games],
            "wins": list(self.wins),
            "winner": self.winner,
            "sum": list(self.sum),
            "over": self.over,
            "turn": self.turn,
            "next": list(self.next),
            **unfinished,
        }


class SheetRefused(ValueError):
    """The first line that cannot stand, once all amends and strikes are read, and all that is
    wrong with it."""

    def __init__(self, at: int, violations: Sequence[Violation]) -> None:
        super().__init__(f"line {at}: {', '.join(violation.code for violation in violations)}")
        self.at = at
        self.violations = tuple(violations)
