"""The forms of a bracket that is changed by hand: swaps of two pairs, and pairs that come late."""

from collections.abc import Collection, Sequence
from typing import Any, TypeAlias

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from database.limits import LONGEST_REASON
from kernel.canonical import digest
from web.desk.entry_field import EntryChoiceField, EntryOffer, offer_entries
from web.desk.pair_forms import EntryForm
from web.desk.round_forms import EntriesForm
from web.fields import FreeTextFormField

Places: TypeAlias = Sequence[tuple[str, Sequence[tuple[str, str]]]]
"""Titles of groups of choices, each with its values and their words."""

BYE, PRELIMINARY = "bye", "preliminary"


NOT_PREVIEWED = ("reason", "version", "seen", "agreed")
"""The fields that change nothing in a preview."""


class PreviewedForm(forms.Form):
    """A change that is shown before it is made: sent once to look at it, once more to make it."""

    reason = FreeTextFormField(label=_("Reason, for everybody to read"), max_length=LONGEST_REASON)
    version = forms.IntegerField(widget=forms.HiddenInput)
    """The version of the stage that was shown, so that a later change is noticed."""
    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    """The values for which the preview was shown."""
    agreed = forms.BooleanField(
        label=_("I have read what this breaks: change it anyway"), required=False
    )

    @property
    def shown_values(self) -> str:
        """The values that a preview depends on."""
        values = {name: str(value) for name, value in self.cleaned_data.items()}
        for name in NOT_PREVIEWED:
            values.pop(name, None)
        return digest(values)

    @property
    def was_seen(self) -> bool:
        """Whether the preview of exactly these values was shown."""
        return bool(self.cleaned_data["seen"] == self.shown_values)


class BracketSwapForm(EntriesForm, PreviewedForm):
    """Two pairs that change places in their first matches."""

    first = EntryChoiceField(label=_("Who"))
    second = EntryChoiceField(label=_("Changes places with"))

    field_order = ("first", "second", "reason", "version", "seen", "agreed")


class PlaceForm(PreviewedForm):
    """A place in a drawn bracket, among the ``places`` that can still be had. In a large bracket
    (None) the opponent is found by name among those ``against`` whom one can play; ``byes`` are
    those of them that have a free place."""

    place: forms.Field = forms.ChoiceField(label=_("Plays against"))

    def __init__(
        self,
        *args: Any,
        places: Places | None,
        against: EntryOffer,
        byes: Collection[int],
        **more: Any,
    ) -> None:
        super().__init__(*args, **more)
        self.byes = byes
        if places is None:
            self.fields["place"] = EntryChoiceField(label=_("Plays against"))
            offer_entries(self, "place", against)
        else:
            choices = [("", _now("Choose")), *places]
            self.fields["place"].choices = choices  # type: ignore[attr-defined]

    @property
    def opponent(self) -> int:
        """The id of the entry that it plays against."""
        return int(str(self.cleaned_data["place"]).rpartition("-")[2])

    @property
    def is_preliminary(self) -> bool:
        """Whether it plays a preliminary match for the place, as the opponent has no bye."""
        return self.opponent not in self.byes


class LatePairForm(PlaceForm, EntryForm):
    """A pair that comes when the bracket is drawn, and its place."""

    field_order = (
        "player1", "player2", "club_name", "paid", "place", "reason", "version", "seen", "agreed",
    )  # fmt: skip

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        # The seeds were drawn.
        del self.fields["seed"]


class WaitingPairForm(EntriesForm, PlaceForm):
    """A pair of the waiting list, and its place."""

    entry = EntryChoiceField(label=_("From the waiting list"))

    field_order = ("entry", "place", "reason", "version", "seen", "agreed")
