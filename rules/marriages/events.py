"""The events of a hand at the table, in the notation."""

from collections.abc import Sequence
from typing import NamedTuple

from kernel.reading import shorten_value
from kernel.refusals import Unreadable
from kernel.violations import Violation
from rules.contract import Seat

PLAYS, DECLARES, MARIANNINO, MARIANNONE, COVERS, EXCHANGES = "PDNMCX"
# A play, a marriage and a cover name a card or a suit; the other acts need none.
LENGTHS = {PLAYS: 3, DECLARES: 3, COVERS: 3, MARIANNINO: 2, MARIANNONE: 2, EXCHANGES: 2}
TYPES = (str, int, str)

Written = Sequence[str | int]


class Illegal(ValueError):
    """An event that is not possible, with the violation that it is."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.violation = Violation(code, params)


class PlayEvent(NamedTuple):
    """An act of a player: ``what`` is the card, or the suit, or empty."""

    kind: str
    seat: Seat
    what: str


def check_form(written: Written) -> None:
    """Raises Unreadable if a part of the event has the wrong type."""
    if not all(map(isinstance, written, TYPES)):
        raise Unreadable(f"tricks: {shorten_value(str(list(written)))}: wrong type")


def read_event(written: Written) -> PlayEvent:
    """One event. Raises Illegal for an unknown kind, or for too few or too many parts."""
    kind = str(written[0]) if written else ""
    length = LENGTHS.get(kind)
    if written and length is None:
        raise Illegal(
            "no_such_choice", field="tricks", value=shorten_value(kind), choices=list(LENGTHS)
        )
    if length is None or len(written) < length:
        raise Illegal("item_missing", field="tricks")
    if len(written) > length:
        raise Illegal("too_long", field="tricks", most=length)
    # ``check_form`` has checked the types before.
    card_or_suit = str(written[2]) if length == 3 else ""
    return PlayEvent(kind, int(written[1]), card_or_suit)
