"""Whether a record can be: the cards, the declarations and their order, whose turn it was."""

from collections.abc import Iterator

from kernel.reading import shorten_value
from kernel.violations import Violation
from rules.checks import check_range, check_suit, check_turn
from rules.contract import Situation
from rules.fields import NOTHING
from rules.marriages.cards import ALL_POINTS, CANNOT_BE, MOST_MARRIAGES, SIDES
from rules.marriages.combinations import check_combinations
from rules.marriages.record import (
    Declaration,
    MarriageRecord,
    cards_of,
    place_of,
    winner_at_once,
)
from rules.marriages.score import count_gains
from rules.marriages.terms import IN_SERIES, MI_COPRI, WORTH, Terms

COVERING = 7
"""Card points of a king and a horse: a cover that counts has taken both."""


def check(record: MarriageRecord, terms: Terms, before: Situation) -> tuple[Violation, ...]:
    """All contradictions at once."""
    violations = list(_card_points(record, terms))
    declared = list(_check_declarations(record, terms))
    violations += declared
    violations += check_turn("leader", record.leader, terms.seats, before.turn)
    violations += check_suit(record.trumps)
    violations += check_range("first", record.was_first, SIDES)
    if not violations and terms.first_wins and _both_there(record, terms, before):
        violations += [] if record.was_first is not None else [Violation("first_missing")]
    return tuple(violations)


def _both_there(record: MarriageRecord, terms: Terms, before: Situation) -> bool:
    if not before.to_target:
        return False
    totals = zip(before.totals, count_gains(record, terms), strict=True)
    return min(map(sum, totals)) >= terms.target


def _card_points(record: MarriageRecord, terms: Terms) -> Iterator[Violation]:
    ours, theirs = record.card_points or NOTHING
    if cards_of(record) is None:
        if winner_at_once(record) is None:
            yield Violation("card_points_missing")
        return
    wrong = [
        (side, points)
        for side, points in enumerate((ours, theirs))
        if points is not None and not 0 <= points <= ALL_POINTS
    ]
    for side, points in wrong:
        params = {"field": "card_points", "value": points, "side": side, "least": 0}
        yield Violation("out_of_range", {**params, "most": ALL_POINTS})
    if wrong:
        return
    total = ALL_POINTS if ours is None or theirs is None else ours + theirs
    if total != ALL_POINTS:
        params = {"field": "card_points", "sum": total, "must_be": ALL_POINTS}
        yield Violation("wrong_sum", params)
    for side, number in enumerate((ours, theirs)):
        if number in CANNOT_BE:
            yield Violation("no_cards_make_this", {"side": side, "points": number})
            return
    if terms.has_mi_copri and total == ALL_POINTS:
        yield from _check_cover(record)


def _check_cover(record: MarriageRecord) -> Iterator[Violation]:
    """The trick of a cover gave its side a king and a horse; more than they are, but two."""
    points = cards_of(record)
    for each in record.declarations:
        if points is None or each.kind != MI_COPRI or not 0 <= each.side < SIDES:
            continue
        own = points[each.side]
        if own < COVERING or own - COVERING in CANNOT_BE:
            yield Violation("cover_not_in_points", {"side": each.side, "points": own})


def _check_declarations(record: MarriageRecord, terms: Terms) -> Iterator[Violation]:
    """Each by itself, then all together where each can be."""
    single = [fault for each in record.declarations for fault in _check_declaration(each, terms)]
    yield from single
    if record.declarations and terms.values is None and record.trumps is None:
        yield Violation("trump_missing")
    yield from _check_twice(record)
    if not single:
        yield from _check_together(record, terms)


def _check_declaration(each: Declaration, terms: Terms) -> Iterator[Violation]:
    yield from check_range("side", each.side, SIDES)
    if each.kind not in terms.kinds:
        yield Violation("declaration_not_played", {"declaration": shorten_value(each.kind)})
    elif each.kind in WORTH and each.suit is not None:
        yield Violation("suit_without_meaning", {"declaration": each.kind})
    elif each.suit is None and each.kind in IN_SERIES and terms.values is None:
        yield Violation("suit_missing", {"declaration": each.kind})
    yield from check_suit(each.suit)


def _check_twice(record: MarriageRecord) -> Iterator[Violation]:
    seen: set[str] = set()
    for each in record.declarations:
        what = each.kind if each.kind in WORTH else each.suit
        if what is not None and what in seen:
            if each.kind in WORTH:
                yield Violation("declared_twice", {"declaration": each.kind})
            else:
                yield Violation("suit_declared_twice", {"suit": shorten_value(what)})
        seen.add(what or "")


def _check_together(record: MarriageRecord, terms: Terms) -> Iterator[Violation]:
    declarations = record.declarations
    count = place_of(len(declarations), declarations)
    if count > MOST_MARRIAGES:
        yield Violation("too_many_marriages", {"count": count, "most": MOST_MARRIAGES})
    for at, each in enumerate(declarations):
        if each.kind == MI_COPRI and place_of(at, declarations):
            yield Violation("cover_after_trumps", {"side": each.side})
    yield from check_combinations(declarations, terms)
