"""The least and the most that one hand can add to a total, read off the rulebook's card."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from rules.contract import Rulebook


@dataclass(frozen=True, slots=True)
class HandBounds:
    """What one hand can add, in the unit of the sheet. ``least_sum`` and ``most_sum`` are of all
    sides together; ``least_at_once`` is the least that a side gets by a hand that wins the game
    whatever the totals are, None if there is no such hand."""

    least: int
    most: int
    least_sum: int
    most_sum: int
    least_at_once: int | None

    @classmethod
    def of_step(cls, step: Mapping[str, Any]) -> "HandBounds":
        """The bounds of one step of a hand, which is a table of the rulebook's card."""
        values: list[int] = []
        sums: list[int] = []
        least_at_once: int | None = None
        for row in step["rows"]:
            values += row["adds"]
            sums.append(sum(row["adds"]))
            if row["wins"] is not None:
                least_at_once = _find_least(least_at_once, row["adds"][row["wins"]])
        if step["items"] is None:
            least, most, least_sum, most_sum = min(values), max(values), min(sums), max(sums)
        else:
            # A step of items may be taken never, or once for each item.
            times = count_most_items(step)
            least, most = times * min(0, *values), times * max(0, *values)
            least_sum, most_sum = times * min(0, *sums), times * max(0, *sums)
        # After a step that has ended the game the rest of the hand is not booked. What such a hand
        # adds is within the bounds of a whole one too: the play after a bonus of Mariglia may add
        # nothing, and a mariannone adds more than the cards that are missing.
        return cls(least, most, least_sum, most_sum, least_at_once)

    @property
    def wins_at_once(self) -> bool:
        """Whether some hand wins the game whatever the totals are."""
        return self.least_at_once is not None

    def add(self, other: "HandBounds") -> "HandBounds":
        """The bounds of two steps of a hand, which are booked one after the other."""
        return HandBounds(
            self.least + other.least,
            self.most + other.most,
            self.least_sum + other.least_sum,
            self.most_sum + other.most_sum,
            _find_least(self.least_at_once, other.least_at_once),
        )

    def unite(self, other: "HandBounds") -> "HandBounds":
        """The bounds of a hand that is one or the other."""
        return HandBounds(
            min(self.least, other.least),
            max(self.most, other.most),
            min(self.least_sum, other.least_sum),
            max(self.most_sum, other.most_sum),
            _find_least(self.least_at_once, other.least_at_once),
        )


def _find_least(one: int | None, other: int | None) -> int | None:
    return min((value for value in (one, other) if value is not None), default=None)


NO_STEP: Final = HandBounds(0, 0, 0, 0, least_at_once=None)


@lru_cache(maxsize=64)
def find_hand_bounds(book: Rulebook[Any, Any, Any, Any], options: Any) -> HandBounds:
    """The bounds of a hand under these options. They need not be reached: steps of a hand may
    exclude one another in ways that the card does not show."""
    forms: list[HandBounds] = []
    for form in book.build_card(options)["forms"]:
        form_bounds = NO_STEP
        for step in form["steps"]:
            form_bounds = form_bounds.add(HandBounds.of_step(step))
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
