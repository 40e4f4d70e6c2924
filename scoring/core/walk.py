"""Takes the lines of play in order: games begin, totals grow, games and the match end."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from kernel.reading import read
from kernel.refusals import Refused, Unreadable
from kernel.violations import Violation
from rules.contract import Ending, Part, Seat, Side, Situation, Totals, build_totals
from scoring.core.ending import Position, add_win, count_wins, end_match, find_leader
from scoring.core.format import GameFormat, MatchFormat
from scoring.core.lines import (
    AWARD,
    CLAIM,
    FORFEIT,
    GAMES,
    HAND,
    PENALTY,
    PLAY_KINDS,
    REDEAL,
    TOTAL,
    Forfeit,
    GamesWon,
    GameTotal,
    PointsGiven,
    Redeal,
)
from scoring.core.results import decide_games, decide_total
from scoring.core.state import GameState
from scoring.core.unfinished import Unfinished

BESIDE_RECORD: Final = "a hand is a record, or a whole play and nothing else"

LineMethod: TypeAlias = Callable[["Walk", Mapping[str, Any]], Ending | None]
"""Takes a line with this content. Returns how the current game ends by it, None if it goes on."""
_METHODS: dict[str, LineMethod] = {}
"""By kind of a line of play, the method of ``Walk`` that takes it."""


def _takes(kind: str) -> Callable[[LineMethod], LineMethod]:
    """Decorates the method of ``Walk`` that takes the lines of this kind."""

    def register(method: LineMethod) -> LineMethod:
        _METHODS[kind] = method
        return method

    return register


class Walk:
    """The score after the lines taken so far. Every step raises Unreadable, or Refused with all
    that is wrong with the line."""

    def __init__(self, match_format: MatchFormat) -> None:
        self.format = match_format
        self.games: list[GameState] = []
        """The games that are over."""
        self.wins: Totals = (0,) * match_format.sides
        self.winner: Side | None = None
        self.over = False
        self.turn: Seat | None = None
        """Who calls, deals or leads the next hand."""
        self.parts: tuple[Part, ...] = ()
        """The points of the last line taken."""
        self.feats: dict[str, Totals] = {}
        """Feats, which rankings may count besides points: by word, how often for each side."""
        self.unfinished: Unfinished | None = None
        """How the match ended, if it was not played out."""
        self.games_only = False
        """Whether the match was ended by the number of games won."""
        self._is_game_open = False
        """Whether a line of the current game has been taken."""
        self._is_first_line = True
        """Whether the line being taken is the first of its game."""
        self._totals: Totals = ()
        self._running: list[Totals] = []
        self._is_by_total = False
        self._given = 0
        """The points that a referee has given or taken in the current game."""
        self._feats_before_game: dict[str, Totals] = {}

    def copy(self) -> "Walk":
        """A walk of its own at the same place."""
        walk = Walk(self.format)
        vars(walk).update(vars(self))
        # All else is never changed in place.
        walk.games, walk._running = list(self.games), list(self._running)
        walk.feats = dict(self.feats)
        return walk

    @property
    def game(self) -> int:
        """The number from 0 of the game being played, or to be played next."""
        return len(self.games)

    @property
    def totals(self) -> Totals:
        """The totals of the game being played, or to be played next."""
        if not self._is_game_open:
            return (0,) * self.format.sides
        return self._totals

    def step(self, kind: str, data: Mapping[str, Any]) -> None:
        """Takes one line of play, which may end its game, and with it the match. The match must not
        be over."""
        self._is_first_line = not self._is_game_open
        # Any line of play begins a game, a penalty before the first hand too.
        if not self._is_game_open:
            self._is_game_open = True
            self._totals = (0,) * self.format.sides
            self._running = []
            self._is_by_total = False
            self._given = 0
            self._feats_before_game = dict(self.feats)
        self.parts = ()
        ending = _METHODS[kind](self, data)
        if ending is None:
            return
        rulebook_name = self._current_format.rulebook.name
        self.games.append(self._build_game_state(ending))
        self._is_game_open = False
        winner = ending.winner
        self.wins = add_win(self.wins, winner)
        # A forfeit of the match has decided it already, whatever the games are.
        if not self.over:
            needed = self.format.wins
            if needed is not None and winner is not None and self.wins[winner] >= needed:
                self.over, self.winner = True, winner
            elif len(self.games) == len(self.format.games):
                self.over = True
                # Where wins are needed and nobody has them, more wins are not enough: a draw.
                self.winner = find_leader(self.wins) if needed is None else None
        # The turn goes on from game to game, but a dealer of one game is no caller of another.
        if not self.over and self._current_format.rulebook.name != rulebook_name:
            self.turn = None

    def is_past(self, game: int) -> bool:
        """Whether that game is over, or will not be played because the match is."""
        return self.over or self.game > game

    def pass_over(self, kind: str, data: Mapping[str, Any], game: int) -> None:
        """Passes a line of a game that is over. A hand that does not count was dealt nevertheless:
        it moves the turn on for the next hand of the same kind of game."""
        if kind != HAND or self.over:
            return
        passed_format = self.format.games[game]
        book = passed_format.rulebook
        if self._current_format.rulebook.name != book.name:
            return
        if "play" in data:
            fields = read_play(data)
        else:
            # Only the form of the record is checked: its score counts nowhere.
            book.read_record(data)
            fields = data
        # A play has not been replayed, so the seat that it names may be anything.
        seat = fields.get(book.turn_word)
        is_seat = isinstance(seat, int) and 0 <= seat < book.seats(passed_format.options)
        if not is_seat:
            seat = None
        self._move_turn(passed_format, seat)

    def list_begun_games(self) -> tuple[GameState, ...]:
        """All games begun, the one being played last."""
        if not self._is_game_open:
            return tuple(self.games)
        return (*self.games, self._build_game_state(None))

    @property
    def _current_format(self) -> GameFormat:
        return self.format.games[len(self.games)]

    def _build_situation(self) -> Situation:
        return Situation(self._totals, self.turn, to_target=self._current_format.hands is None)

    @_takes(HAND)
    def _play_hand(self, data: Mapping[str, Any]) -> Ending | None:
        game = self._current_format
        book, options, situation_before = game.rulebook, game.options, self._build_situation()
        if "play" in data:
            record = book.record_of_play(read_play(data), options, situation_before)
        else:
            record = book.read_record(data)
        # Checked against the score before this hand: nothing is booked if the record is refused.
        violations = book.check(record, options, situation_before)
        if violations:
            raise Refused(violations)
        for word, times in book.count_feats(record, options).items():
            earlier_times = self.feats.get(word, (0,) * self.format.sides)
            self.feats[word] = _add_totals(earlier_times, times)
        first_side = book.find_first_side(record, options, situation_before)
        ending: Ending | None = None
        for step in book.score(record, options):
            self._totals = step.add_to(self._totals)
            self.parts += step.parts
            if step.wins is not None:
                ending = Ending(step.wins, step.parts[-1].rule)
            elif game.hands is None:
                # Totals do not end a game over a fixed number of hands.
                ending = book.find_ending(self._totals, options, first_side)
                if ending is not None and ending.why == "target":
                    # The step names what took the side to the target, such as a bonus.
                    ending = Ending(ending.winner, step.at_target)
            # The steps after the one that ends the game do not count: the trionfo of Mariglia can
            # win before a card is played.
            if ending is not None:
                break
        # Steps may have ended the game already; else a fixed number of hands does.
        self._running.append(self._totals)
        if ending is None and len(self._running) == game.hands:
            ending = Ending(find_leader(self._totals), "hands")
        self._move_turn(game, book.find_turn(record))
        return ending

    def _move_turn(self, game: GameFormat, named_seat: Seat | None) -> None:
        """Moves the turn on after a hand: from the seat that its record names, or else from the
        seat whose turn it was. A turn that is not known stays unknown."""
        if named_seat is not None:
            self.turn = named_seat
        if self.turn is not None:
            self.turn = game.rulebook.next_turn(self.turn, game.options)

    @_takes(REDEAL)
    def _redeal(self, data: Mapping[str, Any]) -> Ending | None:
        read(Redeal, data)
        game = self._current_format
        violations = game.rulebook.check_redeal(game.options)
        if violations:
            raise Refused(violations)
        return None

    @_takes(CLAIM)
    def _decide_claim(self, data: Mapping[str, Any]) -> Ending | None:
        game = self._current_format
        if game.hands is not None:
            raise Refused([Violation("claim_without_target", {"hands": game.hands})])
        return game.rulebook.decide_claim(data, game.options, self._build_situation())

    @_takes(PENALTY)
    def _take_penalty(self, data: Mapping[str, Any]) -> Ending | None:
        return self._give_points(data, PENALTY, sign=-1)

    @_takes(AWARD)
    def _take_award(self, data: Mapping[str, Any]) -> Ending | None:
        return self._give_points(data, AWARD, sign=1)

    def _give_points(self, data: Mapping[str, Any], rule: str, *, sign: int) -> Ending | None:
        """Points off (a penalty) or onto (an award) the total of the current game."""
        points_given = read(PointsGiven, data)
        self._check_side(points_given.side)
        points = build_totals(
            points_given.side, sign * points_given.points, sides=self.format.sides
        )
        self.parts = (Part(rule, points),)
        self._totals = _add_totals(self._totals, points)
        self._given += points_given.points
        game = self._current_format
        if game.hands is not None:
            return None
        return game.rulebook.find_ending(self._totals, game.options)

    @_takes(FORFEIT)
    def _forfeit(self, data: Mapping[str, Any]) -> Ending | None:
        forfeit = read(Forfeit, data)
        # Matches from before there were rules for unfinished ones have none in their format; a
        # forfeit of theirs without a case keeps its old meaning, so that old sheets fold the same.
        if forfeit.of == "match" and (forfeit.case or self.format.unfinished):
            # ``step`` has opened a game for this line; if nothing else was in it, nobody played it.
            current_game = None if self._is_first_line else self._build_game_state(None)
            ended = end_match(Position(self.format, tuple(self.games), current_game), forfeit)
            self.games = list(ended.games)
            self.wins = count_wins(ended.games, self.format.sides)
            self.over, self.winner, self.unfinished = True, ended.winner, ended.unfinished
            self._is_game_open = False
            return None
        # The loss of a game; of the match as well, if its format has no rules for that.
        if forfeit.side is None:
            raise Refused([Violation("forfeit_needs_a_side", {"case": None})])
        self._check_side(forfeit.side)
        if self.format.sides != 2:
            raise Refused([Violation("forfeit_of_two_sides_only", {"sides": self.format.sides})])
        unused_fields = ["case", "advances", "games"]
        # A writer need not know whether a format has rules, so ``plays_on`` is no error in the
        # forfeit of a match: without rules nobody asks whether the loser plays on.
        if forfeit.of == "game":
            unused_fields.append("plays_on")
        for field in unused_fields:
            if getattr(forfeit, field) is not None:
                params = {"field": field, "case": None}
                raise Refused([Violation("forfeit_field_of_another_case", params)])
        winner = 1 - forfeit.side
        if forfeit.of == "match":
            self.over, self.winner = True, winner
        return Ending(winner, FORFEIT)

    @_takes(TOTAL)
    def _take_total(self, data: Mapping[str, Any]) -> Ending:
        """The final totals of the current game, in place of its hands."""
        total = read(GameTotal, data)
        ending = decide_total(self._current_format, self.game, total, given=self._given)
        self._forget_hands()
        self._totals = tuple(total.totals)
        self._is_by_total = True
        return ending

    @_takes(GAMES)
    def _take_games(self, data: Mapping[str, Any]) -> None:
        """The games won by each side, which end the match."""
        # No game ends by this line, so that the match is ended here and not in ``step``.
        won = tuple(read(GamesWon, data).wins)
        self.winner = decide_games(self.format, tuple(self.games), self.wins, won)
        self._forget_hands()
        self.over, self.wins, self.games_only = True, won, True
        self._is_game_open = False

    def _forget_hands(self) -> None:
        """The hands of the current game no longer count. How many there were is not known, and so
        neither is who deals next."""
        self._running = []
        self.feats = dict(self._feats_before_game)
        self.turn = None

    def _check_side(self, side: Side) -> None:
        if side >= self.format.sides:
            raise Refused([Violation("no_such_side", {"side": side, "sides": self.format.sides})])

    def _build_game_state(self, ending: Ending | None) -> GameState:
        winner = why = None
        if ending is not None:
            winner, why = ending.winner, ending.why
        return GameState(
            totals=self._totals,
            running=tuple(self._running),
            hands=len(self._running),
            winner=winner,
            why=why,
            by_total=self._is_by_total,
        )


assert _METHODS.keys() == set(PLAY_KINDS), "each kind of line of play is taken"


def _add_totals(totals: Totals, added: Totals) -> Totals:
    return tuple(map(sum, zip(totals, added, strict=True)))


def read_play(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The play of a hand that was entered card by card. Raises Unreadable if there is a record
    beside it, which could differ."""
    play = data["play"]
    if not isinstance(play, Mapping):
        raise Unreadable("play: wrong type", [Violation("wrong_type", {"field": "play"})])
    if len(data) != 1:
        violation = Violation("play_beside_record", {"field": "play"})
        raise Unreadable(f"play: {BESIDE_RECORD}", [violation])
    return play
