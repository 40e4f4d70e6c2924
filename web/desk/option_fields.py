"""An option of a rulebook or of a format of play as a field of a form: how the field is made from
the JSON schema of the option, and how its value is read from what was sent."""

from collections.abc import Mapping
from typing import Any

from django import forms

from web.fields import FreeTextFormField
from wording.games import OptionWords

NUMBERS = r"^ *\d{1,4}( *, *\d{1,4})* *$"


def make_option_field(schema: Mapping[str, Any], words: OptionWords) -> forms.Field:
    """The field of an option, with its default typed in: an option that is left as it is does not
    differ from it."""
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
    pattern = schema.get("pattern")
    if schema.get("type") != "string":
        # A list is typed as text, with commas between its items.
        common["initial"] = join_list(initial or ())
        if _holds_numbers(schema):
            pattern = NUMBERS
    if pattern is not None:
        return forms.RegexField(pattern, max_length=80, **common)
    return FreeTextFormField(max_length=schema.get("maxLength", 400), **common)


def read_option(schema: Mapping[str, Any], value: Any) -> Any:
    """The value of an option as a document stores it, from that of its field."""
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


def join_list(value: Any) -> Any:
    """A list as it is typed, with commas; any other value as it is."""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return value


def _holds_numbers(schema: Mapping[str, Any]) -> bool:
    """Whether a list is one of numbers."""
    items = schema.get("prefixItems") or [schema.get("items", {})]
    return bool(items) and all(item.get("type") == "integer" for item in items)
