"""A form made from a schema: fields of a hand record or a claim, whatever the game.

A pair of numbers becomes a field a side; a side, a seat or a suit becomes a choice of names.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from rules.cards import DECK
from wording.cards import card_word
from wording.games import FieldWords, words_of
from wording.numbers import suit_name

MOST_ITEMS = 6
"""Rows of a list that stand on a page: four marriages, a mariannino, a mariannone."""
YES_OR_NO = {
    "true": pgettext_lazy("so it was", "Yes"),
    "false": pgettext_lazy("so it was not", "No"),
}


@dataclass(frozen=True)
class Names:
    """Who sits where: the names of the sides, and of the seats in playing order."""

    sides: Sequence[str]
    seats: Sequence[str] = field(default_factory=tuple)


class SchemaForm(forms.Form):
    """The fields that ``show`` names, of a model's JSON schema; filled in with a ``record``."""

    def __init__(
        self,
        schema: Mapping[str, Any],
        game: str,
        names: Names,
        *args: Any,
        show: Sequence[str] | None = None,
        record: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.names = names
        self.words = words_of(game).fields
        models = schema.get("$defs", {})
        self.schema = {name: _plain(one, models) for name, one in schema["properties"].items()}
        self.required = frozenset(schema.get("required", ()))
        self.first = tuple(show or self.schema)
        for name, one in self.schema.items():
            self._add(name, one)
        for name, value in (record or {}).items():
            self.initial.update(_list_filled_fields(name, value))

    def _add(self, name: str, schema: Mapping[str, Any]) -> None:
        required = name in self.required
        if "prefixItems" in schema:
            for side, item in enumerate(schema["prefixItems"]):
                self.fields[f"{name}_{side}"] = _make_number_field(
                    _plain(item), self.names.sides[side]
                )
        elif "properties" in schema.get("items", {}):
            for row, (field, item) in product(range(MOST_ITEMS), _items_of(schema)):
                self.fields[f"{name}_{row}_{field}"] = self._field(
                    field, item, required=False, widget=forms.Select
                )
        else:
            self.fields[name] = self._field(name, schema, required=required)

    def _field(
        self,
        name: str,
        schema: Mapping[str, Any],
        *,
        required: bool,
        widget: type[forms.Select] | None = None,
    ) -> forms.Field:
        words = self._words(name)
        choices = self._choices(words, schema)
        if not choices:
            return _make_number_field(schema, str(words.label), str(words.help), required=required)
        return forms.ChoiceField(
            label=str(words.label),
            help_text=str(words.help),
            choices=choices if required else [("", words.nothing), *choices],
            required=required,
            widget=widget
            or (forms.RadioSelect if schema.get("format") == "side" else forms.Select),
        )

    def _words(self, name: str) -> FieldWords:
        return self.words.get(name) or FieldWords(name)

    def _choices(
        self, words: FieldWords, schema: Mapping[str, Any]
    ) -> list[tuple[Any, str | Promise]]:
        """The values that a field can have, each in words; nothing for a number."""
        kind = schema.get("format")
        if kind in ("side", "seat"):
            names = self.names.sides if kind == "side" else self.names.seats
            return list(enumerate(names))
        if kind == "suit":
            return [(suit, suit_name(suit)) for suit in schema["enum"]]
        if kind == "card":
            return [(card, card_word(card)) for card in DECK]
        if schema.get("type") == "boolean":
            return [(value, words.choices.get(value) or said) for value, said in YES_OR_NO.items()]
        return [(value, words.choices.get(value, value)) for value in schema.get("enum", ())]

    def data_of(self) -> dict[str, Any]:
        """What was typed, in the form of the model; what was left empty is left out."""
        data = {name: self._value(name, schema) for name, schema in self.schema.items()}
        return {name: value for name, value in data.items() if value is not None}

    def _value(self, name: str, schema: Mapping[str, Any]) -> Any:
        if "prefixItems" in schema:
            pair = [self.cleaned_data.get(f"{name}_{side}") for side in (0, 1)]
            return None if pair == [None, None] else pair
        if "properties" in schema.get("items", {}):
            rows = (self._row(f"{name}_{row}", schema) for row in range(MOST_ITEMS))
            return [row for row in rows if row] or None
        return _convert_choice(self.cleaned_data.get(name), schema)

    def _row(self, prefix: str, schema: Mapping[str, Any]) -> dict[str, Any]:
        fields = {
            field: _convert_choice(self.cleaned_data.get(f"{prefix}_{field}"), item)
            for field, item in _items_of(schema)
        }
        return {field: value for field, value in fields.items() if value is not None}

    def clean(self) -> dict[str, Any]:
        """A row of a list that is begun says all that it must."""
        cleaned = super().clean() or {}
        for name, schema in self.schema.items():
            items = schema.get("items", {})
            for row in range(MOST_ITEMS if "properties" in items else 0):
                begun = self._row(f"{name}_{row}", schema)
                for missing in set(items.get("required", ())) - begun.keys() if begun else ():
                    self.add_error(f"{name}_{row}_{missing}", _("This is missing in this row."))
        return cleaned

    @property
    def at_once(self) -> list["FieldGroup"]:
        """The fields of the smallest record."""
        return [self._group(name) for name in self.first if name in self.schema]

    @property
    def more(self) -> list["FieldGroup"]:
        """All that more may be written."""
        return [self._group(name) for name in self.schema if name not in self.first]

    @property
    def more_is_used(self) -> bool:
        """Whether something was typed there, or is wrong there."""
        fields = (field for group in self.more for field in group.fields)
        if not self.is_bound:
            return any(field.initial not in (None, "") for field in fields)
        return any(field.data or field.errors for field in fields)

    def _group(self, name: str) -> "FieldGroup":
        schema = self.schema[name]
        if "prefixItems" in schema:
            fields = [self[f"{name}_{side}"] for side in range(len(schema["prefixItems"]))]
            total = _plain(schema["prefixItems"][0]).get("maximum")
            return FieldGroup(self._words(name), fields, total)
        if "properties" in schema.get("items", {}):
            names = [field for field, _item in _items_of(schema)]
            rows = [[self[f"{name}_{row}_{field}"] for field in names] for row in range(MOST_ITEMS)]
            return FieldGroup(
                self._words(name), [field for row in rows for field in row], None, rows
            )
        return FieldGroup(self._words(name), [self[name]], None)


@dataclass(frozen=True)
class FieldGroup:
    """One thing that is asked: a field, or one a side whose numbers make ``total``, or the rows of
    a list."""

    words: FieldWords
    fields: list[forms.BoundField]
    total: int | None
    rows: list[list[forms.BoundField]] = field(default_factory=list)

    @property
    def is_pair(self) -> bool:
        return self.total is not None


def _list_filled_fields(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a value of a record: one, one a side, or a row an item of a list."""
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from _list_filled_fields(f"{name}_{number}", item)
    elif isinstance(value, Mapping):
        for field_name, item in value.items():
            yield from _list_filled_fields(f"{name}_{field_name}", item)
    elif value is not None:
        yield name, str(value).lower() if isinstance(value, bool) else value


def _plain(
    schema: Mapping[str, Any], models: Mapping[str, Mapping[str, Any]] | None = None
) -> Mapping[str, Any]:
    """A schema without its "or nothing", the model of a list's items in its place."""
    for one in schema.get("anyOf", ()):
        if one.get("type") != "null":
            return dict(one)
    model = str(schema.get("items", {}).get("$ref", "")).rpartition("/")[2]
    return {**schema, "items": (models or {})[model]} if model else schema


def _items_of(schema: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """The fields of a list's items, without their "or nothing"."""
    return [(name, _plain(one)) for name, one in schema["items"]["properties"].items()]


def _convert_choice(value: Any, schema: Mapping[str, Any]) -> Any:
    """A choice in the type of the model; None where nothing was chosen."""
    if value in ("", None):
        return None
    if schema.get("type") == "boolean":
        return value == "true"
    return int(value) if schema.get("type") == "integer" else value


def _make_number_field(
    schema: Mapping[str, Any], label: str, help_text: str = "", *, required: bool = False
) -> forms.Field:
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        required=required,
        min_value=schema.get("minimum"),
        max_value=schema.get("maximum"),
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
