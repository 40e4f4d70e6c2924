"""Template filters for words and numbers."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django import template

from tournaments.models import Event
from wording.dates import clock, word_clock_beside
from wording.dates import word_clock as clock_of_rules
from wording.money import word_euros
from wording.nouns import count_entries
from wording.numbers import join_scores, score
from wording.places import name_game, place
from wording.states import word_state
from wording.webhooks import (
    word_delivery_error,
    word_delivery_state,
    word_type,
    word_webhook_state,
)

register = template.Library()


@register.filter
def in_unit(total: int, unit: str) -> str:
    """A total as people say it: 25, or 7⅔ where thirds are kept."""
    return score(total, unit)


@register.filter
def scores(totals: Sequence[int], unit: str) -> str:
    """The totals of all sides: 25 – 22; more than two with points between them."""
    if len(totals) == 2:
        return join_scores(totals, unit, " – ")
    return join_scores(totals, unit, " · ")


@register.filter
def places(placing: Any) -> str:
    """The place of an entry, or the places it shares: 5–8."""
    return place(placing.first, placing.last)


@register.filter
def game_on(wins: Sequence[int], match_format: Mapping[str, Any]) -> str:
    """The name of the game that is being played, where each game so far had a winner."""
    games = len(match_format["games"])
    # Each game so far has given one win, so the wins are the number of the next one.
    return name_game(min(sum(wins), games - 1), games, match_format["wins"])


@register.filter
def at(values: Any, index: Any) -> Any:
    """The value at an index or key, or nothing."""
    # As Django's own lookups in templates do: what is missing is empty.
    try:
        return values[index]
    except (KeyError, IndexError, TypeError):
        return ""


@register.simple_tag
def word_entry(is_singles: bool, of_pairs: str, of_players: str) -> str:  # noqa: FBT001 (a tag)
    """The words for an entry of an event: a pair, or a player where each plays for himself."""
    if is_singles:
        return of_players
    return of_pairs


@register.simple_tag(name="count_entries")
def word_entry_count(count: int, event: Event) -> str:
    """A number of entries: 32 pairs, 20 players."""
    return count_entries(count, event.entry_size)


@register.filter
def state(code: str) -> str:
    """The state of an event, an entry, a pairing or a job, in words."""
    return word_state(code)


@register.filter
def euros(cents: int | None) -> str:
    """An amount of money, or nothing."""
    if cents is None:
        return ""
    return word_euros(cents)


@register.filter
def state_alone(code: str) -> str:
    """A state that stands by itself: it begins with a capital."""
    words = word_state(code)
    return words[:1].upper() + words[1:]


@register.filter(name="clock")
def clock_words(moment: datetime | None) -> str:
    """A time of day as the reader's language writes it: 17.08."""
    if not moment:
        return ""
    return clock(moment)


@register.filter(name="clock_beside")
def clock_beside_words(moment: datetime, other: datetime) -> str:
    """A time beside another one: 17.08, with its day where that is another."""
    return word_clock_beside(moment, other)


@register.filter
def hour(time: str | None) -> str:
    """A time of day of the house rules, as the reader's language writes it: 20.30."""
    if not time:
        return ""
    return clock_of_rules(time)


register.filter("change_type", word_type)
register.filter("webhook_state", word_webhook_state)
register.filter("delivery_state", word_delivery_state)
register.filter("delivery_error", word_delivery_error)
