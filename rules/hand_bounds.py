"""The least and the most that one hand can add to a total, read off the rulebook's card."""

from collections.abc import Mapping
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
    forms = []
    for form in book.build_card(options)["forms"]:
        # The steps of a form are booked one after the other, so their bounds add up.
        steps = [_bound_step(step) for step in form["steps"]]
        form_bounds = HandBounds(
            least=sum(bounds.least for bounds in steps),
            most=sum(bounds.most for bounds in steps),
            least_sum=sum(bounds.least_sum for bounds in steps),
            most_sum=sum(bounds.most_sum for bounds in steps),
            wins_at_once=any(bounds.wins_at_once for bounds in steps),
        )
        forms.append(form_bounds)
    # A hand has one form, so any of the forms may give the extremes.
    return HandBounds(
        least=min(bounds.least for bounds in forms),
        most=max(bounds.most for bounds in forms),
        least_sum=min(bounds.least_sum for bounds in forms),
        most_sum=max(bounds.most_sum for bounds in forms),
        wins_at_once=any(bounds.wins_at_once for bounds in forms),
    )


def _bound_step(step: Mapping[str, Any]) -> HandBounds:
    rows = step["rows"]
    values = [value for row in rows for value in row["adds"]]
    sums = [sum(row["adds"]) for row in rows]
    if step["items"] is None:
        least, most, least_sum, most_sum = min(values), max(values), min(sums), max(sums)
    else:
        # The most items of a hand, by the values of the fields in which items must differ, and by
        # the places of a series.
        values_by_field: dict[str, set[Any]] = {}
        for column, field in enumerate(step["fields"]):
            values_by_field[field] = {row["key"][column] for row in rows}
        times = max(1, len(values_by_field.get("place", ())))
        for field in step["items"]["distinct"]:
            times = max(times, len(values_by_field[field] - {None}))
        # A step of items may be taken never, or once for each item.
        least, most = times * min(0, *values), times * max(0, *values)
        least_sum, most_sum = times * min(0, *sums), times * max(0, *sums)
    # After a step that has ended the game the rest of the hand is not booked, so any step but the
    # first may be missing; the bounds of a whole hand are then still bounds.
    wins_at_once = any(row["wins"] is not None for row in rows)
    return HandBounds(least, most, least_sum, most_sum, wins_at_once)
