"""What the layouts show: frozen data, that becomes the JSON which a template reads.

All texts are finished: a template adds no word, and takes no text for markup.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class PaperAnchor:
    """The last anchor of the event when the paper was printed."""

    title: str
    words: str
    """Its number, when it was made, what it covers, and its short form: at the foot of each
    sheet."""
    note: str
    """The words that stand next to its QR code: what it is good for."""
    qr: str
    """The picture as SVG."""


@dataclass(frozen=True, slots=True)
class PaperFrame:
    """What stands at the head and at the foot of every sheet."""

    title: str
    about: str
    """The event, its date and its place."""
    state: str
    """The state of the data: when it was printed, and after how many results."""
    address: str
    """Where the same is found on a phone, in words."""
    sheet: str
    """"sheet {n} of {m}": the template puts the numbers in."""
    language: str
    club: str
    warning: str = ""
    """Why the QR codes of the sheet lead nowhere for a phone; empty if they do."""
    anchor: PaperAnchor | None = None
    """None before the first one, and on paper that shows no pairings and no results."""


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """A column of a list. ``width`` in millimetres, 0: as wide as its texts; ``grow``: its share
    of what is left, in place of a width."""

    head: str
    width: int = 0
    grow: int = 0
    align: Literal["start", "end"] = "start"
    strong: bool = False
    large: bool = False
    small: bool = False


SideMark: TypeAlias = Literal["", "a", "b"]


@dataclass(frozen=True, slots=True)
class PaperCell:
    """A cell of a list. ``mark``: the full or hollow mark of a side. ``box``: a box that is
    ticked or empty. ``line``: an empty line to write on."""

    text: str = ""
    small: str = ""
    mark: SideMark = ""
    box: Literal["", "on", "off"] = ""
    line: bool = False


@dataclass(frozen=True, slots=True)
class PaperSection:
    """A list with its title, which is empty where there is one list alone."""

    title: str
    columns: tuple[PaperColumn, ...]
    rows: tuple[tuple[PaperCell, ...], ...]
    note: str = ""
    total: tuple[PaperCell, ...] = ()
    """The last row, in bold; empty: there is none."""
    cut_after: int = 0
    """The number of the row under which the cut runs; 0: there is none."""
    new_page: bool = False


@dataclass(frozen=True, slots=True)
class ListDocument:
    """Lists, one below the other. ``flow``: in how many columns they run down the sheet."""

    paper: PaperFrame
    sections: tuple[PaperSection, ...]
    flow: int = 1
    notes: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()
    dense: bool = False


@dataclass(frozen=True, slots=True)
class PaperSide:
    """A side of a match on its score sheet."""

    name: str
    players: str
    short: str
    """The first surname, for the head of a column."""


@dataclass(frozen=True, slots=True)
class PaperGame:
    """A game of a score sheet, with rows for its hands."""

    title: str
    hands: int


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The sheet of one match; a blank one has sides without names."""

    title: str
    about: str
    sides: tuple[PaperSide, ...]
    games: tuple[PaperGame, ...]
    bonus: str
    """What is circled in a square (+3); empty where there is none."""
    qr: str
    """The picture as SVG; empty: there is none."""
    address: str


@dataclass(frozen=True, slots=True)
class SheetWords:
    """The words of a score sheet."""

    hand: str
    points: str
    total: str
    final: str
    note: str
    won: str
    to: str
    signature: str
    referee: str
    ended: str


@dataclass(frozen=True, slots=True)
class SheetsDocument:
    """Score sheets, one a sheet of paper."""

    paper: PaperFrame
    words: SheetWords
    sheets: tuple[ScoreSheet, ...]


@dataclass(frozen=True, slots=True)
class PaperTableCard:
    """The card in the middle of a table."""

    table: str
    place: str
    validity: str
    code: str
    qr: str


@dataclass(frozen=True, slots=True)
class CardsDocument:
    """Cards of tables, two a sheet."""

    paper: PaperFrame
    table_word: str
    code_word: str
    steps: tuple[str, ...]
    cards: tuple[PaperTableCard, ...]


@dataclass(frozen=True, slots=True)
class BracketSlot:
    """A line of a bracket: the entry, or nothing as long as it is not known."""

    name: str = ""
    seed: str = ""
    score: str = ""
    """Of the match that this entry has won to stand here."""
    lost: bool = False
    table: str = ""


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of a poster: two slots for each match, in the order of the bracket."""

    title: str
    slots: tuple[BracketSlot, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Poster:
    """A knock-out that halves from round to round. ``goal``: the title above its last line."""

    title: str
    rounds: tuple[BracketRound, ...]
    winner: str
    goal: str
    width: int
    height: int
    """Of its paper, in millimetres."""


@dataclass(frozen=True, slots=True)
class DiagramBox:
    """A match of a diagram: its place in tenths of a box, and the boxes that it follows."""

    number: int
    sides: tuple[BracketSlot, ...]
    row: int
    sources: tuple[int, ...]
    """The rows of the boxes of the round before, whose winners play here."""


@dataclass(frozen=True, slots=True)
class DiagramRound:
    title: str
    boxes: tuple[DiagramBox, ...]


@dataclass(frozen=True, slots=True)
class Diagram:
    """A bracket of another shape, such as the losers' bracket: from left to right."""

    title: str
    rounds: tuple[DiagramRound, ...]
    rows: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class PosterDocument:
    """Posters and diagrams, each on a sheet of its own. ``width`` and ``height``: of the chosen
    paper in millimetres, on which each is drawn as large as it fits; 0: each has its own size.
    ``tiles``: each is divided into sheets of A4, to be glued."""

    paper: PaperFrame
    posters: tuple[Poster, ...]
    diagrams: tuple[Diagram, ...]
    qr: str
    width: int = 0
    height: int = 0
    tiles: bool = False
    tile_word: str = ""
    """"part {n} of {m}"."""


@dataclass(frozen=True, slots=True)
class PaperFact:
    """A fact in the frame above a regulation."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class PaperArticle:
    number: str
    text: str


@dataclass(frozen=True, slots=True)
class PaperChapter:
    title: str
    articles: tuple[PaperArticle, ...]


@dataclass(frozen=True, slots=True)
class RegulationPaper:
    """The regulation, in two columns."""

    paper: PaperFrame
    facts: tuple[PaperFact, ...]
    notes: tuple[str, ...]
    """The organizer's notes on the event, one a paragraph."""
    chapters: tuple[PaperChapter, ...]
    signature: str


@dataclass(frozen=True, slots=True)
class GridRow:
    """An entry of a group, with its result against each of the group; ``None``: itself."""

    name: str
    results: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class GroupGrid:
    """A group in which all meet."""

    title: str
    rows: tuple[GridRow, ...]
    columns: tuple[str, ...]
    """To be filled in behind the results: points, place."""
    matches: tuple[str, ...]
    """The matches round by round, one line a round."""


@dataclass(frozen=True, slots=True)
class GridsDocument:
    """Groups in which all meet."""

    paper: PaperFrame
    pair_word: str
    grids: tuple[GroupGrid, ...]


@dataclass(frozen=True, slots=True)
class PaperCertificate:
    """A certificate: who, which place, what prize."""

    name: str
    players: str
    place: str
    prize: str


@dataclass(frozen=True, slots=True)
class CertificatesDocument:
    paper: PaperFrame
    word: str
    given_to: str
    organizer: str
    referee: str
    certificates: tuple[PaperCertificate, ...]


@dataclass(frozen=True, slots=True)
class Receipt:
    number: str
    name: str
    amount: str
    qr: str = ""
    """Of its check-in."""


@dataclass(frozen=True, slots=True)
class ReceiptsDocument:
    """Receipts of the fee, four a sheet."""

    paper: PaperFrame
    word: str
    received_from: str
    reason: str
    signature: str
    receipts: tuple[Receipt, ...]
    check_in: str = ""
    """What the QR code is for."""


@dataclass(frozen=True, slots=True)
class CheckInCard:
    """A card by which a pair checks in."""

    number: str
    name: str
    players: str
    club: str
    code: str
    qr: str


@dataclass(frozen=True, slots=True)
class CheckInDocument:
    """Check-in cards, ten a sheet."""

    paper: PaperFrame
    show: str
    cards: tuple[CheckInCard, ...]


SingleDocument: TypeAlias = (
    ListDocument
    | SheetsDocument
    | CardsDocument
    | PosterDocument
    | RegulationPaper
    | GridsDocument
    | CertificatesDocument
    | ReceiptsDocument
    | CheckInDocument
)


@dataclass(frozen=True, slots=True)
class SetDocument:
    """Several documents in one file, each with its own numbers of sheets."""

    parts: tuple[SingleDocument, ...]


Document: TypeAlias = SingleDocument | SetDocument
