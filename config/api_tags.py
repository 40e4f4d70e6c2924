"""The groups of operations on the documentation page of the API."""

from collections.abc import Mapping
from typing import Final

API_TAGS: Final[Mapping[str, str]] = {
    "index": "The entry point.",
    "clubs": "Clubs, with their players, people, invitations, templates and webhooks.",
    "venues": "The places where events are played.",
    "events": "Events, from the draft to the last place, and whatever belongs to one.",
    "stages": "The parts of an event: their draws, rounds, rankings and documents.",
    "rounds": "The rounds of a stage.",
    "pairings": "Who meets whom: calls to tables, results at the desk.",
    "matches": "Matches and their sheets, line by line.",
    "entries": "Entries, their players, check-in and withdrawal.",
    "payments": "What entries have paid, and what was paid back.",
    "players": "The players of a club.",
    "draws": "Draws that anybody can check: commitment, public word, result.",
    "wishes": "Entries that must meet, or must not.",
    "changes": "Changes of a bracket by hand.",
    "questions": "Decisions that a correction has left to the organizer.",
    "penalties": "Penalties in the ranking.",
    "protests": "Protests against results.",
    "referee-calls": "Calls for the referee from the tables.",
    "sheet-conflicts": "Phones that say something else than the sheet.",
    "table-codes": "The codes on the cards by which phones come in at their tables.",
    "devices": "A phone exchanges the code of its table for a token.",
    "device": "The phone that asks: its table and its match.",
    "jobs": "What a worker does: draws, exports, printing.",
    "webhooks": "Addresses of other programs that are notified of changes.",
    "deliveries": "What was sent to a webhook, and what it answered.",
    "formats": "The formats of play, with the schemas of their options.",
    "rulebooks": "The games, with the schemas of their options and hands.",
    "anchor-key": "The key that signs published states of an event.",
    "live": "Changes as they happen.",
}
