"""The form of a stage: who plays in it, how they are seeded, how it is played."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from competition.cuts.cut import LONGEST_TABLE
from competition.draw.seeding import CROSSED
from database.limits import LONGEST_LABEL, LONGEST_REASON, MOST_ENTRIES
from web.desk.entry_field import EntriesField, EntryOffer
from web.desk.option_fields import NUMBERS
from web.desk.play_forms import PlayForm
from web.desk.tie_forms import TieForm
from web.fields import FreeTextFormField


class StageForm(TieForm, PlayForm):
    """The settings of a stage: who plays in it and how."""

    name = FreeTextFormField(
        label=_("What it is called"),
        max_length=LONGEST_LABEL,
        required=False,
        help_text=_("Empty: as its format is called."),
    )
    stage = forms.TypedChoiceField(label=_("From"), coerce=int, required=False)
    take = forms.ChoiceField(
        label=_("Who plays on"),
        required=False,
        choices=[
            ("places", _("The best of the ranking")),
            ("of_each", _("The first of each group")),
            ("losers", _("The losers of some rounds")),
            ("chosen", _("Those that I choose")),
        ],
    )
    first = forms.IntegerField(
        label=_("From place"), min_value=1, max_value=MOST_ENTRIES, required=False
    )
    last = forms.IntegerField(
        label=_("To place"), min_value=1, max_value=MOST_ENTRIES, required=False
    )
    of_each = forms.IntegerField(
        label=_("Number from each group"), min_value=1, max_value=MOST_ENTRIES, required=False
    )
    runners_up = forms.IntegerField(
        label=_("And the best behind them"), min_value=0, max_value=MOST_ENTRIES, required=False
    )
    rounds = forms.RegexField(
        NUMBERS, label=_("Losers of rounds"), required=False, help_text=_("For example 1, 2.")
    )
    entries = EntriesField(label=_("Entries"), required=False)
    why = FreeTextFormField(
        label=_("Reason of the choice"), max_length=LONGEST_REASON, required=False
    )
    seeded = forms.IntegerField(
        label=_("How many of them are seeded"),
        min_value=0,
        max_value=MOST_ENTRIES,
        required=False,
        help_text=_("By their places. Empty: all of them; of groups, the first of each."),
    )
    compare = forms.ChoiceField(
        label=_("How those behind them are compared"),
        required=False,
        choices=[
            ("fair", _("Without the matches that smaller groups do not have")),
            ("average", _("By the average per match")),
        ],
    )
    seeding = forms.ChoiceField(
        label=_("Seeding"),
        required=False,
        choices=[
            ("places", _("By places, lots for the others")),
            ("pots", _("In pots, by places reached")),
            ("table", _("By a crossing table")),
        ],
    )
    pot_size = forms.IntegerField(
        label=_("Places in a pot"),
        min_value=1,
        max_value=MOST_ENTRIES,
        required=False,
        help_text=_("Empty: 1, 2, 3–4, 5–8 and so on. After groups: firsts, seconds and so on."),
    )
    table = FreeTextFormField(
        label=_("Crossing table"),
        max_length=LONGEST_TABLE,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "Empty: neighbouring groups cross, 1A–2B and 1B–2A. Or the first round down the"
            " bracket: 1A-2B, 1C-R1, 1B-bye. R1 is the best of those behind."
        ),
    )
    carried = forms.ChoiceField(
        label=_("Points carried over"),
        required=False,
        choices=[
            ("none", _("No points")),
            ("half", _("Half of them, rounded down")),
            ("full", _("All of them")),
        ],
        help_text=_("Those of the first criterion, where both stages rank by it."),
    )
    groupmates_apart = forms.BooleanField(
        label=_("Keep apart those who have met in the stage before"), required=False, initial=True
    )
    own_match = forms.BooleanField(
        label=_("Its matches are played differently from those of the event"), required=False
    )

    def __init__(
        self,
        *args: Any,
        stages: Sequence[tuple[int, str]],
        offer: EntryOffer,
        **more: Any,
    ) -> None:
        super().__init__(*args, **more)
        self.fields["stage"].choices = stages  # type: ignore[attr-defined]
        if not stages:
            # The first stage takes all entries.
            for name in CUT_FIELDS:
                del self.fields[name]
        else:
            self.fields["entries"].offer_entries(offer)  # type: ignore[attr-defined]

    def make_cut(self) -> dict[str, Any] | None:
        """The document of the cut; None for the first stage."""
        if "take" not in self.fields:
            return None
        data = self.cleaned_data
        take = data["take"] or "places"
        cut: dict[str, Any] = {"take": take, "stage": data["stage"]}
        if take == "places":
            cut |= {"first": data["first"] or 1, "last": data["last"], **self.ties_of_places()}
        elif take == "of_each":
            cut |= {
                "of_each": data["of_each"],
                "runners_up": data["runners_up"] or 0,
                **self.ties_in_groups(),
            }
        elif take == "losers":
            # The losers of some rounds have no order to be seeded by, and carry nothing over.
            cut["rounds"] = [int(number) for number in data["rounds"].split(",") if number.strip()]
            return cut
        else:
            cut |= {"entries": [int(pk) for pk in data["entries"]], "reason": data["why"]}
        if data["seeded"] is not None:
            cut["seeded"] = data["seeded"]
        return cut | self._make_seeding(take)

    def _make_seeding(self, take: str) -> dict[str, Any]:
        """How the entries of a cut are seeded, and the points that they carry over; only what
        differs from the defaults."""
        data = self.cleaned_data
        seeding: dict[str, Any] = {}
        if data["seeding"] not in ("", "places"):
            seeding["seeding"] = data["seeding"]
        if data["seeding"] == "table":
            seeding["table"] = data["table"].strip() or CROSSED
        # After groups the pots are the firsts, the seconds and so on: they have no free size.
        if data["seeding"] == "pots" and data["pot_size"] and take != "of_each":
            seeding["pot_size"] = data["pot_size"]
        if data["carried"] not in ("", "none"):
            seeding["carried"] = data["carried"]
        if take == "of_each" and data["compare"] == "average":
            seeding["compare"] = "average"
        return seeding


CUT_FIELDS = (
    *("stage", "take", "first", "last", "level", "room", "of_each", "runners_up"),
    *("level_in_group", "room_after_groups"),
    *("rounds", "entries", "why", "seeded", "compare"),
    *("seeding", "pot_size", "table", "carried", "groupmates_apart"),
)
