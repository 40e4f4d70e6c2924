"""A form made from the options of a rulebook or of a format of play: labels, help and choices come
from their words, bounds and defaults from their JSON schema."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from kernel.models import Frozen
from web.fields import FreeTextFormField
from wording.games import OptionWords

NUMBERS = r"^ *\d{1,4}( *, *\d{1,4})* *$"


class OptionsForm(forms.Form):
    """One field for each option. ``get_options`` gives what differs from the defaults."""

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
        typed_initial = {name: _join_list(value) for name, value in (initial or {}).items()}
        super().__init__(data, prefix=prefix, initial=typed_initial)
        self.words, self.most_used = words, most_used
        self.schema: dict[str, Mapping[str, Any]] = {}
        for name, schema in model.model_json_schema().get("properties", {}).items():
            if only and name not in only:
                continue
            option_schema = dict(schema)
            # An optional value may also be null, which the empty field stands for.
            for alternative in schema.get("anyOf", ()):
                if alternative.get("type") != "null":
                    option_schema.update(alternative)
                    break
            if defaults and name in defaults:
                # A format may have its own default for an option of a general model.
                option_schema["default"] = defaults[name]
            self.schema[name] = option_schema
        for name, schema in self.schema.items():
            # An option with one possible value leaves nothing to choose.
            if "const" not in schema:
                self.fields[name] = self._make_field(name, schema)

    def _make_field(self, name: str, schema: Mapping[str, Any]) -> forms.Field:
        words = self.words[name]
        common: dict[str, Any] = {
            "label": words.label,
            "help_text": words.help,
            "required": False,
        }
        # The default is typed in: an option that is left as it is does not differ from it.
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
            return _make_text_field(schema, common)
        # A list is typed as text, with commas between its items.
        joined = _join_list(initial or ())
        if _holds_numbers(schema):
            return forms.RegexField(NUMBERS, initial=joined, max_length=80, **common)
        return FreeTextFormField(initial=joined, max_length=400, **common)

    def get_options(self) -> dict[str, Any]:
        """The options as a document stores them: only what differs from the defaults."""
        options = {}
        for name, schema in self.schema.items():
            value = self._parse_value(name)
            if value != schema.get("default"):
                options[name] = value
        return options

    def differ_from(self, options: Mapping[str, Any]) -> bool:
        """Whether what was sent says other options than a document, which may leave out what is the
        default."""
        for name, schema in self.schema.items():
            if self._parse_value(name) != options.get(name, schema.get("default")):
                return True
        return False

    def _parse_value(self, name: str) -> Any:
        value, schema = self.cleaned_data.get(name), self.schema[name]
        if schema.get("type") == "array":
            items = [item.strip() for item in (value or "").split(",") if item.strip()]
            if _holds_numbers(schema):
                return list(map(int, items))
            return items
        if value in (None, ""):
            return schema.get("default")
        # A choice is posted as text; the document has the value itself, which may be a number.
        for option in schema.get("enum", ()):
            if str(option) == value:
                return option
        return value

    @property
    def first(self) -> list[forms.BoundField]:
        """The most used fields, which the page always shows."""
        return [self[name] for name in self.most_used if name in self.fields]

    @property
    def more(self) -> list[forms.BoundField]:
        """All other fields."""
        return [self[name] for name in self.fields if name not in self.most_used]


def _make_text_field(schema: Mapping[str, Any], common: dict[str, Any]) -> forms.Field:
    if "pattern" in schema:
        return forms.RegexField(schema["pattern"], max_length=80, **common)
    return FreeTextFormField(max_length=schema.get("maxLength", 400), **common)


def _join_list(value: Any) -> Any:
    """A list as it is typed, with commas; any other value as it is."""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return value


def _holds_numbers(schema: Mapping[str, Any]) -> bool:
    """Whether a list is one of numbers."""
    items = schema.get("prefixItems") or [schema.get("items", {})]
    return bool(items) and all(item.get("type") == "integer" for item in items)
