"""The forms of the rescue page: a scan, a phone, and a line that is read aloud."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from competition.hall.rescue import (
    MOST_BYTES,
    RescueUnreadable,
    TypedLine,
    list_candidate_records,
    read_phone,
)
from database.limits import LARGEST_TABLE
from scoring.core.lines import AMEND, HAND, REDEAL, SIGN, STRIKE
from tournaments.models import Event
from tournaments.selectors.hall.tables import list_recent_pairings_at_table
from web.desk.acts import REFEREE, HandForm, parse_signer
from web.fields import FreeTextFormField
from web.sheets import SheetView
from wording.sentences import sentence

RECORDS = (HAND, AMEND)
"""The kinds of lines that contain the record of a hand."""


class ScanForm(forms.Form):
    """Scanned or pasted text."""

    text = FreeTextFormField(
        label=_("What the phone shows"),
        max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocomplete": "off"}),
    )


class PhoneForm(forms.Form):
    """The table and the key of the phone whose lines are read aloud."""

    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=LARGEST_TABLE)
    phone = FreeTextFormField(
        label=_("The phone’s key"),
        max_length=12,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )

    match = forms.IntegerField(required=False, widget=forms.HiddenInput())

    def clean_phone(self) -> str:
        try:
            return read_phone(self.cleaned_data["phone"])
        except RescueUnreadable as unreadable:
            raise forms.ValidationError(sentence(unreadable.code)) from unreadable

    def find_matches(self, event: Event) -> list[int]:
        """The recent matches at that table, first the one that is meant: the phone may have lines
        of the match before. Empty, with an error in the form, if there is none or the form is not
        valid."""
        if not self.is_valid():
            return []
        table, chosen_match = self.cleaned_data["table"], self.cleaned_data["match"]
        pairings = list_recent_pairings_at_table(event, table)
        matches = [pairing.match_id for pairing in pairings if pairing.match_id is not None]
        if not matches:
            self.add_error("table", sentence("rescue_no_match", {"table": table}))
        return sorted(matches, key=lambda match: match != chosen_match)


class RescueLineForm(HandForm):
    """A line that is read aloud, with its check digits.

    A hand and its correction have the fields of the game, a strike has the number of its line, a
    signature has a side.
    """

    def __init__(self, view: SheetView, data: Any, number: int) -> None:
        # Rows may be left empty, so browsers must not insist on their required fields.
        super().__init__(
            view, data, prefix=f"row{number}", empty_permitted=True, use_required_attribute=False
        )
        self.number = number + 1
        game = view.game_now
        kinds = [(HAND, _("A hand"))]
        # ``check_redeal`` lists what is against a redeal.
        if not game.rulebook.check_redeal(game.options):
            kinds.append((REDEAL, _("Dealt again")))
        kinds += [
            (AMEND, _("Correct a hand")),
            (STRIKE, _("Strike a line")),
            (SIGN, _("A signature")),
        ]
        self.fields["line_kind"] = forms.ChoiceField(
            label=pgettext_lazy("of a line on a sheet", "What"), choices=kinds, initial=HAND
        )
        self.fields["line_subject"] = forms.IntegerField(
            label=_("Which line?"),
            help_text=_("The number that is read aloud, where a line is corrected or struck."),
            min_value=1,
            max_value=100_000,
            required=False,
            widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        )
        self.fields["line_side"] = forms.ChoiceField(
            label=_("Who signs?"),
            choices=[("", "–"), *enumerate(view.sides), (REFEREE, _("The referee, for both"))],
            required=False,
        )
        self.fields["line_check"] = forms.RegexField(
            r"^\d{3}$",
            label=_("Digits"),
            max_length=3,
            widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        )
        if self.is_bound and self.kind not in RECORDS:
            # The fields of the game stay empty for a strike, a signature or a redeal.
            for name in self.record_fields.keys() & self.fields.keys():
                self.fields[name].required = False

    @property
    def kind(self) -> str:
        """The kind of line that was chosen."""
        return str(self.data.get(self.add_prefix("line_kind"), HAND))

    @property
    def about(self) -> list[forms.BoundField]:
        """The fields for lines other than hands."""
        return [self["line_subject"], self["line_side"]]

    @property
    def about_is_used(self) -> bool:
        return self.is_bound and any(field.data or field.errors for field in self.about)

    def has_changed(self) -> bool:
        """Whether anything was typed in this row; empty rows are skipped."""
        return self.kind == REDEAL or bool(set(self.changed_data) - {"line_kind"})

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        kind = cleaned.get("line_kind")
        if kind in (AMEND, STRIKE) and cleaned.get("line_subject") is None:
            self.add_error("line_subject", gettext("Write which line: its number is read aloud."))
        if kind == SIGN and not cleaned.get("line_side"):
            self.add_error("line_side", gettext("Choose who signs."))
        return cleaned

    def read_line(self, view: SheetView, turns: Sequence[int | None]) -> TypedLine:
        """The lines that the phone may have written. Not all of a line is read aloud: the check
        digits tell which of the candidates it is."""
        cleaned = self.cleaned_data
        kind, subject = cleaned["line_kind"], cleaned["line_subject"]
        candidates: tuple[Mapping[str, Any], ...] = ({},)
        if kind in RECORDS:
            game = view.game_now
            # A phone writes both numbers of a pair; where their sum is fixed, one of them is
            # enough.
            sums = {}
            for name, record_field in self.record_fields.items():
                if record_field.total is not None:
                    sums[name] = record_field.total
            candidates = list_candidate_records(
                self.build_data(),
                sums=sums,
                optional=game.rulebook.list_smallest_fields(game.options),
                turn_field=game.rulebook.turn_word,
                turns=turns,
            )
        if kind == AMEND:
            candidates = tuple(
                {"line": subject, "data": record, "reason": ""} for record in candidates
            )
        elif kind == STRIKE:
            candidates = ({"line": subject, "reason": ""},)
        elif kind == SIGN:
            candidates = ({"side": parse_signer(cleaned["line_side"])},)
        return TypedLine(kind, int(cleaned["line_check"]), candidates)
