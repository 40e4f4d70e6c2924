"""What a new event may be like: the last one, a ready-made one, a template of the club."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from competition.event_shape import EventShape
from competition.presets import PRESETS
from tournaments.models import Club, Event, EventTemplate
from tournaments.selectors.events.shapes import find_last_event, read_shape, unpack_template_shape
from wording.dates import word_day
from wording.presets import NAMES, SENTENCES, make_preset_shape

SATURDAY = 5
OWN = "own"
"""The choice of those who set everything themselves."""


@dataclass(frozen=True, slots=True)
class EventChoice:
    """A way to begin. ``is_saved``: the shape is the club's own, so it also says the fee, the place
    and what else the public page tells; ``drawing`` names the picture."""

    code: str
    name: str
    sentence: str
    shape: EventShape
    drawing: str = ""
    is_saved: bool = False


def list_choices(
    club: Club, templates: list[EventTemplate], like: Event | None
) -> tuple[EventChoice, ...]:
    """The ways to begin an event of a club. ``like``: the event to copy; None: the last one."""
    choices: list[EventChoice] = []
    # The first choice is the one that the form begins with.
    last = like or find_last_event(club)
    if last is not None:
        name = _("Like last time")
        if last.date.weekday() == SATURDAY:
            name = _("Like last Saturday")
        day, event_words = word_day(last.date), last.name
        # Where no name was given, an event is called by its day already.
        if day not in event_words:
            event_words += f", {day}"
        sentence = _("%(event)s: its settings, halls, prizes and articles.")
        sentence %= {"event": event_words}
        shape = read_shape(last)
        choices.append(EventChoice("same", name, sentence, shape, "same", is_saved=True))
    for code in PRESETS:
        name, sentence = str(NAMES[code]), str(SENTENCES[code])
        choices.append(EventChoice(code, name, sentence, make_preset_shape(code), code))
    for template in templates:
        code, sentence = f"template-{template.pk}", _("A template of the club.")
        shape = unpack_template_shape(template)
        choices.append(EventChoice(code, template.name, sentence, shape, is_saved=True))
    return tuple(choices)
