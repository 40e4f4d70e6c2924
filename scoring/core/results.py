"""Results without their hands: whether a game can have ended so, and who has won."""

from collections.abc import Iterator, Sequence
from typing import Final

from kernel.refusals import Refused
from kernel.violations import Violation
from rules.card import build_end
from rules.contract import Ending, Side, Totals
from rules.hand_bounds import HandBounds, find_hand_bounds
from scoring.core.ending import find_leader
from scoring.core.format import GameFormat, MatchFormat
from scoring.core.lines import GameTotal
from scoring.core.state import GameState

DECLARED: Final = "declared"
"""The reason of a game whose winner was written with its totals, as these do not show it: it ended
with a claim, or with a hand that wins at once."""


def decide_total(game: GameFormat, number: int, total: GameTotal, *, given: int) -> Ending:
    """How a game ended with these totals. ``number``: of the game, from 0; ``given``: the points
    that a referee has given or taken in it, by which totals can be out of the reach of hands.
    Raises Refused with all that is wrong."""
    totals, sides = tuple(total.totals), game.rulebook.sides
    if len(totals) != sides:
        raise Refused([Violation("total_by_side", {"sides": sides})])
    if total.winner is not None and total.winner >= sides:
        raise Refused([Violation("no_such_side", {"side": total.winner, "sides": sides})])
    bounds = find_hand_bounds(game.rulebook, game.options)
    # The winner that was written can have won by a hand that wins at once if its total has the
    # points of that hand.
    can_win_at_once = (
        total.winner is not None
        and bounds.least_at_once is not None
        and totals[total.winner] >= bounds.least_at_once - given
    )
    violations: list[Violation] = []
    try:
        ending = _find_ending(game, totals, total.winner, can_win_at_once=can_win_at_once)
    except Refused as refused:
        # One reason is enough: the bounds of totals that end nothing would only repeat it.
        violations = list(refused.violations)
    else:
        if game.hands is None:
            violations += _find_violations_of_target(game, bounds, totals, given)
        else:
            # A hand that wins at once may have been the first.
            fewest = 1 if can_win_at_once else game.hands
            hands = range(fewest, game.hands + 1)
            violations += _find_violations_of_hands(hands, bounds, totals, given)
        if not violations and total.winner not in (None, ending.winner):
            violations.append(Violation("total_of_another_winner", {"side": total.winner}))
    if violations:
        # People look for the game on the sheet, so every sentence names it.
        of_game = {"game": number, "totals": list(totals)}
        named = [Violation(each.code, {**of_game, **each.params}) for each in violations]
        raise Refused(named)
    return ending


def _find_ending(
    game: GameFormat, totals: Totals, winner: Side | None, *, can_win_at_once: bool
) -> Ending:
    """How a game ended, by its totals and the winner that was written. Raises Refused if it cannot
    have ended so."""
    book, options = game.rulebook, game.options
    # A fixed number of hands: the higher total has won, unless a hand has won the game at once.
    if game.hands is not None:
        leader = find_leader(totals)
        if can_win_at_once and winner != leader:
            return Ending(winner, DECLARED)
        return Ending(leader, "hands")
    target = book.target(options)
    assert target is not None, "a format without hands has a target"
    sides_there = [side for side, value in enumerate(totals) if value >= target]
    if len(sides_there) > 1 and build_end(book, options).both == "first":
        # The first of these sides has won, and the totals cannot show who that was.
        if winner is None:
            raise Refused([Violation("total_needs_winner", {"target": target})])
        if winner not in sides_there:
            raise Refused([Violation("total_of_another_winner", {"side": winner})])
    ending: Ending | None = book.find_ending(totals, options, winner)
    if ending is not None and (winner == ending.winner or not can_win_at_once):
        return ending
    # A hand that wins at once, or below the target a claim, can have ended the game, and totals do
    # not show it: then the winner that was written is believed.
    has_claims = book.build_card(options)["claim"] is not None
    if winner is not None and (can_win_at_once or has_claims):
        return Ending(winner, DECLARED)
    if find_leader(totals) is None:
        raise Refused([Violation("total_tied")])
    wins_at_once = find_hand_bounds(book, options).wins_at_once
    can_end_early = winner is None and (wins_at_once or has_claims)
    params = {"target": target, "can_end_early": can_end_early}
    raise Refused([Violation("total_below_target", params)])


def _find_violations_of_target(
    game: GameFormat, bounds: HandBounds, totals: Totals, given: int
) -> Iterator[Violation]:
    """What no last hand can have led to. Before it nobody had won: either all were below the
    target, or those at the target were tied."""
    target = game.rulebook.target(game.options)
    assert target is not None, "a format without hands has a target"
    most_points = target - 1 + bounds.most + given
    behind = sorted(totals)[-2]
    most_lead = bounds.most - bounds.least + 2 * given
    was_tied = behind >= target + bounds.least - given and max(totals) - behind <= most_lead
    if max(totals) > most_points and not was_tied:
        params = {"value": max(totals), "most": most_points, "side": totals.index(max(totals))}
        yield Violation("total_too_high", params)
    # Hands that only add points cannot leave a side below nothing.
    if bounds.least >= 0 and min(totals) < -given:
        yield _build_too_low(totals, -given)


def _find_violations_of_hands(
    hands: range, bounds: HandBounds, totals: Totals, given: int
) -> Iterator[Violation]:
    """What no such number of hands can add up to."""
    fewest, most = hands[0], hands[-1]
    most_points = most * bounds.most + given
    least_points = min(fewest * bounds.least, most * bounds.least) - given
    most_sum = most * bounds.most_sum + given
    least_sum = min(fewest * bounds.least_sum, most * bounds.least_sum) - given
    if max(totals) > most_points:
        params = {"value": max(totals), "most": most_points, "side": totals.index(max(totals))}
        yield Violation("total_too_high", params)
    elif min(totals) < least_points:
        yield _build_too_low(totals, least_points)
    elif not least_sum <= sum(totals) <= most_sum:
        params = {"sum": sum(totals), "least": least_sum, "most": most_sum, "hands": most}
        yield Violation("total_sum_impossible", params)


def _build_too_low(totals: Totals, least: int) -> Violation:
    params = {"value": min(totals), "least": least, "side": totals.index(min(totals))}
    return Violation("total_too_low", params)


def decide_games(
    match_format: MatchFormat, games: Sequence[GameState], wins: Totals, won: Totals
) -> Side | None:
    """The winner of a match that ended with these games ``won``; None: a draw. ``games`` are over
    and have the ``wins``. Raises Refused if they are no result of this match."""
    sides, needed = match_format.sides, match_format.wins
    if len(won) != sides:
        raise Refused([Violation("total_by_side", {"sides": sides})])
    further = [after - before for after, before in zip(won, wins, strict=True)]
    if min(further) < 0:
        raise Refused([Violation("games_fewer_than_played", {"score": list(won)})])
    games_left = match_format.games[len(games) :]
    # Games that nobody has won: only those over a number of hands can end so.
    drawn_games = len(games_left) - sum(further)
    can_be_played_out = 0 <= drawn_games <= sum(game.hands is not None for game in games_left)
    if needed is None:
        if can_be_played_out:
            return find_leader(won)
    elif max(won) == needed and won.count(needed) == 1 and drawn_games >= 0:
        return won.index(needed)
    elif max(won) < needed and can_be_played_out:
        return None
    most = len(match_format.games)
    params = {"score": list(won), "needed": needed, "most": most}
    raise Refused([Violation("games_not_decided", params)])
