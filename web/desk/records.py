"""A form made from a JSON schema: the fields of a hand record or a claim of any game.

A pair of numbers becomes a field for each side; a list of items becomes rows of fields; a side, a
seat, a suit or a card becomes a choice. All else is a number.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from web.desk.record_fields import FieldGroup, Names, RecordField, Schema, make_record_fields
from wording.games import find_game_words


class SchemaForm(forms.Form):
    """The fields of a model's JSON schema, with the values of a ``record``. The fields that
    ``show`` names come first, the others are optional extras."""

    def __init__(
        self,
        schema: Schema,
        game: str,
        names: Names,
        *args: Any,
        show: Sequence[str] | None = None,
        record: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.record_fields: dict[str, RecordField] = {}
        for record_field in make_record_fields(schema, find_game_words(game).fields, names):
            self.record_fields[record_field.name] = record_field
            self.fields.update(record_field.make_fields())
        self.first = tuple(show or self.record_fields)
        for name, value in (record or {}).items():
            self.initial.update(_list_filled_fields(name, value))

    def build_data(self) -> dict[str, Any]:
        """The typed values as the model takes them; fields left empty are left out."""
        data = {}
        for name, record_field in self.record_fields.items():
            value = record_field.read_value(self.cleaned_data)
            if value is not None:
                data[name] = value
        return data

    def clean(self) -> dict[str, Any]:
        """Rejects rows of a list that are begun but not complete."""
        cleaned = super().clean() or {}
        for record_field in self.record_fields.values():
            # All are found first: an error takes the field out of the cleaned data.
            for missing in list(record_field.list_missing(cleaned)):
                self.add_error(missing, _("This is missing in this row."))
        return cleaned

    @property
    def at_once(self) -> list[FieldGroup]:
        """The fields of the smallest record."""
        return [self._make_group(name) for name in self.first if name in self.record_fields]

    @property
    def more(self) -> list[FieldGroup]:
        """The optional fields, which the page shows on request."""
        return [self._make_group(name) for name in self.record_fields if name not in self.first]

    @property
    def more_is_used(self) -> bool:
        """Whether one of the optional fields has a value or an error."""
        for group in self.more:
            for field in group.fields:
                if self.is_bound and (field.data or field.errors):
                    return True
                # A form that was not sent shows a record that is corrected.
                if not self.is_bound and field.initial not in (None, ""):
                    return True
        return False

    def _make_group(self, name: str) -> FieldGroup:
        return self.record_fields[name].make_group(self)


def _list_filled_fields(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The fields that show a value of a record: one, one for each side, or a row for each item of a
    list. The reverse of ``build_data``."""
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from _list_filled_fields(f"{name}_{number}", item)
    elif isinstance(value, Mapping):
        for field_name, item in value.items():
            yield from _list_filled_fields(f"{name}_{field_name}", item)
    elif isinstance(value, bool):
        yield name, str(value).lower()
    elif value is not None:
        yield name, value
