"""The cards of Trionfo: those of Marafon, eight to each of five (pagat, Trionfo)."""

from rules.cards import Card
from rules.games.marafon.cards import (
    ALL_THIRDS,
    LAST_TRICK,
    POINT,
    RANKING,
    STRENGTH,
    THIRDS,
    thirds_of,
)

__all__ = ["ALL_THIRDS", "LAST_TRICK", "POINT", "RANKING", "STRENGTH", "THIRDS", "thirds_of"]

SEATS = 5
SIDES = SEATS
"""Payments are individual, independent of who was the partner."""
HAND_SIZE = 8
TRICKS = HAND_SIZE
PLAYS = SEATS * HAND_SIZE

ENOUGH = 6 * POINT
"""What the declarer's side needs: six whole points of eleven, in thirds."""
FIRST_LEADER_HOLDS: Card = "5S"
