"""The sentence of a code, in the reader's language."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import structlog
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from wording.decisions import REFUSED
from wording.entries import ENTRIES, LISTS
from wording.faults import RANKINGS, ROUNDS, STAGES
from wording.hall import HALL
from wording.outlook import OUTLOOKS
from wording.params import word_params
from wording.refusals import DRAWING, ENTERING, EVENTS, REFUSALS, SHEETS
from wording.requests import REQUESTS
from wording.rescue import RESCUES
from wording.ties import final_ties_words, open_ties_words
from wording.violations import VIOLATIONS, Words
from wording.whys import PAIRED, PLACINGS, pairing_words, placing_words

log = structlog.get_logger(__name__)


def _word_placing(params: Mapping[str, Any], sides: Sequence[str], code: str) -> str:
    return placing_words(code, params)


def _word_pairing(params: Mapping[str, Any], sides: Sequence[str], code: str) -> str:
    return pairing_words(code, params)


SENTENCES: dict[str, Words] = {
    **{code: partial(_word_placing, code=code) for code in PLACINGS},
    **REQUESTS,
    **REFUSALS,
    **SHEETS,
    **EVENTS,
    **ENTERING,
    **DRAWING,
    "level_at_the_cut": open_ties_words,
    "ties_at_the_end": final_ties_words,
    **REFUSED,
    **STAGES,
    **RANKINGS,
    **ROUNDS,
    **{code: partial(_word_pairing, code=code) for code in PAIRED},
    **HALL,
    **VIOLATIONS,
    **ENTRIES,
    **LISTS,
    **OUTLOOKS,
    **RESCUES,
}


def sentence(code: str, params: Mapping[str, Any] | None = None, sides: Sequence[str] = ()) -> str:
    """What a code says, and what to do about it; ``sides`` are the names of the two sides, where
    they are known.

    Never raises. A code without words would be a fault of ours, and a test finds it; so would be
    parameters that are not what they should be. The reader still gets a sentence.
    """
    try:
        said = _make_sentence(SENTENCES[code], params or {}, sides)
    except (AttributeError, KeyError, TypeError, ValueError):
        log.exception("no sentence", code=code, params=params)
        return _("This cannot be (%(code)s).") % {"code": code}
    return _word_capitalize(said, sides)


def _make_sentence(words: Words, params: Mapping[str, Any], sides: Sequence[str]) -> str:
    if isinstance(words, Promise):
        return str(
            words % word_params(params, sides)
        )  # the words may choose their plural by a number
    return words(params, sides)


def _word_capitalize(said: str, sides: Sequence[str]) -> str:
    """With a capital; the names of people stay as they write them."""
    if said.startswith(tuple(sides)):
        return said
    return said[:1].upper() + said[1:]
