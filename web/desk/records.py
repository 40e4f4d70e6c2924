"""A form made from a schema: fields of a hand record or a claim, whatever the game.

A pair of numbers becomes a field a side; a side, a seat or a suit becomes a choice of names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms

from wording.games import FieldWords, words_of
from wording.numbers import suit_name


@dataclass(frozen=True)
class Names:
    """Who sits where: the names of the sides, and of the seats in playing order."""

    sides: Sequence[str]
    seats: Sequence[str] = field(default_factory=tuple)


class SchemaForm(forms.Form):
    """The fields that ``show`` names, of a model's JSON schema."""

    def __init__(
        self,
        schema: Mapping[str, Any],
        game: str,
        names: Names,
        *args: Any,
        show: Sequence[str] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.names = names
        self.words = words_of(game).fields
        self.schema = {name: _plain(one) for name, one in schema["properties"].items()}
        self.required = frozenset(schema.get("required", ()))
        self.first = tuple(show or self.schema)
        for name, one in self.schema.items():
            self._add(name, one)

    def _add(self, name: str, schema: Mapping[str, Any]) -> None:
        words = self._words(name)
        required = name in self.required
        if "prefixItems" in schema:
            for side, item in enumerate(schema["prefixItems"]):
                self.fields[f"{name}_{side}"] = _number(_plain(item), self.names.sides[side])
            return
        kind = schema.get("format")
        if kind in ("side", "seat", "suit"):
            choices = self._choices(kind, schema)
            self.fields[name] = forms.ChoiceField(
                label=str(words.label),
                help_text=str(words.help),
                choices=choices if required else [("", words.nothing), *choices],
                required=required,
                widget=forms.RadioSelect if kind == "side" else forms.Select,
            )
        else:
            self.fields[name] = _number(
                schema, str(words.label), str(words.help), required=required
            )

    def _words(self, name: str) -> FieldWords:
        return self.words.get(name) or FieldWords(name)

    def _choices(self, kind: str, schema: Mapping[str, Any]) -> list[tuple[Any, Any]]:
        if kind == "suit":
            return [(suit, suit_name(suit)) for suit in schema["enum"]]
        names = self.names.sides if kind == "side" else self.names.seats
        return list(enumerate(names))

    def data_of(self) -> dict[str, Any]:
        """What was typed, in the form of the model; what was left empty is left out."""
        data = {name: self._value(name, schema) for name, schema in self.schema.items()}
        return {name: value for name, value in data.items() if value is not None}

    def _value(self, name: str, schema: Mapping[str, Any]) -> Any:
        if "prefixItems" in schema:
            pair = [self.cleaned_data.get(f"{name}_{side}") for side in (0, 1)]
            return None if pair == [None, None] else pair
        value = self.cleaned_data.get(name)
        if value in ("", None):
            return None
        return value if schema.get("format") == "suit" else int(value)

    @property
    def at_once(self) -> list["Group"]:
        """The fields of the smallest record."""
        return [self._group(name) for name in self.first if name in self.schema]

    @property
    def more(self) -> list["Group"]:
        """All that more may be written."""
        return [self._group(name) for name in self.schema if name not in self.first]

    @property
    def more_is_used(self) -> bool:
        """Whether something was typed there, or is wrong there."""
        fields = (field for group in self.more for field in group.fields)
        return self.is_bound and any(field.data or field.errors for field in fields)

    def _group(self, name: str) -> "Group":
        schema = self.schema[name]
        if "prefixItems" in schema:
            fields = [self[f"{name}_{side}"] for side in range(len(schema["prefixItems"]))]
            total = _plain(schema["prefixItems"][0]).get("maximum")
            return Group(self._words(name), fields, total)
        return Group(self._words(name), [self[name]], None)


@dataclass(frozen=True)
class Group:
    """One thing that is asked: a field, or one a side whose numbers make ``total``."""

    words: FieldWords
    fields: list[forms.BoundField]
    total: int | None

    @property
    def is_pair(self) -> bool:
        return self.total is not None


def _plain(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """A schema without its "or nothing"."""
    for one in schema.get("anyOf", ()):
        if one.get("type") != "null":
            return dict(one)
    return schema


def _number(
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
