"""Serializer fields that read JSON strictly: a number is no text, and a text is no number."""

import unicodedata
from abc import abstractmethod
from datetime import UTC, date, datetime
from typing import Any, ClassVar, Final

from rest_framework import serializers

from database.text import strip_invisible

FIRST_DATE: Final = date(2000, 1, 1)
LAST_DATE: Final = date(2100, 12, 31)
LARGEST_ID: Final = 2**63 - 1


class StrictIntegerField(serializers.IntegerField):
    """A whole number; ``"5"``, ``5.0`` and ``true`` are refused."""

    def to_internal_value(self, data: Any) -> int:
        # In Python, True and False are integers.
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return data


class IdField(StrictIntegerField):
    """The id of a row, as large as a database knows them."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=LARGEST_ID, **options)


class StrictBooleanField(serializers.BooleanField):
    """``true`` or ``false``, and nothing else."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class PlainCharField(serializers.CharField):
    """A text without control characters (refused) and invisible ones (left out)."""

    default_error_messages = {"control_character": "This text contains a control character."}
    has_lines: ClassVar[bool] = False
    """Whether the text may have several lines."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        text = data.strip()
        given_lines = [text]
        if self.has_lines:
            given_lines = text.splitlines()
        lines: list[str] = []
        for line in given_lines:
            visible_text = strip_invisible(line)
            has_control = any(unicodedata.category(character) == "Cc" for character in line)
            # A line of nothing but invisible characters looks empty and is not: it is refused too.
            if has_control or (line.strip() and not visible_text):
                self.fail("control_character")
            lines.append(visible_text)
        return "\n".join(lines)


class PlainTextField(PlainCharField):
    """A text of several lines, each of them plain."""

    has_lines = True


class StrictChoiceField(serializers.ChoiceField):
    """One of the choices, as it is spelt."""

    def to_internal_value(self, data: Any) -> Any:
        # The framework would also take a number whose text is a choice.
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", input=data)
        return data


class IsoDateField(serializers.DateField):
    """A date as ``2026-12-13``, in the years that a club plays in."""

    default_error_messages = {"date_out_of_range": "This date is out of range."}

    def __init__(self, **options: Any) -> None:
        super().__init__(input_formats=["%Y-%m-%d"], **options)

    def to_internal_value(self, value: Any) -> date:
        if not isinstance(value, str):
            self.fail("invalid", format="YYYY-MM-DD")
        day = super().to_internal_value(value)
        if not FIRST_DATE <= day <= LAST_DATE:
            self.fail("date_out_of_range")
        return day


class IsoMomentField(serializers.DateTimeField):
    """A moment with its offset from UTC, to the minute: people set it."""

    default_error_messages = {"date_out_of_range": "This date is out of range."}

    def to_internal_value(self, value: Any) -> datetime:
        if not isinstance(value, str):
            self.fail("invalid", format="ISO 8601")
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            self.fail("invalid", format="ISO 8601")
        if moment.tzinfo is None:
            self.fail("invalid", format="ISO 8601")
        # At the ends of the calendar there is no time in other zones: the day is checked first.
        if not FIRST_DATE <= moment.date() <= LAST_DATE:
            self.fail("date_out_of_range")
        return moment.astimezone(UTC).replace(second=0, microsecond=0)

    def to_representation(self, value: datetime) -> str:
        return value.isoformat()


class StrictUUIDField(serializers.UUIDField):
    """A UUID as text."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class ObjectField(serializers.DictField):
    """A JSON object of a form that is described elsewhere, such as a document of the notation."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict):
            self.fail("not_a_dict", input_type=type(data).__name__)
        # As it was sent: the domain reads it with the model of the document.
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class DocumentField(ObjectField):
    """A document whose faults are named with those of the other fields.

    ``is_read_with_body``: also where nothing else is wrong; without it the domain names them.
    """

    is_read_with_body = False

    @abstractmethod
    def read_document(self, data: Any) -> object:
        """Reads it as the domain does. Raises Refused, Unreadable."""
