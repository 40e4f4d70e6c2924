"""Checks the declarations of a record: each by itself, together, and with the card points."""

from collections.abc import Iterator

from kernel.reading import shorten_value
from kernel.violations import Violation
from rules.checks import check_range, check_suit
from rules.marriages.cards import CANNOT_BE, MOST_MARRIAGES, SIDES
from rules.marriages.combinations import check_combinations
from rules.marriages.record import MarriageRecord, find_place_in_series, read_card_points
from rules.marriages.terms import IN_SERIES, MI_COPRI, WORTH, Terms

COVER_POINTS = 7
"""Card points of a king and a horse: a side whose cover counts has taken both in its trick."""


def check_declarations(record: MarriageRecord, terms: Terms) -> Iterator[Violation]:
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


def check_covers(record: MarriageRecord) -> Iterator[Violation]:
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
