"""A form made from a JSON schema: the fields of a hand record or a claim of any game.

A pair of numbers becomes a field for each side; a list of items becomes rows of fields; a side, a
seat, a suit or a card becomes a choice. All else is a number.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from rules.cards import DECK
from wording.cards import word_card
from wording.games import FieldWords, find_game_words
from wording.numbers import name_suit

Schema: TypeAlias = Mapping[str, Any]
"""A JSON schema of pydantic, as a whole or of one field."""

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
        self.names = names
        self.words = find_game_words(game).fields
        models = schema.get("$defs", {})
        self.schema: dict[str, Schema] = {}
        for name, field_schema in schema["properties"].items():
            self.schema[name] = _simplify(field_schema, models)
        self.required = frozenset(schema.get("required", ()))
        self.first = tuple(show or self.schema)
        for name, field_schema in self.schema.items():
            self._add_fields(name, field_schema)
        for name, value in (record or {}).items():
            self.initial.update(_list_filled_fields(name, value))

    def _add_fields(self, name: str, schema: Schema) -> None:
        if "prefixItems" in schema:
            for side, item in enumerate(schema["prefixItems"]):
                label = self.names.sides[side]
                self.fields[f"{name}_{side}"] = _make_number_field(_simplify(item), label)
        elif _is_list(schema):
            for prefix in _list_row_prefixes(name):
                for item_name, item in _find_item_fields(schema).items():
                    # An empty row is no item; ``clean`` checks that a begun row is complete.
                    self.fields[f"{prefix}_{item_name}"] = self._make_field(
                        item_name, item, required=False, widget=forms.Select
                    )
        else:
            self.fields[name] = self._make_field(name, schema, required=name in self.required)

    def _make_field(
        self,
        name: str,
        schema: Schema,
        *,
        required: bool,
        widget: type[forms.Widget] | None = None,
    ) -> forms.Field:
        words = self._find_words(name)
        choices = self._list_choices(words, schema)
        if not choices:
            return _make_number_field(schema, str(words.label), str(words.help), required=required)
        if not required:
            choices = [("", words.nothing), *choices]
        if widget is None:
            widget = forms.RadioSelect if schema.get("format") == "side" else forms.Select
        return forms.ChoiceField(
            label=str(words.label),
            help_text=str(words.help),
            choices=choices,
            required=required,
            widget=widget,
        )

    def _find_words(self, name: str) -> FieldWords:
        return self.words.get(name) or FieldWords(name)

    def _list_choices(self, words: FieldWords, schema: Schema) -> list[tuple[Any, str | Promise]]:
        """The possible values of a field, each in words; empty for a number."""
        kind = schema.get("format")
        if kind == "side":
            return list(enumerate(self.names.sides))
        if kind == "seat":
            return list(enumerate(self.names.seats))
        if kind == "suit":
            return [(suit, name_suit(suit)) for suit in schema["enum"]]
        if kind == "card":
            return [(card, word_card(card)) for card in DECK]
        if schema.get("type") == "boolean":
            # A game may have its own words for yes and no.
            return [(value, words.choices.get(value) or word) for value, word in YES_OR_NO.items()]
        return [(value, words.choices.get(value, value)) for value in schema.get("enum", ())]

    def build_data(self) -> dict[str, Any]:
        """The typed values as the model takes them; fields left empty are left out."""
        data = {}
        for name, schema in self.schema.items():
            value: Any
            if "prefixItems" in schema:
                # Half a pair is kept: where the sum is fixed, the rescue page completes it.
                pair = [self.cleaned_data.get(f"{name}_{side}") for side in (0, 1)]
                value = None if pair == [None, None] else pair
            elif _is_list(schema):
                rows = [self._parse_row(prefix, schema) for prefix in _list_row_prefixes(name)]
                value = [row for row in rows if row] or None
            else:
                value = _convert_choice(self.cleaned_data.get(name), schema)
            if value is not None:
                data[name] = value
        return data

    def _parse_row(self, prefix: str, schema: Schema) -> dict[str, Any]:
        item = {}
        for name, item_schema in _find_item_fields(schema).items():
            value = _convert_choice(self.cleaned_data.get(f"{prefix}_{name}"), item_schema)
            if value is not None:
                item[name] = value
        return item

    def clean(self) -> dict[str, Any]:
        """Rejects rows of a list that are begun but not complete."""
        cleaned = super().clean() or {}
        for name, schema in self.schema.items():
            if not _is_list(schema):
                continue
            required = set(schema["items"].get("required", ()))
            for prefix in _list_row_prefixes(name):
                item = self._parse_row(prefix, schema)
                if not item:
                    continue
                for missing in required - item.keys():
                    self.add_error(f"{prefix}_{missing}", _("This is missing in this row."))
        return cleaned

    @property
    def at_once(self) -> list["FieldGroup"]:
        """The fields of the smallest record."""
        return [self._make_group(name) for name in self.first if name in self.schema]

    @property
    def more(self) -> list["FieldGroup"]:
        """The optional fields, which the page shows on request."""
        return [self._make_group(name) for name in self.schema if name not in self.first]

    @property
    def more_is_used(self) -> bool:
        """Whether one of the optional fields has a value or an error."""
        fields = (field for group in self.more for field in group.fields)
        if not self.is_bound:
            # A form that was not sent shows a record that is corrected.
            return any(field.initial not in (None, "") for field in fields)
        return any(field.data or field.errors for field in fields)

    def _make_group(self, name: str) -> "FieldGroup":
        words, schema = self._find_words(name), self.schema[name]
        if "prefixItems" in schema:
            items = schema["prefixItems"]
            fields = [self[f"{name}_{side}"] for side in range(len(items))]
            # The points of a hand are divided, so the most for one side is the sum of both.
            return FieldGroup(words, fields, _simplify(items[0]).get("maximum"))
        if _is_list(schema):
            fields, rows = [], []
            for prefix in _list_row_prefixes(name):
                row = [self[f"{prefix}_{item}"] for item in _find_item_fields(schema)]
                fields += row
                rows.append(row)
            return FieldGroup(words, fields, None, rows)
        return FieldGroup(words, [self[name]], None)


@dataclass(frozen=True)
class FieldGroup:
    """One question of the form: a field, or one for each side whose numbers add up to ``total``,
    or the rows of a list."""

    words: FieldWords
    fields: list[forms.BoundField]
    total: int | None
    rows: list[list[forms.BoundField]] = field(default_factory=list)

    @property
    def is_pair(self) -> bool:
        return self.total is not None


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


def _simplify(schema: Schema, models: Mapping[str, Schema] | None = None) -> Schema:
    """The schema of a field without the alternative null, and with the model of a list's items in
    place of the reference to it."""
    for alternative in schema.get("anyOf", ()):
        # An optional field is "this or null"; an empty field of the form stands for null.
        if alternative.get("type") != "null":
            return dict(alternative)
    reference = str(schema.get("items", {}).get("$ref", ""))
    model = reference.rpartition("/")[2]
    return {**schema, "items": (models or {})[model]} if model else schema


def _is_list(schema: Schema) -> bool:
    """Whether the values are lists of objects: rows of fields."""
    return "properties" in schema.get("items", {})


def _list_row_prefixes(name: str) -> list[str]:
    """How the names of the fields of each row of a list begin."""
    return [f"{name}_{row}" for row in range(MOST_ITEMS)]


def _find_item_fields(schema: Schema) -> dict[str, Schema]:
    """The fields of a list's items, simplified, by name."""
    return {name: _simplify(item) for name, item in schema["items"]["properties"].items()}


def _convert_choice(value: Any, schema: Schema) -> Any:
    """A choice in the type of the model; None where nothing was chosen."""
    if value in ("", None):
        return None
    if schema.get("type") == "boolean":
        return value == "true"
    return int(value) if schema.get("type") == "integer" else value


def _make_number_field(
    schema: Schema, label: str, help_text: str = "", *, required: bool = False
) -> forms.Field:
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        required=required,
        min_value=schema.get("minimum"),
        max_value=schema.get("maximum"),
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
