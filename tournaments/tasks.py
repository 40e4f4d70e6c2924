"""The kinds of long work of tournaments."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils import timezone

from jobs.registry import register
from tournaments.core.coin import Coin
from tournaments.core.constraints import Constraints
from tournaments.core.entry_lists.table import ListTable
from tournaments.core.formats import format_named
from tournaments.core.plan import Entrant, PlannedPairing
from tournaments.services import imports
from tournaments.services.draws import KIND, store_draw
from tournaments.services.imports import read_import, store_import

Drawn = tuple[tuple[int, ...], tuple[PlannedPairing, ...]]


def compute_draw(arguments: Mapping[str, Any], report: Callable[[int, int], None]) -> Drawn:
    """The order and the plan, from the arguments alone: every attempt draws the same."""
    format_ = format_named(arguments["format"])
    options = format_.options(arguments["options"])
    entrants = [Entrant(**entry) for entry in arguments["entries"]]
    order = format_.draw(
        entrants,
        options,
        Constraints(**arguments["constraints"]),
        Coin(arguments["seed"]),
        report,
    )
    return tuple(int(entry) for entry in order), format_.plan(order, options)


def save_draw(arguments: Mapping[str, Any], drawn: Drawn) -> tuple[str, dict[str, Any]]:
    """Stores what was drawn; the message says how many were."""
    order, plan = drawn
    store_draw(arguments=arguments, order=order, plan=plan, now=timezone.now())
    return "drawn", {"entries": len(order)}


def compute_import(arguments: Mapping[str, Any], report: Callable[[int, int], None]) -> ListTable:
    """The table of an uploaded file."""
    report(0, 1)
    return read_import(arguments)


def save_import(arguments: Mapping[str, Any], table: ListTable) -> tuple[str, dict[str, Any]]:
    """Keeps what was read; the message says how many rows."""
    store_import(arguments, table)
    return "list_read", {"rows": len(table.rows)}


register(KIND, compute=compute_draw, store=save_draw)
register(imports.KIND, compute=compute_import, store=save_import)
