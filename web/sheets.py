"""A sheet on the screen, for the desk and the board: result, games, lines, signatures."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.actors import ActorKind
from accounts.selectors import names_of_authors
from competition.hall.rescue import get_rescued_phone
from rules.contract import Part, Totals
from scoring.core.format import GameFormat
from scoring.core.lines import AMEND, HAND, REOPEN, SIGN, STRIKE
from scoring.core.state import MatchState
from scoring.models import Line
from scoring.selectors import Sheet, SheetRow, sheet_of
from tournaments.models import Event, Pairing, SetAside
from tournaments.selectors.hall import phones_of
from tournaments.selectors.matches import get_played_match, seats_at
from tournaments.selectors.stages import load_round_count
from web.charts import Chart, chart_of
from wording.corrections import set_aside_words
from wording.hall import phone_words, rescued_words
from wording.lines import line_words
from wording.places import game_name
from wording.rounds import round_title
from wording.turns import turn_words
from wording.unfinished import ended_words
from wording.whys import ending_words


@dataclass(frozen=True, slots=True)
class LineView:
    """A line on the screen."""

    n: int
    kind: str
    words: str
    reason: str
    after: Totals | None
    unit: str
    """Of these totals."""
    ended: bool
    amended_by: int | None
    struck_by: int | None
    aside: str
    """Why it is set aside, in words; empty for a line that is not."""
    is_correctable: bool
    game: GameFormat
    """The one that it counts in, or belongs to."""
    is_word: bool
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
    """Of two sides; of more the numbers say it better."""
    running: tuple[Totals, ...]


@dataclass(frozen=True, slots=True)
class SheetView:
    """A whole sheet on the screen."""

    pairing: Pairing
    sheet: Sheet
    sides: tuple[str, ...]
    players: tuple[str, ...]
    """By seat, where the sides have two players each."""
    round_title: str
    games: tuple[GameView, ...]
    lines: tuple[LineView, ...]
    unit: str
    turn: str
    """Whose turn it is to call, deal or lead, in words; empty while unknown."""
    ended: str = ""
    """How the match ended, in words, where it was not played out."""
    set_aside: SetAside | None = None
    """Why the match no longer counts."""

    @property
    def state(self) -> MatchState:
        return self.sheet.state

    @property
    def game_now(self) -> GameFormat:
        """The format of the game that is being played, or was played last."""
        return _game_now(self.sheet)

    @property
    def seal(self) -> str:
        """The digest of the last line, in fours."""
        head = self.sheet.match.head[:16]
        return " ".join(head[at : at + 4] for at in range(0, 16, 4))


CLOCK_TOLERANCE = timedelta(minutes=5)


def sheet_view(match_id: int) -> SheetView:
    """The sheet of a match with the names of its sides. Raises NotFound."""
    played = get_played_match(match_id)
    pairing = played.pairing
    assert pairing.match is not None
    sheet = sheet_of(pairing.match)
    names = [seat.name for seat in seats_at(played)]
    sides = tuple(name.short if name else "…" for name in names)
    round_ = pairing.round
    unit = _unit_of(_game_now(sheet))
    players = _list_seats([name.players if name else () for name in names])
    return SheetView(
        pairing=pairing,
        sheet=sheet,
        sides=sides,
        players=players,
        round_title=round_title(load_round_count(round_)),
        games=_make_games(sheet, sides),
        lines=_make_lines(sheet, sides, pairing.event),
        unit=unit,
        turn=_describe_turn(sheet, players),
        ended=_describe_ending(sheet, sides),
        set_aside=played.set_aside,
    )


def _unit_of(game: GameFormat) -> str:
    unit: str = game.rulebook.unit(game.options)
    return unit


def _game_now(sheet: Sheet) -> GameFormat:
    games = sheet.state.games
    begun = len(games) - (1 if games and not games[-1].over else 0)
    return sheet.format.games[min(begun, len(sheet.format.games) - 1)]


def _list_seats(players: list[tuple[str, ...]]) -> tuple[str, ...]:
    """The players in playing order: the first of each side, then the second of each."""
    if len({len(side) for side in players}) != 1:
        return ()
    return tuple(name for seats in zip(*players, strict=True) for name in seats)


def _describe_turn(sheet: Sheet, players: tuple[str, ...]) -> str:
    turn = sheet.state.turn
    if turn is None or sheet.state.over or turn >= len(players):
        return ""
    return turn_words(_game_now(sheet).rulebook.turn_word, players[turn])


def _describe_ending(sheet: Sheet, sides: tuple[str, ...]) -> str:
    unfinished = sheet.state.unfinished
    if unfinished is None:
        return ""
    return ended_words(unfinished.case, unfinished.side, sides)


def _make_games(sheet: Sheet, sides: tuple[str, ...]) -> tuple[GameView, ...]:
    views = []
    for number, state in enumerate(sheet.state.games):
        game = sheet.format.games[number]
        unit = game.rulebook.unit(game.options)
        target = None if game.hands else game.rulebook.target(game.options)
        views.append(
            GameView(
                number=number,
                title=game_name(number, len(sheet.format.games), sheet.format.wins),
                totals=state.totals,
                winner=state.winner,
                why=ending_words(state.why, state.winner, sides) if state.why else "",
                over=state.over,
                unit=unit,
                chart=chart_of(state.running, target) if len(sides) == 2 else None,
                running=state.running,
            )
        )
    return tuple(views)


def _make_lines(sheet: Sheet, sides: tuple[str, ...], event: Event) -> tuple[LineView, ...]:
    wrote = {(row.line.author_kind, row.line.author_id) for row in sheet.rows}
    authors = names_of_authors(wrote) | _load_phones(event, wrote)
    return tuple(_make_line(row, sheet, sides, authors) for row in sheet.rows)


def _load_phones(event: Event, wrote: set[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """The phones at the tables, in words."""
    ids = [author for kind, author in wrote if kind == ActorKind.TABLE]
    if not ids:
        return {}
    return {
        (ActorKind.TABLE.value, key): phone_words(phone.table, phone.player)
        for key, phone in phones_of(event, ids).items()
    }


def _make_line(
    row: SheetRow,
    sheet: Sheet,
    sides: tuple[str, ...],
    authors: dict[tuple[str, str], str],
) -> LineView:
    line, reading = row.line, row.reading
    is_word = line.kind in (AMEND, STRIKE)
    return LineView(
        n=line.n,
        kind=line.kind,
        words=line_words(line.kind, line.data, _list_parts(row), sides, _get_game(sheet, row)),
        reason=str(line.data.get("reason", "")),
        after=reading.after if reading.game is not None and reading.struck_by is None else None,
        unit=_unit_of(_get_game(sheet, row)),
        ended=reading.ended,
        amended_by=reading.amended_by,
        struck_by=reading.struck_by,
        aside=_describe_aside(row, sheet),
        is_correctable=reading.struck_by is None and line.kind != REOPEN,
        game=_get_game(sheet, row),
        is_word=is_word or line.kind not in (HAND, SIGN),
        author=_get_author(line, authors),
        author_kind=line.author_kind,
        arrived_at=line.arrived_at,
        claimed_at=line.made_at if _claims_another_time(line) else None,
    )


def _describe_aside(row: SheetRow, sheet: Sheet) -> str:
    reading = row.reading
    if reading.set_aside_by is None or reading.own_game is None:
        return ""
    games = sheet.state.games
    is_game_over = reading.own_game < len(games) and games[reading.own_game].over
    return set_aside_words(reading.set_aside_by, is_game_over=is_game_over)


def _get_author(line: Line, authors: dict[tuple[str, str], str]) -> str:
    author = authors.get((line.author_kind, line.author_id), "")
    phone = get_rescued_phone(line.device)
    return author if phone is None else rescued_words(author, phone)


def _list_parts(row: SheetRow) -> tuple[Part, ...]:
    """What a line added as it was written; one that was corrected shows its old numbers."""
    return () if row.reading.amended_by else row.reading.parts


def _get_game(sheet: Sheet, row: SheetRow) -> GameFormat:
    reading = row.reading
    number = reading.own_game if reading.game is None else reading.game
    return sheet.format.games[min(number or 0, len(sheet.format.games) - 1)]


def _claims_another_time(line: Line) -> bool:
    """Whether the phone was offline or its clock is wrong; these cannot be distinguished."""
    return abs(line.arrived_at - line.made_at) > CLOCK_TOLERANCE
