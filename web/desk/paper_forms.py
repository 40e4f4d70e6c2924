"""The form of the keyboard screen for results from paper."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.hall.paper_results import LONGEST_RESULT
from database.limits import LARGEST_TABLE
from web.fields import FreeTextFormField


class PaperResultForm(forms.Form):
    """A table and its result. ``key`` makes one form write once; ``seen`` is the digest of what was
    shown as understood: only that is written.

    ``match``: the one that was shown for ``match_number``. As long as that number stays in the
    field, this match is meant, whatever is played at the table by now.
    """

    table = forms.IntegerField(
        min_value=1,
        max_value=LARGEST_TABLE,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    score = FreeTextFormField(
        label=gettext_lazy("Games or points"),
        max_length=LONGEST_RESULT,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "text", "autocomplete": "off"}),
    )
    round = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    key = forms.RegexField(r"^[\w-]{8,48}$", widget=forms.HiddenInput)
    seen = forms.RegexField(r"^[0-9a-f]{16}$", required=False, widget=forms.HiddenInput)
    match = forms.IntegerField(
        min_value=1, max_value=10**17 - 1, required=False, widget=forms.HiddenInput
    )
    match_number = forms.IntegerField(
        min_value=1, max_value=LARGEST_TABLE, required=False, widget=forms.HiddenInput
    )

    def __init__(
        self, data: Any = None, *, has_tables: bool, initial: dict[str, Any] | None = None
    ) -> None:
        super().__init__(data, auto_id="paper_%s", initial=initial)
        self.shown_match: int | None = None
        """The match that was shown for the number in the field; None: that number is new."""
        self.fields["table"].label = _("Table") if has_tables else _("Match")

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        # Kept here: a refusal of the table takes its number out of the cleaned data.
        if cleaned.get("match_number") == cleaned.get("table"):
            self.shown_match = cleaned.get("match")
        return cleaned
