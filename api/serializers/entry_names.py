"""How entries are named in every answer: as the event shows names."""

from typing import Annotated, Any

from pydantic import Field
from rest_framework import serializers
from typing_extensions import TypedDict

from api.fields import IdField
from tournaments.selectors.registration.names import EntryName


class EntryNameSerializer(serializers.Serializer[Any]):
    """An entry by its names, as the event shows them."""

    id = IdField(help_text="The id of the entry.")
    short = serializers.CharField(help_text="Its label: no two entries have the same.")
    players = serializers.ListField(
        child=serializers.CharField(), help_text="The names of its players, in order."
    )


class EntryNameDocument(TypedDict):
    """An entry by its players' names, in full or with initials as the event has it."""

    # For documents without serializers.

    id: Annotated[int, Field(description="The id of the entry.")]
    players: Annotated[list[str], Field(description="The names of its players, in order.")]
    short: Annotated[str, Field(description="Its label: no two entries have the same.")]


def make_name_document(name: EntryName) -> EntryNameDocument:
    return EntryNameDocument(id=name.id, players=list(name.players), short=name.short)
