"""Unplayed rounds under the rules of 2024 and of 2026: a published exercise, cell by cell."""

import json
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

import pytest

from competition.standings.opponents import adjust_scores
from competition.standings.options import StandingsOptions
from competition.standings.ranking import rank
from competition.standings.results import Kind, RoundResult
from competition.standings.table import build_result_table
from tests.competition.standings.events import alone, column, places, played, values

FACTS = json.loads(Path("tests/data/tiebreak-fide-exercise-2023.json").read_text())
PUBLISHED = FACTS["published_solutions_2023_2024_rules"]
UNDER: dict[str, StandingsOptions] = {
    "2024": StandingsOptions(unplayed="2024"),
    "2026": StandingsOptions(unplayed="2026"),
}
METRICS = {
    # their name: ours, and how many of our units theirs is
    "PTS": ("match_points", 2),
    "BH": ("buchholz", 2),
    "BH/C1": ("buchholz_cut_1", 2),
    "BH/C2": ("buchholz_cut_2", 2),
    "BH/M1": ("buchholz_median_1", 2),
    "SB": ("sonneborn_berger", 4),
    "WIN": ("wins", 1),
    "WON": ("wins_played", 1),
    "PS": ("progressive", 2),
}
SCORED = {"+": 2, "=": 1, "-": 0}
ALONE: dict[str, tuple[Kind, int]] = {
    "+BYE": ("bye", 2),
    "=BYE": ("half_bye", 1),
    "--": ("absent", 0),
}
PLAYERS = [int(player) for player in FACTS["crosstable"]]


def crosstable() -> list[RoundResult]:
    """The results; a draw is 1, a win 2."""
    cells: dict[tuple[int, int], str] = {
        (int(player), number): cell
        for player, row in FACTS["crosstable"].items()
        for number, cell in enumerate(row, start=1)
    }
    results = []
    for (player, number), cell in cells.items():
        if cell in ALONE:
            results.append(alone(number, player, *ALONE[cell]))
        elif player < (opponent := int(cell[2:])):
            score = SCORED[cell[0]], SCORED[cells[opponent, number][0]]
            kind = "forfeit" if cell[1] == "F" else "played"
            results.append(played(number, player, opponent, score=score, kind=kind))
    return results


RESULTS = crosstable()


@pytest.mark.parametrize("version", UNDER)
@pytest.mark.parametrize("theirs", METRICS)
def test_every_value_of_the_exercise(version: str, theirs: str) -> None:
    ours, unit = METRICS[theirs]
    expected = {
        int(player): row[theirs] * unit
        for player, row in FACTS[f"engine_values_{version}_rules"].items()
    }
    assert values(ours, PLAYERS, RESULTS, UNDER[version]) == expected


@pytest.mark.parametrize("theirs", ["BH", "BH/C1", "SB"])
def test_every_published_solution(theirs: str) -> None:
    ours, unit = METRICS[theirs]
    found = values(ours, PLAYERS, RESULTS, UNDER["2024"])
    published = {int(player): value * unit for player, value in PUBLISHED[theirs].items()}
    assert published == {player: found[player] for player in published}


@pytest.mark.parametrize("version", UNDER)
def test_every_published_adjusted_score(version: str) -> None:
    found = adjust_scores(build_result_table(PLAYERS, RESULTS, UNDER[version], {}))
    for player, score in PUBLISHED["adjusted_score"].items():
        assert found[PLAYERS.index(int(player))] == score * 2


@pytest.mark.parametrize("version", UNDER)
def test_every_average_of_the_opponents_buchholz(version: str) -> None:
    found = values("average_opponents_buchholz", PLAYERS, RESULTS, UNDER[version])
    for player, row in FACTS[f"engine_values_{version}_rules"].items():
        value: Any = found[int(player)]
        average = Decimal(value[0]) / value[1] / 2
        assert average.quantize(Decimal("0.01"), ROUND_HALF_UP) == Decimal(str(row["AOB"]))


@pytest.mark.parametrize("version", UNDER)
def test_every_rank_of_the_exercise(version: str) -> None:
    order = ["match_points", "buchholz", "buchholz_cut_1", "buchholz_cut_2"]
    rows = rank(order, UNDER[version], PLAYERS, RESULTS)
    expected = {
        int(player): row["Rank"] for player, row in FACTS[f"engine_values_{version}_rules"].items()
    }
    assert places(rows) == expected


def test_the_rounds_left_unplayed_at_will_are_cut_first() -> None:
    # Player 4 met one with 1½ points: the 3½ of the bye he asked for goes before.
    cut = values("buchholz_cut_1", PLAYERS, RESULTS, UNDER["2024"])
    assert (values("buchholz", PLAYERS, RESULTS, UNDER["2024"])[4], cut[4]) == (30, 23)


def test_the_dummy_of_2026_is_worth_no_more_than_draws() -> None:
    results = [
        played(1, "a", "b", score=(2, 0)),
        alone(2, "a", "bye", 2),
        alone(2, "b", "absent", 0),
    ]
    # b's last round counts as a draw for its opponents.
    assert values("buchholz", ["a", "b"], results, UNDER["2024"])["a"] == 1 + 4
    assert values("buchholz", ["a", "b"], results, UNDER["2026"])["a"] == 1 + 2


def test_the_dummy_of_a_forfeit_in_2026_is_worth_no_more_than_who_did_not_play() -> None:
    results = [
        played(1, "a", "b", score=(2, 0), kind="forfeit"),
        played(2, "a", "c", score=(2, 0)),
    ]
    assert values("buchholz", ["a", "b", "c"], results, UNDER["2024"])["a"] == 4 + 0
    assert values("buchholz", ["a", "b", "c"], results, UNDER["2026"])["a"] == 0 + 0


def test_where_everybody_meets_everybody_a_forfeit_counts_as_played_and_a_rest_as_nothing() -> None:
    results = [
        played(1, "a", "b", score=(2, 0), kind="forfeit"),
        alone(1, "c", "bye", 0),
        played(2, "b", "c", score=(2, 0)),
        alone(2, "a", "bye", 0),
        played(3, "c", "a", score=(1, 1)),
        alone(3, "b", "absent", 0),
    ]
    options = StandingsOptions(round_robin=True)
    rows = rank(["buchholz", "sonneborn_berger"], options, ["a", "b", "c"], results)
    assert column(rows, "buchholz") == {"a": 2 + 1, "b": 3 + 1, "c": 2 + 3}
    assert column(rows, "sonneborn_berger") == {"a": 4 + 1, "b": 2, "c": 3}
