"""A legal hand with a stock: its result, and the record that it makes."""

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
    """The deal after the play. Raises Refused: all faults of the deal, or the first event that is
    not possible."""
    for events in play.tricks:
        for written in events:
            check_form(written)
    violations = check_setup(play, terms)
    if violations:
        raise Refused(violations)
    try:
        return play_through(play, terms)
    except Illegal as illegal:
        raise Refused([illegal.violation]) from illegal


def build_answer(deal: DealInPlay) -> dict[str, Any]:
    """The answer of the notation, without ``id`` and ``legal``."""
    declared_points = [0] * SIDES
    declarations = []
    for declared in deal.declared:
        declared_points[declared.seat % SIDES] += declared.value
        declarations.append(
            {
                "trick": declared.trick,
                "seat": declared.seat,
                "kind": declared.kind,
                "suit": declared.suit,
                "value": declared.value,
            }
        )
    return {
        "complete": deal.is_complete,
        "winners": [trick.winner for trick in deal.taken],
        "trumps": [trick.trump for trick in deal.taken],
        "declarations": declarations,
        "card_points": count_card_points(deal),
        "declared_points": declared_points,
        "totals": list(deal.totals),
        "running": [list(trick.totals) for trick in deal.taken],
        "instant_win": deal.instant_win,
    }


def count_card_points(deal: DealInPlay) -> list[int]:
    """The points of each side by the cards of complete tricks."""
    side_points = [0] * SIDES
    for trick in deal.taken:
        side_points[trick.winner % SIDES] += trick.points
    return side_points


def build_record_fields(
    play: StockPlay, deal: DealInPlay, terms: Terms, before: Situation
) -> dict[str, Any]:
    """The fields of the record that a whole play makes. Raises Refused if cards are still to be
    played, and no mariannone has won."""
    if not deal.is_complete and deal.instant_win is None:
        params = {"tricks": len(deal.taken), "must_be": deal.tricks}
        raise Refused([Violation("tricks_incomplete", params)])
    declarations = []
    for declared in deal.declared:
        side = declared.seat % SIDES
        declarations.append({"side": side, "kind": declared.kind, "suit": declared.suit})
    fields: dict[str, Any] = {
        "card_points": None,
        "declarations": declarations,
        "leader": play.leader,
    }
    if deal.is_complete:
        fields["card_points"] = count_card_points(deal)
    if terms.has_turned_trump:
        fields["trump"] = play.stock[-1][1]
    if terms.first_wins and before.to_target:
        # The order matters only if this hand takes both sides to the target.
        totals = list(before.totals)
        sides_there: list[Side] = []
        for side, points in deal.gains:
            totals[side] += points
            if totals[side] >= terms.target and side not in sides_there:
                sides_there.append(side)
        fields["first"] = sides_there[0] if len(sides_there) == SIDES else None
    return fields
