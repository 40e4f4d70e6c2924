"""``plan``: the pairings of a drawn order."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from competition.documents.changes import ChangeDocument, plan_as_changed
from competition.documents.draws import EntrantDocument, read_entrants, split_order
from competition.draw.entrants import find_entry_violations
from competition.formats import format_named
from competition.formats.contract import Format
from competition.grouping import cut_evenly
from competition.plan import EntryId, plan_as_json
from competition.stages.stage import Order, plan_stage
from kernel.json_lines import Document
from kernel.models import Frozen
from kernel.reading import read
from kernel.refusals import Refused


class PlanDocument(Frozen):
    """All that pairings follow from: ``entries`` are ids in drawn order, of several groups a list
    of such lists; ``entrants`` what is known of them, where the first round goes by it;
    ``changes`` what was changed by hand in a drawn bracket, in its order."""

    format: str
    options: dict[str, Any] = {}
    entries: list[EntryId] | list[list[EntryId]]
    entrants: list[EntrantDocument] = []
    changes: list[ChangeDocument] = []

    def order(self, chosen_format: Format[Any], options: Any) -> Order:
        """Each group's order: a flat list of several groups is cut as it stands, the first groups
        the larger. Raises Refused for an entry that stands twice."""
        parts, flat = split_order(self.entries)
        groups: Sequence[Sequence[EntryId]] = parts
        if not parts:
            groups = cut_evenly(flat, chosen_format.groups(len(flat), options))
        order = tuple(map(tuple, groups))
        # Of one group, the format itself refuses an entry that stands twice.
        everybody = list(chain.from_iterable(order))
        violations = tuple(find_entry_violations(everybody, 0, len(everybody)))
        if violations and len(order) > 1:
            raise Refused(violations)
        return order


def plan(document: Document) -> Mapping[str, Any]:
    """The pairings of an order, in the order of play; of a changed bracket those after it."""
    request = read(PlanDocument, document)
    chosen_format = format_named(request.format)
    options = chosen_format.options(request.options)
    order = request.order(chosen_format, options)
    if request.changes:
        pairings = plan_as_changed(request.format, request.options, order, request.changes)
    else:
        pairings = plan_stage(chosen_format, options, order, read_entrants(request.entrants))
    return {"legal": True, "pairings": plan_as_json(pairings)}
