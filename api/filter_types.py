"""The kinds of filters: what of a query each of them reads."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from django import forms
from django.db.models import QuerySet
from django_filters import rest_framework as filters

from api.fields import LARGEST_ID
from api.reading import is_number
from tournaments.models import Event
from tournaments.selectors.stages.stages import has_group


class DigitsField(forms.IntegerField):
    """A whole number in ASCII digits."""

    def to_python(self, value: Any) -> int | None:
        if value not in self.empty_values and not is_number(value):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        number: int | None = super().to_python(value)
        return number


class IdFilter(filters.NumberFilter):  # type: ignore[misc]
    """A filter by the id of a row: a whole number that a database knows."""

    field_class = DigitsField

    def __init__(self, field_name: str | None = None, **more: Any) -> None:
        super().__init__(field_name, min_value=1, max_value=LARGEST_ID, **more)


class RowFilter(IdFilter):
    """A filter that names a row of the event. One that is not there is a 404, as at an address of
    its own: an empty list would say that nothing belongs to it.

    ``rows``: where it is looked for; ``by``: what names it.
    """

    def __init__(
        self,
        field_name: str | None = None,
        *,
        rows: Callable[[Event], QuerySet[Any]],
        by: str = "pk",
        **more: Any,
    ) -> None:
        super().__init__(field_name, **more)
        self.rows = rows
        self.by = by

    def is_there(self, event: Event, value: int, others: Mapping[str, Any]) -> bool:
        """Whether the event has the row. ``others``: the values of all filters."""
        return self.rows(event).filter(**{self.by: value}).exists()


class GroupFilter(RowFilter):
    """A group by its number: of the stage that is named beside it, or of any stage."""

    def __init__(self, field_name: str) -> None:
        super().__init__(field_name, rows=lambda event: event.stages.all())

    def is_there(self, event: Event, value: int, others: Mapping[str, Any]) -> bool:
        stages = self.rows(event)
        if others.get("stage") is not None:
            stages = stages.filter(pk=others["stage"])
        return has_group(event, stages, value)


class IsoDateFilter(filters.DateFilter):  # type: ignore[misc]
    """A date as ``2026-12-13``, whatever the language of the reader."""

    def __init__(self, field_name: str, lookup_expr: str) -> None:
        super().__init__(field_name, lookup_expr, input_formats=["%Y-%m-%d"])


class OffsetMomentField(forms.Field):
    """A moment with its offset, as ``2026-12-13T20:30:00+01:00``. Without an offset it is refused:
    nobody can say which zone was meant."""

    default_error_messages = {"invalid": "Not a moment with its offset."}

    def to_python(self, value: Any) -> datetime | None:
        if value in self.empty_values:
            return None
        try:
            moment = datetime.fromisoformat(value)
            if moment.tzinfo is not None:
                return moment.astimezone(UTC)
        except (ValueError, OverflowError):
            # Near the ends of the calendar a moment may have no date in UTC.
            pass
        raise forms.ValidationError(self.error_messages["invalid"], code="invalid")


class MomentFilter(filters.IsoDateTimeFilter):  # type: ignore[misc]
    """A moment with its offset."""

    field_class = OffsetMomentField


class TruthField(forms.Field):
    """``true`` or ``false``, also as 1 or 0."""

    default_error_messages = {"invalid": "Neither true nor false."}
    values: Final = {"true": True, "false": False, "1": True, "0": False}

    def to_python(self, value: Any) -> bool | None:
        if value in self.empty_values:
            return None
        if value.lower() not in self.values:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return self.values[value.lower()]


class TruthFilter(filters.BooleanFilter):  # type: ignore[misc]
    """``true`` or ``false``. A BooleanFilter ignores what it cannot read."""

    field_class = TruthField

    def __init__(self, **options: Any) -> None:
        # The widget of the library makes None, which does not filter, of what it does not know.
        super().__init__(widget=forms.TextInput, **options)


UPDATED_SINCE: Final = (
    "Only what may have changed since that moment, given with its offset. Ask with the moment of "
    "the last request less some seconds, so that a change that was being written is not missed."
)

LONGEST_SEARCH = 120


class TextFilter(filters.CharFilter):  # type: ignore[misc]
    """A text to look for. The form refuses NUL by itself."""

    def __init__(self, field_name: str | None = None, **more: Any) -> None:
        super().__init__(field_name, max_length=LONGEST_SEARCH, **more)
