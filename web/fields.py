"""Form fields of texts that people write and others read."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from competition.entry_lists.names import read_name
from database.limits import LONGEST_PERSON_NAME
from database.text import strip_invisible


class FreeTextFormField(forms.CharField):
    """A text without invisible signs; a text that consists of them alone is empty."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return strip_invisible(text) if isinstance(text, str) else text


class PlayerNameField(FreeTextFormField):
    """A full name, whose two parts are stored apart."""

    def __init__(self, **given: Any) -> None:
        super().__init__(max_length=3 * LONGEST_PERSON_NAME, **given)

    def validate(self, value: Any) -> None:
        super().validate(value)
        if read_name(value or "").is_too_long:
            raise ValidationError(
                _("First name and surname have %(most)s signs each at most."),
                params={"most": LONGEST_PERSON_NAME},
            )
