"""What must be said of a game before it can stand on a screen."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

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


def in_sentence(words: object) -> str:
    """Words within a sentence: they begin with a small letter."""
    text = str(words)
    return text[:1].lower() + text[1:]


def choice_sentence(words: OptionWords, value: object) -> str:
    """The label of an option and the choice taken, as they stand in the form: "The first round: by
    lot." So the form and the regulation say the same."""
    choice = words.choices.get(str(value), str(value))
    params = {"option": words.label, "choice": in_sentence(choice)}
    return gettext("%(option)s: %(choice)s.") % params


@dataclass(frozen=True, slots=True)
class FieldWords:
    """A field of a hand's record or of a claim; ``nothing`` is what it says when left empty,
    ``ask`` how a pad asks for the side whose number it is."""

    label: Text
    help: Text = ""
    choices: Mapping[str, Text] = field(default_factory=dict)
    nothing: Text = NOT_SAID
    ask: Text = ""


@dataclass(frozen=True, slots=True)
class GameWords:
    """A game in words. ``rules`` says one rule of the regulation from its parameters; ``parts``
    are the rules that give points beside those of the cards, as they stand beside a hand."""

    name: Text
    options: Mapping[str, OptionWords]
    record: Mapping[str, FieldWords]
    claim: Mapping[str, FieldWords]
    rules: Mapping[str, Callable[[Mapping[str, Any]], str]]
    parts: Mapping[str, Text]
    most_used: Sequence[str]
    """The options that are asked first; the others are house rules."""

    @property
    def fields(self) -> Mapping[str, FieldWords]:
        """The fields of a record and of a claim."""
        return {**self.claim, **self.record}
