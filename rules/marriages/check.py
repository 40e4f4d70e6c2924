"""Whether a record can be: the cards, the declarations and their order, whose turn it was."""

from collections.abc import Iterator

from rules.checks import check_range, check_suit, check_turn
from rules.contract import Situation, Violation
from rules.fields import NOTHING
from rules.marriages.cards import ALL_POINTS, CANNOT_BE, MOST_MARRIAGES, SIDES
from rules.marriages.record import (
    Declaration,
    MarriageRecord,
    cards_of,
    place_of,
    winner_at_once,
)
from rules.marriages.score import gained
from rules.marriages.terms import IN_SERIES, MI_COPRI, WORTH, Terms
from rules.reading import shown

MOST_AFTER_COMBINATION = MOST_MARRIAGES - 1
"""Who has shown four of one rank plays a card of it, or the other, before he declares again."""


def check(record: MarriageRecord, terms: Terms, before: Situation) -> tuple[Violation, ...]:
    """All contradictions at once."""
    violations = list(_card_points(record))
    declared = list(_declarations(record, terms))
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
    totals = zip(before.totals, gained(record, terms), strict=True)
    return min(map(sum, totals)) >= terms.target


def _card_points(record: MarriageRecord) -> Iterator[Violation]:
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
    if ours is not None and theirs is not None and ours + theirs != ALL_POINTS:
        params = {"field": "card_points", "sum": ours + theirs, "must_be": ALL_POINTS}
        yield Violation("wrong_sum", params)
    for side, number in enumerate((ours, theirs)):
        if number in CANNOT_BE:
            yield Violation("no_cards_make_this", {"side": side, "points": number})
            return


def _declarations(record: MarriageRecord, terms: Terms) -> Iterator[Violation]:
    """Each by itself, then all together where each can be."""
    single = [fault for each in record.declarations for fault in _declaration(each, record, terms)]
    yield from single
    yield from _twice(record)
    if not single:
        yield from _together(record, terms)


def _declaration(each: Declaration, record: MarriageRecord, terms: Terms) -> Iterator[Violation]:
    yield from check_range("side", each.side, SIDES)
    if each.kind not in terms.kinds:
        yield Violation("declaration_not_played", {"declaration": shown(each.kind)})
    elif each.kind in WORTH and each.suit is not None:
        yield Violation("suit_without_meaning", {"declaration": each.kind})
    elif each.suit is None and each.kind in IN_SERIES and terms.values is None:
        yield Violation("suit_missing", {"declaration": each.kind})
    yield from check_suit(each.suit)
    if terms.values is None and record.trumps is None:
        yield Violation("trump_missing")


def _twice(record: MarriageRecord) -> Iterator[Violation]:
    seen: set[str] = set()
    for each in record.declarations:
        what = each.kind if each.kind in WORTH else each.suit
        if what is not None and what in seen:
            if each.kind in WORTH:
                yield Violation("declared_twice", {"declaration": each.kind})
            else:
                yield Violation("suit_declared_twice", {"suit": shown(what)})
        seen.add(what or "")


def _together(record: MarriageRecord, terms: Terms) -> Iterator[Violation]:
    declarations = record.declarations
    count = place_of(len(declarations), declarations)
    if count > MOST_MARRIAGES:
        yield Violation("too_many_marriages", {"count": count, "most": MOST_MARRIAGES})
    for at, each in enumerate(declarations):
        if each.kind == MI_COPRI and place_of(at, declarations):
            yield Violation("cover_after_trumps", {"side": each.side})
    combined = [at for at, each in enumerate(declarations) if each.kind in WORTH]
    if not combined:
        return
    # Who shows all four horses (or kings) has those of every marriage, before and after.
    first = declarations[combined[0]]
    if any(each.side != first.side for each in declarations):
        params = {"declaration": first.kind, "side": first.side}
        yield Violation("combination_leaves_no_others", params)
    if any(each.kind == MI_COPRI for each in declarations[: combined[-1]]):
        yield Violation(
            "cover_before_combination", {"declaration": declarations[combined[-1]].kind}
        )
    after = sum(each.kind in IN_SERIES for each in declarations[combined[0] :])
    if after > MOST_AFTER_COMBINATION:
        params = {"declaration": first.kind, "count": after, "most": MOST_AFTER_COMBINATION}
        yield Violation("too_many_after_combination", params)
