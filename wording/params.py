"""Words for the parameters of codes: sides, seats, kinds of lines, states, fields, suits, cards."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.grouping.letters import group_letter
from wording.cards import word_card, word_suit
from wording.entries import word_column
from wording.fields import word_field
from wording.metrics import word_metric
from wording.numbers import join_words
from wording.problems import word_problem
from wording.states import word_state

UNKNOWN = "…"
"""Replaces a parameter that a code should have and has not."""

KINDS: dict[str, Promise] = {
    "hand": gettext_lazy("a hand"),
    "redeal": gettext_lazy("a redeal"),
    "claim": gettext_lazy("a claim"),
    "penalty": gettext_lazy("a penalty"),
    "forfeit": gettext_lazy("a forfeit"),
    "award": gettext_lazy("an award"),
    "total": gettext_lazy("the points of a game"),
    "games": gettext_lazy("the games won"),
    "amend": gettext_lazy("a correction"),
    "strike": gettext_lazy("a strike"),
    "sign": gettext_lazy("a signature"),
    "reopen": gettext_lazy("a reopening"),
    "replacement": gettext_lazy("a replacement"),
    "call_off": gettext_lazy("a draw that is called off"),
    "disqualification": gettext_lazy("a disqualification"),
    "protest": gettext_lazy("the decision of a protest"),
    "decision": gettext_lazy("a decision"),
    "regulation": gettext_lazy("a change of the regulation after the start"),
}
"""Kinds of lines, and of the other acts that need a reason."""


DECLARATIONS: dict[str, Promise] = {
    "marriage": gettext_lazy("marriage"),
    "mi_copri": gettext_lazy("“mi copri”"),
    "mariannino": gettext_lazy("mariannino"),
    "mariannone": gettext_lazy("mariannone"),
}


class Params(dict[str, Any]):
    """Parameters as words. A missing one becomes an ellipsis: an incomplete sentence is better than
    none."""

    def __missing__(self, name: str) -> str:
        return UNKNOWN


def word_side(side: Any, sides: Sequence[str]) -> str:
    """A side by its name, if that is known, else by its number from 1."""
    if isinstance(side, int) and 0 <= side < len(sides):
        return sides[side]
    return _("side %(number)s") % {"number": _count_from_one(side)}


def word_seat(seat: Any) -> str:
    """A seat by its number from 1."""
    return _("seat %(number)s") % {"number": _count_from_one(seat)}


def _count_from_one(index: Any) -> int | str:
    """People count sides and seats from 1. A refused line may have anything instead of a number."""
    return index + 1 if isinstance(index, int) else UNKNOWN


def word_kind(kind: Any) -> str:
    """a hand, a penalty; an unknown kind stays as it is."""
    return str(KINDS.get(str(kind), kind))


def word_declaration(kind: Any) -> str:
    """a marriage, a mariannone; an unknown kind stays as it is."""
    return str(DECLARATIONS.get(str(kind), kind))


def group_word(number: Any) -> str:
    """A group by its letter."""
    return group_letter(number) if isinstance(number, int) else UNKNOWN


def word_params(params: Mapping[str, Any], sides: Sequence[str]) -> Params:
    """The parameters as words for a sentence."""
    words = Params()
    for name, value in params.items():
        if name == "side":
            words[name] = word_side(value, sides)
        elif name in _WORD_OF_PARAM:
            words[name] = _WORD_OF_PARAM[name](value)
        elif isinstance(value, list | tuple):
            words[name] = join_words([str(item) for item in value])
        else:
            words[name] = value  # a number keeps its type, because it may choose a plural
    return words


_WORD_OF_PARAM: dict[str, Callable[[Any], str]] = {
    "seat": word_seat,
    "caller": word_seat,
    "turn": word_seat,
    "kind": word_kind,
    "state": word_state,
    "to": word_state,
    "field": word_field,
    "column": word_column,
    "option": word_field,
    "without": word_field,
    "group": group_word,
    "suit": word_suit,
    "card": word_card,
    "declaration": word_declaration,
    "metric": word_metric,
    "problem": lambda problem: word_problem(str(problem)),
}
"""By the name of a parameter, the function that makes its word."""
