"""Pairings on paper: in the order of tables, and in the order of names."""

from typing import Final

from printing.documents import ListDocument, PaperCell, PaperColumn, PaperSection, SideMark
from printing.entries import make_sort_key
from printing.frames import make_frame
from printing.orders import PrintOrder
from printing.rounds import (
    RoundOnPaper,
    find_most_sides,
    has_several_halls,
    load_rounds_on_paper,
)
from tournaments.selectors.stages.brackets import PairingView
from wording.printing.columns import word_entry_head, word_head
from wording.printing.layouts import name_layout
from wording.printing.rounds import (
    word_name_order,
    word_no_table_note,
    word_round_by_name,
    word_round_by_table,
)
from wording.rounds import find_common_title, word_byes_note

NO_TABLE = "–"
PAIR_SIDES = 2
MARKS: Final[tuple[SideMark, ...]] = ("a", "b")
"""Only two sides have marks: full and hollow."""
NO_MARK: Final[SideMark] = ""


def build_pairings(order: PrintOrder, rounds: list[RoundOnPaper] | None = None) -> ListDocument:
    """Who plays at which table; ``rounds`` if they are loaded already. Raises CannotPrint. Seven
    queries."""
    rounds = rounds or load_rounds_on_paper(order)
    shows_halls = has_several_halls(rounds)
    is_singles = order.event.is_singles
    sections = []
    notes: tuple[str, ...] = ()
    for each in rounds:
        title = each.title
        # The title of the only round is that of the sheet.
        if len(rounds) == 1:
            title = ""
        section = _make_table_section(each, title, is_singles=is_singles, shows_halls=shows_halls)
        sections.append(section)
        if any(pairing.table is None for pairing in each.seated):
            notes = (word_no_table_note(),)
    common = find_common_title([each.title for each in rounds])
    title = name_layout("pairings")
    if common:
        title = word_round_by_table(common)
    return ListDocument(
        paper=make_frame(order, title, has_anchor=True),
        sections=tuple(sections),
        notes=notes,
    )


def build_names(order: PrintOrder, rounds: list[RoundOnPaper] | None = None) -> ListDocument:
    """Each pair with its table, in alphabetical order; ``rounds`` as above. Raises CannotPrint.
    Seven queries."""
    rounds = rounds or load_rounds_on_paper(order)
    shows_halls = has_several_halls(rounds)
    rows: list[tuple[tuple[str, ...], tuple[PaperCell, ...]]] = []
    for each in rounds:
        for pairing in each.seated:
            place = [PaperCell(_word_table(pairing))]
            if shows_halls:
                place.append(PaperCell(each.name_hall(pairing)))
            names = each.names_in(pairing)
            rows += [(make_sort_key(name), (PaperCell(name.short), *place)) for name in names]
        for bye in each.byes:
            cells = [PaperCell(bye.short), PaperCell(NO_TABLE)]
            if shows_halls:
                cells.append(PaperCell(""))
            rows.append((make_sort_key(bye), tuple(cells)))
    # Byes are sorted in among the others, so that each name is in one alphabetical list.
    rows.sort(key=lambda row: row[0])
    columns = [
        PaperColumn(word_entry_head(is_singles=order.event.is_singles), grow=1),
        PaperColumn(word_head("table"), align="end", strong=True),
    ]
    if shows_halls:
        columns.append(PaperColumn(word_head("hall"), width=22))
    common = find_common_title([each.title for each in rounds])
    title = name_layout("names")
    if common:
        title = word_round_by_name(common)
    return ListDocument(
        paper=make_frame(order, title, has_anchor=True),
        sections=(PaperSection("", tuple(columns), tuple(cells for _key, cells in rows)),),
        flow=2,
        notes=(word_name_order(is_singles=order.event.is_singles),),
    )


def _word_table(pairing: PairingView) -> str:
    if pairing.table is None:
        return NO_TABLE
    return str(pairing.table)


def _make_table_section(
    round_: RoundOnPaper, title: str, *, is_singles: bool, shows_halls: bool
) -> PaperSection:
    seated = round_.seated
    sides = find_most_sides(seated)
    has_two_sides = sides == PAIR_SIDES
    marks = MARKS
    if not has_two_sides:
        marks = (NO_MARK,) * sides
    head = word_entry_head(is_singles=is_singles)
    columns = [PaperColumn(word_head("table"), width=15, strong=True, large=True)]
    columns += [PaperColumn(head, grow=1, strong=has_two_sides)] * sides
    if shows_halls:
        columns.append(PaperColumn(word_head("hall"), width=32))
    rows = []
    for pairing in seated:
        cells = [PaperCell(_word_table(pairing))]
        names = round_.list_labels_in(pairing)
        # A match may have fewer sides than others of its round.
        names += [""] * (sides - len(names))
        cells += [PaperCell(name, mark=mark) for name, mark in zip(names, marks, strict=True)]
        if shows_halls:
            cells.append(PaperCell(round_.name_hall(pairing)))
        rows.append(tuple(cells))
    note = ""
    byes = round_.byes
    if byes:
        note = word_byes_note(", ".join(bye.short for bye in byes))
    return PaperSection(title, tuple(columns), tuple(rows), note)
