"""The drawn order of a stage, from its format, its entrants and a coin."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from competition.draw.coin import Coin
from competition.draw.constraints import Constraints
from competition.draw.entrants import check_order
from competition.formats import format_named
from competition.formats.contract import Progress, ignore_progress
from competition.plan import Entrant
from competition.stages.stage import Order, draw_stage

LOTS: Final = "lots"
"""The format of a drawing of lots: the entries in a new order, and nothing else."""


def draw_order(
    format_: str,
    options: Mapping[str, Any],
    entrants: Sequence[Entrant],
    *,
    constraints: Constraints,
    coin: Coin,
    progress: Progress = ignore_progress,
) -> Order:
    """The order that a coin gives. Raises Refused, UnknownFormat, Unreadable."""
    if format_ == LOTS:
        order = [entrant.id for entrant in coin.shuffle(entrants)]
        check_order(order, 1, len(order))
        return (tuple(order),)
    chosen_format = format_named(format_)
    return draw_stage(
        chosen_format,
        chosen_format.options(options),
        entrants,
        constraints=constraints,
        coin=coin,
        progress=progress,
    )
