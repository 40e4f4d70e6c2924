"""The reason that a change of the regulation needs once play has begun."""

from django import forms
from django.utils.translation import gettext_lazy as _

from database.limits import LONGEST_REASON
from tournaments.models import Event
from tournaments.services.regulation.regulations import BEFORE_PLAY
from web.fields import FreeTextFormField

REASON = "amendment"
"""The name of the form field."""


def ask_for_reason(form: forms.BaseForm, event: Event) -> None:
    """Adds the field for the reason, once play has begun."""
    if event.state not in BEFORE_PLAY:
        form.fields[REASON] = FreeTextFormField(
            label=_("Why the regulation changes after the start"),
            help_text=_("It is shown on the public page with the new version."),
            max_length=LONGEST_REASON,
            required=False,
        )


def read_reason(form: forms.BaseForm) -> str:
    """The reason that was given; empty before play has begun."""
    return str(form.cleaned_data.get(REASON, ""))
