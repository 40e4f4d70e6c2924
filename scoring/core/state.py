"""The state that a sheet folds to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kernel.violations import Violation
from rules.contract import Part, Seat, Side, Totals
from scoring.core.unfinished import Unfinished


@dataclass(frozen=True, slots=True)
class GameState:
    """One game that has begun. ``running`` are the totals after each hand, in the unit of the
    game."""

    totals: Totals
    running: tuple[Totals, ...]
    hands: int
    winner: Side | None
    why: str | None
    """Why it ended (``target``, ``claim``, ``hands``, …); None while it is being played."""
    by_total: bool = False
    """Whether only its final totals were written: its hands are not known."""

    @property
    def over(self) -> bool:
        return self.why is not None

    def as_json(self) -> dict[str, Any]:
        document = {
            "totals": list(self.totals),
            "running": [list(totals) for totals in self.running],
            "hands": self.hands,
            "winner": self.winner,
            "why": self.why,
        }
        # Answers and snapshots of games that were written hand by hand stay as they are.
        if self.by_total:
            document["by_total"] = True
        return document


def sum_totals(games: Sequence[GameState], sides: int) -> Totals:
    """The totals of these games together, by side."""
    sums = [0] * sides
    for game in games:
        for side, total in enumerate(game.totals):
            sums[side] += total
    return tuple(sums)


@dataclass(frozen=True, slots=True)
class Reading:
    """The effect of one line: in which game, what it added, and by which rules."""

    n: int
    game: int | None = None
    before: Totals = ()
    after: Totals = ()
    parts: tuple[Part, ...] = ()
    ended: bool = False
    amended_by: int | None = None
    struck_by: int | None = None
    superseded_by: int | None = None
    """The total, or the games won, written for the whole game later: it does not count."""
    set_aside_by: int | None = None
    """The correction because of which it does not count: its game was over before it."""
    own_game: int | None = None
    """The game (from 0) that a line that is set aside belongs to."""


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
    """How it ended, if it was not played out and its format has rules for that."""
    games_only: bool = False
    """Whether it was ended by the number of games won: ``games`` has only those whose totals are
    known, ``wins`` has all."""

    @property
    def sum(self) -> Totals:
        """The totals of all games, by side."""
        return sum_totals(self.games, len(self.wins))

    @property
    def hands(self) -> int:
        """The number of hands played in all games, as far as they are known."""
        return sum(game.hands for game in self.games)

    @property
    def hands_known(self) -> bool:
        """Whether every game was written hand by hand."""
        return not self.games_only and not any(game.by_total for game in self.games)

    @property
    def by_forfeit(self) -> bool:
        """Whether the match was decided by a forfeit, and counts as one in rankings."""
        if self.unfinished is not None:
            return self.unfinished.is_forfeit
        # Matches from before there were rules for unfinished ones: the last game shows it.
        return self.over and bool(self.games) and self.games[-1].why == "forfeit"

    @property
    def drawn(self) -> bool:
        return self.over and self.winner is None

    @property
    def begun(self) -> bool:
        """Whether a line of play counts."""
        return bool(self.games) or self.over

    def as_json(self) -> dict[str, Any]:
        """The answer of the notation, without ``id`` and ``legal``."""
        document = {
            "games": [game.as_json() for game in self.games],
            "wins": list(self.wins),
            "winner": self.winner,
            "sum": list(self.sum),
            "over": self.over,
            "turn": self.turn,
            "next": list(self.next),
        }
        # Snapshots of matches that were played out have no such key, and must stay as they are.
        if self.unfinished is not None:
            document["unfinished"] = self.unfinished.as_json()
        if self.games_only:
            document["games_only"] = True
        return document


class SheetRefused(ValueError):
    """The first line that is invalid after all amends and strikes, and all that is wrong with
    it."""

    def __init__(self, at: int, violations: Sequence[Violation]) -> None:
        super().__init__(f"line {at}: {', '.join(violation.code for violation in violations)}")
        self.at = at
        self.violations = tuple(violations)
