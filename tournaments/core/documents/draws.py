"""``draw``: the order that a seed gives."""

from collections.abc import Mapping
from typing import Any

from rules.contract import Frozen, Refused
from rules.documents import Document
from rules.reading import read
from tournaments.core.coin import Coin, seed_violations
from tournaments.core.constraints import Constraints
from tournaments.core.formats import format_named
from tournaments.core.plan import Entrant, EntryId
from tournaments.core.stages import draw_stage, order_as_json, stage_violations


class EntrantDocument(Frozen):
    """An entry as a draw sees it."""

    id: EntryId
    seed: int | None
    club: str | None

    @property
    def entrant(self) -> Entrant:
        return Entrant(self.id, self.seed, self.club)


class DrawDocument(Frozen):
    """All that an order follows from."""

    seed: str
    format: str
    options: dict[str, Any] = {}
    entries: list[EntrantDocument]
    constraints: Constraints = Constraints()


def draw(document: Document) -> Mapping[str, Any]:
    """The order that the seed gives."""
    asked = read(DrawDocument, document)
    chosen = format_named(asked.format)
    options = chosen.options(asked.options)
    entrants = [entry.entrant for entry in asked.entries]
    found = stage_violations(chosen, options, entrants)
    if violations := (*seed_violations(asked.seed), *found):
        raise Refused(violations)
    order = draw_stage(
        chosen, options, entrants, constraints=asked.constraints, coin=Coin(asked.seed)
    )
    return {"legal": True, "order": order_as_json(order)}
