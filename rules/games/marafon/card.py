"""The scoring card of Marafon: a table for points, one for thirds, and the claim."""

from collections.abc import Sequence
from typing import Any

from rules.card import (
    AnyBook,
    Form,
    ScoringCard,
    build_claim,
    build_end,
    build_table,
    build_turn,
    list_splits,
)
from rules.card_play import CardPlay, MarafonaRule, Race
from rules.games.marafon.cards import (
    ALL_POINTS,
    ALL_THIRDS,
    HAND_SIZE,
    LAST_TRICK,
    MARAFONA_RANKS,
    POINT,
    RANKING,
    SEATS,
    SIDES,
    THIRDS,
)
from rules.games.marafon.ending import MarafonClaim, build_first_proof, count_claim
from rules.games.marafon.options import MarafonOptions

TOTALS = {"points": ALL_POINTS, "thirds": ALL_THIRDS}
NO_SIDE_OR_ONE = (None, *range(SIDES))
CLAIM_FIELDS = {
    "side": range(SIDES),
    "thirds": range(ALL_THIRDS + 1),
    "marafona": NO_SIDE_OR_ONE,
}
"""By field of a claim, all its values."""


def build_card(book: AnyBook, options: MarafonOptions) -> ScoringCard:
    """Marafon under these options, with one form for each unit that a sheet can be kept in."""
    forms = []
    for name, total in TOTALS.items():
        # One table, because these fields restrict each other: with 11 points to 0 only the side
        # with the points can have the marafona, and if only the caller's own marafona counts, it
        # restricts the caller too.
        fields: dict[str, Sequence[Any]] = {
            name: list_splits(total),
            "marafona": NO_SIDE_OR_ONE,
        }
        if options.marafona_who == "caller":
            fields["caller"] = (None, *range(SEATS))
        table = build_table(book, options, fields)
        # No row: the options do not accept this form (points are not enough for ``count`` figure).
        if table.rows:
            forms.append(Form(name=name, steps=(table,)))
    claim = build_claim(
        book,
        options,
        CLAIM_FIELDS,
        lambda claimed: count_claim(MarafonClaim(**claimed), options),
        unit="thirds",
        need=options.thirds_to_claim,
        factor=options.thirds_in(1),
    )
    return ScoringCard(
        game=book.name,
        options=options.model_dump(mode="json"),
        sides=book.sides,
        smallest=book.list_smallest_fields(options),
        forms=tuple(forms),
        end=build_end(book, options),
        claim=claim,
        turn=build_turn(book, options),
        first_proof=build_first_proof(options),
        play=_build_play(options),
    )


def _build_play(options: MarafonOptions) -> CardPlay:
    marafona = None
    if options.marafona_points:
        marafona = MarafonaRule(
            ranks=MARAFONA_RANKS,
            who=options.marafona_who,
            must_declare=options.marafona_must_declare,
            lead_ace=options.marafona_lead_ace,
            worth=POINT * options.marafona_points,
        )
    # The order of the tricks matters only where the first side at the target wins.
    race = None
    if options.both_reach == "first_in_play":
        race = Race(need=options.thirds_needed, factor=options.thirds_in(1))
    return CardPlay(
        seats=SEATS,
        hand_size=HAND_SIZE,
        leads=0,
        ranking=RANKING[::-1],
        values=THIRDS,
        last_trick=LAST_TRICK,
        field="thirds",
        trump="named",
        duty="follow",
        marafona=marafona,
        race=race,
    )
