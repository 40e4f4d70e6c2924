"""The scoring card of Mariglia: a table for the exposed card, then one for the points."""

from rules.card import AnyBook, Form, ScoringCard, build_end, build_table, build_turn, list_splits
from rules.card_play import CardPlay
from rules.cards import DECK
from rules.games.mariglia.cards import ALL_POINTS, HALF, HAND_SIZE, SEATS, TRICK, VALUES
from rules.games.mariglia.options import MarigliaOptions

_WORTHLESS_CARD = "2D"


def build_card(book: AnyBook, options: MarigliaOptions) -> ScoringCard:
    """One form of two steps: the exposed card, which may end the game, then the points."""
    every_exposed_card = {"dealer": tuple(range(SEATS)), "trionfo": DECK}
    every_result = {"totals": list_splits(ALL_POINTS)}
    # Each table needs a record that passes the check, so the fields of the other one get values
    # that restrict nothing. That a dealer who showed the 7 of trumps takes its trick is therefore
    # left to the server's check: one table of all three fields would have eleven thousand rows.
    bonus_table = build_table(
        book, options, every_exposed_card, other_fields={"totals": [HALF, HALF]}
    )
    points_table = build_table(
        book,
        options,
        every_result,
        at_step=1,
        other_fields={"dealer": 0, "trionfo": _WORTHLESS_CARD},
    )
    values = VALUES[options.honours]
    return ScoringCard(
        game=book.name,
        options=options.model_dump(mode="json"),
        sides=book.sides,
        smallest=book.list_smallest_fields(options),
        forms=(Form(name="totals", steps=(bonus_table, points_table)),),
        end=build_end(book, options),
        claim=None,
        turn=build_turn(book, options),
        play=CardPlay(
            seats=SEATS,
            hand_size=HAND_SIZE,
            leads=1,
            ranking="".join(values),
            values=values,
            trick=TRICK,
            field="totals",
            trump="exposed",
            duty="beat",
        ),
    )
