"""Sheets as documents: every line, and what it came to."""

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from scoring.core.state import Reading
from scoring.models import Line, Match
from scoring.selectors import sheet_of

Kind = Literal[
    "hand",
    "redeal",
    "claim",
    "penalty",
    "forfeit",
    "award",
    "amend",
    "strike",
    "sign",
    "reopen",
]


class PartDocument(TypedDict):
    """Points by side that one rule gave."""

    rule: str
    points: list[int]


class ReadingDocument(TypedDict):
    """What a line came to: in which game, totals before and after, by which rules; whether it
    ended the game, and the lines that say otherwise of it."""

    game: int | None
    before: list[int]
    after: list[int]
    parts: list[PartDocument]
    ended: bool
    amended_by: int | None
    struck_by: int | None


class AuthorDocument(TypedDict):
    """Who wrote; id and device are told to the people of the club alone."""

    kind: Literal["USER", "TABLE", "PROGRAM", "HOUSE"]
    id: NotRequired[str]
    device: NotRequired[str]


class LineDocument(TypedDict):
    """A line of a sheet. ``digest`` closes over all of it and over ``previous``."""

    n: int
    kind: Kind
    data: dict[str, Any]
    author: AuthorDocument
    key: NotRequired[str]
    made_at: str
    arrived_at: str
    previous: str
    digest: str
    reading: ReadingDocument


class SheetDocument(TypedDict):
    """A sheet at a version, from the line that was asked for. With ``more``, ask again ``after``
    the last of these."""

    match: int
    version: int
    lines: list[LineDocument]
    more: bool


MOST_LINES = 500
"""More than any evening writes on one sheet."""


def sheet_document(
    match_id: int, *, inside: bool, after: int = 0, most: int = MOST_LINES
) -> SheetDocument:
    """The lines of a sheet behind ``after``, which is the number of one of them."""
    sheet = sheet_of(Match.objects.get(pk=match_id))
    rows = sheet.rows[after : after + most]
    return SheetDocument(
        match=match_id,
        version=len(sheet.rows),
        lines=[line_document(row.line, row.reading, inside=inside) for row in rows],
        more=after + most < len(sheet.rows),
    )


def line_document(line: Line, reading: Reading, *, inside: bool) -> LineDocument:
    """A line for the people of the club (``inside``) or for everybody."""
    document = LineDocument(
        n=line.n,
        kind=line.kind,  # type: ignore[typeddict-item]
        data=line.data,
        author={"kind": line.author_kind},  # type: ignore[typeddict-item]
        made_at=line.made_at.isoformat(),
        arrived_at=line.arrived_at.isoformat(),
        previous=line.previous,
        digest=line.digest,
        reading=_reading(reading),
    )
    if inside:
        document["author"] |= {"id": line.author_id, "device": line.device}
        document["key"] = line.key
    return document


def _reading(reading: Reading) -> ReadingDocument:
    return ReadingDocument(
        game=reading.game,
        before=list(reading.before),
        after=list(reading.after),
        parts=[PartDocument(rule=part.rule, points=list(part.points)) for part in reading.parts],
        ended=reading.ended,
        amended_by=reading.amended_by,
        struck_by=reading.struck_by,
    )
