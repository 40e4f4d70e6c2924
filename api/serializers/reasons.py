"""The reason of an act, which several operations take."""

from drf_spectacular.utils import extend_schema_serializer

from api.fields import PlainCharField
from api.serializers.base import StrictSerializer
from database.limits import LONGEST_REASON


class ReasonSerializer(StrictSerializer):
    """The reason, in the caller's words."""

    reason = PlainCharField(
        max_length=LONGEST_REASON, allow_blank=True, default="", help_text="Why."
    )


@extend_schema_serializer(component_name="ReasonBody")
class LoggedReasonSerializer(StrictSerializer):
    """The reason, in the caller's words."""

    reason = PlainCharField(
        max_length=LONGEST_REASON,
        allow_blank=True,
        default="",
        help_text="Why; the change log shows it.",
    )
