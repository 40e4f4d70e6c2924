"""The ranking of a stage on the screen: metrics in columns, a reason a row."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.core.cut import Cut, OfEach, Places
from tournaments.core.plan import Placing
from tournaments.models import Event, Stage
from tournaments.selectors.cuts import cut_of
from tournaments.selectors.entries import EntryName, names_of
from tournaments.selectors.rankings import Ranking, ranking_of
from web.penalties import PenaltyView, penalty_views
from wording.metrics import metric_head, metric_name, value
from wording.places import group_name, place
from wording.stages import stage_name
from wording.whys import placing_words


@dataclass(frozen=True, slots=True)
class Head:
    """A column: over it, and in full."""

    short: str
    long: str


@dataclass(frozen=True, slots=True)
class RankRow:
    """An entry with its place, what its metrics come to, and why it stands above the next."""

    entry: int
    label: str
    name: EntryName
    values: tuple[str, ...]
    why: str
    still_in: bool
    is_out: bool
    """Withdrawn or disqualified."""
    group: str
    cut_after: bool
    """Whether the cut to a later stage runs under this row."""


@dataclass(frozen=True, slots=True)
class RankTable:
    """A ranking: of all groups together, or of one."""

    title: str
    rows: tuple[RankRow, ...]


@dataclass(frozen=True, slots=True)
class RankingView:
    """A stage's ranking."""

    stage: Stage
    title: str
    heads: tuple[Head, ...]
    tables: tuple[RankTable, ...]
    metrics: tuple[str, ...]
    has_groups: bool
    penalties: list[PenaltyView]


def ranking_view(event: Event, stage: Stage) -> RankingView:
    """The ranking of a stage: as one table, or group by group where groups rank alone."""
    ranking = ranking_of(stage)
    names = names_of(event)
    numbers = dict(stage.groups.values_list("number", "name"))
    titles = {number: group_name(number, name) for number, name in numbers.items()}
    by_group = len(numbers) > 1 and not ranking.format.over_groups
    parts: Sequence[tuple[str, Sequence[Placing], int | None]]
    if by_group:
        parts = [
            (titles[number], placings, _each_of(stage))
            for number, placings in zip(sorted(numbers), ranking.groups, strict=False)
        ]
    else:
        parts = [("", ranking.placings, _last_of(stage))]
    return RankingView(
        stage=stage,
        title=stage_name(stage.name, stage.format),
        heads=tuple(Head(metric_head(name), metric_name(name)) for name in ranking.metrics),
        tables=tuple(
            RankTable(title, _rows(ranking, placings, names, titles, cut))
            for title, placings, cut in parts
        ),
        metrics=tuple(metric_name(name) for name in ranking.metrics),
        has_groups=len(numbers) > 1 and not by_group,
        penalties=penalty_views(event, ranking.penalties, names),
    )


def _rows(
    ranking: Ranking,
    placings: Sequence[Placing],
    names: dict[int, EntryName],
    titles: dict[int, str],
    cut: int | None,
) -> tuple[RankRow, ...]:
    going = [placing for placing in placings if placing.entry not in ranking.ruling.out]
    border = going[cut - 1].entry if cut and cut < len(going) else None
    return tuple(
        RankRow(
            entry=int(placing.entry),
            label=place(placing.first, placing.last),
            name=names[int(placing.entry)],
            values=tuple(value(placing.values.get(name)) for name in ranking.metrics),
            why=placing_words(placing.why.code, placing.why.params),
            still_in=placing.still_in,
            is_out=placing.entry in ranking.ruling.out,
            group=titles.get(placing.group, ""),
            cut_after=placing.entry == border,
        )
        for placing in placings
    )


def _cuts_of(stage: Stage) -> list[Cut]:
    """The cuts of the stages that follow this one."""
    later = Stage.objects.filter(event=stage.event_id, number__gt=stage.number)
    cuts = [cut_of(each) for each in later.order_by("number")]
    return [cut for cut in cuts if cut is not None and cut.stage == stage.number]


def _last_of(stage: Stage) -> int | None:
    """The last place that goes on to the next stage, if its cut is by places."""
    found = (cut.last for cut in _cuts_of(stage) if isinstance(cut, Places) and cut.first == 1)
    return next(found, None)


def _each_of(stage: Stage) -> int | None:
    """How many of each group go on."""
    return next((cut.of_each for cut in _cuts_of(stage) if isinstance(cut, OfEach)), None)
