"""The forms of a draw: asked for, given its word, called off."""

from django import forms
from django.utils.translation import gettext_lazy as _

from database.limits import LONGEST_REASON, LONGEST_WORD
from web.fields import FreeTextFormField


class DrawForm(forms.Form):
    """A draw to commit to. If the stage was drawn before, a reason is needed."""

    reason = FreeTextFormField(
        label=_("Why is it drawn again?"), max_length=LONGEST_REASON, required=False
    )


class PublicWordForm(forms.Form):
    """The public word of a draw."""

    word = FreeTextFormField(
        label=_("The hall’s word"),
        max_length=LONGEST_WORD,
        required=False,
        help_text=_("Ask somebody to say any word or number, and write it where all can see it."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "required": True}),
    )


class CallOffForm(forms.Form):
    """The reason why a committed draw is called off."""

    reason = FreeTextFormField(
        label=_("Why is it called off?"),
        required=False,
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"required": True}),
    )
