"""The pairings of a bracket, as plain dictionaries (``api.serializers.brackets``)."""

from typing import Annotated, cast

from pydantic import Field
from typing_extensions import TypedDict

from api.serializers.pairings import PairingState, Source
from api.serializers.sentences import SentenceDocument, make_reason_document
from scoring.core.unfinished import Case
from tournaments.selectors.stages.brackets import PairingView


class BracketSlotDocument(TypedDict):
    """A slot; ``of`` is the code of the pairing that it is filled from."""

    side: Annotated[int, Field(description="The side of the match, from 0.")]
    source: Annotated[
        Source, Field(description="What it is filled from: an entry or another pairing.")
    ]
    of: Annotated[str | None, Field(description="The code of that other pairing.")]
    entry: Annotated[int | None, Field(description="The id of the entry in it, once it is known.")]


class BracketPairingDocument(TypedDict):
    """A pairing of the bracket. ``wins`` (games won, by side) are there once it is decided: who
    wants to follow a match asks for the match. ``unfinished``: how it ended, if it was not played
    out."""

    id: Annotated[int, Field(description="The id of the pairing.")]
    code: Annotated[str, Field(description="Its code in the stage.")]
    number: Annotated[int, Field(description="Its number in the round, from 1.")]
    state: Annotated[PairingState, Field(description="Where it stands, from WAITING to DECIDED.")]
    table: Annotated[int | None, Field(description="The number of the table that it is on.")]
    match: Annotated[int | None, Field(description="The id of its match; null: it has none.")]
    winner: Annotated[int | None, Field(deprecated=True, description="Use `winner_side`.")]
    winner_side: Annotated[
        int | None, Field(description="The side that has won the match, from 0.")
    ]
    winner_entry: Annotated[int | None, Field(description="The id of the entry that has won it.")]
    wins: Annotated[
        list[int] | None, Field(description="The games won, by side, once it is decided.")
    ]
    unfinished: Annotated[
        Case | None, Field(description="How the match ended, if it was not played out.")
    ]
    why: Annotated[
        SentenceDocument | None,
        Field(description="The reason for the pairing, where the standings paired it."),
    ]
    slots: Annotated[list[BracketSlotDocument], Field(description="The slots, in order.")]


def build_bracket_pairing_document(row: PairingView) -> BracketPairingDocument:
    """A pairing with its slots."""
    slots: list[BracketSlotDocument] = []
    for slot in row.slots:
        source = cast("Source", slot.source)
        slots.append(
            BracketSlotDocument(
                side=slot.side, source=source, of=slot.source_code, entry=slot.entry
            )
        )
    return BracketPairingDocument(
        id=row.id,
        code=row.code,
        number=row.number,
        state=cast("PairingState", row.state),
        table=row.table,
        match=row.match,
        winner=row.winner,
        winner_side=row.winner,
        winner_entry=row.winner_entry,
        wins=list(row.wins) if row.is_decided else None,
        # Empty for a match that was played out.
        unfinished=cast("Case | None", row.unfinished or None),
        why=make_reason_document(row.why),
        slots=slots,
    )
