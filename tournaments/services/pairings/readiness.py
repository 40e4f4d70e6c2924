"""Whether a pairing waits for an entry or is ready to be played."""

from tournaments.models import Pairing
from tournaments.statements import EMPTY_SLOT_IN_PAIRING


def has_empty_slot(pairing: Pairing) -> bool:
    """Whether an entry of the pairing is not known yet."""
    return EMPTY_SLOT_IN_PAIRING.fetch_one(pairing.pk) is not None


def set_waiting_or_ready(pairing: Pairing, *, is_incomplete: bool) -> None:
    """Sets the state of a pairing that is still to be played; the caller stores it. A pairing that
    has lost an entry waits, and cannot keep its table; with all its entries one that has waited is
    ready, and one that was called stays where it is."""
    if is_incomplete:
        pairing.state, pairing.table, pairing.called_at = Pairing.State.WAITING, None, None
    elif pairing.state == Pairing.State.WAITING:
        pairing.state = Pairing.State.READY
