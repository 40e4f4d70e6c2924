"""What a match can come to, held against matches that simulated players play."""

from random import Random
from typing import Any

import pytest

from competition.plan import Result
from competition.scenarios.match_outcomes import list_outcomes
from scoring.core.format import MatchFormat, best_of, read_format
from scoring.core.walk import Walk

METRICS = ("points_for", "wins", "marafonas", "shutouts")


def hands_of(game: str, hands: int, **options: Any) -> dict[str, Any]:
    return {"games": [{"game": game, "options": options, "hands": hands}], "wins": None}


FORMATS = [
    hands_of("marafon", 4, count="figure"),
    hands_of("marafon", 3),
    hands_of("mariglia", 3),
    hands_of("trionfo", 3),
    hands_of("marianna", 2),
    best_of(3, "marafon"),
    best_of(3, "marafon", {"count": "figure", "claims": False}),
    best_of(1, "marafon", {"claims": False}),
    best_of(3, "mariglia"),
    best_of(1, "briscola_151"),
    best_of(1, "mariaccia"),
    best_of(1, "marianna"),
    {"games": [{"game": "marafon", "options": {"target": 21}}] * 2, "wins": None},
]


def played(format_: MatchFormat, random: Random) -> Walk:
    walk = Walk(format_)
    while not walk.over:
        game = format_.games[walk.game]
        play = game.rulebook.simulate(random, game.options, walk.turn)
        walk.step("hand", {"play": play})
    return walk


@pytest.mark.parametrize("document", FORMATS, ids=str)
def test_every_match_that_is_played_was_foreseen(document: dict[str, Any]) -> None:
    format_ = read_format(document)
    possible = list_outcomes(format_, METRICS)
    random = Random(3)
    for _ in range(12):
        walk = played(format_, random)
        totals = tuple(
            map(sum, zip(*(game.totals for game in walk.list_begun_games()), strict=True))
        )
        (outcome,) = (
            outcome
            for outcome in possible.outcomes
            if not outcome.winner_is_known
            or (outcome.winner, outcome.games) == (walk.winner, walk.wins)
        )
        foreseen = outcome.totals
        assert all(map(int.__le__, foreseen.least, totals)), (foreseen.least, totals)
        assert all(map(int.__le__, totals, foreseen.most)), (totals, foreseen.most)
        if foreseen.lead is not None:
            assert foreseen.lead.least <= totals[0] - totals[1] <= foreseen.lead.most
        if foreseen.is_complete:
            assert _shown(walk, totals) in {
                (each.totals, each.marafonas, each.shutouts) for each in outcome.results
            }


def _shown(walk: Walk, totals: tuple[int, ...]) -> tuple[Any, ...]:
    none = (0,) * len(totals)
    if walk.format.games[0].hands is None:
        return totals, (), ()
    return totals, walk.feats.get("marafona", none), walk.feats.get("shutout", none)


def test_a_figure_over_hands_is_complete() -> None:
    possible = list_outcomes(
        read_format(hands_of("marafon", 4, count="figure")), ("points_for", "wins")
    )
    assert all(outcome.totals.is_complete for outcome in possible.outcomes)
    results = [result for outcome in possible.outcomes for result in outcome.results]
    # Four times 35 thirds, and nine for a marafona.
    assert {sum(result.totals) for result in results} == {140 + 9 * more for more in range(5)}
    assert max(result.totals[0] for result in results) == 4 * 44
    assert {_winner(result) == result.winner for result in results} == {True}


def _winner(result: Result) -> int | None:
    ours, theirs = result.totals
    return None if ours == theirs else int(theirs > ours)


def test_a_best_of_three_ends_in_four_ways() -> None:
    possible = list_outcomes(read_format(best_of(3, "marafon")), ("match_points",))
    assert [(outcome.winner, outcome.games) for outcome in possible.outcomes] == [
        (1, (0, 2)),
        (1, (1, 2)),
        (0, (2, 0)),
        (0, (2, 1)),
    ]


def test_two_games_that_are_all_played_may_be_a_draw() -> None:
    document = {"games": [{"game": "marafon"}] * 2, "wins": None}
    possible = list_outcomes(read_format(document), ("match_points",))
    assert {outcome.winner for outcome in possible.outcomes} == {0, 1, None}
