"""Events, and the bodies that make and change them."""

from collections.abc import Mapping
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.documents import ConstraintsField, FormatOptionsField, MatchFormatField
from api.fields import (
    IdField,
    IsoDateField,
    IsoMomentField,
    PlainCharField,
    PlainTextField,
    StrictChoiceField,
    StrictIntegerField,
    StrictUUIDField,
)
from api.serializers.base import StrictModelSerializer, StrictSerializer
from api.serializers.clubs import ClubSerializer
from database.limits import (
    LONGEST_NOTE,
    LONGEST_REASON,
    LONGEST_TITLE,
    MOST_CENTS,
    MOST_ENTRIES,
    MOST_TABLES,
)
from tournaments.models import Event

LONGEST_UNDO_TOKEN = 16_384
"""More than an ``Undo-Token`` has: a withdrawal names every match that it has decided."""
HELP: Mapping[str, str] = {
    "id": "The id of the event.",
    "name": "Its name.",
    "date": "The day of its first round.",
    "state": "Where it stands, from DRAFT to ARCHIVED.",
    "visibility": "Who may see it: everybody, who has its address, or the people of the club.",
    "names": "How the public reads surnames: in full, or as an initial.",
    "recorded": "What is asked for first of a match: every hand, the totals, or the games.",
    "match_format": "The games of a match and how many must be won (document of the notation).",
    "format": "The format of the first stage, as `formats/` names it.",
    "options": "The options of that format.",
    "constraints": "What its draw has to respect.",
    "capacity": "The entries that have a place; those after them wait. Null: any number.",
    "tables": "How many tables the event has; 0: any number.",
    "start": "The time of day in the club's zone, as 20:30.",
    "fee_cents": "The fee of an entry in cents. Null: not stated; 0: free.",
    "entries_close_at": "The deadline that the public page states.",
    "contact": "Whom the public may call.",
    "notes": "What the public page tells besides.",
    "cancelled_why": "Why it was cancelled; empty unless it was, also in the archive.",
    "version": "Rises with every change of the event or its entries.",
}


class EventSerializer(StrictModelSerializer):
    """An event. A row of ``annotate_events`` is what it shows."""

    club = ClubSerializer(help_text="The club that organizes it.")
    venue = serializers.CharField(
        source="venue.name", default=None, allow_null=True, help_text="The name of the venue."
    )
    venue_id = IdField(allow_null=True, help_text="The id of the venue.")
    format = serializers.CharField(help_text=HELP["format"])
    options = FormatOptionsField(source="format_options", help_text=HELP["options"])
    constraints = ConstraintsField(help_text=HELP["constraints"])
    match_format = MatchFormatField(help_text=HELP["match_format"])
    entries = StrictIntegerField(source="entry_count", help_text="How many are entered.")
    tables = StrictIntegerField(source="table_count", help_text=HELP["tables"])
    start = serializers.SerializerMethodField(help_text=HELP["start"])
    fee_cents = serializers.SerializerMethodField(help_text=HELP["fee_cents"])

    class Meta:
        model = Event
        fields = (
            *("id", "club", "venue", "venue_id", "name", "date", "state", "visibility", "names"),
            *("recorded", "format", "options", "constraints", "match_format", "capacity"),
            *("entries", "tables", "start", "fee_cents", "entries_close_at", "contact", "notes"),
            *("cancelled_why", "version"),
        )
        read_only_fields = fields
        extra_kwargs: ClassVar = {
            name: {"help_text": HELP[name]} for name in fields if name in HELP
        }

    @extend_schema_field({"type": ["string", "null"], "pattern": "^[0-2][0-9]:[0-5][0-9]$"})
    def get_start(self, event: Event) -> str | None:
        start: str | None = event.rules.get("start")
        return start

    def get_fee_cents(self, event: Event) -> int | None:
        fee_cents: int | None = event.rules.get("fee_cents")
        return fee_cents


class TimeOfDayField(serializers.RegexField):
    """A time of day, as 20:30."""

    def __init__(self, **options: Any) -> None:
        super().__init__(r"^([01][0-9]|2[0-3]):[0-5][0-9]$", **options)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return data


class EventChangeSerializer(StrictSerializer):
    """Changes to an event; fields that are left out stay. Format, options, constraints, tables and
    capacity are fixed from the draw on."""

    name = PlainCharField(max_length=LONGEST_TITLE, help_text=HELP["name"])
    date = IsoDateField(help_text=HELP["date"])
    match_format = MatchFormatField(help_text=HELP["match_format"])
    format = PlainCharField(
        max_length=LONGEST_TITLE, default="single_elimination", help_text=HELP["format"]
    )
    options = FormatOptionsField(default=dict, help_text=HELP["options"])
    constraints = ConstraintsField(default=dict, help_text=HELP["constraints"])
    venue = IdField(allow_null=True, default=None, help_text="The id of a venue of the club.")
    tables = StrictIntegerField(
        min_value=0, max_value=MOST_TABLES, default=0, help_text=HELP["tables"]
    )
    capacity = StrictIntegerField(
        min_value=2,
        max_value=MOST_ENTRIES,
        allow_null=True,
        default=None,
        help_text=HELP["capacity"],
    )
    visibility = StrictChoiceField(
        choices=Event.Visibility.choices,
        default=Event.Visibility.PUBLIC.value,
        help_text=HELP["visibility"],
    )
    names = StrictChoiceField(
        choices=Event.Names.choices, default=Event.Names.FULL.value, help_text=HELP["names"]
    )
    start = TimeOfDayField(allow_null=True, default=None, help_text=HELP["start"])
    fee_cents = StrictIntegerField(
        min_value=0,
        max_value=MOST_CENTS,
        allow_null=True,
        default=None,
        help_text=HELP["fee_cents"],
    )
    entries_close_at = IsoMomentField(
        allow_null=True, default=None, help_text=HELP["entries_close_at"]
    )
    contact = PlainCharField(
        max_length=LONGEST_TITLE, allow_blank=True, default="", help_text=HELP["contact"]
    )
    notes = PlainTextField(
        max_length=LONGEST_NOTE, allow_blank=True, default="", help_text=HELP["notes"]
    )
    recorded = StrictChoiceField(
        choices=Event.Recorded.choices,
        default=Event.Recorded.HANDS.value,
        help_text=HELP["recorded"],
    )
    reason = PlainCharField(
        max_length=LONGEST_REASON,
        allow_blank=True,
        required=False,
        help_text="Needed for a change of the regulation (date, venue, start, fee) once play has "
        "begun.",
    )


class NewEventSerializer(EventChangeSerializer):
    """A new event."""

    id = StrictUUIDField(
        required=False,
        allow_null=True,
        help_text="May be made by the caller: sent twice, it is one event.",
    )
    club = IdField(help_text="The id of the club.")
    reason = None  # type: ignore[assignment]


class CancelSerializer(StrictSerializer):
    """Why an event does not take place."""

    reason = PlainCharField(max_length=LONGEST_REASON, help_text="The public page states it.")


class UndoSerializer(StrictSerializer):
    """Which act is undone."""

    token = PlainCharField(
        max_length=LONGEST_UNDO_TOKEN, help_text="The `Undo-Token` of the answer to the act."
    )
