"""What has been decided and what has not: questions and protests."""

from collections.abc import Iterable
from typing import Protocol, TypeVar


class Decidable(Protocol):
    """``decision``: in words; empty while it is open."""

    @property
    def decision(self) -> str: ...


View = TypeVar("View", bound=Decidable)


def split_by_decision(views: Iterable[View]) -> dict[str, list[View]]:
    """The ``open`` and the ``decided`` ones, as the pages name them."""
    split: dict[str, list[View]] = {"open": [], "decided": []}
    for view in views:
        if view.decision:
            split["decided"].append(view)
        else:
            split["open"].append(view)
    return split
