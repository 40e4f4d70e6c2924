"""A form made from the options of a rulebook or of a format of play: labels, help and choices come
from their words, bounds and defaults from their JSON schema."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from kernel.models import Frozen
from web.desk.option_fields import join_list, make_option_field, read_option
from wording.games import OptionWords


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
        typed_initial = {name: join_list(value) for name, value in (initial or {}).items()}
        super().__init__(data, prefix=prefix, initial=typed_initial)
        self.most_used = most_used
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
                self.fields[name] = make_option_field(schema, words[name])

    def get_options(self) -> dict[str, Any]:
        """The options as a document stores them: only what differs from the defaults."""
        options = {}
        for name, schema in self.schema.items():
            value = read_option(schema, self.cleaned_data.get(name))
            if value != schema.get("default"):
                options[name] = value
        return options

    def differ_from(self, options: Mapping[str, Any]) -> bool:
        """Whether what was sent says other options than a document, which may leave out what is the
        default."""
        for name, schema in self.schema.items():
            value = read_option(schema, self.cleaned_data.get(name))
            if value != options.get(name, schema.get("default")):
                return True
        return False

    @property
    def first(self) -> list[forms.BoundField]:
        """The most used fields, which the page always shows."""
        return [self[name] for name in self.most_used if name in self.fields]

    @property
    def more(self) -> list[forms.BoundField]:
        """All other fields."""
        return [self[name] for name in self.fields if name not in self.most_used]
