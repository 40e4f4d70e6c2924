"""The documents of brackets. They are kept as bytes and have as many pairings as the event, so they
are plain dictionaries for orjson, not serializers."""

from typing import Annotated, Final

from pydantic import Field
from typing_extensions import TypedDict

from api.documents import DateText, EventId
from api.fields import LARGEST_ID
from api.serializers.bracket_pairings import (
    BracketPairingDocument,
    build_bracket_pairing_document,
)
from competition.formats.contract import MOST_GROUPS
from kernel.models import Frozen
from tournaments.models import Event
from tournaments.refusals import NotFound
from tournaments.selectors.registration.names import load_entry_names
from tournaments.selectors.stages.brackets import load_bracket


class BracketRoundDocument(TypedDict):
    """A round of a section, ``number`` from 1 in it. ``date`` null: that of the event."""

    id: Annotated[int, Field(description="The id of the round.")]
    group: Annotated[int, Field(description="The number of its group.")]
    section: Annotated[str, Field(description="The section of the bracket, as main or losers.")]
    number: Annotated[int, Field(description="Its number in the section, from 1.")]
    date: Annotated[
        DateText | None,
        Field(description="The day on which it is played; null: that of the event."),
    ]
    pairings: Annotated[list[BracketPairingDocument], Field(description="Its pairings, in order.")]


class BracketEntryDocument(TypedDict):
    """The entry of a slot."""

    id: Annotated[int, Field(description="The id of the entry.")]
    players: Annotated[list[str], Field(description="The names of its players, in order.")]
    short: Annotated[str, Field(description="Its label: no two entries have the same.")]
    club_name: Annotated[str, Field(description="Where it comes from, as written.")]
    seed: Annotated[int | None, Field(description="Its seed, from 1; null: not seeded.")]


class BracketDocument(TypedDict):
    """A bracket at a version of its stage: rounds in the order of play, entries by id."""

    event: Annotated[EventId, Field(description="The id of the event.")]
    stage: Annotated[int, Field(description="The id of the stage.")]
    version: Annotated[int, Field(description="The version of the stage.")]
    rounds: Annotated[
        list[BracketRoundDocument], Field(description="The rounds, in the order of play.")
    ]
    entries: Annotated[list[BracketEntryDocument], Field(description="The entries of the event.")]


class BracketQuery(Frozen):
    """``stage``: the id of one (else the last); ``group``: the number of one of its groups (else
    all)."""

    stage: Annotated[
        Annotated[int, Field(ge=1, le=LARGEST_ID)] | None,
        Field(description="The id of a stage; without it the last."),
    ] = None
    group: Annotated[
        Annotated[int, Field(ge=1, le=MOST_GROUPS)] | None,
        Field(description="The number of a group of the stage; without it all."),
    ] = None


ALL: Final = BracketQuery()


def make_bracket_document(event: Event, asked: BracketQuery = ALL) -> BracketDocument:
    """The bracket of a stage. Six queries, whatever its size. Raises NotFound."""
    stages = event.stages.order_by("-number")
    if asked.stage is not None:
        stages = stages.filter(pk=asked.stage)
    stage = stages.first()
    if stage is None:
        raise NotFound
    rounds: list[BracketRoundDocument] = []
    for row in load_bracket(stage, asked.group):
        round_document = BracketRoundDocument(
            id=row.id,
            group=row.group,
            section=row.section,
            number=row.number,
            date=row.date.isoformat() if row.date else None,
            pairings=[build_bracket_pairing_document(pairing) for pairing in row.pairings],
        )
        rounds.append(round_document)
    entries: list[BracketEntryDocument] = []
    for name in load_entry_names(event).values():
        entry_document = BracketEntryDocument(
            id=name.id,
            players=list(name.players),
            short=name.short,
            club_name=name.club_name,
            seed=name.seed,
        )
        entries.append(entry_document)
    return BracketDocument(
        event=str(event.pk),
        stage=stage.pk,
        version=stage.version,
        rounds=rounds,
        entries=entries,
    )
