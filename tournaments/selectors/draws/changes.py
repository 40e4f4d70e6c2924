"""Reads what was changed by hand after a draw, and the bracket that the draw and the changes make
together."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter
from typing import Any

from django.db.models import QuerySet

from accounts.actors import Actor
from competition.formats import format_named
from competition.formats.contract import FormatOptions
from competition.formats.knockout import Knockout
from competition.plan import PlannedPairing
from competition.stages.hand_changes import (
    ChangedBrackets,
    ChangeKind,
    HandChange,
    change_brackets,
    plan_brackets,
)
from kernel.reading import shorten_value
from kernel.refusals import Refused
from kernel.violations import Violation
from tournaments.models import Draw, DrawChange, Event, PendingDecision, Stage
from tournaments.permissions import check_visible
from tournaments.refusals import NotFound
from tournaments.selectors.registration.heirs import Heirs, find_heirs, load_heirs
from tournaments.selectors.standings.fields import list_drawn_groups

KINDS: Mapping[str, ChangeKind] = {
    DrawChange.Kind.SWAP: "swap",
    DrawChange.Kind.BYE: "bye",
    DrawChange.Kind.PRELIMINARY: "preliminary",
}


@dataclass(frozen=True, slots=True)
class Substitution:
    """An entry that plays in place of another since a decision of the organizer about a cut."""

    at: datetime
    leaves: int
    arrives: int


@dataclass(frozen=True, slots=True)
class DatedChange:
    """A change of a drawn stage, with its time. Entries that were replaced are named by who plays
    in their place. ``round``: of a swap in a stage that pairs round by round."""

    at: datetime
    change: HandChange
    round: int | None = None


@dataclass(frozen=True, slots=True)
class StageBrackets:
    """The brackets of a drawn stage as they should be by now. Entries that were replaced are named
    by who plays in their place."""

    format: Knockout[Any]
    options: FormatOptions
    drawn: ChangedBrackets
    """As they were drawn."""
    brackets: ChangedBrackets
    steps: tuple[HandChange, ...]
    """The changes that lead there from the drawn order."""
    replaced: tuple[HandChange, ...] = ()
    """The entries of the drawn order that were replaced, in the same form."""

    @property
    def drawn_plan(self) -> tuple[PlannedPairing, ...]:
        return plan_brackets(self.format, self.options, self.drawn)

    @property
    def plan(self) -> tuple[PlannedPairing, ...]:
        return plan_brackets(self.format, self.options, self.brackets)

    def apply(self, change: HandChange) -> "StageBrackets":
        """The brackets after one more change. Raises Refused."""
        brackets = self.brackets.apply(change, most=self.format.most)
        return replace(self, brackets=brackets, steps=(*self.steps, change))


def is_bracket(stage: Stage) -> bool:
    """Whether a stage is played as a bracket: its draw can be changed by hand."""
    return is_knockout(stage.format)


def is_knockout(format_: str) -> bool:
    """Whether the format of this name plays brackets."""
    return isinstance(format_named(format_), Knockout)


def find_draw_in_force(stage: Stage) -> Draw | None:
    """The draw of a stage that counts. One query."""
    return stage.draws.held_orders().first()


def list_draw_changes(event: Event) -> QuerySet[DrawChange]:
    """All changes by hand of an event, the last first, also of draws that no longer count."""
    rows = DrawChange.objects.filter(draw__stage__event=event)
    return rows.select_related("draw__stage", "undone_by").order_by("-at", "-pk")


def change_for(actor: Actor, change_id: int) -> DrawChange:
    """The change of that id. Raises NotFound, also for who may not see its event."""
    rows = DrawChange.objects.select_related("draw__stage__event__club", "undone_by")
    change = rows.filter(pk=change_id).first()
    if change is None:
        raise NotFound
    check_visible(actor, change.draw.stage.event)
    return change


def list_draw_changes_of_stage(stage: Stage) -> QuerySet[DrawChange]:
    """All changes by hand of a stage, the first first, also of draws that no longer count."""
    changes = DrawChange.objects.filter(draw__stage=stage).select_related("draw")
    return changes.order_by("draw__number", "number")


def load_stage_changes(stage: Stage) -> list[DrawChange]:
    """The changes by hand of the draw that counts, in their order. Two queries."""
    draw = find_draw_in_force(stage)
    if draw is None:
        return []
    return load_draw_changes(draw)


def load_draw_changes(draw: Draw) -> list[DrawChange]:
    """The changes of a draw by hand, in their order. One query."""
    return list(draw.changes.order_by("number"))


def load_substitutions(stage: Stage, draw: Draw | None) -> list[Substitution]:
    """The entries that decisions about the cut of a stage have seated in place of others since it
    was drawn (``draw``: the one that counts), in their order. One query."""
    decided = PendingDecision.objects.filter(
        event=stage.event_id,
        kind=PendingDecision.Kind.CUT_MOVED,
        decision=PendingDecision.Decision.SWAPPED,
        stage__cut__stage=stage.number_before,
    )
    # A draw that was held later has the entries where the decision has put them.
    if draw is not None and draw.held_at is not None:
        decided = decided.filter(decided_at__gte=draw.held_at)
    substitutions: list[Substitution] = []
    for pending in decided.order_by("decided_at", "pk"):
        assert pending.decided_at is not None, "a decision has its time"
        for comes, goes in zip(pending.comes, pending.goes, strict=False):
            # A sibling stage gets the entry that has to leave the stage of the decision.
            if pending.stage_id == stage.pk:
                substitution = Substitution(pending.decided_at, leaves=goes, arrives=comes)
            else:
                substitution = Substitution(pending.decided_at, leaves=comes, arrives=goes)
            substitutions.append(substitution)
    return substitutions


def load_dated_changes(stage: Stage, draw: Draw | None, heirs: Heirs) -> list[DatedChange]:
    """What was decided about the cut of a stage and changed by hand since its draw (the one that
    counts), in the order of time. Two queries at most. Raises Refused for a damaged kind."""
    dated_changes: list[DatedChange] = []
    for substitution in load_substitutions(stage, draw):
        arrives, leaves = find_heirs((substitution.arrives, substitution.leaves), heirs)
        dated_changes.append(DatedChange(substitution.at, HandChange("replace", (arrives, leaves))))
    if draw is not None:
        for row in load_draw_changes(draw):
            if row.kind not in KINDS:
                raise Refused([Violation("unknown_change_kind", {"kind": shorten_value(row.kind)})])
            entry, other = find_heirs((row.entry_id, row.other_id), heirs)
            dated_changes.append(
                DatedChange(row.at, HandChange(KINDS[row.kind], (entry, other)), row.round)
            )
    # Changes have the order of their numbers also within one instant: sorting keeps it.
    return sorted(dated_changes, key=attrgetter("at"))


def load_brackets(stage: Stage, heirs: Heirs | None = None) -> StageBrackets | None:
    """The brackets that the draw, the decisions about the cut and the changes by hand make; None
    for a stage that is not drawn, or is no bracket. Raises Refused if what is stored cannot be
    applied."""
    format_ = format_named(stage.format)
    draw = find_draw_in_force(stage)
    if draw is None or not draw.order or not isinstance(format_, Knockout):
        return None
    if heirs is None:
        heirs = load_heirs(stage.event)
    # The drawn order already has the heirs in it; the entries that they have replaced are only
    # named beside it.
    seated: list[tuple[int, ...]] = []
    replaced: list[HandChange] = []
    for drawn_group in list_drawn_groups(draw.order):
        seated_group = find_heirs(drawn_group, heirs)
        seated.append(seated_group)
        for entry, heir in zip(drawn_group, seated_group, strict=True):
            if entry != heir:
                replaced.append(HandChange("replace", (heir, entry)))
    drawn = change_brackets(format_, tuple(seated), ())
    options = format_.options(stage.options)
    brackets = StageBrackets(format_, options, drawn, drawn, (), tuple(replaced))
    for dated in load_dated_changes(stage, draw, heirs):
        try:
            brackets = brackets.apply(dated.change)
        except Refused:
            # A decision about a cut also names entries that are not in this bracket.
            if dated.change.kind != "replace":
                raise
    return brackets
