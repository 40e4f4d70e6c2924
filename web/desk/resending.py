"""Forms that are sent a second time, or after somebody else has changed what they replace.

A form that adds something has a key, which its page has made: sent twice, it adds once. A form that
replaces something sends back which version of it the page showed. Either is refused if it says
something else, keeps what was typed, and is accepted when it is sent again: its reader has been
told.
"""

from types import TracebackType
from typing import cast
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from kernel.refusals import FormReused
from tournaments.refusals import ChangedMeanwhile
from web.refusals import shown_on

SEEN = "seen"
"""The name of the field for the version that the page showed."""


class KeyField(forms.RegexField):
    """The key of a form that adds something. Not required: a form without one is always new."""

    def __init__(self) -> None:
        super().__init__(r"^[\w-]{8,48}$", widget=forms.HiddenInput, initial=uuid4, required=False)


def add_seen(form: forms.BaseForm, version: str) -> None:
    """Adds a hidden field with the version of what the page shows, which is sent back."""
    form.fields[SEEN] = forms.CharField(
        widget=forms.HiddenInput, initial=version, max_length=64, required=False
    )


def read_seen(form: forms.BaseForm) -> str:
    """The version that the page showed; empty if none was sent."""
    return str(form.cleaned_data.get(SEEN, ""))


class shown_to_resend(shown_on):  # noqa: N801  (reads as a word: with shown_to_resend(form))
    """As ``shown_on``; the form on the page that follows has a new key, or the version that is
    stored now. ``tells_stored``: each field in which another value is stored says which, where the
    initial values of the form are those that are stored."""

    def __init__(
        self, form: forms.BaseForm, *, key: str = "key", tells_stored: bool = False
    ) -> None:
        super().__init__(form)
        self.key = key
        self.tells_stored = tells_stored

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool:
        is_shown = super().__exit__(kind, error, traceback)
        if isinstance(self.refusal, FormReused):
            _replace_value(self.form, self.key, str(uuid4()))
        elif isinstance(self.refusal, ChangedMeanwhile):
            if self.tells_stored:
                _tell_stored(self.form)
            _replace_value(self.form, SEEN, str(self.form.fields[SEEN].initial))
        return is_shown


def _replace_value(form: forms.BaseForm, name: str, value: str) -> None:
    """Sets a hidden field of a form that was sent, for the page that shows it again."""
    sent_data = cast("QueryDict", form.data).copy()
    sent_data[form.add_prefix(name)] = value
    form.data = sent_data


def _tell_stored(form: forms.BaseForm) -> None:
    """Adds to each field that differs from what is stored what is stored there."""
    for name in form.changed_data:
        field = form.fields[name]
        if name == SEEN or name not in form.initial:
            continue
        stored = field.prepare_value(form.initial[name])
        choices = getattr(field, "choices", ())
        if isinstance(field, forms.BooleanField):
            stored = _("yes") if stored else _("no")
        elif isinstance(field, forms.MultipleChoiceField):
            stored = ", ".join(str(label) for choice, label in choices if choice in stored)
        for choice, label in choices:
            if str(choice) == str(stored):
                stored = label
        if stored in (None, ""):
            form.add_error(name, _("By now this is empty."))
        else:
            form.add_error(name, _("By now this is: %(value)s.") % {"value": stored})
