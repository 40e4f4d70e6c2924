"""The metrics that are sums over an entry's own results."""

from fractions import Fraction

from competition.standings.results import RoundResult
from competition.standings.table import Column, Exact, Gain, ResultTable
from competition.standings.victory import find_victory_table


def match_points(table: ResultTable) -> Column:
    return table.scores


def wins(table: ResultTable) -> Column:
    """Rounds won; of rounds without an opponent, those with the score of a win."""
    win = table.options.win

    def count_win(result: RoundResult, position: int) -> int:
        # A bye has no other slot to score more than, so its score tells what it is worth.
        if len(result.slots) == 1:
            return result.score[0] >= win
        return result.is_won(position)

    return table.summed(count_win)


def wins_played(table: ResultTable) -> Column:
    return table.summed(
        lambda result, position: result.kind == "played" and result.is_won(position)
    )


def games_won(table: ResultTable) -> Column:
    return table.summed(lambda result, position: _get_own(result.games, position))


def games_lost(table: ResultTable) -> Column:
    return table.summed(lambda result, position: _sum_others(result.games, position))


def games_difference(table: ResultTable) -> Column:
    return table.summed(lambda result, position: _compute_difference(result.games, position))


def hands(table: ResultTable) -> Column:
    """Hands played: fewer are better."""
    return table.summed(lambda result, position: result.hands)


def points_for(table: ResultTable) -> Column:
    def get_points(result: RoundResult, position: int) -> int:
        return _get_own(result.points, position)

    options = table.options
    return _fill_unplayed(table, get_points, options.rest_points, options.walkover_points)


def points_against(table: ResultTable) -> Column:
    def get_points_against(result: RoundResult, position: int) -> int:
        return _sum_others(result.points, position)

    options = table.options
    return _fill_unplayed(
        table, get_points_against, options.rest_points_against, options.walkover_points_against
    )


def points_difference(table: ResultTable) -> Column:
    def get_difference(result: RoundResult, position: int) -> int:
        return _compute_difference(result.points, position)

    options = table.options
    rest = options.rest_points - options.rest_points_against
    walkover = options.walkover_points - options.walkover_points_against
    return _fill_unplayed(table, get_difference, rest, walkover)


def thirds(table: ResultTable) -> Column:
    def get_thirds(result: RoundResult, position: int) -> int:
        return _get_own(result.thirds, position)

    options = table.options
    return _fill_unplayed(table, get_thirds, options.rest_thirds, options.walkover_thirds)


def victory_points(table: ResultTable) -> Column:
    """By the difference of points in each round. In a round without points, a bye and the winner of
    a forfeit get a walkover, others nothing."""
    options = table.options
    if options.victory_table is None:
        raise ValueError("victory points need a table")
    worth = find_victory_table(options.victory_table, options.victory_walkover)

    def get_victory_points(result: RoundResult, position: int) -> int:
        if len(result.slots) > 1 and result.points:
            # At a table of more than two, the difference is to the best of the others.
            other_points = (*result.points[:position], *result.points[position + 1 :])
            return worth.of(result.points[position], max(other_points))
        is_given = result.kind == "bye" or (result.kind == "forfeit" and result.is_won(position))
        if is_given:
            return worth.walkover
        return 0

    return table.summed(get_victory_points)


def shutouts(table: ResultTable) -> Column:
    return table.summed(lambda result, position: _get_own(result.shutouts, position))


def marafonas(table: ResultTable) -> Column:
    return table.summed(lambda result, position: _get_own(result.marafonas, position))


def progressive(table: ResultTable) -> Column:
    """The sum of the scores after each round: early points count more often."""
    after_last_round = table.rounds + 1
    return table.summed(
        lambda result, position: result.score[position] * (after_last_round - result.round)
    )


def _get_own(values: tuple[int, ...], position: int) -> int:
    if not values:
        return 0
    return values[position]


def _sum_others(values: tuple[int, ...], position: int) -> int:
    if not values:
        return 0
    return sum(values) - values[position]


def _compute_difference(values: tuple[int, ...], position: int) -> int:
    """The own value less those of all others."""
    if not values:
        return 0
    return 2 * values[position] - sum(values)


def _fill_unplayed(table: ResultTable, gain: Gain, rest: int, walkover: int) -> Column:
    """The sums, with the points that count for rounds that were not played: byes, and forfeits
    won."""
    options = table.options
    totals: list[Exact] = [*table.summed(gain)]
    rounds_to_average = [0] * len(totals)
    for filling, fixed_points, is_unplayed in (
        (options.rest, rest, lambda result, position: result.kind == "bye"),
        (options.walkover, walkover, is_walkover),
    ):
        if filling == "none":
            continue
        for entry, rounds in enumerate(table.summed(is_unplayed)):
            if filling == "fixed":
                totals[entry] += fixed_points * rounds
            else:
                rounds_to_average[entry] += rounds
    # Most tables end here: the sums by kind of round are only needed for averages.
    if not any(rounds_to_average):
        return totals

    # The average is over the rounds really played, without byes and forfeits.
    played_rounds = table.count("played")
    played_sums = table.summed(
        lambda result, position: gain(result, position) if result.kind == "played" else 0
    )
    for entry, rounds in enumerate(rounds_to_average):
        # Exact, as a Fraction: a rounded average could make two entries tied that are not.
        if rounds and played_rounds[entry]:
            totals[entry] += Fraction(played_sums[entry] * rounds, played_rounds[entry])
    return totals


def is_walkover(result: RoundResult, position: int) -> bool:
    """Whether this entry won by a forfeit for which no points are recorded."""
    is_known = bool(result.points or result.thirds)
    return result.kind == "forfeit" and not is_known and result.is_won(position)
