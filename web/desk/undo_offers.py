"""The offer to take an act back: kept for the next pages of the person who did it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.http import HttpRequest
from django.utils import timezone

from tournaments.services.undo.offers import sign_steps
from tournaments.services.undo.steps import UNDO_FOR, UndoStep

KEPT: Final = "undo"
"""The key in the session."""


@dataclass(frozen=True, slots=True)
class UndoOffer:
    """What was done, in words; what the form sends to take it back, and for how long it can."""

    said: str
    token: str
    seconds: int


def offer_undo(request: HttpRequest, said: str, steps: Sequence[UndoStep]) -> None:
    """Offers on the next pages to take these steps back; nothing for an act that changed nothing.
    The steps are signed: what is sent back is what was offered."""
    if not steps:
        return
    token = sign_steps(steps)
    until = (steps[-1].made_at + UNDO_FOR).isoformat()
    request.session[KEPT] = {"said": said, "token": token, "until": until}


def find_offer(request: HttpRequest) -> UndoOffer | None:
    """The offer that still stands."""
    kept_offer = request.session.get(KEPT)
    if kept_offer is None:
        return None
    time_left = datetime.fromisoformat(kept_offer["until"]) - timezone.now()
    seconds = -(-int(time_left.total_seconds() * 1000) // 1000)
    if not 0 < seconds <= UNDO_FOR.seconds:
        del request.session[KEPT]
        return None
    return UndoOffer(kept_offer["said"], kept_offer["token"], seconds)


def withdraw_offer(request: HttpRequest) -> None:
    """What was taken back, or can no longer be, is not offered again."""
    request.session.pop(KEPT, None)
