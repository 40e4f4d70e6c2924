"""Form fields for texts that people write and others read."""

from datetime import UTC, datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.timezone import get_current_timezone, make_naive
from django.utils.translation import gettext_lazy as _

from competition.entry_lists.names import read_name
from database.limits import LONGEST_PERSON_NAME
from database.text import strip_invisible

FIRST_MOMENT = datetime(2000, 1, 1, tzinfo=UTC)
LAST_MOMENT = datetime(2200, 1, 1, tzinfo=UTC)


class FreeTextFormField(forms.CharField):
    """A text without invisible characters; a text of nothing else is empty."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return strip_invisible(text) if isinstance(text, str) else text


class NotesField(FreeTextFormField):
    """A text of several lines. Browsers send both characters of an end of line; one is stored."""

    widget = forms.Textarea(attrs={"rows": 3})

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return text.replace("\r\n", "\n") if isinstance(text, str) else text


class ClockField(forms.TimeField):
    """A time of day without a date or a zone, stored as text: "20:30"."""

    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")

    def to_python(self, value: Any) -> Any:
        typed_time = super().to_python(value)
        return None if typed_time is None else f"{typed_time:%H:%M}"


class MomentField(forms.DateTimeField):
    """A date and a time of day in the club's zone, to the minute. In the hour that comes twice at
    the end of summer time it is the first of the two moments, as for all times of day that are read
    here; the second one, which a program may have stored, is shown by the same text.
    """

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def __init__(self, **given: Any) -> None:
        # Moments at the ends of the calendar have no time in other zones.
        bounds = [MinValueValidator(FIRST_MOMENT), MaxValueValidator(LAST_MOMENT)]
        super().__init__(validators=bounds, **given)

    def to_python(self, value: Any) -> datetime | None:
        try:
            return super().to_python(value)
        except ValidationError as error:
            if error.code != "ambiguous_timezone":
                raise
            # Django names the time that it cannot interpret.
            params = error.params or {}
        typed_time: datetime = params["datetime"]
        moment = typed_time.replace(tzinfo=get_current_timezone(), fold=0)
        # A time that the clocks leave out in spring becomes another one, and would be shown so.
        if make_naive(moment.astimezone(UTC)) != typed_time:
            raise ValidationError(
                _("There is no such time on this day: the clocks go forward by an hour.")
            )
        return moment


class PlayerNameField(FreeTextFormField):
    """A full name. First name and surname are stored separately, each with its own limit."""

    def __init__(self, **given: Any) -> None:
        super().__init__(max_length=3 * LONGEST_PERSON_NAME, **given)

    def validate(self, value: Any) -> None:
        super().validate(value)
        if read_name(value or "").is_too_long:
            raise ValidationError(
                _("First name and surname have %(most)s characters each at most."),
                params={"most": LONGEST_PERSON_NAME},
            )
