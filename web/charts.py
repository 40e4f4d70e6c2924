"""The progress of a game as the points of two lines; geometry for SVG attributes."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.contract import Totals

LEFT, RIGHT, TOP, BOTTOM = 34, 330, 20, 190


@dataclass(frozen=True, slots=True)
class Dot:
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A number beside an axis."""

    at: int
    label: int


@dataclass(frozen=True, slots=True)
class Series:
    """The line of one side."""

    dots: tuple[Dot, ...]
    end: int
    end_y: int

    @property
    def points(self) -> str:
        return f"{LEFT},{BOTTOM} " + " ".join(f"{dot.x},{dot.y}" for dot in self.dots)


@dataclass(frozen=True, slots=True)
class Chart:
    """Two sides hand by hand, in whole units of the picture."""

    series: tuple[Series, ...]
    target: Mark | None
    hands: tuple[Mark, ...]
    running: tuple[Totals, ...]
    """The same in numbers: the totals after each hand."""


def chart_of(running: Sequence[Totals], target: int | None) -> Chart | None:
    """The chart of a game's running totals; None before its first hand."""
    if not running:
        return None
    top = max(1, target or 0, *(max(totals) for totals in running))
    across = [LEFT + (RIGHT - LEFT) * hand // len(running) for hand in range(1, len(running) + 1)]
    series = tuple(
        _series([totals[side] for totals in running], across, top)
        for side in range(len(running[0]))
    )
    return Chart(
        series=_apart(series),
        target=Mark(_height(target, top), target) if target else None,
        hands=tuple(Mark(x, number) for number, x in enumerate(across, start=1)),
        running=tuple(running),
    )


def _series(values: Sequence[int], across: Sequence[int], top: int) -> Series:
    dots = tuple(Dot(x, _height(value, top)) for x, value in zip(across, values, strict=True))
    return Series(dots, values[-1], dots[-1].y + 5)


def _height(value: int, top: int) -> int:
    return BOTTOM - (BOTTOM - TOP) * max(0, value) // top


def _apart(series: tuple[Series, ...]) -> tuple[Series, ...]:
    """Keeps the two numbers at the end from standing on one another."""
    if len(series) != 2 or abs(series[0].end_y - series[1].end_y) >= 16:
        return series
    first, second = series
    up = first if first.end >= second.end else second
    return tuple(
        Series(one.dots, one.end, one.end_y - 8 if one is up else one.end_y + 8) for one in series
    )
