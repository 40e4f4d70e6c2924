"""The forms of a round: who is away, who comes late, who must meet or never, who changes places."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from database.limits import LONGEST_REASON
from tournaments.models import Absence, Wish
from web.desk.forms import EntryForm
from web.fields import FreeTextFormField


class EntriesForm(forms.Form):
    """Asks for one entry or several; all are offered for each."""

    def __init__(self, *args: Any, entries: list[tuple[int, str]], **more: Any) -> None:
        super().__init__(*args, **more)
        for field in self.fields.values():
            if isinstance(field, forms.TypedChoiceField):
                field.choices = [("", _("Choose")), *entries]


class AbsenceForm(EntriesForm):
    """Who does not play the next round."""

    entry = forms.TypedChoiceField(coerce=int, label=_("Pair"))
    kind = forms.ChoiceField(
        label=_("Why"),
        choices=[
            (Absence.Kind.ABSENT, _("Is not there")),
            (Absence.Kind.HALF_BYE, _("Asked for a rest")),
        ],
    )


class WishForm(EntriesForm):
    """Two who must meet in the next round, or never."""

    kind = forms.ChoiceField(
        label=_("What"),
        choices=[
            (Wish.Kind.FORBIDDEN, _("Never meet")),
            (Wish.Kind.FORCED, _("Meet in the next round")),
        ],
    )
    first = forms.TypedChoiceField(coerce=int, label=_("Pair"))
    second = forms.TypedChoiceField(coerce=int, label=_("And"))
    reason = FreeTextFormField(label=_("Reason"), max_length=LONGEST_REASON)


class SwapForm(EntriesForm):
    """Two that change places in the round that is paired."""

    first = forms.TypedChoiceField(coerce=int, label=_("Pair"))
    second = forms.TypedChoiceField(coerce=int, label=_("Changes places with"))
    reason = FreeTextFormField(label=_("Reason"), max_length=LONGEST_REASON)
    version = forms.IntegerField(widget=forms.HiddenInput)
    """Of the stage as it was shown."""
    agreed = forms.BooleanField(
        label=_("I have read what this breaks: change it anyway"), required=False
    )


class LateForm(EntryForm):
    """Who comes late, and into which of the ``groups`` (titles by number)."""

    group = forms.TypedChoiceField(label=_("Group"), coerce=int)

    def __init__(self, *args: Any, groups: Mapping[int, str], **more: Any) -> None:
        super().__init__(*args, **more)
        if len(groups) > 1:
            self.fields["group"].choices = groups.items()  # type: ignore[attr-defined]
        else:
            del self.fields["group"]
