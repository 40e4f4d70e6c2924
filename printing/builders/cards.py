"""The cards in the middle of the tables."""

from competition.hall.codes import format_code
from printing.documents import CardsDocument, PaperTableCard
from printing.frames import draw_qr_svg, make_frame
from printing.orders import PrintOrder
from printing.refusals import CannotPrint
from tournaments.models import TableCode
from tournaments.selectors.stages.stages import load_round_counts
from tournaments.selectors.table_halls import hall_of_table, name_own_hall
from wording.printing.cards import list_card_steps, list_card_words, word_card_validity
from wording.printing.layouts import name_layout
from wording.rounds import name_rounds_in_event


def build_cards(order: PrintOrder) -> CardsDocument:
    """A card for each code in force, in the order of tables. Raises CannotPrint. Three queries."""
    codes = TableCode.objects.filter(event=order.event, revoked_at__isnull=True)
    codes = codes.annotate(hall=hall_of_table("event", "table__number"))
    rows = list(codes.select_related("table").order_by("table__number", "round_id", "pk"))
    if not rows:
        raise CannotPrint("print_no_codes")
    titles = name_rounds_in_event(load_round_counts(order.event))
    own_hall = name_own_hall(order.event)
    cards = []
    for code in rows:
        card = PaperTableCard(
            table=str(code.table.number),
            place=code.hall or own_hall,
            validity=word_card_validity(titles.get(code.round_id or 0, "")),
            code=format_code(code.code),
            # The secret is in the fragment, which browsers do not send: it is in no log.
            qr=draw_qr_svg(f"{order.addresses.pad}#{code.secret}"),
        )
        cards.append(card)
    words = list_card_words()
    return CardsDocument(
        paper=make_frame(order, name_layout("cards"), has_qr=True),
        table_word=words["table"],
        code_word=words["code"],
        steps=list_card_steps(order.addresses.pad.partition("://")[2]),
        cards=tuple(cards),
    )
