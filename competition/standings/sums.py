"""The metrics that are sums over an entry's own results."""

from fractions import Fraction

from competition.standings.results import RoundResult
from competition.standings.table import Column, Gain, ResultTable
from competition.standings.victory import victory_table


def match_points(table: ResultTable) -> Column:
    return table.scores


def wins(table: ResultTable) -> Column:
    """Rounds won; without an opponent, those that gave as much as a win."""
    win = table.options.win

    def won(result: RoundResult, position: int) -> int:
        if len(result.slots) == 1:
            return result.score[0] >= win
        return result.is_won(position)

    return table.summed(won)


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
    """Hands played: who needed fewer stands first."""
    return table.summed(lambda result, position: result.hands)


def points_for(table: ResultTable) -> Column:
    options = table.options
    return _fill_unplayed(table, _get_points, options.rest_points, options.walkover_points)


def points_against(table: ResultTable) -> Column:
    def let_in(result: RoundResult, position: int) -> int:
        return _sum_others(result.points, position)

    options = table.options
    return _fill_unplayed(
        table, let_in, options.rest_points_against, options.walkover_points_against
    )


def points_difference(table: ResultTable) -> Column:
    def gained(result: RoundResult, position: int) -> int:
        return _compute_difference(result.points, position)

    options = table.options
    rest = options.rest_points - options.rest_points_against
    walkover = options.walkover_points - options.walkover_points_against
    return _fill_unplayed(table, gained, rest, walkover)


def thirds(table: ResultTable) -> Column:
    def made(result: RoundResult, position: int) -> int:
        return _get_own(result.thirds, position)

    options = table.options
    return _fill_unplayed(table, made, options.rest_thirds, options.walkover_thirds)


def victory_points(table: ResultTable) -> Column:
    """By the difference of points in each round; what has no points is worth a walkover to a bye
    and to who won by forfeit, nothing to others."""
    options = table.options
    if options.victory_table is None:
        raise ValueError("victory points need a table")
    worth = victory_table(options.victory_table, options.victory_walkover)

    def gained(result: RoundResult, position: int) -> int:
        if len(result.slots) > 1 and result.points:
            best = max(_leave_out(result.points, position))
            return worth.of(result.points[position], best)
        is_given = result.kind == "bye" or (result.kind == "forfeit" and result.is_won(position))
        return worth.walkover if is_given else 0

    return table.summed(gained)


def shutouts(table: ResultTable) -> Column:
    return table.summed(lambda result, position: _get_own(result.shutouts, position))


def marafonas(table: ResultTable) -> Column:
    return table.summed(lambda result, position: _get_own(result.marafonas, position))


def progressive(table: ResultTable) -> Column:
    """The score after each round, summed: what was made early counts more often."""
    after = table.rounds + 1
    return table.summed(lambda result, position: result.score[position] * (after - result.round))


def _get_own(values: tuple[int, ...], position: int) -> int:
    return values[position] if values else 0


def _sum_others(values: tuple[int, ...], position: int) -> int:
    return sum(values) - values[position] if values else 0


def _compute_difference(values: tuple[int, ...], position: int) -> int:
    """Mine less those of all others."""
    return 2 * values[position] - sum(values) if values else 0


def _leave_out(values: tuple[int, ...], position: int) -> tuple[int, ...]:
    return (*values[:position], *values[position + 1 :])


def _get_points(result: RoundResult, position: int) -> int:
    return _get_own(result.points, position)


def _fill_unplayed(table: ResultTable, gain: Gain, rest: int, walkover: int) -> Column:
    """The sums with what stands for rounds that were not played: byes, and forfeits won."""
    options = table.options
    made = table.summed(gain)
    fillings = ((options.rest, rest, _is_bye), (options.walkover, walkover, _is_walkover))
    averaged = [0] * len(made)
    for filling, fixed, missing in fillings:
        if filling == "none":
            continue
        for entry, times in enumerate(table.summed(missing)):
            made[entry] += fixed * times if filling == "fixed" else 0
            averaged[entry] += times if filling == "average" else 0
    if not any(averaged):
        return made
    rounds = table.count("played")
    played = table.summed(lambda found, at: gain(found, at) if found.kind == "played" else 0)
    return [
        total + Fraction(sum_ * times, of) if times and of else total
        for total, sum_, times, of in zip(made, played, averaged, rounds, strict=True)
    ]


def _is_bye(result: RoundResult, position: int) -> bool:
    return result.kind == "bye"


def _is_walkover(result: RoundResult, position: int) -> bool:
    """Won by a forfeit of which no points are known."""
    is_known = bool(result.points or result.thirds)
    return result.kind == "forfeit" and not is_known and result.is_won(position)
