"""The rows of tournaments, one noun a module."""

from tournaments.models.anchor import Anchor
from tournaments.models.bracket import BY_HAND, PLAY_OFF, Group, Pairing, Round, Slot, Stage
from tournaments.models.club import Club, Invitation, Player, Role, Venue
from tournaments.models.draw import Draw
from tournaments.models.event import Entry, EntryPlayer, Event, Table
from tournaments.models.imports import EntryImport
from tournaments.models.outlook import StageOutlook
from tournaments.models.regulation import Article, RegulationVersion
from tournaments.models.rounds import Absence, PairedFrom, Wish
from tournaments.models.rulings import Penalty, Prize, Question, SetAside
from tournaments.models.tables import Device, RefereeCall, TableCode

__all__ = [
    "BY_HAND",
    "PLAY_OFF",
    "Absence",
    "Anchor",
    "Article",
    "Club",
    "Device",
    "Draw",
    "Entry",
    "EntryImport",
    "EntryPlayer",
    "Event",
    "Group",
    "Invitation",
    "PairedFrom",
    "Pairing",
    "Penalty",
    "Player",
    "Prize",
    "Question",
    "RefereeCall",
    "RegulationVersion",
    "Role",
    "Round",
    "SetAside",
    "Slot",
    "Stage",
    "StageOutlook",
    "Table",
    "TableCode",
    "Venue",
    "Wish",
]
