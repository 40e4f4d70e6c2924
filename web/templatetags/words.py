"""Words and numbers of the house in templates."""

from typing import Any

from django import template

from wording.numbers import score
from wording.places import place
from wording.states import state_words

register = template.Library()


@register.filter
def in_unit(total: int, unit: str) -> str:
    """A total as people say it: 25, or 7⅔ where thirds are kept."""
    return score(total, unit)


@register.filter
def places(placing: Any) -> str:
    """The place of an entry, or the places it shares: 5–8."""
    return place(placing.first, placing.last)


@register.filter
def at(values: Any, index: Any) -> Any:
    """The value at an index or key, or nothing."""
    try:
        return values[index]
    except (KeyError, IndexError, TypeError):
        return ""


@register.filter
def state(code: str) -> str:
    """The state of an event, an entry, a pairing or a job, in words."""
    return state_words(code)
