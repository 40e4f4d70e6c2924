"""The forms of a round: absences, late entries, pairing constraints, and swaps of two entries."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from database.limits import LONGEST_REASON
from tournaments.models import Absence, PairingConstraint
from web.desk.entry_field import EntryChoiceField, EntryOffer, offer_entries
from web.desk.pair_forms import EntryForm
from web.fields import FreeTextFormField


class EntriesForm(forms.Form):
    """Base of forms with one or several fields for an entry; each offers all of them."""

    def __init__(self, *args: Any, offer: EntryOffer, **more: Any) -> None:
        super().__init__(*args, **more)
        for name, field in self.fields.items():
            if isinstance(field, EntryChoiceField):
                offer_entries(self, name, offer)


class AbsenceForm(EntriesForm):
    """An entry that does not play the next round, and why."""

    entry = EntryChoiceField(label=_("Who"))
    kind = forms.ChoiceField(
        label=_("Why"),
        choices=[
            (Absence.Kind.ABSENT, _("Is absent")),
            (Absence.Kind.HALF_BYE, _("Asked for a rest")),
        ],
    )


class PairingConstraintForm(EntriesForm):
    """Two entries that must meet in the next round, or never."""

    kind = forms.ChoiceField(
        label=_("What"),
        choices=[
            (PairingConstraint.Kind.FORBIDDEN, _("Never meet")),
            (PairingConstraint.Kind.FORCED, _("Meet in the next round")),
        ],
    )
    first = EntryChoiceField(label=_("Who"))
    second = EntryChoiceField(label=_("And"))
    reason = FreeTextFormField(label=_("Reason"), max_length=LONGEST_REASON)


class SwapForm(EntriesForm):
    """Two entries that change places in the paired round."""

    first = EntryChoiceField(label=_("Who"))
    second = EntryChoiceField(label=_("Changes places with"))
    reason = FreeTextFormField(label=_("Reason"), max_length=LONGEST_REASON)
    version = forms.IntegerField(widget=forms.HiddenInput)
    """The version of the stage that was shown, so that a later change is noticed."""
    agreed = forms.BooleanField(
        label=_("I have read what this breaks: change it anyway"), required=False
    )


class LateForm(EntryForm):
    """A late entry, and its group among ``groups`` (titles by number)."""

    group = forms.TypedChoiceField(label=_("Group"), coerce=int)

    def __init__(self, *args: Any, groups: Mapping[int, str], **more: Any) -> None:
        super().__init__(*args, **more)
        # With a single group there is nothing to choose.
        if len(groups) > 1:
            self.fields["group"].choices = groups.items()  # type: ignore[attr-defined]
        else:
            del self.fields["group"]
