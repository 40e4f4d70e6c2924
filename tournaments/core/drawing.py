"""A draw as a record: what is promised, what is held, and how anyone checks both."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kernel.canonical import digest
from tournaments.core.coin import Coin
from tournaments.core.constraints import Constraints
from tournaments.core.entrants import check_order
from tournaments.core.formats import format_named
from tournaments.core.formats.contract import Progress, unwatched
from tournaments.core.plan import Entrant
from tournaments.core.stages import Order, draw_stage

VERSION: Final = 1
"""Of the drawing: it rises when the same seed would draw otherwise."""
LOTS: Final = "lots"
"""The format of a drawing of lots: the entries in a new order, and nothing else."""


def commitment(
    *,
    secret: str,
    entries: Sequence[Mapping[str, Any]],
    constraints: Mapping[str, Any],
    format_: str,
    version: str | int,
) -> str:
    """What is shown before the word is said: SHA-256 of canonical JSON, in hex (DESIGN §6)."""
    return digest(
        {
            "secret": secret,
            "entries": entries,
            "constraints": constraints,
            "format": format_,
            "version": version,
        }
    )


def order_of(
    format_: str,
    options: Mapping[str, Any],
    entrants: Sequence[Entrant],
    *,
    constraints: Constraints,
    coin: Coin,
    progress: Progress = unwatched,
) -> Order:
    """The order that a coin gives. Raises Refused, UnknownFormat, Unreadable."""
    if format_ == LOTS:
        order = [entrant.id for entrant in coin.shuffle(entrants)]
        check_order(order, 1, len(order))
        return (tuple(order),)
    chosen = format_named(format_)
    return draw_stage(
        chosen,
        chosen.options(options),
        entrants,
        constraints=constraints,
        coin=coin,
        progress=progress,
    )
