"""Trionfo as a card: a table of all results, and a hand that all have passed."""

from rules.card import AnyBook, Form, ScoringCard, end, table, turn
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

NOT_SAID_OR_YES_OR_NO = (None, False, True)


def card(book: AnyBook, options: TrionfoOptions) -> ScoringCard:
    """Bid, declarer, partner, own card and result bind each other."""
    result = {
        "declarer": tuple(range(SEATS)),
        "bid": BIDS,
        "partner": (None, *range(SEATS)),
        "own_card": NOT_SAID_OR_YES_OR_NO,
        "success": (False, True),
    }
    return ScoringCard(
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
        play=_make_play(),
    )


def _make_play() -> CardPlay:
    return CardPlay(
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
    )
