"""The sentence of a code, in the reader's language."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import structlog
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from kernel.violations import Violation
from wording.bracket_changes import CHANGES
from wording.decisions import REFUSED
from wording.entries import ENTRIES, LISTS
from wording.faults import RANKINGS, ROUNDS, STAGES
from wording.hall import HALL
from wording.outlook import OUTLOOKS
from wording.paper import PAPER
from wording.params import word_params
from wording.printing.outcomes import PRINTING
from wording.refusals import DRAWING, ENTERING, EVENTS, HALLS, REFUSALS, SHEETS
from wording.requests import PARAMETER_SENTENCES, REQUESTS
from wording.rescue import RESCUES
from wording.ties import word_final_ties, word_open_ties
from wording.violations import VIOLATIONS, Words
from wording.webhooks import WEBHOOKS
from wording.whys import WHYS

log = structlog.get_logger(__name__)


# A code stands in one of these tables only: a later table would hide it.
SENTENCES: dict[str, Words] = {
    **WHYS,
    **REQUESTS,
    **PARAMETER_SENTENCES,
    **REFUSALS,
    **SHEETS,
    **EVENTS,
    **HALLS,
    **ENTERING,
    **DRAWING,
    "level_at_the_cut": word_open_ties,
    "ties_at_the_end": word_final_ties,
    **REFUSED,
    **STAGES,
    **RANKINGS,
    **ROUNDS,
    **CHANGES,
    **HALL,
    **PAPER,
    **VIOLATIONS,
    **ENTRIES,
    **LISTS,
    **OUTLOOKS,
    **RESCUES,
    **WEBHOOKS,
    **PRINTING,
}


def sentence(code: str, params: Mapping[str, Any] | None = None, sides: Sequence[str] = ()) -> str:
    """The sentence of a code, which also says what to do; ``sides``: the names of the two sides, if
    they are known.

    Never raises. A code without words, or parameters of another form, would be our fault (a test
    looks for both); the reader still gets a sentence.
    """
    try:
        words = SENTENCES[code]
        if isinstance(words, Promise):
            # The lazy string must be filled before str(): a plural is chosen by its parameter.
            text = str(words % word_params(params or {}, sides))
        else:
            text = words(params or {}, sides)
    except (AttributeError, KeyError, TypeError, ValueError):
        log.exception("no sentence", code=code, params=params)
        return _("This is not possible (%(code)s).") % {"code": code}
    # The names of people stay as they write them ("d’Angelo").
    if text.startswith(tuple(sides)):
        return text
    return text[:1].upper() + text[1:]


def word_violations(violations: Iterable[Violation], sides: Sequence[str] = ()) -> list[str]:
    """A sentence for each violation (``sentence``)."""
    return [sentence(violation.code, violation.params, sides) for violation in violations]
