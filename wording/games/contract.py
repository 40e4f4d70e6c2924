"""The words that every game must have before a screen can show it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

Text = str | Promise
NOT_SAID = _("not said")


@dataclass(frozen=True, slots=True)
class OptionWords:
    """An option: its label, what it does, and its choices by value."""

    label: Text
    help: Text = ""
    choices: Mapping[str, Text] = field(default_factory=dict)


def put_in_sentence(words: object) -> str:
    """Words for the middle of a sentence, with a small first letter."""
    text = str(words)
    return text[:1].lower() + text[1:]


def word_choice(words: OptionWords, value: object) -> str:
    """The label of an option and its choice, in the words of the form: "The first round: by lot."
    So the form and the regulation agree."""
    choice = words.choices.get(str(value), str(value))
    params = {"option": words.label, "choice": put_in_sentence(choice)}
    return gettext("%(option)s: %(choice)s.") % params


@dataclass(frozen=True, slots=True)
class FieldWords:
    """A field of a hand's record or of a claim. ``nothing``: the choice of leaving it empty;
    ``ask``: how a pad asks for the side whose number it is."""

    label: Text
    help: Text = ""
    choices: Mapping[str, Text] = field(default_factory=dict)
    nothing: Text = NOT_SAID
    ask: Text = ""


RuleParams: TypeAlias = Mapping[str, Any]
"""The parameters of a rule of the regulation, as its rulebook gives them."""
GameRule: TypeAlias = Promise | Callable[[RuleParams], str]
"""A rule of the regulation: its sentence, into which its parameters are put, or a function that
makes it of them."""


@dataclass(frozen=True, slots=True)
class GameWords:
    """A game in words. ``rules``: by code; ``parts``: the notes beside a hand for what gave points
    besides the cards."""

    name: Text
    options: Mapping[str, OptionWords]
    record: Mapping[str, FieldWords]
    claim: Mapping[str, FieldWords]
    rules: Mapping[str, GameRule]
    parts: Mapping[str, Text]
    most_used: Sequence[str]
    """The options that a form asks first; the others are house rules."""

    @property
    def fields(self) -> Mapping[str, FieldWords]:
        """The fields of a record and of a claim."""
        return {**self.claim, **self.record}

    def word_rule(self, code: str, params: RuleParams) -> str:
        """The sentence of a rule of the regulation."""
        rule = self.rules[code]
        if isinstance(rule, Promise):
            return str(rule) % params
        return rule(params)
