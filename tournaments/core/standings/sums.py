"""The metrics that are sums over an entry's own results."""

from fractions import Fraction

from tournaments.core.standings.results import RoundResult
from tournaments.core.standings.table import Column, Table
from tournaments.core.standings.victory import victory_table


def match_points(table: Table) -> Column:
    return table.scores


def wins(table: Table) -> Column:
    """Rounds won; without an opponent, those that gave as much as a win."""
    win = table.options.win

    def won(result: RoundResult, position: int) -> int:
        if len(result.slots) == 1:
            return result.score[0] >= win
        return result.is_won(position)

    return table.summed(won)


def wins_played(table: Table) -> Column:
    return table.summed(
        lambda result, position: result.kind == "played" and result.is_won(position)
    )


def games_won(table: Table) -> Column:
    return table.summed(lambda result, position: _at(result.games, position))


def games_lost(table: Table) -> Column:
    return table.summed(lambda result, position: _others(result.games, position))


def games_difference(table: Table) -> Column:
    return table.summed(lambda result, position: _difference(result.games, position))


def hands(table: Table) -> Column:
    """Hands played: who needed fewer stands first."""
    return table.summed(lambda result, position: result.hands)


def points_for(table: Table) -> Column:
    played = table.summed(lambda result, position: _at(result.points, position))
    return _rested(table, played, table.options.rest_points)


def points_against(table: Table) -> Column:
    played = table.summed(lambda result, position: _others(result.points, position))
    return _rested(table, played, table.options.rest_points_against)


def points_difference(table: Table) -> Column:
    options = table.options
    played = table.summed(lambda result, position: _difference(result.points, position))
    return _rested(table, played, options.rest_points - options.rest_points_against)


def thirds(table: Table) -> Column:
    played = table.summed(lambda result, position: _at(result.thirds, position))
    return _rested(table, played, table.options.rest_thirds)


def victory_points(table: Table) -> Column:
    """By the difference of points in each round; what has no points is worth a walkover to a bye
    and to who won by forfeit, nothing to others."""
    options = table.options
    if options.victory_table is None:
        raise ValueError("victory points need a table")
    worth = victory_table(options.victory_table, options.victory_walkover)

    def gained(result: RoundResult, position: int) -> int:
        if len(result.slots) > 1 and result.points:
            best = max(_without(result.points, position))
            return worth.of(result.points[position], best)
        is_given = result.kind == "bye" or (result.kind == "forfeit" and result.is_won(position))
        return worth.walkover if is_given else 0

    return table.summed(gained)


def shutouts(table: Table) -> Column:
    return table.summed(lambda result, position: _at(result.shutouts, position))


def marafonas(table: Table) -> Column:
    return table.summed(lambda result, position: _at(result.marafonas, position))


def progressive(table: Table) -> Column:
    """The score after each round, summed: what was made early counts more often."""
    after = table.rounds + 1
    return table.summed(lambda result, position: result.score[position] * (after - result.round))


def _at(values: tuple[int, ...], position: int) -> int:
    return values[position] if values else 0


def _others(values: tuple[int, ...], position: int) -> int:
    return sum(values) - values[position] if values else 0


def _difference(values: tuple[int, ...], position: int) -> int:
    """Mine less those of all others."""
    return 2 * values[position] - sum(values) if values else 0


def _without(values: tuple[int, ...], position: int) -> tuple[int, ...]:
    return (*values[:position], *values[position + 1 :])


def _rested(table: Table, played: list[int], fixed: int) -> Column:
    """The sums with what the byes add to them."""
    options = table.options
    if options.rest == "none":
        return played
    if options.rest == "fixed":
        return [
            total + fixed * byes for total, byes in zip(played, table.count("bye"), strict=True)
        ]
    return [
        total + Fraction(total * byes, rounds) if byes and rounds else total
        for total, byes, rounds in zip(
            played, table.count("bye"), table.count("played"), strict=True
        )
    ]
