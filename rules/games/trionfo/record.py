"""The record of a hand of Trionfo: the bid, the declarer, the partner, and the result."""

from typing import Annotated

from kernel.models import Frozen
from rules.fields import a_seat, one_of
from rules.games.trionfo.bids import BIDS
from rules.games.trionfo.cards import SEATS

_Seat = Annotated[int, a_seat(SEATS)]


class TrionfoRecord(Frozen):
    """A hand as the sheet has it, or ``all_pass`` and nothing else.

    ``partner`` is the seat whose card was called; None where the declarer is alone, also with
    ``own_card``: his own card called.
    """

    declarer: _Seat | None = None
    bid: Annotated[str, one_of(*BIDS)] | None = None
    partner: _Seat | None = None
    own_card: bool | None = None
    success: bool | None = None
    all_pass: bool | None = None
    leader: _Seat | None = None


RESULT = ("declarer", "bid", "partner", "own_card", "success")
"""The fields of a hand that was played."""
