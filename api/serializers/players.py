"""Players: those of a club for its people, those of an event as it shows names."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from api.fields import IdField, PlainCharField, StrictIntegerField
from api.serializers.base import UNKNOWN, StrictModelSerializer, StrictSerializer
from competition.entry_lists.names import Name
from database.limits import EARLIEST_BIRTH_YEAR, LATEST_BIRTH_YEAR, LONGEST_PERSON_NAME
from tournaments.models import EntryPlayer, Player
from tournaments.selectors.registration.names import format_player_name, make_person


class PlayerSerializer(StrictModelSerializer):
    """A player of a club, with the full name."""

    club = IdField(source="club_id", read_only=True, help_text="The id of the club.")
    name = serializers.CharField(source="full_name", read_only=True, help_text="The full name.")

    class Meta:
        model = Player
        fields = ("id", "club", "name", "first_name", "last_name", "birth_year")
        extra_kwargs: ClassVar = {
            "id": {"help_text": "The id of the player."},
            "first_name": {"help_text": "The given name; may be empty."},
            "last_name": {"help_text": "The surname."},
            "birth_year": {
                "write_only": True,
                "min_value": EARLIEST_BIRTH_YEAR,
                "max_value": LATEST_BIRTH_YEAR,
                "help_text": "Tells two of the same name apart; it is never shown.",
            },
        }


class MergeSerializer(StrictSerializer):
    """Two rows that are one person."""

    into = IdField(help_text="The id of the player that keeps all entries.")


class EventPlayerSerializer(serializers.Serializer[EntryPlayer]):
    """A player of an entry, as the event (``event`` of the context) shows names: in full, or the
    last one as an initial."""

    id = IdField(source="player_id", help_text="The id of the player.")
    event = serializers.UUIDField(source="event_id", help_text="The id of the event.")
    entry = IdField(source="entry_id", help_text="The id of the entry in which he plays.")
    name = serializers.SerializerMethodField(help_text="The name, as the event shows it.")
    first_name = serializers.CharField(source="player.first_name", help_text="The given name.")
    last_name = serializers.SerializerMethodField(help_text="The surname, or its initial.")

    def get_name(self, member: EntryPlayer) -> str:
        player = member.player
        return format_player_name(self.context["event"], player.first_name, player.last_name)

    def get_last_name(self, member: EntryPlayer) -> str:
        player = member.player
        event = self.context["event"]
        return make_person(event, player.pk, player.first_name, player.last_name).last


OLD_NAMES = {"first": "first_name", "last": "last_name"}


@extend_schema_serializer(deprecate_fields=list(OLD_NAMES))
class PlayerNameSerializer(StrictSerializer):
    """A player's name; the year of birth tells two of the same name apart, and is never shown."""

    first_name = PlainCharField(
        max_length=LONGEST_PERSON_NAME,
        allow_blank=True,
        default="",
        help_text="The given name; may be empty.",
    )
    last_name = PlainCharField(max_length=LONGEST_PERSON_NAME, help_text="The surname.")
    birth_year = StrictIntegerField(
        min_value=EARLIEST_BIRTH_YEAR,
        max_value=LATEST_BIRTH_YEAR,
        allow_null=True,
        default=None,
        help_text="Year of birth.",
    )
    first = PlainCharField(required=False, write_only=True, help_text="Use `first_name`.")
    last = PlainCharField(required=False, write_only=True, help_text="Use `last_name`.")

    def to_internal_value(self, data: Any) -> Name:
        if isinstance(data, dict):
            # A name that comes under both of its names is not read twice: the old one is unknown.
            twice = [old for old, new in OLD_NAMES.items() if old in data and new in data]
            if twice:
                unknown = serializers.ErrorDetail("Unknown field.", UNKNOWN)
                raise serializers.ValidationError({old: [unknown] for old in twice})
            data = {OLD_NAMES.get(key, key): value for key, value in data.items()}
        values = super().to_internal_value(data)
        return Name(values["first_name"], values["last_name"], values["birth_year"])
