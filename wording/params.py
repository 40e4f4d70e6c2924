"""Parameters of codes as words: sides, kinds of lines, states, fields, suits, cards."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wording.cards import card_word, suit_word
from wording.fields import field_word
from wording.numbers import listed
from wording.states import state_words

KINDS: dict[str, Promise] = {
    "hand": gettext_lazy("a hand"),
    "redeal": gettext_lazy("a redeal"),
    "claim": gettext_lazy("a claim"),
    "penalty": gettext_lazy("a penalty"),
    "forfeit": gettext_lazy("a forfeit"),
    "award": gettext_lazy("an award"),
    "amend": gettext_lazy("a correction"),
    "strike": gettext_lazy("a strike"),
    "sign": gettext_lazy("a signature"),
    "reopen": gettext_lazy("a reopening"),
    "replacement": gettext_lazy("a replacement"),
}
"""Kinds of lines, and of the other acts that need a reason."""


def side_word(side: Any, sides: Sequence[str]) -> str:
    """A side by its names, where they are known."""
    if side is None:
        return _("the referee")
    if isinstance(side, int) and 0 <= side < len(sides):
        return sides[side]
    names = {0: _("the first side"), 1: _("the second side")}
    return names.get(side) or _("side %(number)s") % {"number": side}


def seat_word(seat: Any) -> str:
    """A seat as people count them, from 1."""
    number = seat + 1 if isinstance(seat, int) else seat
    return _("seat %(number)s") % {"number": number}


def kind_word(kind: Any) -> str:
    return str(KINDS.get(kind, kind))


def worded(params: Mapping[str, Any], sides: Sequence[str]) -> dict[str, Any]:
    """The parameters as they stand in a sentence."""
    return {name: _worded(name, value, sides) for name, value in params.items()}


def _worded(name: str, value: Any, sides: Sequence[str]) -> Any:
    if name in _SIDES:
        return side_word(value, sides)
    if name in _WORDS:
        return _WORDS[name](value)
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return value


def _kinds(kinds: Sequence[Any]) -> str:
    return listed([kind_word(kind) for kind in kinds])


_SIDES = ("side", "winner", "loser")
_WORDS: dict[str, Callable[[Any], str]] = {
    "seat": seat_word,
    "caller": seat_word,
    "turn": seat_word,
    "kind": kind_word,
    "next": _kinds,
    "state": state_words,
    "to": state_words,
    "field": field_word,
    "column": field_word,
    "option": field_word,
    "without": field_word,
    "suit": suit_word,
    "trump": suit_word,
    "card": card_word,
}
"""How a parameter of this name is said."""
