"""A legal hand with a stock: what it came to, and the record that it makes."""

from itertools import chain
from typing import Any

from kernel.refusals import Refused
from kernel.violations import Violation
from rules.contract import Side, Situation
from rules.marriages.cards import SIDES
from rules.marriages.events import Illegal, check_form
from rules.marriages.play import StockPlay, check_setup
from rules.marriages.table import DealInPlay, play_through
from rules.marriages.terms import Terms


def play_deal(play: StockPlay, terms: Terms) -> DealInPlay:
    """The table after the play. Raises Refused: all faults of the deal, or the first event that
    cannot be."""
    for written in chain.from_iterable(play.tricks):
        check_form(written)
    violations = check_setup(play, terms)
    if violations:
        raise Refused(violations)
    try:
        return play_through(play, terms)
    except Illegal as illegal:
        raise Refused([illegal.violation]) from illegal


def result(table: DealInPlay) -> dict[str, Any]:
    """The answer of the notation, without ``id`` and ``legal``."""
    declared = [0] * SIDES
    for each in table.declared:
        declared[each.seat % SIDES] += each.value
    totals = table.totals
    return {
        "complete": table.is_complete,
        "winners": [trick.winner for trick in table.taken],
        "trumps": [trick.trump for trick in table.taken],
        "declarations": [
            {
                "trick": each.trick,
                "seat": each.seat,
                "kind": each.kind,
                "suit": each.suit,
                "value": each.value,
            }
            for each in table.declared
        ],
        "card_points": card_points(table),
        "declared_points": declared,
        "totals": list(totals),
        "running": [list(trick.totals) for trick in table.taken],
        "instant_win": table.instant_win,
    }


def card_points(table: DealInPlay) -> list[int]:
    """What the cards of complete tricks gave each side."""
    points = [0] * SIDES
    for trick in table.taken:
        points[trick.winner % SIDES] += trick.points
    return points


def fields_of_record(
    play: StockPlay, table: DealInPlay, terms: Terms, before: Situation
) -> dict[str, Any]:
    """The record that a whole play makes. Raises Refused where cards are still to be played, and
    no mariannone has won."""
    if not table.is_complete and table.instant_win is None:
        params = {"tricks": len(table.taken), "must_be": table.tricks}
        raise Refused([Violation("tricks_incomplete", params)])
    fields: dict[str, Any] = {
        "card_points": card_points(table) if table.is_complete else None,
        "declarations": [
            {"side": each.seat % SIDES, "kind": each.kind, "suit": each.suit}
            for each in table.declared
        ],
        "leader": play.leader,
    }
    if terms.has_turned_trump:
        fields["trump"] = play.stock[-1][1]
    if terms.first_wins and before.to_target:
        fields["first"] = _find_first(table, terms, before)
    return fields


def _find_first(table: DealInPlay, terms: Terms, before: Situation) -> Side | None:
    """Who got there first, if both did, in the order of events."""
    totals, first = list(before.totals), []
    for side, points in table.gains:
        totals[side] += points
        if totals[side] >= terms.target and side not in first:
            first.append(side)
    return first[0] if len(first) == SIDES else None
