"""How entries are named in every answer: as the event shows names."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from tournaments.selectors.registration.entries import EntryName


class EntryNameDocument(TypedDict):
    """An entry by its players' names, in full or with initials as the event has it."""

    id: Annotated[int, Field(description="The id of the entry.")]
    players: Annotated[list[str], Field(description="The names of its players, in order.")]
    short: Annotated[str, Field(description="Its label: no two entries have the same.")]


def make_name_document(name: EntryName) -> EntryNameDocument:
    return EntryNameDocument(id=name.id, players=list(name.players), short=name.short)
