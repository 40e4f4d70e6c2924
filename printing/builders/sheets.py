"""Score sheets on paper, for matches that are to be played, and blank ones."""

from collections.abc import Mapping
from typing import Any, Final

from printing.documents import PaperGame, PaperSide, ScoreSheet, SheetsDocument, SheetWords
from printing.frames import describe_event, draw_qr_svg, make_frame
from printing.orders import PrintOrder
from printing.refusals import CannotPrint
from printing.rounds import RoundOnPaper, has_several_halls, load_rounds_on_paper
from scoring.core.format import MatchFormat, read_format
from tournaments.models import Event
from tournaments.selectors.stages.brackets import PairingView
from wording.formats import word_target
from wording.places import name_game, name_match
from wording.printing.layouts import name_layout
from wording.printing.score_sheets import (
    list_score_sheet_words,
    word_bonus,
    word_game_title,
    word_score_sheet_note,
    word_sheet_title,
)

MOST_HANDS: Final = 10
"""The rows for the hands of a game: a sheet has room for this number."""
MOST_SHEETS: Final = 512
"""In one file: each takes two thirds of a megabyte of memory while it is drawn."""
HANDS_OF_MANY: Final = 15


def build_sheets(order: PrintOrder, rounds: list[RoundOnPaper] | None = None) -> SheetsDocument:
    """A sheet for each match of the round that is still to be played, and for each match of a
    round that was chosen; ``rounds`` if they are loaded already. Raises CannotPrint. Seven
    queries."""
    rounds = rounds or load_rounds_on_paper(order)
    sheets = []
    about = describe_event(order)
    shows_halls = has_several_halls(rounds)
    for round_ in rounds:
        for pairing in round_.seated:
            hall = ""
            if shows_halls:
                hall = round_.name_hall(pairing)
            sheets.append(_make_sheet(order, round_, pairing, hall=hall, about=about))
    if len(sheets) > MOST_SHEETS:
        raise CannotPrint("print_too_many", count=len(sheets), most=MOST_SHEETS)
    note = word_score_sheet_note(rounds[0].count.stage.match_format, has_qr=True)
    return SheetsDocument(
        paper=make_frame(order, name_layout("sheets"), has_qr=True, has_anchor=True),
        words=SheetWords(note=note, **list_score_sheet_words()),
        sheets=tuple(sheets),
    )


def build_blank_sheets(order: PrintOrder) -> SheetsDocument:
    """A sheet without names for each way in which matches of the event are played. Two queries."""
    documents: list[Mapping[str, Any]] = []
    for stage in order.event.stages.order_by("number"):
        document = stage.match_format or order.event.match_format
        # Stages that are played in the same way share a blank sheet.
        if document not in documents:
            documents.append(document)
    sheets = []
    for document in documents:
        format_ = read_format(document)
        sides = (PaperSide("", "", ""),) * format_.sides
        sheets.append(
            ScoreSheet(
                title=word_sheet_title(None),
                about=describe_event(order),
                sides=sides,
                games=_make_games(document, format_),
                bonus=word_bonus(document),
                qr="",
                address="",
            )
        )
    return SheetsDocument(
        paper=make_frame(order, name_layout("blank")),
        words=SheetWords(
            note=word_score_sheet_note(documents[0], has_qr=False), **list_score_sheet_words()
        ),
        sheets=tuple(sheets),
    )


def _make_sheet(
    order: PrintOrder,
    round_: RoundOnPaper,
    pairing: PairingView,
    *,
    hall: str,
    about: str,
) -> ScoreSheet:
    document = round_.count.stage.match_format
    format_ = read_format(document)
    address = ""
    if pairing.match is not None:
        address = order.addresses.address_of_match(pairing.match)
    # As it is typed, the address names the event only where it must.
    typed_address = address.partition("://")[2]
    if order.event.visibility != Event.Visibility.LINK:
        typed_address = typed_address.partition("?")[0]
    # Where groups play side by side, their letter is typed with the number at the desk.
    label = str(round_.count.label_match(pairing.number))
    sides = []
    for name in round_.names_in(pairing):
        # The head of a column has the first surname; of a person who plays alone the short name.
        head, players = name.short, ""
        if len(name.people) > 1:
            head, players = name.people[0].last, name.full
        sides.append(PaperSide(name.short, players, head))
    return ScoreSheet(
        title=word_sheet_title(pairing.table, hall),
        about=f"{about}. {name_match(round_.title, label)}",
        sides=tuple(sides),
        games=_make_games(document, format_),
        bonus=word_bonus(document),
        qr=draw_qr_svg(address),
        address=typed_address,
    )


def _make_games(document: Mapping[str, Any], format_: MatchFormat) -> tuple[PaperGame, ...]:
    count = len(format_.games)
    most = MOST_HANDS
    if format_.sides > 2:
        most = HANDS_OF_MANY
    games = []
    for index, game in enumerate(format_.games):
        title = word_game_title(
            name_game(index, count, format_.wins), word_target(document["games"][index])
        )
        games.append(PaperGame(title, min(game.hands or most, most)))
    return tuple(games)
