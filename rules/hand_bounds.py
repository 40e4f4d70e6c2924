"""The least and the most that one hand can add to a total, read off the rulebook's card."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.contract import Rulebook


@dataclass(frozen=True, slots=True)
class HandBounds:
    """What one hand can add, in the unit of the sheet. ``least_sum`` and ``most_sum`` are of all
    sides together; ``wins_at_once``: whether some hand wins the game whatever the totals are."""

    least: int
    most: int
    least_sum: int
    most_sum: int
    wins_at_once: bool


@lru_cache(maxsize=64)
def find_hand_bounds(book: Rulebook[Any, Any, Any, Any], options: Any) -> HandBounds:
    """The bounds of a hand under these options. They need not be reached: steps of a hand may
    exclude one another in ways that the card does not show."""
    # A hand has one form, so any of the forms may give the extremes.
    forms = [_bound_form(form["steps"]) for form in book.build_card(options)["forms"]]
    return HandBounds(
        least=min(bounds.least for bounds in forms),
        most=max(bounds.most for bounds in forms),
        least_sum=min(bounds.least_sum for bounds in forms),
        most_sum=max(bounds.most_sum for bounds in forms),
        wins_at_once=any(bounds.wins_at_once for bounds in forms),
    )


def _bound_form(steps: Sequence[Mapping[str, Any]]) -> HandBounds:
    """The bounds of a hand that is booked in these steps, one after the other."""
    bounds = [_bound_step(step) for step in steps]
    return HandBounds(
        least=sum(bound.least for bound in bounds),
        most=sum(bound.most for bound in bounds),
        least_sum=sum(bound.least_sum for bound in bounds),
        most_sum=sum(bound.most_sum for bound in bounds),
        wins_at_once=any(bound.wins_at_once for bound in bounds),
    )


def _bound_step(step: Mapping[str, Any]) -> HandBounds:
    rows = step["rows"]
    values = [value for row in rows for value in row["adds"]]
    sums = [sum(row["adds"]) for row in rows]
    times = _count_items(step)
    if step["items"] is None:
        least, most, least_sum, most_sum = min(values), max(values), min(sums), max(sums)
    else:
        # A step of items may be taken never, or once for each item.
        least, most = times * min(0, *values), times * max(0, *values)
        least_sum, most_sum = times * min(0, *sums), times * max(0, *sums)
    # After a step that has ended the game the rest of the hand is not booked, so any step but the
    # first may be missing; the bounds of a whole hand are then still bounds.
    return HandBounds(
        least, most, least_sum, most_sum, any(row["wins"] is not None for row in rows)
    )


def _count_items(step: Mapping[str, Any]) -> int:
    """The most items of a hand: the number of values of a field in which items must differ."""
    if step["items"] is None:
        return 1
    values = {
        field: {row["key"][column] for row in step["rows"]}
        for column, field in enumerate(step["fields"])
    }
    counts = [len(values[field] - {None}) for field in step["items"]["distinct"]]
    return max(1, *counts, len(values.get("place", ())))
