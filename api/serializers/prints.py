"""What can be printed of an event, and what is asked of the worker that prints."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from api.fields import (
    IdField,
    IsoMomentField,
    PlainCharField,
    StrictBooleanField,
    StrictChoiceField,
    StrictIntegerField,
)
from api.refusals import BodyRefused
from api.serializers.base import StrictSerializer
from api.serializers.sentences import SentenceSerializer
from database.limits import LONGEST_TITLE
from kernel.violations import Violation
from printing.catalog import LAYOUTS
from printing.orders import PAPERS, TILES, PrintChoices
from printing.rounds import list_printable_rounds
from tournaments.models import Event

LAYOUT = "What is printed."


class PrintLayoutSerializer(serializers.Serializer[Any]):
    """A kind of sheet: whether there is something to print, and the file that was made last in the
    reader's language, whatever the host in its QR codes."""

    layout = serializers.ChoiceField(choices=tuple(LAYOUTS), help_text=LAYOUT)
    title = serializers.CharField(help_text="Its name in the reader's language.")
    missing = SentenceSerializer(
        allow_null=True, help_text="Why there is nothing to print; null: there is."
    )
    has_round = StrictBooleanField(help_text="Whether a round can be chosen.")
    has_paper = StrictBooleanField(help_text="Whether a size of paper can be chosen.")
    job = serializers.UUIDField(
        allow_null=True, help_text="The id of the job that was asked for last."
    )
    pages = StrictIntegerField(help_text="The pages of the file that is kept; 0: none is.")
    made_at = IsoMomentField(allow_null=True, help_text="When that file was made.")
    new_results = StrictIntegerField(help_text="How many more matches are decided since.")
    is_stale = StrictBooleanField(
        help_text="Whether results or matches have changed since; a corrected result counts too."
    )


@extend_schema_serializer(many=False)
class PrintLayoutListSerializer(serializers.Serializer[Any]):
    """All kinds of sheets, in the order of an evening."""

    results = PrintLayoutSerializer(many=True, help_text="All of them, on one page.")


class NewPrintSerializer(StrictSerializer):
    """What a worker prints, in the reader's language."""

    layout = StrictChoiceField(choices=tuple(LAYOUTS), help_text=LAYOUT)
    round = IdField(
        allow_null=True,
        default=None,
        help_text="The id of a round; null: those that are being played.",
    )
    paper = StrictChoiceField(
        choices=("", *PAPERS, TILES),
        default="",
        help_text="The size of a poster; empty: by the number of entries; "
        "`tiles`: A4 sheets to be glued.",
    )
    host = PlainCharField(
        max_length=LONGEST_TITLE,
        allow_blank=True,
        default="",
        help_text="The host in QR codes, as phones in the hall reach it; empty: that of this "
        "request.",
    )


def read_choices(event: Event, body: Mapping[str, Any]) -> PrintChoices:
    """The choices of a print. Raises BodyRefused for a round that cannot be printed, and for what
    the layout does not take."""
    layout, round_id, paper = LAYOUTS[body["layout"]], body["round"], body["paper"]
    violations = []
    if round_id is not None and not layout.has_round:
        violations.append(Violation("field_unknown", {"field": "round"}))
    elif round_id is not None:
        known = [each.count.id for each in list_printable_rounds(event)]
        if round_id not in known:
            params = {"field": "round", "value": str(round_id), "choices": known}
            violations.append(Violation("no_such_choice", params))
    if paper and not layout.has_paper:
        violations.append(Violation("field_unknown", {"field": "paper"}))
    if violations:
        raise BodyRefused(violations=violations)
    return PrintChoices(round_id, paper)
