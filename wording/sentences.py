"""The sentence of a code, in the reader's language."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from wording.refusals import REFUSALS
from wording.violations import VIOLATIONS

SENTENCES = {**REFUSALS, **VIOLATIONS}


def sentence(code: str, params: Mapping[str, Any] | None = None) -> str:
    """What a refusal or violation says, and what to do about it.

    A code without words would be a fault of ours, and a test finds it; the reader still gets a
    sentence.
    """
    words = SENTENCES.get(code)
    if words is None:
        return _("This cannot be (%(code)s).") % {"code": code}
    return words % dict(params or {})
