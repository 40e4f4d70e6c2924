"""A sheet on the screen, for the desk and the board: result, games, lines, signatures."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from textwrap import wrap
from typing import Any

from accounts.actors import Actor, ActorKind
from accounts.selectors import load_author_names
from competition.hall.rescue import get_rescued_phone
from rules.contract import Totals
from scoring.core.format import GameFormat
from scoring.core.lines import AMEND, GAMES, HAND, REOPEN, SIGN
from scoring.core.state import MatchState, Reading
from scoring.selectors import Sheet, load_sheet
from tournaments.models import Event, Pairing, VoidedMatch
from tournaments.selectors.hall.tables import load_phones
from tournaments.selectors.registration.names import EntryName, Person
from tournaments.selectors.stages.matches import get_played_match, load_seats_at
from tournaments.selectors.stages.stages import load_round_count
from web.charts import Chart, make_chart
from wording.corrections import describe_set_aside_line
from wording.hall import describe_rescue, word_phone
from wording.lines import word_line
from wording.paper import describe_superseded
from wording.places import name_game
from wording.rounds import name_round_in_event
from wording.turns import word_turn
from wording.unfinished import describe_unfinished_end
from wording.whys import word_ending


@dataclass(frozen=True, slots=True)
class LineView:
    """A line on the screen."""

    n: int
    kind: str
    words: str
    reason: str
    after: Totals | None
    unit: str
    """The unit of these totals."""
    ended: bool
    """Whether it ended its game."""
    amended_by: int | None
    struck_by: int | None
    aside: str
    """Why it is set aside, in words; empty for a line that is not."""
    is_correctable: bool
    game: GameFormat
    """The one that it counts in, or belongs to."""
    is_word: bool
    """Whether it is neither a hand nor a signature."""
    author: str
    author_kind: str
    arrived_at: datetime
    claimed_at: datetime | None
    """The time on the writer's clock, if it differs."""


@dataclass(frozen=True, slots=True)
class GameView:
    """A game on the screen: its lines, totals and chart."""

    number: int
    title: str
    totals: Totals
    winner: int | None
    why: str
    over: bool
    unit: str
    chart: Chart | None
    """For two sides only; more than two lines would be hard to read."""
    running: tuple[Totals, ...]


@dataclass(frozen=True, slots=True)
class SheetView:
    """A whole sheet on the screen."""

    pairing: Pairing
    sheet: Sheet
    sides: tuple[str, ...]
    players: tuple[str, ...]
    """The names of the players by seat; empty if they are not all known."""
    people: tuple[tuple[Person, ...], ...]
    """The players of each side; none of a side that is not known yet."""
    round_title: str
    games: tuple[GameView, ...]
    lines: tuple[LineView, ...]
    unit: str
    turn: str
    """Whose turn it is to call, deal or lead, in words; empty while unknown."""
    ended: str = ""
    """The ending of a match that was not played out, in words; empty otherwise."""
    set_aside: VoidedMatch | None = None
    """Present if the match no longer counts."""

    @property
    def state(self) -> MatchState:
        return self.sheet.state

    @property
    def is_ready(self) -> bool:
        """Whether its sides are known, and it counts."""
        return self.pairing.state != Pairing.State.WAITING and self.set_aside is None

    def find_content(self, line: int) -> Mapping[str, Any]:
        """The content of the line of this number, or of its correction if there is one."""
        row = self.sheet.rows[line - 1]
        content: Mapping[str, Any] = row.line.data
        if row.reading.amended_by is not None:
            content = self.sheet.rows[row.reading.amended_by - 1].line.data["data"]
        return content

    @property
    def correctable_lines(self) -> tuple[LineView, ...]:
        """The lines that may be corrected or struck now, the last one first."""
        if AMEND not in self.state.next:
            return ()
        return tuple(line for line in reversed(self.lines) if line.is_correctable)

    @property
    def correctable_hands(self) -> tuple[LineView, ...]:
        return tuple(line for line in self.correctable_lines if line.kind == HAND)

    @property
    def game_now(self) -> GameFormat:
        """The format of the game that is being played, or was played last."""
        return _find_current_game(self.sheet)

    @property
    def short_digest(self) -> str:
        """The digest of the last line, in groups of four characters, to compare by eye."""
        return " ".join(wrap(self.sheet.match.head[:16], 4))


UNKNOWN_SIDE = EntryName(0, (), "…")
"""The name of a side while the match that decides it is being played."""
CLOCK_TOLERANCE = timedelta(minutes=5)
"""A difference up to this between writing and arrival is not worth a mention."""


def build_sheet_view(match_id: int) -> SheetView:
    """The sheet of a match with the names of its sides. Raises NotFound."""
    played_match = get_played_match(match_id)
    pairing = played_match.pairing
    assert pairing.match is not None
    sheet = load_sheet(pairing.match)

    names = [seat.name or UNKNOWN_SIDE for seat in load_seats_at(played_match)]
    sides = tuple(name.short for name in names)
    # In playing order: the first player of each side, then the second of each. The order is unknown
    # if the sides do not all have the same number of players.
    seats: tuple[str, ...] = ()
    players_by_side = [name.players for name in names]
    if len(set(map(len, players_by_side))) == 1:
        seats = tuple(chain.from_iterable(zip(*players_by_side, strict=True)))

    game = _find_current_game(sheet)
    turn = sheet.state.turn
    turn_text = ""
    if turn is not None and not sheet.state.over and turn < len(seats):
        turn_text = word_turn(game.rulebook.turn_word, seats[turn])
    end_words = ""
    unfinished = sheet.state.unfinished
    if unfinished is not None:
        end_words = describe_unfinished_end(unfinished.case, unfinished.side, sides)
    return SheetView(
        pairing=pairing,
        sheet=sheet,
        sides=sides,
        players=seats,
        people=tuple(name.people for name in names),
        round_title=name_round_in_event(load_round_count(pairing.round)),
        games=_build_games(sheet, sides),
        lines=_build_lines(sheet, sides, pairing.event),
        unit=_get_unit(game),
        turn=turn_text,
        ended=end_words,
        set_aside=played_match.set_aside,
    )


def _get_unit(game: GameFormat) -> str:
    unit: str = game.rulebook.unit(game.options)
    return unit


def _find_current_game(sheet: Sheet) -> GameFormat:
    """The format of the game that is being played, or was played last."""
    games = sheet.state.games
    number = len(games)
    if games and not games[-1].over:
        number -= 1
    # Once the match is over, no game follows: the last one is meant.
    return sheet.format.games[min(number, len(sheet.format.games) - 1)]


def _build_games(sheet: Sheet, sides: tuple[str, ...]) -> tuple[GameView, ...]:
    games = []
    for number, state in enumerate(sheet.state.games):
        game = sheet.format.games[number]
        chart = None
        if len(sides) == 2 and not state.by_total:
            # A game over a fixed number of hands has no target to draw into the chart.
            target: int | None = None
            if not game.hands:
                target = game.rulebook.target(game.options)
            chart = make_chart(state.running, target)
        why = ""
        if state.why:
            why = word_ending(state.why, state.winner, sides)
        games.append(
            GameView(
                number=number,
                title=name_game(number, len(sheet.format.games), sheet.format.wins),
                totals=state.totals,
                winner=state.winner,
                why=why,
                over=state.over,
                unit=_get_unit(game),
                chart=chart,
                running=state.running,
            )
        )
    return tuple(games)


def _build_lines(sheet: Sheet, sides: tuple[str, ...], event: Event) -> tuple[LineView, ...]:
    author_names = _load_line_authors(sheet, event)
    lines = []
    for row in sheet.rows:
        line, reading = row.line, row.reading
        # A line that is set aside counts in no game: it is shown with the one that it belongs to.
        game_number = reading.own_game if reading.game is None else reading.game
        game = sheet.format.games[min(game_number or 0, len(sheet.format.games) - 1)]
        after: Totals | None = None
        if reading.game is not None and reading.struck_by is None and line.kind != GAMES:
            after = reading.after
        # The line keeps its old words; the parts that the reading has are those of the correction.
        parts = () if reading.amended_by else reading.parts

        author = author_names.get(line.author, "")
        rescued_phone = get_rescued_phone(line.device)
        if rescued_phone is not None:
            author = describe_rescue(author, rescued_phone)

        claimed_at: datetime | None = None
        if abs(line.arrived_at - line.made_at) > CLOCK_TOLERANCE:
            # The phone was offline or its clock is wrong: these cannot be distinguished.
            claimed_at = line.made_at
        view = LineView(
            n=line.n,
            kind=line.kind,
            words=word_line(line.kind, line.data, parts, sides, game),
            reason=str(line.data.get("reason", "")),
            after=after,
            unit=_get_unit(game),
            ended=reading.ended,
            amended_by=reading.amended_by,
            struck_by=reading.struck_by,
            aside=_describe_aside(reading, sheet),
            is_correctable=reading.struck_by is None and line.kind != REOPEN,
            game=game,
            is_word=line.kind not in (HAND, SIGN),
            author=author,
            author_kind=line.author_kind,
            arrived_at=line.arrived_at,
            claimed_at=claimed_at,
        )
        lines.append(view)
    return tuple(lines)


def _load_line_authors(sheet: Sheet, event: Event) -> dict[Actor | None, str]:
    """The names of who has written the lines: users, programs, phones at tables."""
    authors = {row.line.author for row in sheet.rows}
    author_names = load_author_names(authors)
    phone_ids = [author.id for author in authors if author.kind == ActorKind.TABLE]
    # No query if no phone has written.
    if phone_ids:
        for phone_id, phone in load_phones(event, phone_ids).items():
            words = word_phone(phone.table, phone.player)
            author_names[Actor(ActorKind.TABLE, phone_id)] = words
    return author_names


def _describe_aside(reading: Reading, sheet: Sheet) -> str:
    if reading.superseded_by is not None and reading.struck_by is None:
        return describe_superseded(reading.superseded_by)
    if reading.set_aside_by is None or reading.own_game is None:
        return ""
    games = sheet.state.games
    is_game_over = reading.own_game < len(games) and games[reading.own_game].over
    return describe_set_aside_line(reading.set_aside_by, is_game_over=is_game_over)
