"""Sheets as documents: every line, and what it came to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from operator import itemgetter
from typing import Annotated, Any, Literal, NotRequired

from drf_spectacular.utils import extend_schema_serializer
from pydantic import Field
from typing_extensions import TypedDict

from accounts.actors import Actor, ActorKind
from accounts.authorship import AuthoredModel
from accounts.public_ids import derive_public_id
from api.documents import MomentText
from scoring.core.lines import SIGN
from scoring.core.state import Reading
from scoring.models import Line, Match
from scoring.selectors import load_sheet
from tournaments.permissions import is_at_its_table
from tournaments.selectors.events.events import is_of_the_club
from tournaments.selectors.hall.tables import PhoneOwner, load_phone_owners
from tournaments.selectors.stages.matches import get_pairing_of_match

Kind = Literal[
    "hand",
    "redeal",
    "claim",
    "penalty",
    "forfeit",
    "award",
    "total",
    "games",
    "amend",
    "strike",
    "sign",
    "reopen",
]


class PartDocument(TypedDict):
    """Points by side that one rule gave."""

    rule: Annotated[
        str, Field(description="The rule that gave the points, as the game's `words` name it.")
    ]
    points: Annotated[list[int], Field(description="The points, by side.")]


class ReadingDocument(TypedDict):
    """The effect of a line: its game, the totals before and after, the rules that gave points,
    whether it ended the game, and the lines that correct it. ``superseded_by``: the result of its
    whole game (``total``, ``games``), written later: it does not count. ``set_aside_by``: the
    correction because of which this line does not count: its game (``own_game``) or the match was
    over before it."""

    game: Annotated[
        int | None, Field(description="The number of its game, from 0; null: it belongs to none.")
    ]
    before: Annotated[list[int], Field(description="The totals of the game before it, by side.")]
    after: Annotated[list[int], Field(description="The totals of the game after it, by side.")]
    parts: Annotated[
        list[PartDocument], Field(description="The points that it gave, rule by rule.")
    ]
    ended: Annotated[bool, Field(description="Whether it ended its game.")]
    amended_by: Annotated[
        int | None, Field(description="The number of the line that gave it new content.")
    ]
    struck_by: Annotated[
        int | None, Field(description="The number of the line that struck it out.")
    ]
    superseded_by: Annotated[
        int | None, Field(description="The number of the later result of its whole game.")
    ]
    set_aside_by: Annotated[
        int | None, Field(description="The number of the correction that sets it aside.")
    ]
    own_game: Annotated[
        int | None,
        Field(description="The game that it was written for, from 0, if it is set aside."),
    ]


class AuthorDocument(TypedDict):
    """Who wrote the line; ``id`` and ``device`` are shown only to members of the club. ``name``:
    the owner of the phone that wrote at the table, if the phone has one. It is shown to members
    of the club and to the phones of the table, but not with a signature for another side, for
    which the phone was handed over."""

    kind: Annotated[
        Literal["USER", "TABLE", "PROGRAM", "SYSTEM"],
        Field(
            description="Whether a person, the phone at a table, a program or the server wrote it."
        ),
    ]
    name: NotRequired[Annotated[str, Field(description="The owner of the phone.")]]
    id: NotRequired[Annotated[str, Field(description="The public id of the author.")]]
    device: NotRequired[
        Annotated[str, Field(description="The name of the device, as the writer sent it.")]
    ]


class LineDocument(TypedDict):
    """A line of a sheet. ``digest`` covers the whole line and ``previous``. ``key``, its
    Idempotency-Key, is shown to members of the club and to the phones of the table: a phone that
    has lost the answer can see that its line was written. ``made_at`` is the time on the writer's
    clock, ``arrived_at`` the server's."""

    n: Annotated[int, Field(description="Its number on the sheet, from 1.")]
    kind: Annotated[Kind, Field(description="The kind of the line.")]
    data: Annotated[dict[str, Any], Field(description="Its content.")]
    author: Annotated[AuthorDocument, Field(description="Who wrote it.")]
    key: NotRequired[Annotated[str, Field(description="Its Idempotency-Key.")]]
    made_at: Annotated[MomentText, Field(description="When, by the writer's clock.")]
    arrived_at: Annotated[MomentText, Field(description="When, by the server's clock.")]
    previous: Annotated[str, Field(description="The digest of the line before it.")]
    digest: Annotated[str, Field(description="The digest of this line and of the one before it.")]
    reading: Annotated[ReadingDocument, Field(description="Its effect.")]


@extend_schema_serializer(many=False)
class SheetDocument(TypedDict):
    """A sheet at a version, from the line that was asked for. With ``more``, ask again ``after``
    the last of these."""

    match: Annotated[int, Field(description="The id of the match.")]
    version: Annotated[int, Field(description="The number of the last line of the sheet.")]
    lines: Annotated[list[LineDocument], Field(description="The lines, in order.")]
    more: Annotated[bool, Field(description="Whether lines follow after these.")]


MOST_LINES = 500
"""More than any evening writes on one sheet."""


class Audience(StrEnum):
    """Who reads a sheet: decides how much of its authors is shown."""

    PUBLIC = "public"
    TABLE = "table"
    CLUB = "inside"


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a sheet, and the phone owners shown to this reader, by the id of the phone."""

    audience: Audience
    owners: Mapping[str, PhoneOwner] = field(default_factory=dict)

    @property
    def tag(self) -> tuple[str, ...]:
        """The part of an entity tag that depends on the reader. It includes the names, because
        setting the owner of a phone does not raise a version."""
        if not self.owners:
            return (self.audience.value,)
        owners_in_order = sorted(self.owners.items(), key=itemgetter(0))
        digest = sha256(repr(owners_in_order).encode()).hexdigest()
        return (self.audience.value, digest[:8])


PUBLIC_READER = Reader(Audience.PUBLIC)


def get_sheet_reader(actor: Actor, match_id: int) -> Reader:
    """How an actor may read a sheet. No query for the public, four for all others. Raises
    NotFound."""
    if actor.user_id is None and actor.kind != ActorKind.TABLE:
        return PUBLIC_READER
    pairing = get_pairing_of_match(match_id)
    if actor.kind == ActorKind.TABLE:
        audience, is_inside = Audience.TABLE, is_at_its_table(actor, pairing)
    else:
        audience, is_inside = Audience.CLUB, is_of_the_club(actor, pairing.event)
    if not is_inside:
        return PUBLIC_READER
    return Reader(audience, load_phone_owners(pairing.event, match_id))


def build_sheet_document(
    match_id: int, *, reader: Reader, after: int = 0, most: int = MOST_LINES
) -> SheetDocument:
    """The lines of a sheet behind ``after``, which is the number of one of them."""
    sheet = load_sheet(Match.objects.get(pk=match_id))
    rows = sheet.rows[after : after + most]
    return SheetDocument(
        match=match_id,
        version=len(sheet.rows),
        lines=[build_line_document(row.line, row.reading, reader=reader) for row in rows],
        more=after + most < len(sheet.rows),
    )


def build_line_document(line: Line, reading: Reading, *, reader: Reader) -> LineDocument:
    """A line as its reader may see it."""
    reading_document = ReadingDocument(
        game=reading.game,
        before=list(reading.before),
        after=list(reading.after),
        parts=[PartDocument(rule=part.rule, points=list(part.points)) for part in reading.parts],
        ended=reading.ended,
        amended_by=reading.amended_by,
        struck_by=reading.struck_by,
        superseded_by=reading.superseded_by,
        set_aside_by=reading.set_aside_by,
        own_game=reading.own_game,
    )
    document = LineDocument(
        n=line.n,
        kind=line.kind,  # type: ignore[typeddict-item]
        data=line.data,
        author={"kind": line.author_kind},  # type: ignore[typeddict-item]
        made_at=line.made_at.isoformat(),
        arrived_at=line.arrived_at.isoformat(),
        previous=line.previous,
        digest=line.digest,
        reading=reading_document,
    )
    if reader.audience != Audience.PUBLIC:
        document["key"] = line.key
    if reader.audience == Audience.CLUB:
        document["author"] |= {"id": get_public_author_id(line), "device": line.device}
    if line.author_kind == ActorKind.TABLE:
        owner = reader.owners.get(line.author_id)
        # A phone that was handed over signs for the side of the player who holds it: a signature
        # for the other side does not get the owner's name.
        if owner and (line.kind != SIGN or line.data["side"] == owner.side):
            document["author"]["name"] = owner.name
    return document


def get_public_author_id(act: AuthoredModel) -> str:
    """The id of the author; for a program, it is not a part of its token."""
    if act.author_kind == ActorKind.PROGRAM:
        return derive_public_id(act.author_id)
    return act.author_id
