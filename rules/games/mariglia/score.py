"""The score of a hand of Mariglia, booked in two steps (Mariglia, The Game)."""

from collections.abc import Mapping

from rules.cards import Card
from rules.contract import Part, Seat, Step, Totals, build_totals
from rules.games.mariglia.cards import ALL_POINTS, HALF, find_side, sum_points
from rules.games.mariglia.options import MarigliaOptions
from rules.games.mariglia.record import MarigliaRecord, read_totals


def compute_bonus(dealer: Seat, trionfo: Card, options: MarigliaOptions) -> Totals:
    """The value of the exposed card, for the dealer's side (Mariglia, Il Trionfo)."""
    return build_totals(find_side(dealer), sum_points([trionfo], options.honours))


def score_play(totals: tuple[int, int]) -> tuple[int, int]:
    """The side with more than half scores the difference; a tie scores nothing (Mariglia, The
    Count)."""
    ours, theirs = totals
    return max(ours - HALF, 0), max(theirs - HALF, 0)


def make_bonus_step(record: MarigliaRecord, options: MarigliaOptions) -> Step:
    """The step that is booked before the play."""
    bonus = compute_bonus(record.dealer, record.trionfo, options)
    return Step((Part("bonus", bonus),), at_target="bonus")


def score(record: MarigliaRecord, options: MarigliaOptions) -> tuple[Step, ...]:
    """Two steps: the bonus, then the play."""
    bonus, totals = make_bonus_step(record, options), read_totals(record)
    # A hand that was not played, because the bonus has won, has only the first step.
    if totals is None:
        return (bonus,)
    return bonus, Step((Part("play", score_play(totals)),))


def count_feats(record: MarigliaRecord) -> Mapping[str, Totals]:
    """The shutout: all seventy points on one side."""
    totals = read_totals(record)
    if totals is None or ALL_POINTS not in totals:
        return {}
    return {"shutout": build_totals(totals.index(ALL_POINTS), 1)}
