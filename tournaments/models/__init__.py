"""The rows of tournaments, one noun a module."""

from tournaments.models.bracket import Draw, Group, Pairing, Round, Slot, Stage
from tournaments.models.club import Club, Player, Role, Venue
from tournaments.models.event import Entry, EntryPlayer, Event, Table

__all__ = [
    "Club",
    "Draw",
    "Entry",
    "EntryPlayer",
    "Event",
    "Group",
    "Pairing",
    "Player",
    "Role",
    "Round",
    "Slot",
    "Stage",
    "Table",
    "Venue",
]
