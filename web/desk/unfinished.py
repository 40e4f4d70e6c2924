"""The rules for matches that are not played out, as forms: one for each case."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from kernel.models import Frozen
from scoring.core.unfinished import DEFAULT_RULES
from web.desk.options import OptionsForm
from web.desk.posting import are_valid
from wording.games import OptionWords
from wording.unfinished import SETTINGS, TITLES

YES_OR_NO = {"true": True, "false": False}
YES_OR_NO_WORDS: Mapping[str, Promise] = {"true": _("Yes"), "false": _("No")}


class CaseForm(OptionsForm):
    """The settings of one case. Those that may be left to the format of play have an empty choice;
    settings that were not sent keep their defaults."""

    def __init__(
        self,
        model: type[Frozen],
        words: Mapping[str, OptionWords],
        *,
        prefix: str,
        data: Any,
        initial: Mapping[str, Any],
    ) -> None:
        typed = {name: _convert_choice(value) for name, value in initial.items()}
        super().__init__(model, words, prefix=prefix, data=data, initial=typed)
        for name in self.fields:
            setting, default = words[name], self.schema[name].get("default")
            is_yes_or_no = self.schema[name].get("type") == "boolean"
            # Null leaves the setting to the format of play: that is the empty choice.
            if not is_yes_or_no and default is not None:
                continue
            field = forms.TypedChoiceField(
                label=str(setting.label),
                help_text=str(setting.help),
                required=False,
                choices=list((setting.choices or YES_OR_NO_WORDS).items()),
                initial=_convert_choice(default),
            )
            if is_yes_or_no:
                field.coerce = YES_OR_NO.get
            self.fields[name] = field


def _convert_choice(value: Any) -> Any:
    """A stored yes or no as the value of its choice; an open setting as the empty choice."""
    return {None: "", True: "true", False: "false"}.get(value, value)


@dataclass(frozen=True, slots=True)
class CasePart:
    """A case with its form."""

    title: Promise
    form: CaseForm


class UnfinishedForms:
    """The settings of an event for matches that are not played out."""

    def __init__(self, data: Mapping[str, Any] | None, initial: Mapping[str, Any]) -> None:
        self.forms: dict[str, CaseForm] = {}
        for case, words in SETTINGS.items():
            # Each case has a model of its own, with the settings that make sense for it.
            self.forms[case] = CaseForm(
                type(getattr(DEFAULT_RULES, case)),
                words,
                prefix=f"unfinished-{case}",
                data=data,
                initial=initial.get(case, {}),
            )

    def is_valid(self) -> bool:
        """Whether all forms are valid; each shows its own errors."""
        return are_valid(self.forms.values())

    @property
    def has_errors(self) -> bool:
        return any(form.errors for form in self.forms.values())

    @property
    def parts(self) -> list[CasePart]:
        return [CasePart(TITLES[case], form) for case, form in self.forms.items()]

    def get_settings(self) -> dict[str, Any]:
        """The settings that differ from the defaults, by case."""
        settings = {}
        for case, form in self.forms.items():
            if options := form.get_options():
                settings[case] = options
        return settings

    def differ_from(self, settings: Mapping[str, Any]) -> bool:
        """Whether what was sent says other settings than a document, which may leave out what is
        the default."""
        return any(form.differ_from(settings.get(case, {})) for case, form in self.forms.items())
