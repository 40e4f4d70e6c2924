"""Marafon as a card: a table for points, one for thirds, and the claim."""

from itertools import product

from kernel.refusals import Refused
from rules.card import AnyBook, Claim, Form, KeyEffect, ScoringCard, end, table, turn
from rules.card_play import CardPlay, MarafonaRule, Race
from rules.contract import Situation
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
from rules.games.marafon.ending import MarafonClaim, claim, count_claim
from rules.games.marafon.options import MarafonOptions

TOTALS = {"points": ALL_POINTS, "thirds": ALL_THIRDS}
NO_SIDE_OR_ONE = (None, *range(SIDES))


def card(book: AnyBook, options: MarafonOptions) -> ScoringCard:
    """A form that the options do not take (points with ``count`` figure) is left out."""
    forms = (_make_form(book, options, name) for name in TOTALS)
    return ScoringCard(
        game=book.name,
        options=options.model_dump(mode="json"),
        sides=book.sides,
        smallest=book.smallest(options),
        forms=tuple(form for form in forms if form.steps[0].rows),
        end=end(book, options),
        claim=_make_claim(options),
        turn=turn(book, options),
        play=_make_play(options),
    )


def _make_form(book: AnyBook, options: MarafonOptions, name: str) -> Form:
    """Points and marafona bind each other, and both the caller where only his own counts."""
    total = TOTALS[name]
    fields = {
        name: [[ours, total - ours] for ours in range(total + 1)],
        "marafona": NO_SIDE_OR_ONE,
    }
    if options.marafona_who == "caller":
        fields["caller"] = (None, *range(SEATS))
    return Form(name=name, steps=(table(book, options, fields),))


def _make_play(options: MarafonOptions) -> CardPlay:
    marafona = MarafonaRule(
        ranks=MARAFONA_RANKS,
        who=options.marafona_who,
        must_declare=options.marafona_must_declare,
        lead_ace=options.marafona_lead_ace,
        worth=POINT * options.marafona_points,
    )
    is_race = options.both_reach == "first_in_play"
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
        marafona=marafona if options.marafona_points else None,
        race=Race(need=options.thirds_needed, factor=options.thirds_in(1)) if is_race else None,
    )


def _make_claim(options: MarafonOptions) -> Claim | None:
    claims = (
        MarafonClaim(side=side, thirds=thirds, marafona=marafona)
        for side, thirds, marafona in product(range(SIDES), range(ALL_THIRDS + 1), NO_SIDE_OR_ONE)
    )
    rows = tuple(
        _make_claim_row(claimed, options) for claimed in claims if _can_be(claimed, options)
    )
    if not rows:
        return None
    return Claim(
        unit="thirds",
        need=options.thirds_to_claim,
        factor=options.thirds_in(1),
        fields=tuple(MarafonClaim.model_fields),
        rows=rows,
    )


def _make_claim_row(claimed: MarafonClaim, options: MarafonOptions) -> KeyEffect:
    count = count_claim(claimed, options)
    adds = tuple(count if side == claimed.side else 0 for side in range(SIDES))
    return KeyEffect(key=(claimed.side, claimed.thirds, claimed.marafona), adds=adds)


def _can_be(claimed: MarafonClaim, options: MarafonOptions) -> bool:
    try:
        claim(claimed, options, Situation((0,) * SIDES))
    except Refused:
        return False
    return True
