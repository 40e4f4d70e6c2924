"""An act as a text that its author may send back to undo it: signed, so that only what was offered
is undone."""

from collections.abc import Sequence
from typing import Final

from django.core import signing

from tournaments.refusals import UndoRefused
from tournaments.services.undo.steps import UndoStep

SALT: Final = "tournaments.services.undo"


def sign_steps(steps: Sequence[UndoStep]) -> str:
    """The steps of one act as a signed text."""
    return signing.dumps([step.as_json() for step in steps], salt=SALT)


def read_steps(token: str) -> list[UndoStep]:
    """The steps that ``sign_steps`` has signed. Raises UndoRefused for any other text."""
    try:
        documents = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        raise UndoRefused(field="token") from None
    return [UndoStep.from_json(document) for document in documents]
