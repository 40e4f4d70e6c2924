"""What fits into an evening."""

import pytest

from competition.forecast.planner import MOST_PAIRS, list_proposals, plan_evening


def test_what_fits_comes_first_and_ends_in_time() -> None:
    found = plan_evening(32, 16, 4)
    fits = [each.fits for each in found]

    assert fits == sorted(fits, reverse=True)
    assert any(fits)
    assert not all(fits)
    assert all((each.end.likely <= 4 * 3600) == each.fits for each in found)


def test_what_ends_too_late_is_in_the_order_of_its_end() -> None:
    late = [each.end.likely for each in plan_evening(64, 16, 4) if not each.fits]
    assert len(late) > 2
    assert late == sorted(late)


def test_fewer_tables_end_later() -> None:
    def ends(tables: int) -> dict[tuple[str, int], int]:
        found = plan_evening(32, tables, 4)
        return {(each.proposal.code, each.proposal.games): each.end.likely for each in found}

    many, few = ends(16), ends(4)

    assert all(few[key] > many[key] for key in many)


def test_a_pair_is_promised_no_match_that_it_may_not_play() -> None:
    even = {each.code: each.guaranteed for each in list_proposals(32)}
    odd = {each.code: each.guaranteed for each in list_proposals(33)}

    assert (even["knockout"], even["losers_play_on"], even["swiss_5"]) == (1, 2, 5)
    assert (odd["losers_play_on"], odd["swiss_5"], odd["groups_and_bracket"]) == (1, 4, 2)


@pytest.mark.parametrize("pairs", [2, 3, 5, 12, MOST_PAIRS])
def test_every_number_of_pairs_has_a_plan(pairs: int) -> None:
    assert plan_evening(pairs, 2, 1)
