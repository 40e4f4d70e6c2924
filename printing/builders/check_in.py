"""The cards by which pairs check in."""

from printing.documents import CheckInCard, CheckInDocument
from printing.entries import load_numbered_entries
from printing.frames import draw_check_in_qr, make_frame
from printing.orders import PrintOrder
from printing.refusals import CannotPrint
from wording.printing.cash import check_in_words
from wording.printing.layouts import name_layout


def build_check_in(order: PrintOrder) -> CheckInDocument:
    """A card for each entry that plays or waits, by name. Raises CannotPrint. Three queries."""
    cards = []
    for number, entry, name in load_numbered_entries(order.event):
        if not entry.is_expected:
            continue
        card = CheckInCard(
            number=str(number),
            name=name.short,
            players=name.full,
            club=entry.club_name,
            code=entry.check_in_code,
            qr=draw_check_in_qr(order, entry.check_in_code),
        )
        cards.append(card)
    if not cards:
        raise CannotPrint("print_no_entries")
    words = check_in_words()
    return CheckInDocument(
        paper=make_frame(order, name_layout("check_in"), has_qr=True),
        show=words["show"],
        cards=tuple(cards),
    )
