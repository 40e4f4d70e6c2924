"""The ranking of a stage on the screen: metrics in columns, a reason a row."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from competition.cuts.cut import Cut, OfEach, Places, Through
from competition.plan import EntryId, Placing
from tournaments.models import Event, Stage
from tournaments.selectors.borders import open_borders
from tournaments.selectors.cuts import cut_of, cuts_from
from tournaments.selectors.entries import EntryName, names_of
from tournaments.selectors.fields import progress_of
from tournaments.selectors.rankings import Ranking, ranking_of
from web.paging import ROWS_A_PAGE, page_of
from web.penalties import PenaltyView, penalty_views
from web.searching import has_words
from wording.metrics import metric_head, metric_name, value
from wording.places import group_name, place
from wording.stages import ranked_words, stage_name
from wording.ties import settled_words, tie_sentences
from wording.whys import placing_words

Cuts: TypeAlias = Sequence[tuple[Cut | None, Through]]
"""The cuts of the stages that follow, and who advances by each."""


@dataclass(frozen=True, slots=True)
class Head:
    """A column: over it, and in full."""

    short: str
    long: str


@dataclass(frozen=True, slots=True)
class RankRow:
    """An entry with its place, the values of its metrics, and why it is above the next."""

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
    page: int
    pages: range
    sought: str
    ranked_by: str
    """In the words of the regulation; empty where the bracket ranks."""
    has_groups: bool
    ties: tuple[str, ...]
    """The ties at its cuts, once it is played out: what settles them, or has settled them."""
    penalties: list[PenaltyView]


def ranking_view(event: Event, stage: Stage, page: int = 0, sought: str = "") -> RankingView:
    """A page of the ranking of a stage: as one table, or group by group where groups rank alone.
    ``sought`` are words of the names that are shown."""
    ranking = ranking_of(stage)
    names = names_of(event)
    numbers = dict(stage.groups.values_list("number", "name"))
    titles = {number: group_name(number, name) for number, name in numbers.items()}
    by_group = len(numbers) > 1 and not ranking.format.over_groups
    cuts = [(cut_of(later), through) for later, through in cuts_from(ranking)]
    parts: Sequence[tuple[str, Sequence[Placing], int | None]]
    if by_group:
        parts = [
            (titles[number], placings, _each_of(cuts))
            for number, placings in zip(sorted(numbers), ranking.groups, strict=False)
        ]
    else:
        parts = [("", ranking.placings, _last_of(cuts))]
    wanted = [
        placing.entry
        for _title, placings, _cut in parts
        for placing in placings
        if has_words(names[int(placing.entry)], sought)
    ]
    at, pages = page_of(page, len(wanted), ROWS_A_PAGE)
    shown = frozenset(wanted[at * ROWS_A_PAGE : (at + 1) * ROWS_A_PAGE])
    tables = tuple(
        RankTable(title, rows)
        for title, placings, cut in parts
        if (
            rows := _make_rows(
                ranking, placings, names, titles, cut=_widen_cut(placings, cut, cuts), shown=shown
            )
        )
    )
    return RankingView(
        stage=stage,
        title=stage_name(stage.name, stage.format),
        heads=tuple(Head(metric_head(name), metric_name(name)) for name in ranking.metrics),
        tables=tables,
        page=at,
        pages=pages,
        sought=sought,
        ranked_by=ranked_words(ranking.metrics) if ranking.metrics else "",
        has_groups=len(numbers) > 1 and not by_group,
        ties=_describe_ties(ranking, cuts, names),
        penalties=penalty_views(event, ranking.penalties, names),
    )


def _describe_ties(ranking: Ranking, cuts: Cuts, names: Mapping[int, EntryName]) -> tuple[str, ...]:
    """A sentence for each tie at a cut. While the stage is played, ties come and go."""
    found = [through for _cut, through in cuts if through.settled or through.borders]
    if not found or not progress_of(ranking.stage).is_over:
        return ()
    settled = {each.tied: each.remedy for through in found for each in through.settled}
    still_open = [
        {"names": _shorten(border.tied, names), "remedy": border.remedy}
        for border in open_borders(ranking.stage)
    ]
    return (
        *(settled_words(_shorten(tied, names), remedy) for tied, remedy in settled.items()),
        *tie_sentences(still_open),
    )


def _shorten(entries: Iterable[EntryId], names: Mapping[int, EntryName]) -> list[str]:
    return [names[int(entry)].short for entry in entries]


def _widen_cut(placings: Sequence[Placing], after: int | None, cuts: Cuts) -> int | None:
    """Where a cut runs: behind all who are tied across it, if all of them advance."""
    if after is None:
        return None
    together = {
        entry
        for _cut, through in cuts
        for each in through.settled
        if each.remedy == "all_advance"
        for entry in each.tied
    }
    while after < len(placings) and placings[after].entry in together:
        after += 1
    return after


def _make_rows(
    ranking: Ranking,
    placings: Sequence[Placing],
    names: dict[int, EntryName],
    titles: dict[int, str],
    *,
    cut: int | None,
    shown: Collection[EntryId],
) -> tuple[RankRow, ...]:
    """Those of a ranking, or of a group, that are ``shown``."""
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
        if placing.entry in shown
    )


def _last_of(cuts: Cuts) -> int | None:
    """The last place that goes on to the next stage, if its cut is by places."""
    found = (cut.last for cut, _ in cuts if isinstance(cut, Places) and cut.first == 1)
    return next(found, None)


def _each_of(cuts: Cuts) -> int | None:
    """How many of each group go on."""
    return next((cut.of_each for cut, _ in cuts if isinstance(cut, OfEach)), None)
