"""Groups in which all meet, as squares to fill in or filled in."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from printing.builders.scores import list_scores
from printing.documents import GridRow, GridsDocument, GroupGrid
from printing.frames import make_frame
from printing.orders import PrintOrder
from printing.refusals import CannotPrint
from tournaments.models import Stage
from tournaments.selectors.registration.names import EntryNames, load_entry_names
from tournaments.selectors.stages.brackets import RoundView, load_bracket
from wording.formats import find_unit
from wording.places import group_name, name_round
from wording.printing.columns import word_entry_head
from wording.printing.layouts import name_layout
from wording.printing.rounds import group_columns, word_against
from wording.stages import name_stage

FORMATS_OF_ALL: Final = ("groups", "round_robin")
MOST_ENTRIES: Final = 14
"""The largest group of which the squares fit on a sheet; of a larger one the matches are listed."""


def build_groups(order: PrintOrder) -> GridsDocument:
    """The groups of every stage in which all meet. Raises CannotPrint. The number of queries
    depends on the number of stages alone."""
    stages = list(
        order.event.stages.filter(format__in=FORMATS_OF_ALL)
        .select_related("event")
        .prefetch_related("groups")
        .order_by("number")
    )
    if not stages:
        raise CannotPrint("print_no_groups")
    names = load_entry_names(order.event)
    grids: list[GroupGrid] = []
    for stage in stages:
        rounds_by_group: dict[int, list[RoundView]] = defaultdict(list)
        for round_ in load_bracket(stage):
            rounds_by_group[round_.group].append(round_)
        groups = {group.number: group.name for group in stage.groups.all()}
        for number, rounds in sorted(rounds_by_group.items()):
            title = name_stage(stage)
            if len(groups) > 1:
                title = group_name(number, groups[number])
            grids.append(_make_grid(stage, title, rounds, names))
    if not grids:
        raise CannotPrint("print_not_drawn")
    return GridsDocument(
        paper=make_frame(order, name_layout("groups"), has_anchor=True),
        pair_word=word_entry_head(is_singles=order.event.is_singles),
        grids=tuple(grids),
    )


def _make_grid(
    stage: Stage, title: str, rounds: Sequence[RoundView], names: EntryNames
) -> GroupGrid:
    unit = find_unit(stage.match_document)
    entries: set[int] = set()
    results: dict[tuple[int, int], list[str]] = defaultdict(list)
    lines = []
    for round_ in rounds:
        matches = []
        for pairing in round_.pairings:
            entries.update(pairing.entries)
            # A bye has no square in the grid.
            if len(pairing.entries) != 2:
                continue
            one, other = pairing.entries
            match = word_against(tuple(names.list_labels(pairing.entries)))
            if pairing.table:
                match += f" ({pairing.table})"
            matches.append(match)
            # A square shows the match as the entry of its row sees it.
            scores = list_scores(pairing, unit)
            if scores:
                results[one, other].append("–".join(scores))
                results[other, one].append("–".join(reversed(scores)))
        label = name_round(round_.section, round_.number, len(rounds), 0)
        lines.append(f"{label}: {'; '.join(matches)}")
    rows = []
    if len(entries) <= MOST_ENTRIES:
        # By their ids, so that every print of a group has the same order.
        in_order = sorted(entries)
        for entry in in_order:
            # Two meetings of the same entries share a square.
            cells: list[str | None] = [
                " ".join(results.get((entry, opponent), ())) for opponent in in_order
            ]
            # Nobody meets himself.
            cells[in_order.index(entry)] = None
            rows.append(GridRow(names[entry].short, tuple(cells)))
    return GroupGrid(title, tuple(rows), group_columns(), tuple(lines))
