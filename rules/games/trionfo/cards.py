"""The cards of Trionfo: those of Marafon, eight for each of five players (pagat, Trionfo)."""

from rules.cards import Card
from rules.games.marafon.cards import (
    ALL_THIRDS,
    LAST_TRICK,
    POINT,
    RANKING,
    STRENGTH,
    THIRDS,
    sum_thirds,
)

__all__ = ["ALL_THIRDS", "LAST_TRICK", "POINT", "RANKING", "STRENGTH", "THIRDS", "sum_thirds"]

SEATS = 5
SIDES = SEATS
"""Everybody plays for himself over a sitting: partners change from hand to hand."""
HAND_SIZE = 8
TRICKS = HAND_SIZE
PLAYS = SEATS * HAND_SIZE

ENOUGH = 6 * POINT
"""What the declarer's side needs, in thirds: six whole points of eleven (pagat, Trionfo)."""
FIRST_LEADER_HOLDS: Card = "5S"
"""The 5 of swords (pagat, Trionfo, The deal)."""
