"""The progress of a game as two lines: their coordinates in an SVG."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

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
    """Two sides hand by hand, in whole units of the SVG."""

    series: tuple[Series, ...]
    target: Mark | None
    hands: tuple[Mark, ...]
    running: tuple[Totals, ...]
    """The same in numbers: the totals after each hand."""


def make_chart(running: Sequence[Totals], target: int | None) -> Chart | None:
    """The chart of a game's running totals; None before its first hand."""
    if not running:
        return None
    # At least 1, as nobody may have a point yet; a game can end beyond its target.
    top_total = max(1, target or 0, *(max(totals) for totals in running))
    hands = range(1, len(running) + 1)
    hand_xs = [LEFT + (RIGHT - LEFT) * hand // len(running) for hand in hands]
    series = []
    for side in range(len(running[0])):
        dots = []
        for x, totals in zip(hand_xs, running, strict=True):
            y = _scale_total(totals[side], top_total)
            dots.append(Dot(x, y))
        # The number stands to the right of the last dot, half a line of text lower.
        series.append(Series(tuple(dots), running[-1][side], dots[-1].y + 5))

    # The two numbers at the end are moved apart if they would overlap.
    if len(series) == 2 and abs(series[0].end_y - series[1].end_y) < 16:
        first, second = series
        first_shift = -8 if first.end >= second.end else 8
        series = [
            replace(first, end_y=first.end_y + first_shift),
            replace(second, end_y=second.end_y - first_shift),
        ]
    target_mark: Mark | None = None
    if target:
        target_mark = Mark(_scale_total(target, top_total), target)
    return Chart(
        series=tuple(series),
        target=target_mark,
        hands=tuple(Mark(x, number) for number, x in enumerate(hand_xs, start=1)),
        running=tuple(running),
    )


def _scale_total(total: int, top_total: int) -> int:
    """The y of a total; negative totals, after a penalty, are drawn on the axis."""
    return BOTTOM - (BOTTOM - TOP) * max(0, total) // top_total
