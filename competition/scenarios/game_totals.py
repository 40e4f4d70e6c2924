"""The totals with which one game can end, by its winner, read off the rulebook's card."""

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import Any, Final, TypeAlias

from competition.scenarios.possible_totals import PossibleTotals, TotalsVector
from competition.standings.bounds import ValueRange
from kernel.refusals import Refused, Unreadable
from rules.hand_bounds import count_most_items, find_hand_bounds
from scoring.core.ending import find_leader
from scoring.core.format import GameFormat

ANY_SIDE: Final = -1
"""The winner of a game of more than two sides: it is not known which."""
MAX_STATES: Final = 200_000
HANDS_WHEN_TIED: Final = 3
"""The number of further hands that are considered when both sides are tied beyond the target."""

TotalsByWinner: TypeAlias = Mapping[int | None, PossibleTotals]
CardSection: TypeAlias = Mapping[str, Any]
"""A form of the rulebook's card, or one of its steps, as ``Rulebook.card`` gives it."""


def list_game_totals(game: GameFormat, feats: Sequence[str]) -> TotalsByWinner:
    """The totals that a game can end with, by its winner. ``feats``: words of those to count."""
    if game.hands is None:
        return _play_to_target(game)
    # The hands are independent: their totals are all sums of one total of each.
    hand_totals = _list_hand_totals(game, feats)
    totals = hand_totals
    for _ in range(game.hands - 1):
        totals = totals.add(hand_totals)
    if game.rulebook.sides != 2:
        return {ANY_SIDE: totals}
    # Over a fixed number of hands the higher total wins, and equal totals are a draw.
    known_by_winner: dict[int | None, list[TotalsVector]] = defaultdict(list)
    for vector in totals.known:
        known_by_winner[find_leader(vector[:2])].append(vector)
    if totals.is_complete:
        return {winner: PossibleTotals.complete(won, 2) for winner, won in known_by_winner.items()}

    # Bounds: slot 0 wins with a positive lead, slot 1 with a negative one.
    least_lead, most_lead = totals.bound_lead()
    # A winner whose range of leads is empty cannot win, and is left out.
    leads_of_winner = (
        (0, max(1, least_lead), most_lead),
        (1, least_lead, min(-1, most_lead)),
        (None, max(0, least_lead), min(0, most_lead)),
    )
    totals_by_winner: dict[int | None, PossibleTotals] = {}
    for winner, least, most in leads_of_winner:
        if least <= most:
            known_totals = frozenset(known_by_winner.get(winner, ()))
            totals_by_winner[winner] = replace(
                totals, known=known_totals, lead=ValueRange(least, most), is_complete=False
            )
    return totals_by_winner


def _play_to_target(game: GameFormat) -> TotalsByWinner:
    """A game up to a target. Where a claim, right or wrong, may end it at any total, or a hand may
    win at once or cost points, only bounds are known."""
    card = game.rulebook.build_card(game.options)
    target = card["end"]["need"]
    hand_totals = _list_hand_totals(game, ())
    wins_at_once = find_hand_bounds(game.rulebook, game.options).wins_at_once
    can_end_anywhere = card["claim"] is not None or min(hand_totals.least) < 0 or wins_at_once
    most = target - 1 + max(hand_totals.most) * HANDS_WHEN_TIED
    reached: Mapping[int, Set[TotalsVector]] = {}
    if hand_totals.is_complete:
        reached = _search_final_totals(game, target, hand_totals)

    totals_by_winner: dict[int | None, PossibleTotals] = {}
    for winner in range(2):
        known = frozenset(reached.get(winner, ()))
        if not known:
            # Not all hands are known: examples in which the winner is exactly at the target.
            likely: list[TotalsVector] = [(target, 0), (target, target // 2), (target, target - 1)]
            if winner == 1:
                likely = [vector[::-1] for vector in likely]
            known = frozenset(likely)
        if reached and not can_end_anywhere:
            totals_by_winner[winner] = PossibleTotals.complete(known, 2)
            continue
        # The winner has at least the lowest total that is known to win; the loser may have none.
        least = [0, 0]
        if not can_end_anywhere:
            least[winner] = min(target, *(vector[winner] for vector in known))
        totals_by_winner[winner] = PossibleTotals(
            known, tuple(least), (most, most), ValueRange(-most, most), is_complete=False
        )
    return totals_by_winner


def _search_final_totals(
    game: GameFormat, target: int, hand_totals: PossibleTotals
) -> Mapping[int, Set[TotalsVector]]:
    """All final totals by hands alone, by search over the totals on the way; empty if these are
    too many."""
    if target * target * len(hand_totals.known) > MAX_STATES:
        return {}
    highest = target + HANDS_WHEN_TIED * max(hand_totals.most)
    final: dict[int, set[TotalsVector]] = defaultdict(set)
    totals_seen: set[TotalsVector] = set()
    pending_totals: list[TotalsVector] = [(0, 0)]
    while pending_totals:
        ours, theirs = pending_totals.pop()
        for our_points, their_points in hand_totals.known:
            totals = (ours + our_points, theirs + their_points)
            # Different orders of the same hands lead to the same totals: followed once.
            if totals in totals_seen:
                continue
            totals_seen.add(totals)
            ending = game.rulebook.find_ending(totals, game.options)
            if ending is not None and ending.winner is not None:
                final[ending.winner].add(totals)
            elif max(totals) < highest:
                pending_totals.append(totals)
    return final


def _list_hand_totals(game: GameFormat, feats: Sequence[str]) -> PossibleTotals:
    """What one hand can add: complete if the card has one table for a hand, else bounds."""
    card = game.rulebook.build_card(game.options)
    forms = [_list_form_totals(game, form, feats) for form in card["forms"]]
    hand_totals = forms[0]
    for other in forms[1:]:
        hand_totals = hand_totals.unite(other)
    return hand_totals


def _list_form_totals(game: GameFormat, form: CardSection, feats: Sequence[str]) -> PossibleTotals:
    steps, sides = form["steps"], game.rulebook.sides
    if len(steps) == 1 and steps[0]["items"] is None:
        # One table for the whole hand: each row is one way in which it can end. A vector has the
        # points of the sides first, then the feats that the row shows.
        none = (0,) * sides
        vectors: list[TotalsVector] = []
        for row in steps[0]["rows"]:
            vector = list(row["adds"])
            if feats:
                fields = dict(zip(steps[0]["fields"], row["key"], strict=True))
                shown_feats = _read_feats(game, fields)
                for feat in feats:
                    vector += shown_feats.get(feat, none)
            vectors.append(tuple(vector))
        return PossibleTotals.complete(vectors, sides)
    form_totals = _list_step_totals(steps[0])
    for step in steps[1:]:
        form_totals = form_totals.add(_list_step_totals(step))
    # Steps may restrict one another in ways that the card does not show, and the feats are not
    # known: so even complete sets are bounds here, and no feat is the example.
    no_feats = (0,) * (len(feats) * sides)
    lead = None
    if sides == 2:
        lead = form_totals.bound_lead()
    return PossibleTotals(
        frozenset((*vector, *no_feats) for vector in form_totals.known),
        (*form_totals.least, *no_feats),
        (*form_totals.most, *no_feats),
        lead,
        is_complete=False,
    )


def _read_feats(game: GameFormat, written: Mapping[str, Any]) -> Mapping[str, Sequence[int]]:
    """The feats in a record of these fields; none if the fields are not a complete record."""
    try:
        record = game.rulebook.read_record(written)
    except (Refused, Unreadable):
        return {}
    return game.rulebook.count_feats(record, game.options)


def _list_step_totals(step: CardSection) -> PossibleTotals:
    """What a step adds. A step of items is repeated for each item of the hand."""
    rows = [tuple(row["adds"]) for row in step["rows"]]
    of_item = PossibleTotals.complete(rows, len(rows[0]))
    if step["items"] is None:
        return of_item
    items = count_most_items(step)
    no_item = (0,) * len(rows[0])
    # Each item may add any of the rows, or not be scored at all.
    least = tuple(items * min(0, value) for value in of_item.least)
    most = tuple(items * max(0, value) for value in of_item.most)
    return PossibleTotals(frozenset({no_item}), least, most, None, is_complete=False)
