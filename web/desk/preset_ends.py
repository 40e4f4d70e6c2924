"""When an event of each ready-made kind would end, beside the choices of a new event."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.utils import timezone

from competition.forecast.planner import MOST_PAIRS, MOST_PLANNED_TABLES
from competition.forecast.shapes import forecast_shape
from competition.presets import FIRST_EVENING
from web.desk.event_choices import EventChoice
from web.desk.event_wizard import EventWizard
from web.forecast import compute_ends
from wording.forecast import word_end_with_range
from wording.planner import word_first_evening, word_length, word_long_length

LONGEST_EVENING = timedelta(hours=6)
"""What lasts longer needs more than one evening: the hour of its end would say nothing."""


@dataclass(frozen=True, slots=True)
class OfferedChoice:
    """A choice, and when an event like it would end; empty while pairs or tables are not known."""

    choice: EventChoice
    end: str


def find_preset_ends(wizard: EventWizard) -> list[OfferedChoice]:
    """The choices of the page with their ends, for the pairs, tables and hour in its fields."""
    pairs, tables, start = map(wizard.read_fact, ("capacity", "tables", "start"))
    if not (pairs and tables) or pairs > MOST_PAIRS or tables > MOST_PLANNED_TABLES:
        return [OfferedChoice(choice, "") for choice in wizard.choices]
    offered = []
    for choice in wizard.choices:
        shape = choice.shape
        first_stages = FIRST_EVENING.get(choice.code)
        if first_stages is not None:
            shape = shape.model_copy(update={"stages": shape.stages[:first_stages]})
        length = forecast_shape(shape, pairs, tables)
        if length is None:
            end = ""
        elif timedelta(seconds=length.likely) > LONGEST_EVENING:
            end = word_long_length(length.likely)
        elif start is None:
            end = word_length(length.likely)
        else:
            # Today stands for the day of the event: the sentence names hours alone.
            zone = timezone.get_current_timezone()
            begin = datetime.combine(timezone.localdate(), time.fromisoformat(start), zone)
            end = word_end_with_range(*compute_ends(begin, length))
        if end and first_stages is not None:
            end = word_first_evening(end)
        offered.append(OfferedChoice(choice, end))
    return offered
