"""A game of the group as a card: what each declaration adds, what the cards add, a claim."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from kernel.refusals import Refused
from rules.card import (
    AnyBook,
    Claim,
    Form,
    Items,
    KeyEffect,
    KeyTable,
    ScoringCard,
    end,
    row,
    table,
    turn,
)
from rules.card_play import CardPlay, Race, StockRule
from rules.cards import SUITS
from rules.contract import Situation
from rules.marriages.cards import (
    ALL_POINTS,
    HAND_SIZE,
    MOST_MARRIAGES,
    POINTS,
    RANKING,
    SIDES,
)
from rules.marriages.ending import CLAIMABLE, PointsClaim, claim
from rules.marriages.terms import (
    COVERED,
    IN_OTHERS,
    IN_SERIES,
    IN_TRUMPS,
    MARRIAGE,
    WORTH,
    Terms,
)

NOTHING = Situation((0,) * SIDES, to_target=False)
HALVES = [ALL_POINTS // SIDES] * SIDES
"""Card points beside which any declaration can stand."""


def card(book: AnyBook, options: Any, terms: Terms) -> ScoringCard:
    cards = table(book, options, {"card_points": [[n, ALL_POINTS - n] for n in range(121)]})
    return ScoringCard(
        game=book.name,
        options=options.model_dump(mode="json"),
        sides=book.sides,
        smallest=book.smallest(options),
        forms=(Form(name="cards", steps=(_make_declaration_table(book, options, terms), cards)),),
        end=end(book, options),
        claim=_make_claim(terms),
        turn=turn(book, options),
        play=_make_play(terms),
    )


def _make_play(terms: Terms) -> CardPlay:
    return CardPlay(
        seats=terms.seats,
        hand_size=HAND_SIZE,
        leads=0,
        ranking=RANKING[::-1],
        values=POINTS,
        field="card_points",
        trump="turned" if terms.has_turned_trump else "declared",
        duty="beat" if terms.is_strict_at_end else "none",
        stock=StockRule(
            turned=terms.has_turned_trump,
            exchange=terms.has_exchange,
            kinds=terms.kinds,
            timing=terms.timing,
            until=terms.until,
            in_first_trick=terms.in_first_trick,
            one_a_trick=terms.one_a_trick,
            trump_changes=terms.trump_changes,
            values=terms.values,
            in_trumps=IN_TRUMPS,
            in_others=IN_OTHERS,
            covered=COVERED,
            combinations=WORTH,
        ),
        race=Race(need=terms.target, factor=1) if terms.first_wins else None,
    )


def _make_declaration_table(book: AnyBook, options: Any, terms: Terms) -> KeyTable:
    """One row for what may stand at a place of the series; a suit binds trumps where they are
    turned up."""
    fields = ("side", "kind", "suit", "place", *(("trump",) if terms.has_turned_trump else ()))
    return KeyTable(
        fields=fields,
        rows=tuple(_list_rows(book, options, terms)),
        items=Items(
            field="declarations",
            fields=("side", "kind", "suit"),
            series={"kind": IN_SERIES},
            distinct=("suit",),
        ),
        is_looked_at=False,
    )


def _list_rows(book: AnyBook, options: Any, terms: Terms) -> Iterator[KeyEffect]:
    suits = (None, *SUITS)
    trumps = tuple(SUITS) if terms.has_turned_trump else (None,)
    places = range(MOST_MARRIAGES)
    for side, kind, suit, place, trump in product(range(SIDES), terms.kinds, suits, places, trumps):
        if kind in WORTH and place:
            continue
        item = {"side": side, "kind": kind, "suit": suit}
        before = _list_series(place, suit)
        more = {"trump": trump} if terms.has_turned_trump else {}
        record = book.record({"card_points": HALVES, "declarations": [*before, item], **more})
        if book.check(record, options, NOTHING):
            continue
        (step,) = book.score(record, options)
        alone = book.record({"card_points": HALVES, "declarations": before, **more})
        (without,) = book.score(alone, options)
        key = (side, kind, suit, place, trump) if more else (side, kind, suit, place)
        yield row(key, step, without.added((0,) * SIDES))


def _list_series(count: int, but: str | None) -> list[dict[str, Any]]:
    """``count`` marriages, each of another suit and none of ``but``."""
    suits = [suit for suit in SUITS if suit != but][:count]
    return [{"side": 0, "kind": MARRIAGE, "suit": suit} for suit in suits]


def _make_claim(terms: Terms) -> Claim | None:
    if not terms.has_claims:
        return None
    claims = [PointsClaim(side=s, points=p) for s in range(SIDES) for p in sorted(CLAIMABLE)]
    rows = tuple(_claim_effect(each) for each in claims if _can_be(each, terms))
    return Claim(
        unit="points",
        need=terms.target,
        factor=1,
        fields=tuple(PointsClaim.model_fields),
        rows=rows,
    )


def _claim_effect(each: PointsClaim) -> KeyEffect:
    adds = tuple(each.points if side == each.side else 0 for side in range(SIDES))
    return KeyEffect(key=(each.side, each.points), adds=adds)


def _can_be(each: PointsClaim, terms: Terms) -> bool:
    try:
        claim(each, terms, Situation((0,) * SIDES))
    except Refused:
        return False
    return True
