"""Changes by hand in the documents of a draw and of its plan."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from competition.formats import format_named
from competition.formats.knockout import Knockout
from competition.plan import EntryId, PlannedPairing
from competition.stages.hand_changes import (
    ChangeKind,
    HandChange,
    change_brackets,
    plan_brackets,
)
from competition.stages.stage import Order
from kernel.models import Frozen
from kernel.refusals import Refused
from kernel.violations import Violation


class ChangeDocument(Frozen):
    """A change of a drawn bracket: what it was, and the two entries."""

    kind: ChangeKind
    entries: Annotated[tuple[EntryId, ...], Field(strict=False, min_length=2, max_length=2)]

    @property
    def change(self) -> HandChange:
        first_entry, second_entry = self.entries
        return HandChange(self.kind, (first_entry, second_entry))


def plan_as_changed(
    format_: str, options: Mapping[str, Any], order: Order, changes: Sequence[ChangeDocument]
) -> tuple[PlannedPairing, ...]:
    """The pairings of a drawn order after changes by hand. Raises Refused."""
    chosen_format = format_named(format_)
    if not isinstance(chosen_format, Knockout):
        raise Refused([Violation("changes_need_a_bracket", {"format": format_})])
    brackets = change_brackets(chosen_format, order, [change.change for change in changes])
    return plan_brackets(chosen_format, chosen_format.options(options), brackets)
