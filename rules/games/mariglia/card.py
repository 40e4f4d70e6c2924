"""Mariglia as a card: a table for the exposed card, then one for the points."""

from rules.card import AnyBook, Form, KeyTable, ScoringCard, end, table, turn
from rules.card_play import CardPlay
from rules.cards import DECK
from rules.games.mariglia.cards import ALL_POINTS, HALF, HAND_SIZE, SEATS, TRICK, VALUES
from rules.games.mariglia.options import MarigliaOptions


def card(book: AnyBook, options: MarigliaOptions) -> ScoringCard:
    """One form, whose first step may end the game.

    That a dealer who showed the 7 of trumps has its trick is left to the server's check: as one
    table with him and his card the points would have eleven thousand rows.
    """
    return ScoringCard(
        game=book.name,
        options=options.model_dump(mode="json"),
        sides=book.sides,
        smallest=book.smallest(options),
        forms=(
            Form(
                name="totals",
                steps=(_make_bonus_table(book, options), _make_points_table(book, options)),
            ),
        ),
        end=end(book, options),
        claim=None,
        turn=turn(book, options),
        play=_play_by_card(options),
    )


def _make_bonus_table(book: AnyBook, options: MarigliaOptions) -> KeyTable:
    fields = {"dealer": tuple(range(SEATS)), "trionfo": DECK}
    return table(book, options, fields, beside={"totals": [HALF, HALF]})


def _make_points_table(book: AnyBook, options: MarigliaOptions) -> KeyTable:
    totals = [[ours, ALL_POINTS - ours] for ours in range(ALL_POINTS + 1)]
    return table(
        book, options, {"totals": totals}, at=1, beside={"dealer": 0, "trionfo": _WORTH_NOTHING}
    )


def _play_by_card(options: MarigliaOptions) -> CardPlay:
    values = VALUES[options.honours]
    return CardPlay(
        seats=SEATS,
        hand_size=HAND_SIZE,
        leads=1,
        ranking="".join(values),
        values=values,
        trick=TRICK,
        field="totals",
        trump="exposed",
        duty="beat",
    )


_WORTH_NOTHING = "2D"
"""An exposed card that binds no total."""
