"""Penalties on the screen, for the desk and the board."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from accounts.selectors import load_author_names
from tournaments.models import Event, Penalty
from tournaments.selectors.registration.names import EntryName, load_names_of_rows
from tournaments.selectors.standings.penalties import (
    SheetPenalty,
    list_ranking_metrics,
    list_sheet_penalties,
)
from wording.decisions import word_penalty
from wording.formats import find_unit
from wording.numbers import format_count, score
from wording.stages import name_stage


@dataclass(frozen=True, slots=True)
class PenaltyView:
    """A penalty of a ranking, or a disqualification, in words."""

    id: int
    name: str
    said: str
    author: str
    penalty: Penalty


@dataclass(frozen=True, slots=True)
class SheetPenaltyView:
    """A penalty on a sheet, in words."""

    name: str
    said: str
    row: SheetPenalty


def build_penalty_views(
    event: Event, penalties: Sequence[Penalty], names: Mapping[int, EntryName] | None = None
) -> list[PenaltyView]:
    """Penalties of one event in words. The number of queries does not depend on their number; none
    without penalties. ``names``: of all entries, if the caller has loaded them."""
    if not penalties:
        return []
    if names is None:
        names = load_names_of_rows(event, penalties)
    author_names = load_author_names(row.author for row in penalties)
    views = []
    for row in penalties:
        if row.stage is None:
            # A disqualification is of the whole event, points off are of one ranking.
            words = word_penalty(voids=row.voids)
        else:
            metric = row.metric or list_ranking_metrics(row.stage)[0]
            unit = find_unit(row.stage.match_format or event.match_format)
            points = str(row.points)
            if metric in IN_UNIT:
                points = score(row.points, unit)
            ranking_name = name_stage(row.stage)
            words = word_penalty(points=points, metric=metric, stage=ranking_name)
        author = author_names.get(row.author, "")
        views.append(PenaltyView(row.pk, names[row.entry_id].short, words, author, row))
    return views


IN_UNIT = ("points_for", "points_difference")
"""Metrics that count in the unit of the game: in Marafon these are thirds of a point."""


def build_sheet_penalty_views(event: Event) -> list[SheetPenaltyView]:
    """The penalties on the sheets of an event, in words."""
    views = []
    for row in list_sheet_penalties(event):
        names = ", ".join(name.short for name in row.names)
        views.append(SheetPenaltyView(names, "−" + format_count(row.points, "points"), row))
    return views
