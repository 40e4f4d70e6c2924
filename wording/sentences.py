"""The sentence of a code, in the reader's language."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from wording.entries import ENTRIES, LISTS
from wording.params import worded
from wording.refusals import DRAWING, ENTERING, EVENTS, REFUSALS, SHEETS
from wording.requests import REQUESTS
from wording.violations import VIOLATIONS, Words
from wording.whys import ENDINGS, PLACINGS, placing_words


def _placing(params: Mapping[str, Any], sides: Sequence[str], code: str) -> str:
    return placing_words(code, params)


SENTENCES: dict[str, Words] = {
    **{code: partial(_placing, code=code) for code in PLACINGS},
    **ENDINGS,
    **REQUESTS,
    **REFUSALS,
    **SHEETS,
    **EVENTS,
    **ENTERING,
    **DRAWING,
    **VIOLATIONS,
    **ENTRIES,
    **LISTS,
}


def sentence(code: str, params: Mapping[str, Any] | None = None, sides: Sequence[str] = ()) -> str:
    """What a code says, and what to do about it; ``sides`` are the names of the two sides, where
    they are known.

    A code without words would be a fault of ours, and a test finds it; the reader still gets a
    sentence.
    """
    words = SENTENCES.get(code)
    given = params or {}
    if words is None:
        return _("This cannot be (%(code)s).") % {"code": code}
    if callable(words) and not isinstance(words, Promise):
        return words(given, sides)
    return str(words) % worded(given, sides)
