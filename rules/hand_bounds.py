"""The least and the most that one hand can add to a total, read off the rulebook's card."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

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

    def add(self, other: "HandBounds") -> "HandBounds":
        """The bounds of two steps of a hand, which are booked one after the other."""
        return HandBounds(
            self.least + other.least,
            self.most + other.most,
            self.least_sum + other.least_sum,
            self.most_sum + other.most_sum,
            self.wins_at_once or other.wins_at_once,
        )

    def unite(self, other: "HandBounds") -> "HandBounds":
        """The bounds of a hand that is one or the other."""
        return HandBounds(
            min(self.least, other.least),
            max(self.most, other.most),
            min(self.least_sum, other.least_sum),
            max(self.most_sum, other.most_sum),
            self.wins_at_once or other.wins_at_once,
        )


NO_STEP: Final = HandBounds(0, 0, 0, 0, wins_at_once=False)


@lru_cache(maxsize=64)
def find_hand_bounds(book: Rulebook[Any, Any, Any, Any], options: Any) -> HandBounds:
    """The bounds of a hand under these options. They need not be reached: steps of a hand may
    exclude one another in ways that the card does not show."""
    forms: list[HandBounds] = []
    for form in book.build_card(options)["forms"]:
        form_bounds = NO_STEP
        for step in form["steps"]:
            form_bounds = form_bounds.add(_bound_step(step))
        forms.append(form_bounds)
    hand_bounds = forms[0]
    for other_form in forms[1:]:
        hand_bounds = hand_bounds.unite(other_form)
    return hand_bounds


def count_most_items(step: Mapping[str, Any]) -> int:
    """How often a step of items can be taken in a hand at most: as often as the fields in which
    items must differ have values, and as there are places in a series."""
    values_by_field: dict[str, set[Any]] = {}
    for column, field in enumerate(step["fields"]):
        values_by_field[field] = {row["key"][column] for row in step["rows"]}
    most_items = max(1, len(values_by_field.get("place", ())))
    for field in step["items"]["distinct"]:
        most_items = max(most_items, len(values_by_field[field] - {None}))
    return most_items


def _bound_step(step: Mapping[str, Any]) -> HandBounds:
    values: list[int] = []
    sums: list[int] = []
    wins_at_once = False
    for row in step["rows"]:
        values += row["adds"]
        sums.append(sum(row["adds"]))
        wins_at_once |= row["wins"] is not None
    if step["items"] is None:
        least, most, least_sum, most_sum = min(values), max(values), min(sums), max(sums)
    else:
        # A step of items may be taken never, or once for each item.
        times = count_most_items(step)
        least, most = times * min(0, *values), times * max(0, *values)
        least_sum, most_sum = times * min(0, *sums), times * max(0, *sums)
    # After a step that has ended the game the rest of the hand is not booked, so any step but the
    # first may be missing; the bounds of a whole hand are then still bounds.
    return HandBounds(least, most, least_sum, most_sum, wins_at_once)
