"""A draw as pages show it: how far it is, its fingerprint, its order with names, its record."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.actors import ActorKind
from competition.draw.apart import MeetingAgain
from competition.formats import format_named
from tournaments.models import Draw, Event, Group, Stage
from tournaments.selectors.draws import meetings_again
from tournaments.selectors.entries import EntryName, names_of
from wording.places import group_name
from wording.stages import meeting_again_words, stage_name

SIGNS = 4
"""Of a commitment, in one group of its fingerprint."""
LARGE = 4
"""The most groups shown in large type; all of them are listed below."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A place and who has it; ``entry`` is the id."""

    place: int
    entry: int
    name: str
    club: str
    seed: int | None


@dataclass(frozen=True, slots=True)
class DrawnGroup:
    """A group in drawn order; without a title where all are one."""

    title: str
    rows: tuple[Drawn, ...]


@dataclass(frozen=True, slots=True)
class DrawView:
    """A draw: prepared, with its word said, held or called off."""

    draw: Draw
    stage: str
    """What its stage is called; empty where there is but one."""
    counts: bool
    """Whether it is the one that is played by."""
    groups: tuple[DrawnGroup, ...] = ()
    again: tuple[str, ...] = ()
    """Who has met before and could not be kept apart, a sentence each."""

    @property
    def is_kept_apart(self) -> bool:
        """Whether a bracket was drawn in which groupmates meet in the final at the earliest."""
        follows = any("mates" in entry for entry in self.draw.entries)
        is_bracket = not self.is_lots and not format_named(self.draw.format).metrics
        return self.is_held and follows and is_bracket and not self.again

    @property
    def is_promised(self) -> bool:
        """Whether the public word is still missing."""
        return self.draw.state == Draw.State.COMMITTED and self.draw.said_at is None

    @property
    def is_said(self) -> bool:
        """Whether the word has been said, and a worker draws or has to draw again."""
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
    def by_the_house(self) -> bool:
        return self.draw.author_kind == ActorKind.SYSTEM

    @property
    def told_at(self) -> datetime:
        """When what stands there last came about."""
        draw = self.draw
        return draw.held_at or draw.called_off_at or draw.said_at or draw.committed_at

    @property
    def fingerprint(self) -> tuple[str, ...]:
        """The commitment in groups of a few signs, as people read it out."""
        whole = self.draw.commitment
        return tuple(whole[at : at + SIGNS] for at in range(0, len(whole), SIGNS))

    @property
    def large(self) -> tuple[str, ...]:
        """The part of it that is written large."""
        return self.fingerprint[:LARGE]

    @property
    def record_id(self) -> str:
        """Of the block in the page that has the record."""
        return f"record-{self.draw.pk}"

    @property
    def names_id(self) -> str:
        """Of the block in the page that has the names."""
        return f"names-{self.draw.pk}"

    @property
    def names(self) -> dict[str, str]:
        """By the id of each entry its name, apart from the list that people read: the record says
        in which order they must stand there."""
        return {str(row.entry): row.name for group in self.groups for row in group.rows}

    @property
    def record(self) -> Mapping[str, Any]:
        """What ``python -m competition verify`` takes; without an order before it is held.
        Nothing before the word was said."""
        return record_of(self.draw) if self.draw.said_at else {}


def record_of(draw: Draw) -> dict[str, Any]:
    """All data needed to repeat the draw, in the notation. It includes the secret, so it is only
    for draws whose word has been said."""
    return {
        "secret": draw.secret,
        "word": draw.word,
        "format": draw.format,
        "options": draw.options,
        "entries": draw.entries,
        "constraints": draw.constraints,
        "version": draw.version,
        "commitment": draw.commitment,
        "order": draw.order,
    }


def draw_views(event: Event, draws: Sequence[Draw]) -> list[DrawView]:
    """The draws of an event with the names of who was drawn. Three queries."""
    ids = {entry for draw in draws for group in _get_order(draw) for entry in group}
    names = names_of(event, ids) if ids else {}
    stages = list(event.stages.all())
    titles = {stage.pk: stage_title(stage) if len(stages) > 1 else "" for stage in stages}
    counting = _counting(draws)
    groups = _group_names(event)
    return [
        DrawView(
            draw,
            titles[draw.stage_id],
            draw.pk in counting,
            tuple(_make_groups(draw, names, groups)),
            tuple(_again_words(meeting, names) for meeting in meetings_again(draw)),
        )
        for draw in draws
    ]


def stage_title(stage: Stage) -> str:
    """As the organizer calls it, or by its format."""
    return stage_name(stage.name, stage.format)


def _again_words(meeting: MeetingAgain, names: Mapping[int, EntryName]) -> str:
    one, other = (names.get(int(entry)) for entry in meeting.entries)
    return meeting_again_words(
        one.short if one else "",
        other.short if other else "",
        meeting.round,
        is_certain=meeting.is_certain,
    )


def _group_names(event: Event) -> dict[tuple[int, int], str]:
    """What the organizer calls them, by the stage's id and the group's number."""
    rows = Group.objects.filter(stage__event=event).exclude(name="")
    return {
        (stage, number): name for stage, number, name in rows.values_list("stage", "number", "name")
    }


def _counting(draws: Sequence[Draw]) -> set[int]:
    """Of each stage the last order that was held; lots always count."""
    last: dict[int, Draw] = {}
    lots = set()
    for draw in sorted(draws, key=lambda draw: draw.number):
        if draw.state != Draw.State.HELD:
            continue
        if draw.purpose == Draw.Purpose.LOTS:
            lots.add(draw.pk)
        else:
            last[draw.stage_id] = draw
    return lots | {draw.pk for draw in last.values()}


def _get_order(draw: Draw) -> list[list[int]]:
    """The order of each group; none before it is held."""
    order = draw.order or []
    return order if not order or isinstance(order[0], list) else [order]


def _map_seeds(draw: Draw) -> dict[int, int | None]:
    return {entry["id"]: entry["seed"] for entry in draw.entries}


def _make_groups(
    draw: Draw, names: Mapping[int, EntryName], groups: Mapping[tuple[int, int], str]
) -> Iterator[DrawnGroup]:
    order, seeds = _get_order(draw), _map_seeds(draw)
    for number, group in enumerate(order, start=1):
        rows = tuple(
            _view_drawn(place, entry, names.get(entry), seeds.get(entry))
            for place, entry in enumerate(group, start=1)
        )
        title = group_name(number, groups.get((draw.stage_id, number), ""))
        yield DrawnGroup(title if len(order) > 1 else "", rows)


def _view_drawn(place: int, entry: int, name: EntryName | None, seed: int | None) -> Drawn:
    """A deleted entry stays in the order without a name."""
    if name is None:
        return Drawn(place, entry, _("Entry %(number)s") % {"number": entry}, "", seed)
    return Drawn(place, entry, name.short, name.club_name, seed)
