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
from tournaments.selectors.regulation.prizes import Award, awards_of, prizes_of
from tournaments.selectors.standings.standings import standings_of
from wording.places import place_words
from wording.printing.columns import word_head
from wording.printing.layouts import layout_name
from wording.printing.prizes import (
    certificate_words,
    place_of_certificate,
    provisional_note,
    shared_place,
    shared_prizes_note,
    signature_words,
)


def build_prizes(order: PrintOrder) -> ListDocument:
    """Each prize with who has it now, and a line to sign. Raises CannotPrint. The number of queries
    depends on the number of stages alone."""
    awards = load_awards(order)
    columns = (
        PaperColumn(word_head("place"), width=40, strong=True),
        PaperColumn(word_head("pair"), grow=4, strong=True),
        PaperColumn(word_head("prize"), grow=3),
        PaperColumn(word_head("received"), width=52),
    )
    rows = []
    for award in awards:
        label = place_words(award.band.first, award.band.last)
        # A prize that nobody has yet keeps a row, to be filled in by hand.
        if not award.rows:
            rows.append((PaperCell(label), PaperCell(), PaperCell(award.band.text), PaperCell()))
        for row in award.rows:
            is_shared = row.placing.entry in award.shared
            cells = (
                PaperCell(shared_place(label) if is_shared else label),
                PaperCell(row.name.short, small=", ".join(row.name.players)),
                PaperCell(award.band.text),
                PaperCell(line=True),
            )
            rows.append(cells)
    notes = []
    if any(award.shared for award in awards):
        notes.append(shared_prizes_note())
    # What can still change must not be taken for the final list.
    if not all(award.is_settled for award in awards):
        notes.append(provisional_note())
    return ListDocument(
        paper=make_frame(order, layout_name("prizes")),
        sections=(PaperSection("", columns, tuple(rows)),),
        notes=tuple(notes),
        signatures=signature_words(),
    )


def build_certificates(order: PrintOrder) -> CertificatesDocument:
    """A certificate for each entry whose prize is settled. Raises CannotPrint."""
    certificates = []
    for award in load_awards(order):
        if not award.is_settled:
            continue
        for row in award.rows:
            words = place_words(award.band.first, award.band.last)
            certificates.append(
                PaperCertificate(
                    name=row.name.short,
                    players=", ".join(row.name.players),
                    place=place_of_certificate(words),
                    prize=award.band.text,
                )
            )
    if not certificates:
        raise CannotPrint("print_no_winners")
    organizer, referee = signature_words()
    return CertificatesDocument(
        paper=make_frame(order, layout_name("certificates")),
        organizer=organizer,
        referee=referee,
        certificates=tuple(certificates),
        **certificate_words(),
    )


def load_awards(order: PrintOrder) -> list[Award]:
    """The prizes with who has them. Raises CannotPrint without prizes or before the draw."""
    bands = prizes_of(order.event)
    if not bands:
        raise CannotPrint("print_no_prizes")
    standings = standings_of(order.event)
    if not standings.rows:
        raise CannotPrint("print_not_drawn")
    return awards_of(order.event, bands, standings)
