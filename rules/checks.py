"""Checks that all games share: bounds, suits, whose turn it is."""

from kernel.reading import shorten_value
from kernel.violations import Violation
from rules.cards import SUITS
from rules.contract import Seat


def check_range(field: str, value: int | None, count: int) -> list[Violation]:
    """The value is one of ``count`` sides or seats, or None."""
    if value is None or 0 <= value < count:
        return []
    params = {"field": field, "value": value, "least": 0, "most": count - 1}
    return [Violation("out_of_range", params)]


def check_turn(field: str, seat: Seat | None, seats: int, turn: Seat | None) -> list[Violation]:
    """Who called, dealt or led, if it is written: a seat that exists, and the one whose turn it
    was."""
    violations = check_range(field, seat, seats)
    # The turn is unknown at the first hand of a match, unless its record names it.
    if not violations and None not in (seat, turn) and seat != turn:
        params = {"what": field, "seat": seat, "turn": turn}
        violations.append(Violation("out_of_turn", params))
    return violations


def check_suit(suit: str | None) -> list[Violation]:
    """A suit of the deck, or none."""
    if suit is None or suit in tuple(SUITS):
        return []
    return [Violation("unknown_suit", {"trump": shorten_value(suit)})]
