"""The people of a club: their roles, and invitations."""

from typing import Any

from rest_framework import serializers

from api.fields import (
    IdField,
    IsoMomentField,
    PlainCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictUUIDField,
)
from api.serializers.base import StrictSerializer
from database.limits import LONGEST_TITLE, MOST_TABLES
from tournaments.models import Invitation, Role

KIND = "Owner (the club and its people), organizer (its events), or referee (all lines of a sheet)."
TABLES_ONLY = "Whether it is bound to some tables: it stays bound when these are taken away."


class BoundedSerializer(serializers.Serializer[Any]):
    """What somebody may do, and where: a referee may be bound to an event, a group, and tables."""

    id = IdField(help_text="Its id.")
    kind = serializers.ChoiceField(choices=Role.Kind.choices, help_text=KIND)
    event = serializers.UUIDField(
        source="event_id",
        allow_null=True,
        help_text="The id of the only event that it is for; null: all.",
    )
    group = IdField(
        source="group_id",
        allow_null=True,
        help_text="The id of the only group that it is for; null: all.",
    )
    group_number = serializers.IntegerField(
        source="group.number",
        default=None,
        allow_null=True,
        help_text="The number of that group in its stage; null: all groups.",
    )
    at_tables_only = serializers.BooleanField(help_text=TABLES_ONLY)
    tables = serializers.SerializerMethodField(help_text="The numbers of these tables.")

    def get_tables(self, row: Role | Invitation) -> list[int]:
        return sorted(table.number for table in row.tables.all())


class RoleSerializer(BoundedSerializer):
    """What a person does in a club."""

    person = serializers.CharField(source="user", help_text="The name of the person.")
    email = serializers.CharField(source="user.email", help_text="The person's address.")


class InvitationSerializer(BoundedSerializer):
    """An invitation to a club, for one person. Its link is not shown again."""

    note = serializers.CharField(help_text="Whom it is for.")
    made_at = IsoMomentField(help_text="When it was made.")
    ends_at = IsoMomentField(help_text="Until when its link can be used.")


class InvitationLinkSerializer(InvitationSerializer):
    """A new invitation with its link, which is shown only once."""

    link = serializers.CharField(help_text="The address to send to the person.")


class NewInvitationSerializer(StrictSerializer):
    """An invitation. Event, group and tables are for referees."""

    kind = StrictChoiceField(choices=Role.Kind.choices, help_text=KIND)
    event = StrictUUIDField(
        allow_null=True,
        default=None,
        help_text="The id of the only event that it is for; null: all.",
    )
    group = IdField(
        allow_null=True,
        default=None,
        help_text="The id of the only group there, as `groups` of a stage has it; null: all.",
    )
    tables = serializers.ListField(
        child=StrictIntegerField(min_value=1, max_value=MOST_TABLES),
        max_length=MOST_TABLES,
        default=list,
        help_text="The numbers of the only tables of that event; empty: all.",
    )
    note = PlainCharField(
        max_length=LONGEST_TITLE, allow_blank=True, default="", help_text="Whom it is for."
    )
