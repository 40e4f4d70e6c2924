"""Pairings on paper: in the order of tables, and in the order of names."""

from typing import Final

from printing.documents import ListDocument, PaperCell, PaperColumn, PaperSection, SideMark
from printing.frames import make_frame
from printing.orders import PrintOrder
from printing.rounds import RoundOnPaper, has_several_halls, load_rounds
from tournaments.selectors.registration.entries import EntryName
from wording.printing.columns import word_entry_head, word_head
from wording.printing.layouts import name_layout
from wording.printing.rounds import (
    word_name_order,
    word_no_table_note,
    word_round_by_name,
    word_round_by_table,
)
from wording.rounds import word_byes_note

NO_TABLE = "–"
PAIR_SIDES = 2
MARKS: Final[tuple[SideMark, ...]] = ("a", "b")
"""Only two sides have marks: full and hollow."""


def build_pairings(order: PrintOrder, rounds: list[RoundOnPaper] | None = None) -> ListDocument:
    """Who plays at which table; ``rounds`` if they are loaded already. Raises CannotPrint. Seven
    queries."""
    rounds = rounds or load_rounds(order)
    shows_halls = has_several_halls(rounds)
    sections = tuple(
        _make_table_section(
            each, rounds, is_singles=order.event.is_singles, shows_halls=shows_halls
        )
        for each in rounds
    )
    waits = any(pairing.table is None for each in rounds for pairing in each.seated)
    common = _join_titles(rounds)
    title = word_round_by_table(common) if common else name_layout("pairings")
    return ListDocument(
        paper=make_frame(order, title, has_anchor=True),
        sections=sections,
        notes=(word_no_table_note(),) if waits else (),
    )


def build_names(order: PrintOrder, rounds: list[RoundOnPaper] | None = None) -> ListDocument:
    """Each pair with its table, in alphabetical order; ``rounds`` as above. Raises CannotPrint.
    Seven queries."""
    rounds = rounds or load_rounds(order)
    shows_halls = has_several_halls(rounds)
    rows = []
    for each in rounds:
        for pairing in each.seated:
            table = NO_TABLE if pairing.table is None else str(pairing.table)
            place = [PaperCell(table)]
            if shows_halls:
                place.append(PaperCell(each.name_hall(pairing)))
            names = each.names_in(pairing)
            rows += [(sort_key(name), (PaperCell(name.short), *place)) for name in names]
        no_place = [PaperCell(NO_TABLE)]
        if shows_halls:
            no_place.append(PaperCell(""))
        rows += [((bye.casefold(),), (PaperCell(bye), *no_place)) for bye in each.byes]
    # Byes are sorted in among the others, so that each name is in one alphabetical list.
    rows.sort(key=lambda row: row[0])
    columns = [
        PaperColumn(word_entry_head(is_singles=order.event.is_singles), grow=1),
        PaperColumn(word_head("table"), align="end", strong=True),
    ]
    if shows_halls:
        columns.append(PaperColumn(word_head("hall"), width=22))
    common = _join_titles(rounds)
    title = word_round_by_name(common) if common else name_layout("names")
    return ListDocument(
        paper=make_frame(order, title, has_anchor=True),
        sections=(PaperSection("", tuple(columns), tuple(cells for _key, cells in rows)),),
        flow=2,
        notes=(word_name_order(is_singles=order.event.is_singles),),
    )


def sort_key(name: EntryName) -> tuple[str, ...]:
    """By the surname of the first player, then by the rest."""
    return (*(person.last.casefold() for person in name.people), name.short.casefold())


def _make_table_section(
    round_: RoundOnPaper, rounds: list[RoundOnPaper], *, is_singles: bool, shows_halls: bool
) -> PaperSection:
    sides = max((len(each.slots) for each in round_.seated), default=PAIR_SIDES)
    has_two_sides = sides == PAIR_SIDES
    columns = [PaperColumn(word_head("table"), width=15, strong=True, large=True)]
    head = word_entry_head(is_singles=is_singles)
    columns += [PaperColumn(head, grow=1, strong=has_two_sides) for _ in range(sides)]
    if shows_halls:
        columns.append(PaperColumn(word_head("hall"), width=32))
    rows = []
    for pairing in round_.seated:
        names = round_.names_in(pairing)
        cells = [PaperCell(NO_TABLE if pairing.table is None else str(pairing.table))]
        for side in range(sides):
            name = names[side].short if side < len(names) else ""
            cells.append(PaperCell(name, mark=MARKS[side] if has_two_sides else ""))
        if shows_halls:
            cells.append(PaperCell(round_.name_hall(pairing)))
        rows.append(tuple(cells))
    return PaperSection(
        # The title of the only round is that of the sheet.
        title=round_.title if len(rounds) > 1 else "",
        columns=tuple(columns),
        rows=tuple(rows),
        note=word_byes_note(", ".join(round_.byes)) if round_.byes else "",
    )


def _join_titles(rounds: list[RoundOnPaper]) -> str:
    """What the titles of the rounds have in common; empty for nothing."""
    first_title, *other_titles = (each.title.split(" · ") for each in rounds)
    common = [part for part in first_title if all(part in title for title in other_titles)]
    return " · ".join(common)
