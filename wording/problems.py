"""What has no form, in words: the plain English of ``kernel.reading``, as far as it is known."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from wording.fields import field_word

FAULTS: dict[str, Promise] = {
    "field missing": _("“%(field)s” is missing"),
    "unknown field": _("“%(field)s” is not known here"),
    "wrong type": _("“%(field)s” is written in another way"),
}
"""By what ``kernel.reading`` says behind the place of a field."""


def problem_words(problem: str) -> str:
    """The problem of an Unreadable, without a full stop; what only a program can send (an unknown
    game, a kind of line that is none) stays in English."""
    where, _colon, what = problem.rpartition(": ")
    words = FAULTS.get(what)
    if words is None or not where:
        return problem
    return str(words) % {"field": field_word(where)}
