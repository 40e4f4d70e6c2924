"""When an event of each ready-made kind would end, beside the choices of a new event."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from django.forms import ValidationError
from django.utils import timezone

from competition.event_shape import EventShape
from competition.forecast.evening import Range
from competition.forecast.planner import MOST_PAIRS, MOST_PLANNED_TABLES
from competition.forecast.shapes import forecast_shape
from tournaments.selectors.events.evening_times import round_to_minutes
from web.desk.event_choices import EventChoice
from web.desk.event_wizard import EventWizard
from wording.forecast import end_sentence
from wording.planner import length_words, long_length_words

LONGEST_EVENING = timedelta(hours=6)
"""What lasts longer needs more than one evening: the hour of its end would say nothing."""


@dataclass(frozen=True, slots=True)
class OfferedChoice:
    """A choice, and when an event like it would end; empty while pairs or tables are not known."""

    choice: EventChoice
    end: str


def find_preset_ends(wizard: EventWizard) -> list[OfferedChoice]:
    """The choices of the page with their ends, for the pairs, tables and hour in its fields."""
    pairs, tables, start = (_read_fact(wizard, name) for name in ("capacity", "tables", "start"))
    if not (pairs and tables) or pairs > MOST_PAIRS or tables > MOST_PLANNED_TABLES:
        return [OfferedChoice(choice, "") for choice in wizard.choices]
    return [
        OfferedChoice(choice, _describe_end(choice.shape, pairs, tables, start))
        for choice in wizard.choices
    ]


def _read_fact(wizard: EventWizard, name: str) -> Any:
    """What a field of the page says now; None if it cannot be read."""
    field = wizard.facts.fields[name]
    try:
        return field.clean(wizard.facts[name].value())
    except ValidationError:
        return None


def _describe_end(shape: EventShape, pairs: int, tables: int, start: str | None) -> str:
    expected_length = forecast_shape(shape, pairs, tables)
    if expected_length is None:
        return ""
    if timedelta(seconds=expected_length.likely) > LONGEST_EVENING:
        return long_length_words(expected_length.likely)
    if start is None:
        return length_words(expected_length.likely)
    return end_sentence(*_find_moments(expected_length, time.fromisoformat(start)))


def _find_moments(found: Range, start: time) -> Sequence[datetime]:
    """Its early, likely and late end, to five minutes."""
    begin = datetime.combine(timezone.localdate(), start, timezone.get_current_timezone())
    ends = (found.low, found.likely, found.high)
    return [round_to_minutes(begin + timedelta(seconds=seconds)) for seconds in ends]
