"""Entries on paper: the list, the cash, receipts."""

from collections.abc import Sequence
from typing import Final

from printing.cash import (
    CashBook,
    find_paid_amount,
    has_paid,
    load_cash_book,
    stands_in_cash,
    sum_paid_amounts,
)
from printing.documents import (
    ListDocument,
    PaperCell,
    PaperColumn,
    PaperSection,
    Receipt,
    ReceiptsDocument,
)
from printing.entries import load_listed_entries, load_numbered_entries
from printing.frames import draw_check_in_qr, make_frame
from printing.orders import PrintOrder
from printing.refusals import CannotPrint
from tournaments.models import Entry
from tournaments.selectors.registration.fees import compute_missing_cents, get_entry_fee
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
    listed = load_listed_entries(order.event, with_left_before_draw=False)
    has_seeds = any(each.entry.seed for each in listed)
    has_clubs = any(each.entry.club_name for each in listed)
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
    for number, entry, name in listed:
        state = _word_other_state(entry)
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
    """Who has paid the fee, with a sum on each sheet. Who waits for a place is listed too, and
    counted once it has one. Raises CannotPrint. Eight queries at most."""
    listed = [
        each
        for each in load_numbered_entries(order.event)
        if each.entry.is_expected or stands_in_cash(each.entry)
    ]
    if not listed:
        raise CannotPrint("print_no_entries")
    fee, book = get_entry_fee(order.event), load_cash_book(order.event)
    columns = (
        PaperColumn(word_head("number"), width=11, align="end"),
        PaperColumn(word_entry_head(is_singles=order.event.is_singles), grow=3, strong=True),
        PaperColumn(word_head("fee"), width=16, align="end"),
        PaperColumn(word_head("paid"), width=24),
        PaperColumn(word_head("to_whom"), grow=2),
        PaperColumn(word_head("signature"), grow=2),
    )
    sections = []
    for start in range(0, len(listed), CASH_ROWS):
        shown = listed[start : start + CASH_ROWS]
        rows = []
        for number, entry, name in shown:
            # An entry that has left owes nothing.
            fee_words = _word_cents(fee) if entry.is_expected else ""
            paid_words = _word_cents(find_paid_amount(entry, fee))
            cells = (
                PaperCell(str(number)),
                PaperCell(name.short, small=_word_other_state(entry)),
                PaperCell(fee_words),
                PaperCell(paid_words, box="on" if entry.paid else "off"),
                PaperCell(" ".join(book.notes.get(entry.pk, ()))),
                PaperCell(),
            )
            rows.append(cells)
        # The sum at the foot of a sheet includes those of the sheets before.
        so_far = listed[: start + len(shown)]
        counted = [each.entry for each in so_far if stands_in_cash(each.entry)]
        total = _make_total(counted, fee, is_last=len(so_far) == len(listed))
        sections.append(PaperSection("", columns, tuple(rows), total=total, new_page=True))
    if book.totals:
        sections.append(_list_collectors(book))
    return ListDocument(
        paper=make_frame(order, name_layout("cash")), sections=tuple(sections), dense=True
    )


def _word_other_state(entry: Entry) -> str:
    """The state of an entry that does not play; empty of one that does."""
    if entry.state == Entry.State.ENTERED:
        return ""
    return word_state(entry.state)


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
    """The sum of these entries, those of the sheets before included: all money that is there, and
    what those who play owe, as the cash page counts it."""
    playing = [entry for entry in counted if entry.state == Entry.State.ENTERED]
    if fee is None:
        cash_words = ""
        paid_words = word_paid_count(sum(entry.paid for entry in playing), len(playing))
    else:
        cash_words = format_euros(sum_paid_amounts(counted, fee))
        missing = sum(compute_missing_cents(entry, fee) or 0 for entry in playing)
        paid_words = word_unpaid(fee * len(playing), missing)
    label = word_carried()
    if is_last:
        label = word_head("total")
    empty = PaperCell()
    return empty, PaperCell(label), PaperCell(cash_words), empty, PaperCell(paid_words), empty


def build_receipts(order: PrintOrder) -> ReceiptsDocument:
    """A receipt for each entry whose money is in the cash. Raises CannotPrint. Three queries."""
    numbered = load_numbered_entries(order.event)
    fee = get_entry_fee(order.event)
    if not fee:
        raise CannotPrint("print_no_fee")
    receipts = []
    for number, entry, name in numbered:
        if not has_paid(entry):
            continue
        amount = format_euros(find_paid_amount(entry, fee) or 0)
        qr = draw_check_in_qr(order, entry.check_in_code)
        receipts.append(Receipt(str(number), name.full, amount, qr))
    if not receipts:
        raise CannotPrint("print_nobody_paid")
    return ReceiptsDocument(
        paper=make_frame(order, name_layout("receipts"), has_qr=True),
        receipts=tuple(receipts),
        check_in=check_in_words()["show"],
        **list_receipt_words(),
    )
