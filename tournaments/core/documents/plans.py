"""``plan``: the pairings of a drawn order."""

from collections.abc import Mapping
from typing import Any

from rules.contract import Frozen
from rules.documents import Document
from rules.reading import read
from tournaments.core.formats import format_named
from tournaments.core.plan import EntryId
from tournaments.core.stages import Order, plan_stage


class PlanDocument(Frozen):
    """All that pairings follow from: ``entries`` are ids in drawn order, of several groups a list
    of such lists."""

    format: str
    options: dict[str, Any] = {}
    entries: list[EntryId] | list[list[EntryId]]

    @property
    def order(self) -> Order:
        groups = [entries for entries in self.entries if isinstance(entries, list)]
        flat = [entry for entry in self.entries if not isinstance(entry, list)]
        return tuple(map(tuple, groups)) if groups else (tuple(flat),)


def plan(document: Document) -> Mapping[str, Any]:
    """The pairings of an order, in the order of play."""
    asked = read(PlanDocument, document)
    chosen = format_named(asked.format)
    pairings = plan_stage(chosen, chosen.options(asked.options), asked.order)
    return {"legal": True, "pairings": [pairing.as_json() for pairing in pairings]}
