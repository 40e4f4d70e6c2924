"""``python -m tournaments.core draw [FILE]`` and ``plan [FILE]``: re-derived from documents."""

import sys
from collections.abc import Mapping
from typing import Any

from rules.contract import Frozen, Refused
from rules.documents import Document, run
from rules.reading import read
from tournaments.core.coin import Coin, seed_violations
from tournaments.core.constraints import Constraints
from tournaments.core.formats import format_named
from tournaments.core.plan import Entrant, EntryId


class EntrantDocument(Frozen):
    """An entry as a draw sees it."""

    id: EntryId
    seed: int | None
    club: str | None


class DrawDocument(Frozen):
    """All that an order follows from."""

    seed: str
    format: str
    options: dict[str, Any] = {}
    entries: list[EntrantDocument]
    constraints: Constraints = Constraints()


class PlanDocument(Frozen):
    """All that pairings follow from: ``entries`` are ids in drawn order."""

    format: str
    options: dict[str, Any] = {}
    entries: list[EntryId]


def draw(document: Document) -> Mapping[str, Any]:
    """The order that the seed gives."""
    asked = read(DrawDocument, document)
    chosen = format_named(asked.format)
    options = chosen.options(asked.options)
    entrants = [Entrant(entry.id, entry.seed, entry.club) for entry in asked.entries]
    if violations := (*seed_violations(asked.seed), *chosen.check(entrants)):
        raise Refused(violations)
    order = chosen.draw(entrants, options, asked.constraints, Coin(asked.seed))
    return {"legal": True, "order": order}


def plan(document: Document) -> Mapping[str, Any]:
    """The pairings of an order, in the order of play."""
    asked = read(PlanDocument, document)
    chosen = format_named(asked.format)
    pairings = chosen.plan(asked.entries, chosen.options(asked.options))
    return {"legal": True, "pairings": [pairing.as_json() for pairing in pairings]}


if __name__ == "__main__":
    sys.exit(run({"draw": draw, "plan": plan}))
