"""Templates of a club's events, and the bodies that make events like others."""

from typing import Any

from rest_framework import serializers

from api.fields import IdField, IsoDateField, IsoMomentField, PlainCharField, StrictUUIDField
from api.serializers.base import StrictSerializer
from database.limits import LONGEST_TITLE


class TemplateSerializer(serializers.Serializer[Any]):
    """The settings of an event under a name, to create others from."""

    id = IdField(help_text="The id of the template.")
    club = IdField(source="club_id", help_text="The id of the club.")
    name = serializers.CharField(help_text="Its name, unique in the club.")
    created_at = IsoMomentField(help_text="When it was kept.")


class NewTemplateSerializer(StrictSerializer):
    """The name of a template, and the event whose settings it keeps."""

    event = StrictUUIDField(help_text="The id of an event of the club.")
    name = PlainCharField(
        max_length=LONGEST_TITLE, help_text="The template of that name is replaced."
    )


class CopySerializer(StrictSerializer):
    """What a new event does not take over."""

    id = StrictUUIDField(
        required=False,
        allow_null=True,
        help_text="May be made by the caller: sent twice, it is one event.",
    )
    name = PlainCharField(max_length=LONGEST_TITLE, help_text="The name of the new event.")
    date = IsoDateField(help_text="The day of its first round.")
