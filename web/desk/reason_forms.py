"""The form of what needs a reason and nothing else."""

from django import forms
from django.utils.translation import gettext_lazy as _

from database.limits import LONGEST_REASON
from web.fields import FreeTextFormField


class ReasonForm(forms.Form):
    """The reason of an act that needs one."""

    reason = FreeTextFormField(label=_("Reason"), max_length=LONGEST_REASON)
