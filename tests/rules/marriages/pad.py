"""A machine that knows cards and no rules: it walks a card with a list of items, as a pad does."""

from dataclasses import dataclass
from typing import Any

Data = dict[str, Any]


class CannotBe(Exception):
    """The card has no row for what was written."""


@dataclass(frozen=True)
class Walked:
    """Where a hand led."""

    totals: tuple[int, ...]
    winner: int | None = None
    why: str | None = None


def hand(card: Data, record: Data, totals: tuple[int, ...]) -> Walked:
    """Books a record. What comes after the step that ends the game need not be written."""
    (form,) = card["forms"]
    winner, why = None, None
    for step in form["steps"]:
        missing = winner is not None and record.get(step["fields"][0]) is None
        rows = [] if missing else _rows(step, record)
        for row in rows:
            totals = tuple(now + more for now, more in zip(totals, row["adds"], strict=True))
            if row["wins"] is not None and winner is None:
                winner, why = row["wins"], row["why"]
    if winner is not None:
        return Walked(totals, winner, why)
    return _end(card["end"], totals, record.get("first"))


def claim(card: Data, claimed: Data, totals: tuple[int, ...]) -> int:
    """The side that has won."""
    table, side = card["claim"], claimed["side"]
    row = _row(table, claimed)
    winner: int = side
    return winner if totals[side] + row["adds"][side] >= table["need"] else 1 - winner


def _rows(step: Data, record: Data) -> list[Data]:
    if step["items"] is None:
        return [_row(step, record)]
    listed = record[step["items"]["field"]]
    for field in step["items"]["distinct"]:
        values = [item[field] for item in listed if item[field] is not None]
        if len(set(values)) < len(values):
            raise CannotBe
    rows, count = [], 0
    for item in listed:
        in_series = all(item[name] in values for name, values in step["items"]["series"].items())
        place = count if in_series else 0
        rows.append(_row(step, {**record, **item, "place": place}))
        count += in_series
    return rows


def _row(table: Data, written: Data) -> Data:
    key = [written.get(field) for field in table["fields"]]
    for row in table["rows"]:
        if row["key"] == key:
            found: Data = row
            return found
    raise CannotBe


def _end(end: Data, totals: tuple[int, ...], first: int | None) -> Walked:
    there = [side for side, total in enumerate(totals) if total >= end["need"]]
    if not there:
        return Walked(totals)
    if len(there) == 1:
        return Walked(totals, there[0], "target")
    if end["both"] == "first":
        return Walked(totals, first, "first")
    if totals[0] == totals[1]:
        return Walked(totals)
    return Walked(totals, totals.index(max(totals)), "higher")
