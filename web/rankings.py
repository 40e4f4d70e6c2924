"""The ranking of a stage on the screen: a column for each metric, a reason in each row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.paginator import Page

from competition.cuts.cut import OfEach, Places, Through
from competition.plan import EntryId, Placing
from tournaments.models import Event, Stage
from tournaments.selectors.decisions.borders import open_borders
from tournaments.selectors.registration.names import EntryName, EntryNames, load_entry_names
from tournaments.selectors.standings.cuts import get_cut, load_following_cuts
from tournaments.selectors.standings.fields import load_progress
from tournaments.selectors.standings.rankings import Ranking, load_ranking
from web.groups import load_group_names
from web.paging import ROWS_A_PAGE, cut_page
from web.penalties import PenaltyView, build_penalty_views
from wording.metrics import name_metric, value, word_metric_head
from wording.places import place
from wording.stages import describe_ranking, name_stage
from wording.ties import describe_settled_tie, list_tie_sentences
from wording.whys import describe_placing


@dataclass(frozen=True, slots=True)
class Head:
    """The heading of a column, short and in full."""

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
    is_singles: bool
    """Whether its entries are players, not pairs."""
    heads: tuple[Head, ...]
    tables: tuple[RankTable, ...]
    page: Page[EntryId]
    sought: str
    ranked_by: str
    """The metrics in the words of the regulation; empty where the bracket decides the places."""
    has_groups: bool
    ties: tuple[str, ...]
    """The ties at its cuts with their remedies, once the stage is over."""
    penalties: list[PenaltyView]


class FollowingCuts:
    """The cuts of the stages that follow, as far as the ranking shows them."""

    def __init__(self, ranking: Ranking, *, is_by_group: bool) -> None:
        self.ranking = ranking
        self.size: int | None = None
        """How many advance to a next stage: of each group, or of the whole ranking. None if no
        cut is of this kind, or if it does not begin at the first place."""
        self.with_ties: list[Through] = []
        """Who advances by the cuts that run, or ran, through tied entries."""
        self.advancing_ties: set[EntryId] = set()
        """The entries that were tied across a cut, and all advance."""
        # More than one later stage may take entries from this one.
        for later, through in load_following_cuts(ranking):
            if self.size is None:
                cut = get_cut(later)
                if is_by_group and isinstance(cut, OfEach):
                    self.size = cut.of_each
                elif not is_by_group and isinstance(cut, Places) and cut.first == 1:
                    self.size = cut.last
            if through.settled or through.borders:
                self.with_ties.append(through)
            for settled_tie in through.settled:
                if settled_tie.remedy == "all_advance":
                    self.advancing_ties.update(settled_tie.tied)

    def find_border(self, placings: Sequence[Placing]) -> EntryId | None:
        """The last entry above the cut; None without a cut, and where nobody is below it."""
        if self.size is None:
            return None
        # An entry that has left takes no place among those that advance, unless it left afterwards.
        vacating = self.ranking.vacating
        placings_in = [placing for placing in placings if placing.entry not in vacating]
        # The cut runs below all entries tied across it, if all of them advance.
        size = self.size
        while size < len(placings_in) and placings_in[size].entry in self.advancing_ties:
            size += 1
        if 0 < size < len(placings_in):
            return placings_in[size - 1].entry
        return None

    def describe_ties(self, names: EntryNames) -> tuple[str, ...]:
        """A sentence for each tie at a cut. While the stage is played, ties come and go."""
        stage = self.ranking.stage
        if not self.with_ties or not load_progress(stage).is_over:
            return ()
        # The same tie may lie across the cuts of two later stages; it is settled once.
        remedies = {}
        for through in self.with_ties:
            for settled_tie in through.settled:
                remedies[settled_tie.tied] = settled_tie.remedy
        sentences = []
        for tied, remedy in remedies.items():
            sentences.append(describe_settled_tie(names.list_labels(tied), remedy))

        open_ties = []
        for border in open_borders(stage):
            tied_names = names.list_labels(border.tied)
            open_ties.append({"names": tied_names, "remedy": border.remedy})
        return (*sentences, *list_tie_sentences(open_ties))


def build_ranking_view(event: Event, stage: Stage, page: int = 0, sought: str = "") -> RankingView:
    """A page of the ranking of a stage: as one table, or group by group where groups rank alone.
    ``sought`` are words of the names that are shown."""
    ranking = load_ranking(stage)
    titles = load_group_names(stage)
    has_groups = len(titles) > 1
    is_by_group = has_groups and not ranking.format.over_groups
    cuts = FollowingCuts(ranking, is_by_group=is_by_group)

    parts: list[tuple[str, Sequence[Placing]]] = [("", ranking.placings)]
    if is_by_group:
        # Groups can be named before the draw, while none of them has a ranking.
        parts = list(zip(titles.values(), ranking.groups, strict=False))

    shown_entries = [placing.entry for _title, placings in parts for placing in placings]
    # A search looks at all names, and ties at a cut may be on other pages.
    needs_all = bool(sought) or bool(cuts.with_ties)
    names = EntryNames()
    if needs_all:
        names = load_entry_names(event)
    if sought:
        shown_entries = names.select_with_words(shown_entries, sought)
    shown_page = cut_page(page, shown_entries, ROWS_A_PAGE)
    entries_on_page = frozenset(shown_page)
    if not needs_all:
        penalized = (penalty.entry_id for penalty in ranking.penalties)
        names = load_entry_names(event, {*entries_on_page, *penalized})

    tables = []
    for title, placings in parts:
        border = cuts.find_border(placings)
        on_page = [placing for placing in placings if placing.entry in entries_on_page]
        rows = [_build_row(ranking, placing, names, titles, border) for placing in on_page]
        # A group without entries on this page is left out.
        if rows:
            tables.append(RankTable(title, tuple(rows)))
    return RankingView(
        stage=stage,
        title=name_stage(stage),
        is_singles=event.is_singles,
        heads=tuple(Head(word_metric_head(name), name_metric(name)) for name in ranking.metrics),
        tables=tuple(tables),
        page=shown_page,
        sought=sought,
        ranked_by=describe_ranking(ranking.metrics) if ranking.metrics else "",
        has_groups=has_groups and not is_by_group,
        ties=cuts.describe_ties(names),
        penalties=build_penalty_views(event, ranking.penalties, names),
    )


def build_current_ranking_view(event: Event) -> RankingView | None:
    """The ranking of the last stage that is drawn, while the event is played by numbers there; a
    bracket has places only. None also once the event is over: then its places count."""
    if event.is_finished:
        return None
    drawn_stages = Stage.objects.filter(event=event, groups__rounds__isnull=False).distinct()
    stage = drawn_stages.order_by("number").last()
    if stage is None:
        return None
    stage.event = event
    view = build_ranking_view(event, stage)
    if not view.heads:
        return None
    return view


def _build_row(
    ranking: Ranking,
    placing: Placing,
    names: EntryNames,
    titles: Mapping[int, str],
    border: EntryId | None,
) -> RankRow:
    return RankRow(
        entry=int(placing.entry),
        label=place(placing.first, placing.last),
        name=names[int(placing.entry)],
        values=tuple(value(placing.values.get(name)) for name in ranking.metrics),
        why=describe_placing(placing.why.code, placing.why.params),
        still_in=placing.still_in,
        is_out=placing.entry in ranking.ruling.out,
        group=titles.get(placing.group, ""),
        cut_after=placing.entry == border,
    )
