"""Standings on paper: the places of the whole event, and each stage with its tie-breaks."""

from collections.abc import Mapping, Sequence

from competition.formats import format_named
from competition.plan import Placing
from printing.documents import ListDocument, PaperCell, PaperColumn, PaperSection
from printing.frames import make_frame
from printing.orders import PrintOrder
from printing.refusals import CannotPrint
from tournaments.selectors.registration.names import EntryName, load_entry_names
from tournaments.selectors.standings.rankings import Ranking, load_ranking
from tournaments.selectors.standings.standings import load_standings_of_event
from wording.metrics import value, word_metric_head
from wording.places import group_name, place
from wording.printing.columns import word_entry_head, word_head
from wording.printing.layouts import name_layout
from wording.stages import describe_ranking, name_stage
from wording.whys import describe_placing


def build_standings(order: PrintOrder) -> ListDocument:
    """The places of the event, then each stage that ranks by metrics. Raises CannotPrint. The
    number of queries depends on the number of stages alone."""
    event = order.event
    names = load_entry_names(event)
    stages = list(event.stages.order_by("number"))
    sections = []
    for stage in stages:
        if not format_named(stage.format).metrics:
            continue
        ranking = load_ranking(stage)
        if not ranking.pairings:
            continue
        stage_title = ""
        if len(stages) > 1:
            stage_title = name_stage(stage)
        groups = list(stage.groups.order_by("number").values_list("number", "name"))
        if len(groups) == 1 or ranking.format.over_groups:
            sections.append(_make_section(order, stage_title, ranking.placings, names, ranking))
            continue
        # Groups that rank alone have a list each.
        for (number, name), group_placings in zip(groups, ranking.groups, strict=False):
            title = group_name(number, name)
            if stage_title:
                title = f"{stage_title} · {title}"
            sections.append(_make_section(order, title, group_placings, names, ranking))

    # The ranking of an only stage has the places of the event already; a bracket has no ranking.
    if len(stages) > 1 or not sections:
        standings = load_standings_of_event(event)
        if not standings.rows:
            raise CannotPrint("print_not_drawn")
        placings = [row.placing for row in standings.rows]
        sections.insert(0, _make_section(order, "", placings, names))
    return ListDocument(
        paper=make_frame(order, name_layout("standings"), has_anchor=True),
        sections=tuple(sections),
        dense=True,
    )


def _make_section(
    order: PrintOrder,
    title: str,
    placings: Sequence[Placing],
    names: Mapping[int, EntryName],
    ranking: Ranking | None = None,
) -> PaperSection:
    metrics: Sequence[str] = ()
    note = ""
    # The places of the event may come from stages with different metrics: they are without here.
    if ranking is not None and ranking.metrics:
        metrics, note = ranking.metrics, describe_ranking(ranking.metrics)
    has_clubs = any(names[int(placing.entry)].club_name for placing in placings)
    columns = [
        PaperColumn(word_head("place"), align="end", strong=True),
        PaperColumn(word_entry_head(is_singles=order.event.is_singles), grow=4, strong=True),
    ]
    if has_clubs:
        columns.append(PaperColumn(word_head("club"), grow=3))
    columns += [PaperColumn(word_metric_head(name), align="end") for name in metrics]
    columns.append(PaperColumn(word_head("why"), grow=4 if metrics else 5, small=True))
    rows = []
    for placing in placings:
        name = names[int(placing.entry)]
        cells = [PaperCell(place(placing.first, placing.last)), PaperCell(name.short)]
        if has_clubs:
            cells.append(PaperCell(name.club_name))
        cells += [PaperCell(value(placing.values.get(metric))) for metric in metrics]
        cells.append(PaperCell(describe_placing(placing.why.code, placing.why.params)))
        rows.append(tuple(cells))
    return PaperSection(title, tuple(columns), tuple(rows), note=note)
