"""What tests of phones at a table share."""

from typing import Any

from tests.api.client import Phone, Program

HAND = {"points": [7, None]}
WINS = {"points": [11, None]}


def seats_of(phone: Phone, match: int | None) -> list[Any]:
    seats: list[Any] = phone.read(f"matches/{match}/")["seats"]
    return seats


def lines_for(who: Program, match: int | None) -> list[Any]:
    lines: list[Any] = who.read(f"matches/{match}/lines/")["lines"]
    return lines
