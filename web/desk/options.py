"""A form made from options, of a rulebook or of a format of play: label, help and choices from
their words, bounds and defaults from their schema."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from kernel.models import Frozen
from web.fields import FreeTextFormField
from wording.games import OptionWords

NUMBERS = r"^ *\d{1,4}( *, *\d{1,4})* *$"


class OptionsForm(forms.Form):
    """One field an option. ``chosen`` gives what differs from the defaults."""

    def __init__(
        self,
        model: type[Frozen],
        words: Mapping[str, OptionWords],
        *,
        prefix: str,
        most_used: Sequence[str] = (),
        only: Sequence[str] = (),
        data: Any = None,
        initial: Mapping[str, Any] | None = None,
        defaults: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, prefix=prefix, initial=_as_typed(initial or {}))
        self.words, self.most_used = words, most_used
        properties = model.model_json_schema().get("properties", {})
        self.schema: Mapping[str, Any] = {
            name: {**_one_of(schema), **_describe_default(name, defaults or {})}
            for name, schema in properties.items()
            if not only or name in only
        }
        for name, schema in self.schema.items():
            if "const" not in schema:
                self.fields[name] = self._field(name, schema)

    def _field(self, name: str, schema: Mapping[str, Any]) -> forms.Field:
        words = self.words[name]
        common: dict[str, Any] = {
            "label": words.label,
            "help_text": words.help,
            "required": False,
        }
        initial = schema.get("default")
        if schema.get("type") == "boolean":
            return forms.BooleanField(initial=initial, **common)
        if "enum" in schema:
            choices = [(value, words.choices.get(str(value), value)) for value in schema["enum"]]
            return forms.ChoiceField(choices=choices, initial=initial, **common)
        if schema.get("type") == "integer":
            bounds: dict[str, Any] = {
                "min_value": schema.get("minimum"),
                "max_value": schema.get("maximum"),
            }
            return forms.IntegerField(initial=initial, **bounds, **common)
        if schema.get("type") == "string":
            return _text_field(schema, common)
        listed = ", ".join(map(str, initial or ()))
        if _holds_numbers(schema):
            return forms.RegexField(NUMBERS, initial=listed, max_length=80, **common)
        return FreeTextFormField(initial=listed, max_length=400, **common)

    def chosen(self) -> dict[str, Any]:
        """The options of the document: only what differs from the defaults."""
        return {
            name: value
            for name in self.schema
            if (value := self._value(name)) != self.schema[name].get("default")
        }

    def _value(self, name: str) -> Any:
        value, schema = self.cleaned_data.get(name), self.schema[name]
        if schema.get("type") == "array":
            words = [word.strip() for word in (value or "").split(",") if word.strip()]
            return list(map(int, words)) if _holds_numbers(schema) else words
        if value in (None, ""):
            return schema.get("default")
        if schema.get("type") == "integer" or "enum" in schema:
            return next((each for each in schema.get("enum", ()) if str(each) == value), value)
        return value

    @property
    def first(self) -> list[forms.BoundField]:
        """The fields that are asked at once."""
        return [self[name] for name in self.most_used if name in self.fields]

    @property
    def more(self) -> list[forms.BoundField]:
        """The house rules."""
        return [self[name] for name in self.fields if name not in self.most_used]


def _text_field(schema: Mapping[str, Any], common: dict[str, Any]) -> forms.Field:
    if "pattern" in schema:
        return forms.RegexField(schema["pattern"], max_length=80, **common)
    return FreeTextFormField(max_length=schema.get("maxLength", 400), **common)


def _as_typed(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
        for name, value in values.items()
    }


def _describe_default(name: str, defaults: Mapping[str, Any]) -> Mapping[str, Any]:
    """What is meant where nothing is chosen, if it is not what the model says."""
    return {"default": defaults[name]} if name in defaults else {}


def _one_of(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """A schema that may be nothing as what it is otherwise: the field can be left empty."""
    others = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    return {**schema, **others[0]} if others else schema


def _holds_numbers(schema: Mapping[str, Any]) -> bool:
    """Whether a list is one of numbers."""
    items = schema.get("prefixItems") or [schema.get("items", {})]
    return bool(items) and all(item.get("type") == "integer" for item in items)
