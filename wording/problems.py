"""Documents of the wrong form: sentences for the messages of ``kernel.reading``."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.core.walk import BESIDE_RECORD
from wording.fields import word_field

FAULTS: dict[str, Promise] = {
    "field missing": _("“%(field)s” is missing"),
    "unknown field": _("“%(field)s” is not known here"),
    "wrong type": _("“%(field)s” is written in another way"),
    BESIDE_RECORD: _("a hand is written as its result, or card by card, not both"),
}
"""By the message of ``kernel.reading`` or of a sheet, which follows the path of the field."""


def word_problem(problem: str) -> str:
    """The problem of an Unreadable, without a full stop. A problem that only a program can cause
    (an unknown game, an unknown kind of line) stays in English."""
    path, _colon, message = problem.rpartition(": ")
    words = FAULTS.get(message)
    if words is None or not path:
        return problem
    return str(words) % {"field": word_field(path)}
