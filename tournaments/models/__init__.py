"""The rows of tournaments, one noun a module."""

from tournaments.models.anchor import Anchor
from tournaments.models.bracket import BY_HAND, PLAY_OFF, Group, Pairing, Round, Slot, Stage
from tournaments.models.clocks import ExtraTime, RoundClock
from tournaments.models.club import Club, Invitation, Player, Role, Venue
from tournaments.models.draw import Draw
from tournaments.models.draw_changes import DrawChange
from tournaments.models.embedding import EmbeddingSite
from tournaments.models.event import Entry, EntryPlayer, Event, Hall, Table
from tournaments.models.imports import EntryImport
from tournaments.models.outlook import StageOutlook
from tournaments.models.payments import Payment
from tournaments.models.regulation import Article, RegulationVersion
from tournaments.models.rounds import Absence, PairedFrom, PairingConstraint
from tournaments.models.rulings import Penalty, PendingDecision, Prize, Protest, VoidedMatch
from tournaments.models.tables import Device, RefereeCall, SheetConflict, TableCode
from tournaments.models.templates import EventTemplate

__all__ = [
    "BY_HAND",
    "PLAY_OFF",
    "Absence",
    "Anchor",
    "Article",
    "Club",
    "Device",
    "Draw",
    "DrawChange",
    "EmbeddingSite",
    "Entry",
    "EntryImport",
    "EntryPlayer",
    "Event",
    "EventTemplate",
    "ExtraTime",
    "Group",
    "Hall",
    "Invitation",
    "PairedFrom",
    "Pairing",
    "PairingConstraint",
    "Payment",
    "Penalty",
    "PendingDecision",
    "Player",
    "Prize",
    "Protest",
    "RefereeCall",
    "RegulationVersion",
    "Role",
    "Round",
    "RoundClock",
    "SheetConflict",
    "Slot",
    "Stage",
    "StageOutlook",
    "Table",
    "TableCode",
    "Venue",
    "VoidedMatch",
]
