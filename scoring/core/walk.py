"""One walk along the play of a sheet: games begin, totals grow, games and the match end."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from kernel.reading import read
from kernel.refusals import Refused, Unreadable
from kernel.violations import Violation
from rules.contract import Ending, Part, Seat, Side, Situation, Step, Totals
from scoring.core.ending import Position, count_wins, end_match, find_leader
from scoring.core.format import GameFormat, MatchFormat
from scoring.core.lines import (
    AWARD,
    CLAIM,
    FORFEIT,
    HAND,
    PENALTY,
    REDEAL,
    Forfeit,
    PointsGiven,
    Redeal,
)
from scoring.core.state import GameState
from scoring.core.unfinished import Unfinished


class Walk:
    """The score on its way down the sheet. Every step raises Unreadable, or Refused with all
    that is wrong with the line."""

    def __init__(self, format: MatchFormat) -> None:  # noqa: A002  (the word of the field)
        self.format = format
        self.games: list[GameState] = []
        self.wins: Totals = (0,) * format.sides
        self.winner: Side | None = None
        self.over = False
        self.parts: tuple[Part, ...] = ()
        self.feats: dict[str, Totals] = {}
        """Feats, which rankings may count besides points: by word, how often for each side."""
        self.unfinished: Unfinished | None = None
        """How the match ended, if it was not played out."""
        self._is_between_games = True
        """Whether the line being taken is the first of its game."""
        self._turn: Seat | None = None
        self._totals: Totals = ()
        self._running: list[Totals] = []
        self._playing = False
        self._acts: dict[str, Callable[[Mapping[str, Any]], Ending | None]] = {
            HAND: self._hand,
            REDEAL: self._redeal,
            CLAIM: self._claim,
            PENALTY: self._penalty,
            AWARD: self._award,
            FORFEIT: self._forfeit,
        }

    @property
    def game(self) -> int:
        """The number from 0 of the game being played, or to be played next."""
        return len(self.games)

    @property
    def totals(self) -> Totals:
        """The totals of the game being played, or to be played next."""
        return self._totals if self._playing else (0,) * self.format.sides

    @property
    def turn(self) -> Seat | None:
        """Who calls, deals or leads the next hand."""
        return self._turn

    def step(self, kind: str, data: Mapping[str, Any]) -> None:
        """Takes one line of play. The match must not be over."""
        self._is_between_games = not self._playing
        self._begin()
        self.parts = ()
        ending = self._acts[kind](data)
        if ending is not None:
            self._end(ending)

    def is_past(self, game: int) -> bool:
        """Whether that game is over, or will not be played because the match is."""
        return self.over or self.game > game

    def pass_over(self, kind: str, data: Mapping[str, Any], game: int) -> None:
        """Passes a line of a game that is over. A hand that does not count was dealt nevertheless:
        it moves the turn on for the next hand of the same kind of game."""
        if kind != HAND or self.over:
            return
        book, options = self.format.games[game].rulebook, self.format.games[game].options
        if self._now.rulebook.name != book.name:
            return
        document = _only_play(data) if "play" in data else data
        if document is data:
            book.record(data)
        said = document.get(book.turn_word)
        seat = said if isinstance(said, int) and 0 <= said < book.seats(options) else self._turn
        self._turn = None if seat is None else book.next_turn(seat, options)

    def played(self) -> tuple[GameState, ...]:
        """All games begun, the one being played last."""
        if not self._playing:
            return tuple(self.games)
        return (*self.games, self._game_state(None))

    def _begin(self) -> None:
        if not self._playing:
            self._playing = True
            self._totals = (0,) * self.format.sides
            self._running = []

    @property
    def _now(self) -> GameFormat:
        return self.format.games[len(self.games)]

    def _situation(self) -> Situation:
        return Situation(self._totals, self._turn, to_target=self._now.hands is None)

    def _hand(self, data: Mapping[str, Any]) -> Ending | None:
        game = self._now
        book, options, before = game.rulebook, game.options, self._situation()
        if "play" in data:
            record = book.record_of_play(_only_play(data), options, before)
        else:
            record = book.record(data)
        violations = book.check(record, options, before)
        if violations:
            raise Refused(violations)
        self._note(book.feats(record, options))
        first = book.first(record, options, before)
        ending: Ending | None = None
        for step in book.score(record, options):
            self._totals = step.added(self._totals)
            self.parts += step.parts
            if step.wins is not None:
                ending = Ending(step.wins, step.parts[-1].rule)
            elif game.hands is None:
                ending = _brought_by(step, book.over(self._totals, options, first))
            if ending is not None:
                break
        self._running.append(self._totals)
        if len(self._running) == game.hands and ending is None:
            ending = Ending(find_leader(self._totals), "hands")
        seat = book.turn_of(record)
        seat = before.turn if seat is None else seat
        self._turn = None if seat is None else book.next_turn(seat, options)
        return ending

    def _note(self, feats: Mapping[str, Totals]) -> None:
        for word, times in feats.items():
            noted = self.feats.get(word, (0,) * self.format.sides)
            self.feats[word] = tuple(map(sum, zip(noted, times, strict=True)))

    def _redeal(self, data: Mapping[str, Any]) -> Ending | None:
        read(Redeal, data)
        violations = self._now.rulebook.redeal(self._now.options)
        if violations:
            raise Refused(violations)
        return None

    def _claim(self, data: Mapping[str, Any]) -> Ending | None:
        game = self._now
        if game.hands is not None:
            raise Refused([Violation("claim_without_target", {"hands": game.hands})])
        return game.rulebook.claim(data, game.options, self._situation())

    def _penalty(self, data: Mapping[str, Any]) -> Ending | None:
        return self._give(data, PENALTY, -1)

    def _award(self, data: Mapping[str, Any]) -> Ending | None:
        return self._give(data, AWARD, 1)

    def _give(self, data: Mapping[str, Any], rule: str, sign: int) -> Ending | None:
        given = read(PointsGiven, data)
        self._check_side(given.side)
        points = tuple(
            sign * given.points if side == given.side else 0 for side in range(self.format.sides)
        )
        self.parts = (Part(rule, points),)
        self._totals = tuple(map(sum, zip(self._totals, points, strict=True)))
        game = self._now
        if game.hands is not None:
            return None
        return game.rulebook.over(self._totals, game.options)

    def _forfeit(self, data: Mapping[str, Any]) -> Ending | None:
        forfeit = read(Forfeit, data)
        if forfeit.of == "match" and (forfeit.case or self.format.unfinished):
            self._end_match(forfeit)
            return None
        return self._lose(forfeit)

    def _lose(self, forfeit: Forfeit) -> Ending:
        """The loss of a game; or of the match as well, where there are no rules for it."""
        if forfeit.side is None:
            raise Refused([Violation("forfeit_needs_a_side", {"case": None})])
        self._check_side(forfeit.side)
        if self.format.sides != 2:
            raise Refused([Violation("forfeit_of_two_sides_only", {"sides": self.format.sides})])
        # Who writes of a match need not know whether there are rules for it: without them nobody
        # asks who plays on.
        without = () if forfeit.of == "match" else ("plays_on",)
        for field in ("case", "advances", "games", *without):
            if getattr(forfeit, field) is not None:
                params = {"field": field, "case": None}
                raise Refused([Violation("forfeit_field_of_another_case", params)])
        if forfeit.of == "match":
            self.over, self.winner = True, 1 - forfeit.side
        return Ending(1 - forfeit.side, FORFEIT)

    def _end_match(self, forfeit: Forfeit) -> None:
        current = None if self._is_between_games else self._game_state(None)
        ended = end_match(Position(self.format, tuple(self.games), current), forfeit)
        self.games = list(ended.games)
        self.wins = count_wins(ended.games, self.format.sides)
        self.over, self.winner, self.unfinished = True, ended.winner, ended.unfinished
        self._playing = False

    def _check_side(self, side: Side) -> None:
        if side >= self.format.sides:
            raise Refused([Violation("no_such_side", {"side": side, "sides": self.format.sides})])

    def _end(self, ending: Ending) -> None:
        kind = self._now.rulebook.name
        self.games.append(self._game_state(ending))
        self._playing = False
        if ending.winner is not None:
            self.wins = tuple(won + (side == ending.winner) for side, won in enumerate(self.wins))
        if not self.over:
            self._look_at_the_match(ending.winner)
        if not self.over and self._now.rulebook.name != kind:
            self._turn = None

    def _look_at_the_match(self, winner: Side | None) -> None:
        needed = self.format.wins
        if needed is not None and winner is not None and self.wins[winner] >= needed:
            self.over, self.winner = True, winner
        elif len(self.games) == len(self.format.games):
            self.over = True
            self.winner = find_leader(self.wins) if needed is None else None

    def _game_state(self, ending: Ending | None) -> GameState:
        return GameState(
            totals=self._totals,
            running=tuple(self._running),
            hands=len(self._running),
            winner=ending.winner if ending else None,
            why=ending.why if ending else None,
        )


def _brought_by(step: Step, ending: Ending | None) -> Ending | None:
    """An ending at the target is called as the step calls it that led there."""
    if ending is None or ending.why != "target":
        return ending
    return replace(ending, why=step.at_target)


def _only_play(data: Mapping[str, Any]) -> Mapping[str, Any]:
    play = data["play"]
    if len(data) != 1 or not isinstance(play, Mapping):
        raise Unreadable("a hand is a record, or a whole play under `play` and nothing else")
    return play
