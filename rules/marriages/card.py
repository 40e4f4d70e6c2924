"""The scoring card of a game of the group: declarations, card points, and the claim."""

from itertools import product
from operator import itemgetter
from typing import Any

from rules.card import (
    AnyBook,
    Form,
    Items,
    KeyTable,
    ScoringCard,
    build_claim,
    build_end,
    build_row,
    build_table,
    build_turn,
    list_splits,
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
from rules.marriages.ending import CLAIMABLE
from rules.marriages.terms import (
    COVERED,
    IN_OTHERS,
    IN_SERIES,
    IN_TRUMPS,
    MARRIAGE,
    WORTH,
    Terms,
)

NO_SCORE = Situation((0,) * SIDES, to_target=False)
HALVES = [ALL_POINTS // SIDES] * SIDES
"""Card points beside which every declaration is possible."""


def build_card(book: AnyBook, options: Any, terms: Terms) -> ScoringCard:
    """One form of two steps: the declarations, then the card points."""
    points_table = build_table(book, options, {"card_points": list_splits(ALL_POINTS)})
    declaration_table = _build_declaration_table(book, options, terms)
    claim = None
    if terms.has_claims:
        claim = build_claim(
            book,
            options,
            {"side": range(SIDES), "points": sorted(CLAIMABLE)},
            itemgetter("points"),
            unit="points",
            need=terms.target,
            factor=1,
        )
    return ScoringCard(
        game=book.name,
        options=options.model_dump(mode="json"),
        sides=book.sides,
        smallest=book.list_smallest_fields(options),
        forms=(Form(name="cards", steps=(declaration_table, points_table)),),
        end=build_end(book, options),
        claim=claim,
        turn=build_turn(book, options),
        play=_build_play(terms),
    )


def _build_play(terms: Terms) -> CardPlay:
    race = None
    if terms.first_wins:
        race = Race(need=terms.target, factor=1)
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
        race=race,
    )


def _build_declaration_table(book: AnyBook, options: Any, terms: Terms) -> KeyTable:
    """One row for each declaration that is possible at a place of the series."""
    fields = ["side", "kind", "suit", "place"]
    suits = (None, *SUITS)
    trumps: tuple[str | None, ...] = (None,)
    if terms.has_turned_trump:
        # The value of a marriage depends on trumps here (pagat, Briscola 151 and Mariaccia).
        fields.append("trump")
        trumps = tuple(SUITS)
    places = range(MOST_MARRIAGES)
    rows = []
    for side, kind, suit, place, trump in product(range(SIDES), terms.kinds, suits, places, trumps):
        if kind in WORTH and place:
            # Combinations are outside of the series, so one row at place 0 is enough.
            continue
        # Its place is the number of marriages before it, each of another suit.
        other_suits = [other_suit for other_suit in SUITS if other_suit != suit]
        earlier = [{"side": 0, "kind": MARRIAGE, "suit": other} for other in other_suits[:place]]
        declaration = {"side": side, "kind": kind, "suit": suit}
        key: tuple[Any, ...] = (side, kind, suit, place)
        fields_of_hand: dict[str, Any] = {"card_points": HALVES}
        if trump:
            key = (*key, trump)
            fields_of_hand["trump"] = trump
        record = book.read_record({**fields_of_hand, "declarations": [*earlier, declaration]})
        if book.check(record, options, NO_SCORE):
            continue
        # What a declaration adds is the difference that it makes to the record without it.
        record_without = book.read_record({**fields_of_hand, "declarations": earlier})
        (step,) = book.score(record, options)
        (step_without,) = book.score(record_without, options)
        rows.append(build_row(key, step, step_without.add_to((0,) * SIDES)))
    return KeyTable(
        fields=tuple(fields),
        rows=tuple(rows),
        items=Items(
            field="declarations",
            fields=("side", "kind", "suit"),
            series={"kind": IN_SERIES},
            distinct=("suit",),
        ),
        # ``score`` books the declarations and the cards of a hand as one step.
        is_looked_at=False,
    )
