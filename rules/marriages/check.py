"""Checks a record: the card points, the declarations and their order, whose turn it was."""

from collections.abc import Iterator

from kernel.reading import shorten_value
from kernel.violations import Violation
from rules.checks import check_range, check_suit, check_turn
from rules.contract import Situation
from rules.fields import NOTHING
from rules.marriages.cards import ALL_POINTS, CANNOT_BE, MOST_MARRIAGES, SIDES
from rules.marriages.combinations import check_combinations
from rules.marriages.record import (
    MarriageRecord,
    find_place_in_series,
    find_winner_at_once,
    read_card_points,
)
from rules.marriages.score import score
from rules.marriages.terms import IN_SERIES, MI_COPRI, WORTH, Terms

COVER_POINTS = 7
"""Card points of a king and a horse: a side whose cover counts has taken both in its trick."""


def check(record: MarriageRecord, terms: Terms, before: Situation) -> tuple[Violation, ...]:
    """All contradictions at once."""
    violations = list(_check_card_points(record, terms))
    violations += _check_declarations(record, terms)
    violations += check_turn("leader", record.leader, terms.seats, before.turn)
    violations += check_suit(record.trumps)
    violations += check_range("first", record.was_first, SIDES)
    # Only a valid record has a score by which both sides can be at the target.
    if not violations and terms.first_wins and record.was_first is None and before.to_target:
        (step,) = score(record, terms)
        if min(step.add_to(before.totals)) >= terms.target:
            violations.append(Violation("first_missing"))
    return tuple(violations)


def _check_card_points(record: MarriageRecord, terms: Terms) -> Iterator[Violation]:
    if read_card_points(record) is None:
        # A hand that a mariannone has ended is not played out, so its cards are not counted.
        if find_winner_at_once(record) is None:
            yield Violation("card_points_missing")
        return
    pair = record.card_points or NOTHING
    is_out_of_range = False
    for side, points in enumerate(pair):
        if points is not None and not 0 <= points <= ALL_POINTS:
            is_out_of_range = True
            params = {"field": "card_points", "value": points, "side": side, "least": 0}
            yield Violation("out_of_range", {**params, "most": ALL_POINTS})
    if is_out_of_range:
        return
    ours, theirs = pair
    total = ALL_POINTS if ours is None or theirs is None else ours + theirs
    if total != ALL_POINTS:
        params = {"field": "card_points", "sum": total, "must_be": ALL_POINTS}
        yield Violation("wrong_sum", params)
    for side, points in enumerate(pair):
        if points in CANNOT_BE:
            # One is enough: if one side has 1 point, the other has 119, for the same reason.
            yield Violation("no_cards_make_this", {"side": side, "points": points})
            return
    if terms.has_mi_copri and total == ALL_POINTS:
        yield from _check_covers(record)


def _check_covers(record: MarriageRecord) -> Iterator[Violation]:
    """The trick of a cover gave its side a king and a horse, so the rest of its points must be
    possible too."""
    card_points = read_card_points(record)
    for declaration in record.declarations:
        is_cover = declaration.kind == MI_COPRI and 0 <= declaration.side < SIDES
        if card_points is None or not is_cover:
            continue
        points = card_points[declaration.side]
        if points < COVER_POINTS or points - COVER_POINTS in CANNOT_BE:
            params = {"side": declaration.side, "points": points}
            yield Violation("cover_not_in_points", params)


def _check_declarations(record: MarriageRecord, terms: Terms) -> Iterator[Violation]:
    """Each by itself, then all together if each is possible."""
    single_violations: list[Violation] = []
    for declaration in record.declarations:
        kind = declaration.kind
        single_violations += check_range("side", declaration.side, SIDES)
        if kind not in terms.kinds:
            params = {"declaration": shorten_value(kind)}
            single_violations.append(Violation("declaration_not_played", params))
        elif kind in WORTH and declaration.suit is not None:
            single_violations.append(Violation("suit_without_meaning", {"declaration": kind}))
        elif declaration.suit is None and kind in IN_SERIES and terms.values is None:
            single_violations.append(Violation("suit_missing", {"declaration": kind}))
        single_violations += check_suit(declaration.suit)
    yield from single_violations
    # Without a series, the value of a marriage depends on trumps.
    if record.declarations and terms.values is None and record.trumps is None:
        yield Violation("trump_missing")
    yield from _check_repetitions(record)
    if single_violations:
        return
    declarations = record.declarations
    count = find_place_in_series(len(declarations), declarations)
    if count > MOST_MARRIAGES:
        yield Violation("too_many_marriages", {"count": count, "most": MOST_MARRIAGES})
    for index, declaration in enumerate(declarations):
        # Any marriage before it has named trumps, and then no cover is possible (pagat, Mi Copri).
        if declaration.kind == MI_COPRI and find_place_in_series(index, declarations):
            yield Violation("cover_after_trumps", {"side": declaration.side})
    yield from check_combinations(declarations, terms)


def _check_repetitions(record: MarriageRecord) -> Iterator[Violation]:
    """A combination is declared once in a hand, and so is the marriage of each suit."""
    declared_before: set[str] = set()
    for declaration in record.declarations:
        is_combination = declaration.kind in WORTH
        name = declaration.kind if is_combination else declaration.suit
        # A marriage whose suit was not written may be of any suit.
        if name is None:
            continue
        if name in declared_before and is_combination:
            yield Violation("declared_twice", {"declaration": name})
        elif name in declared_before:
            yield Violation("suit_declared_twice", {"suit": shorten_value(name)})
        declared_before.add(name)
