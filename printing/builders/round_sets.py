"""All the paper of a round in one file."""

from printing.builders.cards import build_cards
from printing.builders.pairings import build_names, build_pairings
from printing.builders.sheets import build_sheets
from printing.documents import SetDocument, SingleDocument
from printing.orders import PrintOrder
from printing.rounds import load_rounds_on_paper
from tournaments.models import TableCode


def build_round_set(order: PrintOrder) -> SetDocument:
    """The pairings by table and by name, the score sheets, and the cards if tables have codes.
    Raises CannotPrint. A fixed number of queries."""
    rounds = load_rounds_on_paper(order)
    parts: list[SingleDocument] = [
        build_pairings(order, rounds),
        build_names(order, rounds),
        build_sheets(order, rounds),
    ]
    if TableCode.objects.filter(event=order.event, revoked_at__isnull=True).exists():
        parts.append(build_cards(order))
    return SetDocument(tuple(parts))
