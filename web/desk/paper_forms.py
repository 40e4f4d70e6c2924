"""The form of the keyboard screen for results from paper."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.hall.match_labels import LONGEST_LABEL, read_label
from competition.hall.paper_results import LONGEST_RESULT
from web.fields import FreeTextFormField
from wording.sentences import sentence


class MatchLabelField(FreeTextFormField):
    """The number of a table, or of a match, with the letter of its group where it needs one."""

    unknown_code = "match_unknown"
    """The code of the sentence for a text that can be no label."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return None
        label = read_label(text)
        if label is None:
            raise ValidationError(sentence(self.unknown_code, {"number": text[:LONGEST_LABEL]}))
        return label


class PaperResultForm(forms.Form):
    """A table and its result. ``key`` makes one form write once; ``seen`` is the digest of what was
    shown as understood: only that is written.

    ``match``: the one that was shown for ``match_number``. As long as that number stays in the
    field, this match is meant, whatever is played at the table by now.
    """

    table = MatchLabelField(required=False)
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
    match_number = MatchLabelField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, data: Any = None, *, has_tables: bool, initial: dict[str, Any] | None = None
    ) -> None:
        super().__init__(data, auto_id="paper_%s", initial=initial)
        self.shown_match: int | None = None
        """The match that was shown for the number in the field; None: that number is new."""
        table = self.fields["table"]
        assert isinstance(table, MatchLabelField)
        table.label = _("Match")
        if has_tables:
            table.label, table.unknown_code = _("Table"), "table_unknown"

    def renew_key(self, key: str) -> None:
        """Makes it another form, with what was typed: its result is written anew."""
        self.data = {**dict(self.data.items()), "key": key}
        self.cleaned_data["key"] = key

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        # Kept here: a refusal of the table takes its number out of the cleaned data.
        if cleaned.get("match_number") == cleaned.get("table"):
            self.shown_match = cleaned.get("match")
        return cleaned
