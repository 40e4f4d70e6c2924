"""What must be said of a game before it can stand on a screen."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise

Text = str | Promise


@dataclass(frozen=True, slots=True)
class OptionWords:
    """An option: its label, what it does, and its choices by value."""

    label: Text
    help: Text = ""
    choices: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FieldWords:
    """A field of a hand's record or of a claim."""

    label: Text
    help: Text = ""
    choices: Mapping[str, Text] = field(default_factory=dict)


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
    def fields(self) -> Mapping[str, Text]:
        """The labels of the fields of a record and of a claim."""
        both = {**self.claim, **self.record}
        return {name: words.label for name, words in both.items()}
