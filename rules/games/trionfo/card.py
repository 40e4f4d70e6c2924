"""The scoring card of Trionfo: a table of all results, and a hand that all have passed."""

from rules.card import AnyBook, Form, ScoringCard, build_end, build_table, build_turn
from rules.card_play import AuctionRule, CardPlay
from rules.games.trionfo.bids import BIDS, CALL, MASO, MASO_DEI_MASI, PASSO
from rules.games.trionfo.cards import (
    ENOUGH,
    HAND_SIZE,
    LAST_TRICK,
    POINT,
    RANKING,
    SEATS,
    THIRDS,
)
from rules.games.trionfo.options import TrionfoOptions

UNKNOWN_NO_OR_YES = (None, False, True)


def build_card(book: AnyBook, options: TrionfoOptions) -> ScoringCard:
    """Two forms: the result of a hand, and a hand that all have passed."""
    # One table, because these fields restrict each other: only a call has a partner or an own
    # card, and the partner is not the declarer.
    result_fields = {
        "declarer": tuple(range(SEATS)),
        "bid": BIDS,
        "partner": (None, *range(SEATS)),
        "own_card": UNKNOWN_NO_OR_YES,
        "success": (False, True),
    }
    return ScoringCard(
        game=book.name,
        options=options.model_dump(mode="json"),
        sides=book.sides,
        smallest=book.list_smallest_fields(options),
        forms=(
            Form(name="result", steps=(build_table(book, options, result_fields),)),
            Form(name="all_pass", steps=(build_table(book, options, {"all_pass": (True,)}),)),
        ),
        end=build_end(book, options),
        claim=None,
        turn=build_turn(book, options),
        play=CardPlay(
            seats=SEATS,
            hand_size=HAND_SIZE,
            leads=0,
            ranking=RANKING[::-1],
            values=THIRDS,
            last_trick=LAST_TRICK,
            field=None,
            trump="named",
            duty="follow",
            auction=AuctionRule(
                bids=BIDS,
                pass_word=PASSO,
                call=CALL,
                enough=ENOUGH,
                first_goal=MASO,
                first_limit=POINT,
                every_trick=MASO_DEI_MASI,
            ),
        ),
    )
