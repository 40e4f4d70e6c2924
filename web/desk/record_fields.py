"""The properties of a JSON schema as fields of a form: one class for each kind of property."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from django import forms
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from rules.cards import DECK
from wording.cards import word_card
from wording.games import FieldWords
from wording.numbers import name_suit

Schema: TypeAlias = Mapping[str, Any]
"""A JSON schema of pydantic, as a whole or of one property."""

MOST_ITEMS = 6
"""Rows of a list on the page: four marriages, a mariannino, a mariannone."""
YES_OR_NO = {
    "true": pgettext_lazy("so it was", "Yes"),
    "false": pgettext_lazy("so it was not", "No"),
}


@dataclass(frozen=True)
class Names:
    """The names of the sides, and of the seats in playing order."""

    sides: Sequence[str]
    seats: Sequence[str] = field(default_factory=tuple)


@dataclass(frozen=True)
class FieldGroup:
    """One question of the form: a field, or one for each side whose numbers add up to ``total``,
    or the rows of a list."""

    words: FieldWords
    fields: list[forms.BoundField]
    total: int | None = None
    rows: list[list[forms.BoundField]] = field(default_factory=list)

    @property
    def is_pair(self) -> bool:
        return self.total is not None


@dataclass(frozen=True)
class RecordField(ABC):
    """A property of the schema, as the form asks for it. ``words``: its label, help and choices."""

    name: str
    schema: Schema
    words: FieldWords
    names: Names
    is_required: bool = False

    @property
    def total(self) -> int | None:
        """The sum of a pair of numbers, where it is fixed; None for everything else."""
        return None

    @abstractmethod
    def make_fields(self) -> Iterator[tuple[str, forms.Field]]:
        """The fields of the form, each with its name there."""

    @abstractmethod
    def read_value(self, data: Mapping[str, Any]) -> Any:
        """The value as the model takes it, from the cleaned data of the form; None if it is left
        empty."""

    @abstractmethod
    def make_group(self, form: forms.Form) -> FieldGroup:
        """Its fields on the page."""

    def list_missing(self, data: Mapping[str, Any]) -> Iterator[str]:
        """The fields that are empty, but must not be as others are filled in."""
        yield from ()


class ValueField(RecordField):
    """One value: a side, a seat, a suit, a card or one of a few words is a choice; all else is a
    number."""

    def make_fields(self) -> Iterator[tuple[str, forms.Field]]:
        widget: type[forms.Widget] = forms.Select
        if self.schema.get("format") == "side":
            widget = forms.RadioSelect
        yield self.name, self.make_field(widget)

    def make_field(self, widget: type[forms.Widget]) -> forms.Field:
        """``widget``: of a choice."""
        label, help_text = str(self.words.label), str(self.words.help)
        choices = self.choices
        if not choices:
            return make_number_field(self.schema, label, help_text, required=self.is_required)
        if not self.is_required:
            choices = [("", self.words.nothing), *choices]
        return forms.ChoiceField(
            label=label,
            help_text=help_text,
            choices=choices,
            required=self.is_required,
            widget=widget,
        )

    @property
    def choices(self) -> list[tuple[Any, str | Promise]]:
        """The possible values, each in words; empty for a number."""
        kind = self.schema.get("format")
        if kind == "side":
            return list(enumerate(self.names.sides))
        if kind == "seat":
            return list(enumerate(self.names.seats))
        if kind == "suit":
            return [(suit, name_suit(suit)) for suit in self.schema["enum"]]
        if kind == "card":
            return [(card, word_card(card)) for card in DECK]
        words = self.words.choices
        if self.schema.get("type") == "boolean":
            # A game may have its own words for yes and no.
            return [(value, words.get(value) or word) for value, word in YES_OR_NO.items()]
        return [(value, words.get(value, value)) for value in self.schema.get("enum", ())]

    def read_value(self, data: Mapping[str, Any]) -> Any:
        value, kind = data.get(self.name), self.schema.get("type")
        if value in ("", None):
            return None
        if kind == "boolean":
            return value == "true"
        if kind == "integer":
            return int(value)
        return value

    def make_group(self, form: forms.Form) -> FieldGroup:
        return FieldGroup(self.words, [form[self.name]])


class PairField(RecordField):
    """A number for each side."""

    @property
    def total(self) -> int | None:
        # The points of a hand are divided, so the most for one side is the sum of both.
        maximum: int | None = simplify_schema(self.schema["prefixItems"][0]).get("maximum")
        return maximum

    @property
    def field_names(self) -> list[str]:
        """The names of the two fields."""
        return [f"{self.name}_{side}" for side in range(len(self.schema["prefixItems"]))]

    def make_fields(self) -> Iterator[tuple[str, forms.Field]]:
        items = self.schema["prefixItems"]
        sides = self.names.sides[: len(items)]
        for field_name, item, side in zip(self.field_names, items, sides, strict=True):
            yield field_name, make_number_field(simplify_schema(item), side)

    def read_value(self, data: Mapping[str, Any]) -> Any:
        pair = [data.get(field_name) for field_name in self.field_names]
        # Half a pair is kept: where the sum is fixed, the rescue page completes it.
        if all(points is None for points in pair):
            return None
        return pair

    def make_group(self, form: forms.Form) -> FieldGroup:
        fields = [form[field_name] for field_name in self.field_names]
        return FieldGroup(self.words, fields, self.total)


@dataclass(frozen=True)
class ListField(RecordField):
    """A list of objects: a row of fields for each. ``words_of_items``: by property of the items."""

    words_of_items: Mapping[str, FieldWords] = field(default_factory=dict)

    @property
    def rows(self) -> Iterator[Mapping[str, ValueField]]:
        """The fields of each row, by property of the items."""
        for number in range(MOST_ITEMS):
            row: dict[str, ValueField] = {}
            for name, schema in self.schema["items"]["properties"].items():
                words = self.words_of_items.get(name) or FieldWords(name)
                # An empty row is no item; ``list_missing`` finds rows that are not complete.
                row[name] = ValueField(
                    f"{self.name}_{number}_{name}", simplify_schema(schema), words, self.names
                )
            yield row

    def make_fields(self) -> Iterator[tuple[str, forms.Field]]:
        for row in self.rows:
            for item_field in row.values():
                yield item_field.name, item_field.make_field(forms.Select)

    def read_value(self, data: Mapping[str, Any]) -> Any:
        items = [_read_item(row, data) for row in self.rows]
        return [item for item in items if item] or None

    def list_missing(self, data: Mapping[str, Any]) -> Iterator[str]:
        required = self.schema["items"].get("required", ())
        for row in self.rows:
            item = _read_item(row, data)
            for name in required:
                if item and name not in item:
                    yield row[name].name

    def make_group(self, form: forms.Form) -> FieldGroup:
        group = FieldGroup(self.words, [])
        for row in self.rows:
            bound_fields = [form[item_field.name] for item_field in row.values()]
            group.rows.append(bound_fields)
            group.fields.extend(bound_fields)
        return group


def _read_item(row: Mapping[str, ValueField], data: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a row, without those that are left empty."""
    item = {}
    for name, item_field in row.items():
        value = item_field.read_value(data)
        if value is not None:
            item[name] = value
    return item


def make_record_fields(
    schema: Schema, words: Mapping[str, FieldWords], names: Names
) -> Iterator[RecordField]:
    """The properties of a model's schema, each with the words of its name."""
    models = schema.get("$defs", {})
    required = schema.get("required", ())
    for name, property_schema in schema["properties"].items():
        simple = simplify_schema(property_schema, models)
        name_words = words.get(name) or FieldWords(name)
        if "prefixItems" in simple:
            yield PairField(name, simple, name_words, names)
        elif "properties" in simple.get("items", {}):
            yield ListField(name, simple, name_words, names, words_of_items=words)
        else:
            yield ValueField(name, simple, name_words, names, is_required=name in required)


def simplify_schema(schema: Schema, models: Mapping[str, Schema] | None = None) -> Schema:
    """The schema of a property without the alternative null, and with the model of a list's items
    in place of the reference to it."""
    for alternative in schema.get("anyOf", ()):
        # An optional field is "this or null"; an empty field of the form stands for null.
        if alternative.get("type") != "null":
            return dict(alternative)
    reference = str(schema.get("items", {}).get("$ref", ""))
    model = reference.rpartition("/")[2]
    if not model:
        return schema
    return {**schema, "items": (models or {})[model]}


def make_number_field(
    schema: Schema, label: str, help_text: str = "", *, required: bool = False
) -> forms.Field:
    """A whole number within the bounds of the schema."""
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        required=required,
        min_value=schema.get("minimum"),
        max_value=schema.get("maximum"),
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
