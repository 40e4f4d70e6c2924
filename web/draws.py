"""A draw as pages show it: its state, its commitment, its order with names, its record."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from textwrap import wrap
from typing import Any

from django.utils.translation import gettext as _

from accounts.actors import ActorKind
from competition.draw.apart import MeetingAgain
from competition.formats import format_named
from tournaments.models import Draw, Event, Group
from tournaments.selectors.draws.draws import find_meetings_again
from tournaments.selectors.registration.names import EntryNames, load_entry_names
from tournaments.selectors.stages.stages import list_stages
from tournaments.selectors.trust.exports import build_bracket_document, build_draw_record
from web.bracket_changes import ChangeView, load_changes
from wording.places import group_name
from wording.stages import name_stage, word_meeting_again

BLOCK_LENGTH = 4
"""Characters of a commitment in one group, as it is shown."""
LARGE = 4
"""Groups of the commitment shown in large type; all of them are listed below."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A place and the entry drawn for it; ``entry`` is the id."""

    place: int
    entry: int
    name: str
    club: str
    seed: int | None


@dataclass(frozen=True, slots=True)
class DrawnGroup:
    """A group in drawn order; without a title if there is only one."""

    title: str
    rows: tuple[Drawn, ...]


@dataclass(frozen=True, slots=True)
class DrawView:
    """A draw: committed, with its word said, held or called off."""

    draw: Draw
    stage: str
    """The title of its stage; empty if the event has only one."""
    counts: bool
    """Whether it decides the order of play; earlier draws of the stage no longer do."""
    groups: tuple[DrawnGroup, ...] = ()
    again: tuple[str, ...] = ()
    """The entries that have met before and could not be kept apart, a sentence each."""
    changes: tuple[ChangeView, ...] = ()
    """What was changed by hand since, the last first."""
    bracket: Mapping[str, Any] = field(default_factory=dict)
    """The changes and the changed bracket as members of the record."""

    @property
    def is_kept_apart(self) -> bool:
        """Whether a bracket was drawn in which groupmates meet in the final at the earliest."""
        follows_groups = any("mates" in entry for entry in self.draw.entries)
        # Formats without metrics are brackets: the others rank by them.
        return self.is_held and follows_groups and self.is_of_bracket and not self.again

    @property
    def is_of_bracket(self) -> bool:
        """Whether a bracket was drawn, not tables or rounds."""
        return not self.is_lots and not format_named(self.draw.format).metrics

    @property
    def is_committed(self) -> bool:
        """Whether the public word is still missing."""
        return self.draw.state == Draw.State.COMMITTED and self.draw.said_at is None

    @property
    def is_said(self) -> bool:
        """Whether the word has been said, but the draw is not held yet: a worker computes it."""
        return self.draw.state == Draw.State.COMMITTED and self.draw.said_at is not None

    @property
    def is_held(self) -> bool:
        return self.draw.state == Draw.State.HELD

    @property
    def is_called_off(self) -> bool:
        return self.draw.state == Draw.State.CALLED_OFF

    @property
    def is_lots(self) -> bool:
        return self.draw.purpose == Draw.Purpose.LOTS

    @property
    def is_by_system(self) -> bool:
        return self.draw.author.kind == ActorKind.SYSTEM

    @property
    def changed_at(self) -> datetime:
        """When the draw reached its present state."""
        draw = self.draw
        return draw.held_at or draw.called_off_at or draw.said_at or draw.committed_at

    @property
    def commitment_groups(self) -> tuple[str, ...]:
        """The commitment in short groups, as people read it out."""
        # Hexadecimal digits alone: wrap() would drop spaces, and break at hyphens.
        return tuple(wrap(self.draw.commitment, BLOCK_LENGTH))

    @property
    def large(self) -> tuple[str, ...]:
        """The groups of the commitment in large type."""
        return self.commitment_groups[:LARGE]

    @property
    def record_id(self) -> str:
        """The id of the element with the record."""
        return f"record-{self.draw.pk}"

    @property
    def names_id(self) -> str:
        """The id of the element with the names."""
        return f"names-{self.draw.pk}"

    @property
    def names(self) -> dict[str, str]:
        """The name of each entry by its id. The browser checks the list that people read against
        these and the order of the record."""
        names = {}
        for group in self.groups:
            for row in group.rows:
                names[str(row.entry)] = row.name
        return names

    @property
    def record(self) -> Mapping[str, Any]:
        """What ``python -m competition verify`` takes; it has no order before the draw is held."""
        if self.draw.said_at is None:
            # The secret is part of the record.
            return {}
        return {**build_draw_record(self.draw), **self.bracket}


@dataclass(frozen=True, slots=True)
class StageDraws:
    """The draws of one stage, the last first."""

    views: Sequence[DrawView]

    @property
    def pending(self) -> DrawView | None:
        """The one that was committed to and is not held yet."""
        for view in self.views:
            if view.is_committed or view.is_said:
                return view
        return None

    @property
    def last_held(self) -> DrawView | None:
        for view in self.views:
            if view.is_held:
                return view
        return None

    @property
    def last_order(self) -> DrawView | None:
        """The last that is of the order of play, not of lots."""
        for view in self.views:
            if not view.is_lots:
                return view
        return None


def build_draw_views(event: Event, draws: Sequence[Draw]) -> list[DrawView]:
    """The draws of an event with the names of their entries. Four queries, and some for each
    bracket that was changed by hand."""
    drawn_entries = set()
    for draw in draws:
        for group in _get_order(draw):
            drawn_entries.update(group)
    names = EntryNames()
    if drawn_entries:
        names = load_entry_names(event, drawn_entries)
    labels = names.labels

    titles = {stage.pk: name_stage(stage) for stage in list_stages(event)}
    # The title of an only stage would tell nothing.
    if len(titles) == 1:
        titles = dict.fromkeys(titles, "")
    group_names: dict[tuple[int, int], str] = {}
    named_groups = Group.objects.filter(stage__event=event).exclude(name="")
    for stage_id, number, name in named_groups.values_list("stage", "number", "name"):
        group_names[stage_id, number] = name
    counting_draws = _find_counting_draws(draws)
    changes = load_changes(event)
    changed_draws = {change.draw for change in changes if change.round is None}

    views = []
    for draw in draws:
        groups = _build_groups(draw, names, group_names)
        meetings_again = [_describe_meeting(each, labels) for each in find_meetings_again(draw)]
        own_changes = [change for change in changes if change.draw == draw.pk]
        is_counting = draw.pk in counting_draws
        changed_bracket: Mapping[str, Any] = {}
        if is_counting and draw.pk in changed_draws:
            changed_bracket = build_bracket_document(draw)
        views.append(
            DrawView(
                draw,
                titles[draw.stage_id],
                is_counting,
                tuple(groups),
                tuple(meetings_again),
                tuple(own_changes),
                changed_bracket,
            )
        )
    return views


def _describe_meeting(meeting: MeetingAgain, names: Mapping[int, str]) -> str:
    # A deleted entry has no name any more.
    first_name, second_name = (names.get(int(entry), "") for entry in meeting.entries)
    return word_meeting_again(first_name, second_name, meeting.round, is_certain=meeting.is_certain)


def _find_counting_draws(draws: Sequence[Draw]) -> set[int]:
    """The last order held of each stage, and all lots."""
    last_order: dict[int, int] = {}
    lots = set()
    for draw in sorted(draws, key=lambda draw: draw.number):
        if draw.state != Draw.State.HELD:
            continue
        if draw.purpose == Draw.Purpose.LOTS:
            lots.add(draw.pk)
        else:
            # A later draw of the same stage replaces the earlier one.
            last_order[draw.stage_id] = draw.pk
    return lots | set(last_order.values())


def _get_order(draw: Draw) -> list[list[int]]:
    """The order of each group; none before the draw is held."""
    order = draw.order or []
    if order and not isinstance(order[0], list):
        # The record of a draw without groups has one flat list.
        return [order]
    return order


def _build_groups(
    draw: Draw, names: EntryNames, group_names: Mapping[tuple[int, int], str]
) -> Iterator[DrawnGroup]:
    order = _get_order(draw)
    seeds = {entry["id"]: entry["seed"] for entry in draw.entries}
    for number, entry_ids in enumerate(order, start=1):
        rows = []
        for place, entry_id in enumerate(entry_ids, start=1):
            # A deleted entry keeps its place in the record, so it stays in the order, but without
            # its name.
            words, club = _("Entry %(number)s") % {"number": entry_id}, ""
            if entry_id in names:
                words, club = names[entry_id].short, names[entry_id].club_name
            rows.append(Drawn(place, entry_id, words, club, seeds.get(entry_id)))
        title = ""
        if len(order) > 1:
            title = group_name(number, group_names.get((draw.stage_id, number), ""))
        yield DrawnGroup(title, tuple(rows))
