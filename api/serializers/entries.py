"""Entries, and the bodies that make and change them."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework import serializers

from api.fields import (
    IdField,
    PlainCharField,
    PlainTextField,
    StrictBooleanField,
    StrictChoiceField,
    StrictIntegerField,
)
from api.serializers.base import StrictModelSerializer, StrictSerializer
from api.serializers.players import PlayerNameSerializer
from competition.entry_lists.entering import UPDATED, EntryDetails
from competition.formats.contract import MOST_GROUPS
from database.limits import (
    LONGEST_PHONE,
    LONGEST_REASON,
    LONGEST_TITLE,
    MOST_CENTS,
    MOST_ENTRIES,
    MOST_PLAYERS_OF_ENTRY,
)
from tournaments.models import Entry
from tournaments.selectors.registration.names import EntryName
from tournaments.services.registration.entry_corrections import SamePerson

INSIDE_HELP = {
    "paid": "Whether its fee was paid.",
    "paid_cents": "How much it has paid, in cents; null: no amount was noted.",
    "phone": "How it is reached.",
    "notes": "For the organizers.",
    "present_at": "When it presented itself; null: it has not yet.",
}
INSIDE_ONLY = tuple(INSIDE_HELP)


class SeedField(StrictIntegerField):
    """A seed, 1 the best."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            min_value=1,
            max_value=MOST_ENTRIES,
            allow_null=True,
            help_text="1 is the best; null: not seeded.",
            **options,
        )


class GroupNumberField(StrictIntegerField):
    """The number of a group of the first stage."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            min_value=1,
            max_value=MOST_ENTRIES,
            allow_null=True,
            help_text="The number of the group of the first stage in which it must play; null: it "
            "is drawn.",
            **options,
        )


class EntrySerializer(StrictModelSerializer):
    """An entry, its players as the event shows names.

    The context has ``names`` (by entry id) and ``is_inside``: whether the caller works at the event
    and is shown what is not public (``paid``, ``paid_cents``, ``phone``, ``notes``,
    ``present_at``).
    """

    optional_in_answers = INSIDE_ONLY

    event = serializers.UUIDField(source="event_id", help_text="The id of the event.")
    players = serializers.SerializerMethodField(help_text="The names of its players, in order.")
    short = serializers.SerializerMethodField(
        help_text="Its label: no two entries of an event have the same."
    )
    replaced_by = IdField(
        source="replaced_by_id",
        allow_null=True,
        help_text="The id of the entry that plays in its place.",
    )

    class Meta:
        model = Entry
        fields = (
            *("id", "event", "players", "short", "club_name", "seed", "group", "state"),
            *("replaced_by", "entered_at", *INSIDE_ONLY),
        )
        read_only_fields = fields
        extra_kwargs: ClassVar = {
            "id": {"help_text": "The id of the entry."},
            "club_name": {"help_text": "Where it comes from, as written."},
            "seed": {"help_text": "1 is the best; null: not seeded."},
            "group": {
                "help_text": "The number of the group of the first stage in which it must play."
            },
            "state": {"help_text": "Whether it plays, waits for a place, or has left."},
            "entered_at": {"help_text": "When it was entered."},
            **{
                name: {"help_text": f"{text} Only for people of the club."}
                for name, text in INSIDE_HELP.items()
            },
        }

    def get_players(self, entry: Entry) -> list[str]:
        return list(self._get_name(entry).players)

    def get_short(self, entry: Entry) -> str:
        return self._get_name(entry).short

    def _get_name(self, entry: Entry) -> EntryName:
        names: Mapping[int, EntryName] = self.context["names"]
        return names[entry.pk]

    def to_representation(self, instance: Entry) -> Any:
        document = super().to_representation(instance)
        if not self.context["is_inside"]:
            # Left out, not null: null would mean that there is none.
            for name in INSIDE_ONLY:
                del document[name]
        return document


class PlayersSerializer(StrictSerializer):
    """Who plays, and where they come from."""

    players = PlayerNameSerializer(  # type: ignore[call-arg]
        many=True,
        min_length=1,
        max_length=MOST_PLAYERS_OF_ENTRY,
        help_text="The players, in order.",
    )
    club_name = PlainCharField(
        max_length=LONGEST_TITLE,
        allow_blank=True,
        default="",
        help_text="Where they come from, as written; clubmates are kept apart by it.",
    )
    paid = StrictBooleanField(default=False, help_text="Whether the fee was paid.")
    paid_cents = StrictIntegerField(
        min_value=0,
        max_value=MOST_CENTS,
        allow_null=True,
        default=None,
        help_text="The amount that was paid; null: all of the fee, if `paid`.",
    )
    phone = PlainCharField(
        max_length=LONGEST_PHONE, allow_blank=True, default="", help_text="How they are reached."
    )
    notes = PlainTextField(
        max_length=LONGEST_REASON, allow_blank=True, default="", help_text="For the organizers."
    )


class NewEntrySerializer(PlayersSerializer):
    """An entry."""

    seed = SeedField(default=None)
    group = GroupNumberField(default=None)


class LateEntrySerializer(PlayersSerializer):
    """An entry that comes late. In a stage that pairs round by round: the group that it plays in.
    In a bracket: the entry that it plays against, and how."""

    seed = SeedField(default=None)
    group = StrictIntegerField(
        min_value=1,
        max_value=MOST_GROUPS,
        default=1,
        help_text="The number of the group that it plays in.",
    )
    against = IdField(
        allow_null=True,
        default=None,
        help_text="In a bracket: the id of the entry that it plays against, opposite that one's "
        "bye.",
    )
    preliminary = StrictBooleanField(
        default=False,
        help_text="In a bracket: it plays a preliminary match for the place of `against`.",
    )
    reason = PlainCharField(
        max_length=LONGEST_REASON,
        allow_blank=True,
        default="",
        help_text="In a bracket: why. It is public.",
    )
    agreed = StrictBooleanField(
        default=False, help_text="What the change breaks has been read (`change_breaks_something`)."
    )
    version = StrictIntegerField(
        min_value=0,
        allow_null=True,
        default=None,
        help_text="The version of the stage as it was looked at; null: whatever it is.",
    )


class ReplacementSerializer(PlayersSerializer):
    """The new players of an entry, and the reason."""

    reason = PlainCharField(
        max_length=LONGEST_REASON, allow_blank=True, help_text="Why others play in its place."
    )


class BulkEntriesSerializer(StrictSerializer):
    """A list of entries: all are entered, or none."""

    entries = NewEntrySerializer(  # type: ignore[call-arg]
        many=True, min_length=1, max_length=MOST_ENTRIES, help_text="The entries, in order."
    )
    update_fields = serializers.ListField(
        child=StrictChoiceField(choices=UPDATED),
        default=list,
        help_text="The fields to change of pairs that are entered already.",
    )
    dry_run = StrictBooleanField(default=False, help_text="Only checks: nothing is written.")


class ImportedEntrySerializer(EntrySerializer):
    """A new entry of a list."""

    id = IdField(allow_null=True, help_text="Its id; null in a dry run: it was not entered.")

    def to_representation(self, instance: Entry) -> Any:
        document = super().to_representation(instance)
        # The rows of a dry run are taken back: their ids will be those of others.
        return {**document, "id": None} if self.context["dry_run"] else document


class ImportedSerializer(serializers.Serializer[Any]):
    """What a list of entries came to."""

    entries = ImportedEntrySerializer(
        many=True, help_text="The new entries, in the order of the list."
    )
    known = StrictIntegerField(help_text="How many were entered already.")
    changed = StrictIntegerField(help_text="How many of those were changed.")
    dry_run = StrictBooleanField(help_text="Whether nothing was written.")


class EntryChangeSerializer(StrictSerializer):
    """Corrections of an entry; fields that are left out stay."""

    players = PlayerNameSerializer(  # type: ignore[call-arg]
        many=True,
        min_length=1,
        max_length=MOST_PLAYERS_OF_ENTRY,
        required=False,
        help_text="The names as they should be, all of them in order.",
    )
    club_name = PlainCharField(
        max_length=LONGEST_TITLE,
        allow_blank=True,
        required=False,
        help_text="Where they come from.",
    )
    phone = PlainCharField(
        max_length=LONGEST_PHONE,
        allow_blank=True,
        required=False,
        help_text="How they are reached.",
    )
    notes = PlainTextField(
        max_length=LONGEST_REASON, allow_blank=True, required=False, help_text="For the organizers."
    )
    seed = SeedField(required=False)
    group = GroupNumberField(required=False)
    same_person = StrictChoiceField(
        choices=[choice.value for choice in SamePerson],
        required=False,
        help_text="If a corrected player has other entries too: correct him there as well "
        "(`everywhere`), or somebody else plays here (`here`).",
    )


class PaidSerializer(StrictSerializer):
    paid = StrictBooleanField(help_text="Whether the fee was paid.")


class PresentSerializer(StrictSerializer):
    present = StrictBooleanField(help_text="Whether the pair has presented itself.")


class CheckInSerializer(StrictSerializer):
    """What is recorded of a pair that comes to the desk."""

    paid = StrictBooleanField(
        default=False, help_text="Whether it pays what is missing of its fee."
    )


class SeedSerializer(StrictSerializer):
    seed = SeedField()


class GroupNumberSerializer(StrictSerializer):
    group = GroupNumberField()


def make_details(body: Mapping[str, Any]) -> EntryDetails:
    """The data of an entry out of a validated body."""
    return EntryDetails(
        players=tuple(body["players"]),
        club_name=body["club_name"],
        seed=body.get("seed"),
        paid=body["paid"],
        paid_cents=body["paid_cents"],
        group=body.get("group"),
        phone=body["phone"],
        notes=body["notes"],
    )
