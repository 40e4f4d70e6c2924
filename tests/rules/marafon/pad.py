"""A machine that knows cards and no rules: it walks any rulebook's card, as a pad does."""

from dataclasses import dataclass
from typing import Any

Data = dict[str, Any]


class CannotBe(Exception):
    """The card has no row for what was written."""


@dataclass(frozen=True)
class Walked:
    """Where a hand or a claim led."""

    totals: tuple[int, ...]
    winner: int | None = None
    over: bool = False


def hand(card: Data, form: str, record: Data, totals: tuple[int, ...]) -> Walked:
    """Books a record that was written in that form."""
    (steps,) = (each["steps"] for each in card["forms"] if each["name"] == form)
    walked = Walked(totals)
    for step in steps:
        row = _row(step, record)
        walked = _look(card, record, row, _added(walked.totals, row))
        if walked.over:
            break
    return walked


def claim(card: Data, claimed: Data, totals: tuple[int, ...]) -> int:
    """The side that has won."""
    if card["claim"] is None:
        raise CannotBe
    row, side = _row(card["claim"], claimed), claimed["side"]
    counted = card["claim"]["factor"] * totals[side] + row["adds"][side]
    winner: int = side if counted >= card["claim"]["need"] else 1 - side
    return winner


def _row(table: Data, written: Data) -> Data:
    key = [written.get(field) for field in table["fields"]]
    for row in table["rows"]:
        if row["key"] == key:
            found: Data = row
            return found
    raise CannotBe


def _added(totals: tuple[int, ...], row: Data) -> tuple[int, ...]:
    return tuple(total + more for total, more in zip(totals, row["adds"], strict=True))


def _look(card: Data, record: Data, row: Data, totals: tuple[int, ...]) -> Walked:
    if row["wins"] is not None:
        return Walked(totals, row["wins"], over=True)
    there = [side for side, total in enumerate(totals) if total >= card["end"]["need"]]
    if not there:
        return Walked(totals)
    if len(there) == 1:
        return Walked(totals, there[0], over=True)
    if card["end"]["both"] == "first":
        return Walked(totals, record["first"], over=True)
    highest = max(totals)
    if totals.count(highest) > 1:
        return Walked(totals)
    return Walked(totals, totals.index(highest), over=True)
