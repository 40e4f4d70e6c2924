"""Trionfo as a card: a table of all results, and a hand that all have passed."""

from rules.card import AnyBook, Card, Form, end, table, turn
from rules.games.trionfo.bids import BIDS
from rules.games.trionfo.cards import SEATS
from rules.games.trionfo.options import TrionfoOptions

NOT_SAID_OR_YES_OR_NO = (None, False, True)


def card(book: AnyBook, options: TrionfoOptions) -> Card:
    """Bid, declarer, partner, own card and result bind each other."""
    result = {
        "declarer": tuple(range(SEATS)),
        "bid": BIDS,
        "partner": (None, *range(SEATS)),
        "own_card": NOT_SAID_OR_YES_OR_NO,
        "success": (False, True),
    }
    return Card(
        game=book.name,
        options=options.model_dump(mode="json"),
        sides=book.sides,
        smallest=book.smallest(options),
        forms=(
            Form(name="result", steps=(table(book, options, result),)),
            Form(name="all_pass", steps=(table(book, options, {"all_pass": (True,)}),)),
        ),
        end=end(book, options),
        claim=None,
        turn=turn(book, options),
    )
