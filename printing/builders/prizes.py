"""Prizes on paper: the list to sign, and certificates."""

from printing.documents import (
    CertificatesDocument,
    ListDocument,
    PaperCell,
    PaperCertificate,
    PaperColumn,
    PaperSection,
)
from printing.frames import make_frame
from printing.orders import PrintOrder
from printing.refusals import CannotPrint
from tournaments.selectors.regulation.prizes import Award, list_awards, list_prizes
from tournaments.selectors.standings.standings import load_standings_of_event
from wording.places import word_places
from wording.printing.columns import word_entry_head, word_head
from wording.printing.layouts import name_layout
from wording.printing.prizes import (
    list_certificate_words,
    list_signature_words,
    word_certificate_place,
    word_provisional_note,
    word_shared_place,
    word_shared_prizes_note,
)


def build_prizes(order: PrintOrder) -> ListDocument:
    """Each prize with who has it now, and a line to sign. Raises CannotPrint. The number of queries
    depends on the number of stages alone."""
    awards = load_awards(order)
    columns = (
        PaperColumn(word_head("place"), width=40, strong=True),
        PaperColumn(word_entry_head(is_singles=order.event.is_singles), grow=4, strong=True),
        PaperColumn(word_head("prize"), grow=3),
        PaperColumn(word_head("received"), width=52),
    )
    rows = []
    for award in awards:
        label = word_places(award.band.first, award.band.last)
        # A prize that nobody has yet keeps a row, to be filled in by hand.
        if not award.rows:
            rows.append((PaperCell(label), PaperCell(), PaperCell(award.band.text), PaperCell()))
        for row in award.rows:
            place_words = label
            if row.placing.entry in award.shared:
                place_words = word_shared_place(label)
            cells = (
                PaperCell(place_words),
                PaperCell(row.name.short, small=row.name.full),
                PaperCell(award.band.text),
                PaperCell(line=True),
            )
            rows.append(cells)
    notes = []
    if any(award.shared for award in awards):
        notes.append(word_shared_prizes_note())
    # What can still change must not be taken for the final list.
    if not all(award.is_settled for award in awards):
        notes.append(word_provisional_note())
    return ListDocument(
        paper=make_frame(order, name_layout("prizes")),
        sections=(PaperSection("", columns, tuple(rows)),),
        notes=tuple(notes),
        signatures=list_signature_words(),
    )


def build_certificates(order: PrintOrder) -> CertificatesDocument:
    """A certificate for each entry whose prize is settled. Raises CannotPrint."""
    certificates = []
    for award in load_awards(order):
        if not award.is_settled:
            continue
        for row in award.rows:
            words = word_places(award.band.first, award.band.last)
            certificates.append(
                PaperCertificate(
                    name=row.name.short,
                    players=row.name.full,
                    place=word_certificate_place(words),
                    prize=award.band.text,
                )
            )
    if not certificates:
        raise CannotPrint("print_no_winners")
    organizer, referee = list_signature_words()
    return CertificatesDocument(
        paper=make_frame(order, name_layout("certificates")),
        organizer=organizer,
        referee=referee,
        certificates=tuple(certificates),
        **list_certificate_words(),
    )


def load_awards(order: PrintOrder) -> list[Award]:
    """The prizes with who has them. Raises CannotPrint without prizes or before the draw."""
    bands = list_prizes(order.event)
    if not bands:
        raise CannotPrint("print_no_prizes")
    standings = load_standings_of_event(order.event)
    if not standings.rows:
        raise CannotPrint("print_not_drawn")
    return list_awards(order.event, bands, standings)
