"""Entries on paper: the list, the cash, receipts."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.db.models import QuerySet

from printing.builders.collectors import (
    CashBook,
    find_paid_amount,
    load_cash_book,
    sum_paid_amounts,
)
from printing.builders.pairings import sort_key
from printing.documents import (
    ListDocument,
    PaperCell,
    PaperColumn,
    PaperSection,
    Receipt,
    ReceiptsDocument,
)
from printing.frames import draw_check_in_qr, make_frame
from printing.orders import PrintOrder
from printing.refusals import CannotPrint
from tournaments.models import Entry, Event
from tournaments.selectors.registration.deletions import hide_left_before_draw
from tournaments.selectors.registration.fees import compute_missing_cents, get_entry_fee
from tournaments.selectors.registration.names import EntryName, load_entry_names
from wording.printing.cash import (
    check_in_words,
    format_euros,
    list_receipt_words,
    word_carried,
    word_collectors_title,
    word_paid_count,
    word_unpaid,
)
from wording.printing.columns import word_entry_head, word_head
from wording.printing.layouts import name_layout
from wording.states import word_state

CASH_ROWS: Final = 32
"""Rows of the cash list on a sheet, above its total."""


def build_entries(order: PrintOrder) -> ListDocument:
    """All entries in alphabetical order. Raises CannotPrint. Three queries."""
    entries, names = load_sorted_entries(order.event, with_left_before_draw=False)
    has_seeds = any(entry.seed for entry in entries)
    has_clubs = any(entry.club_name for entry in entries)
    is_singles = order.event.is_singles
    columns = [
        PaperColumn(word_head("number"), width=11, align="end"),
        PaperColumn(word_entry_head(is_singles=is_singles), grow=5, strong=True),
    ]
    if not is_singles:
        columns.append(PaperColumn(word_head("players"), grow=6))
    if has_clubs:
        columns.append(PaperColumn(word_head("club"), grow=3))
    if has_seeds:
        columns.append(PaperColumn(word_head("seed"), align="end"))
    rows = []
    for number, entry in enumerate(entries, start=1):
        name = names[entry.pk]
        state = ""
        if entry.state != Entry.State.ENTERED:
            state = word_state(entry.state)
        cells = [PaperCell(str(number))]
        if is_singles:
            cells.append(PaperCell(name.players[0], small=state))
        else:
            # A pair has a column of its surnames, then one with both players in full.
            cells.append(PaperCell(name.short, small=state))
            cells.append(PaperCell(name.full))
        if has_clubs:
            cells.append(PaperCell(entry.club_name))
        if has_seeds:
            cells.append(PaperCell(str(entry.seed or "")))
        rows.append(tuple(cells))
    return ListDocument(
        paper=make_frame(order, name_layout("entries")),
        sections=(PaperSection("", tuple(columns), tuple(rows)),),
        dense=True,
    )


def build_cash(order: PrintOrder) -> ListDocument:
    """Who has paid the fee, with a sum on each sheet. Raises CannotPrint. Three queries."""
    entries, names = load_sorted_entries(order.event)
    fee, book = get_entry_fee(order.event), load_cash_book(order.event)
    columns = (
        PaperColumn(word_head("number"), width=11, align="end"),
        PaperColumn(word_entry_head(is_singles=order.event.is_singles), grow=3, strong=True),
        PaperColumn(word_head("fee"), width=16, align="end"),
        PaperColumn(word_head("paid"), width=24),
        PaperColumn(word_head("to_whom"), grow=2),
        PaperColumn(word_head("signature"), grow=2),
    )
    fee_words = _word_cents(fee)
    sections = []
    for start in range(0, len(entries), CASH_ROWS):
        shown = entries[start : start + CASH_ROWS]
        rows = []
        for number, entry in enumerate(shown, start=start + 1):
            paid_words = _word_cents(find_paid_amount(entry, fee))
            cells = (
                PaperCell(str(number)),
                PaperCell(names[entry.pk].short),
                PaperCell(fee_words),
                PaperCell(paid_words, box="on" if entry.paid else "off"),
                PaperCell(" ".join(book.notes.get(entry.pk, ()))),
                PaperCell(),
            )
            rows.append(cells)
        # The sum at the foot of a sheet includes those of the sheets before.
        counted = entries[: start + len(shown)]
        is_last = len(counted) == len(entries)
        total = _make_total(counted, fee, is_last=is_last)
        sections.append(PaperSection("", columns, tuple(rows), total=total, new_page=True))
    if book.totals:
        sections.append(_list_collectors(book))
    return ListDocument(
        paper=make_frame(order, name_layout("cash")), sections=tuple(sections), dense=True
    )


def _word_cents(cents: int | None) -> str:
    """An amount; empty where it is not known."""
    if cents is None:
        return ""
    return format_euros(cents)


def _list_collectors(book: CashBook) -> PaperSection:
    """What each collector has, below the list."""
    columns = (
        PaperColumn(word_head("collector"), grow=3, strong=True),
        PaperColumn(word_head("amount"), width=24, align="end"),
        PaperColumn(word_head("signature"), grow=3),
    )
    rows = []
    for name, cents in book.totals:
        cells = (PaperCell(name), PaperCell(format_euros(cents)), PaperCell())
        rows.append(cells)
    return PaperSection(word_collectors_title(), columns, tuple(rows))


def _make_total(
    counted: Sequence[Entry], fee: int | None, *, is_last: bool
) -> tuple[PaperCell, ...]:
    """The sum of these entries, those of the sheets before included."""
    due = paid = missing = 0
    for entry in counted:
        paid += entry.paid
        # An entry that has left without paying owes nothing.
        if entry.paid or entry.state == Entry.State.ENTERED:
            due += fee or 0
            missing += compute_missing_cents(entry, fee) or 0
    if fee is None:
        cash_words, paid_words = "", word_paid_count(paid, len(counted))
    else:
        cash_words = format_euros(sum_paid_amounts(counted, fee))
        paid_words = word_unpaid(due, missing)
    label = word_carried()
    if is_last:
        label = word_head("total")
    empty = PaperCell()
    return empty, PaperCell(label), PaperCell(cash_words), empty, PaperCell(paid_words), empty


def build_receipts(order: PrintOrder) -> ReceiptsDocument:
    """A receipt for each entry that has paid. Raises CannotPrint. Three queries."""
    entries, names = load_sorted_entries(order.event)
    fee = get_entry_fee(order.event)
    if not fee:
        raise CannotPrint("print_no_fee")
    receipts = []
    for number, entry in enumerate(entries, start=1):
        if not (entry.paid or entry.paid_cents):
            continue
        players = names[entry.pk].full
        amount = format_euros(find_paid_amount(entry, fee) or 0)
        qr = draw_check_in_qr(order, entry.check_in_code)
        receipts.append(Receipt(str(number), players, amount, qr))
    if not receipts:
        raise CannotPrint("print_nobody_paid")
    return ReceiptsDocument(
        paper=make_frame(order, name_layout("receipts"), has_qr=True),
        receipts=tuple(receipts),
        check_in=check_in_words()["show"],
        **list_receipt_words(),
    )


def load_sorted_entries(
    event: Event, *, with_left_before_draw: bool = True
) -> tuple[list[Entry], Mapping[int, EntryName]]:
    """The entries that have not been replaced, by name; for the cash also who left before the draw.
    Raises CannotPrint. Two queries."""
    rows: QuerySet[Entry] = event.entries.exclude(state=Entry.State.REPLACED)
    if not with_left_before_draw:
        rows = hide_left_before_draw(rows)
    entries = list(rows.order_by("pk"))
    if not entries:
        raise CannotPrint("print_no_entries")
    names = load_entry_names(event)
    return sorted(entries, key=lambda entry: sort_key(names[entry.pk])), names
