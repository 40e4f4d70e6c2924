"""Hands folded a second in the pure core, with every check, from parsed lines."""

from random import Random

from bench.figures import Figure, measure_cpu_seconds
from scoring.core.fold import fold
from scoring.core.format import MatchFormat, best_of, read_format
from scoring.core.lines import SheetLine
from tournaments.playing import simulate_hand

SHEETS = 100


def play_sheet(format_: MatchFormat, random: Random) -> list[SheetLine]:
    """A whole match of simulated hands."""
    lines: list[SheetLine] = []
    state = fold(format_, lines)
    while not state.over:
        data = simulate_hand(format_, state.as_json(), random)
        lines.append(SheetLine(len(lines) + 1, "hand", data))
        state = fold(format_, lines)
    return lines


def measure() -> list[Figure]:
    format_ = read_format(best_of(3, "marafon"))
    random = Random(1)
    sheets = [play_sheet(format_, random) for _ in range(SHEETS)]
    hands = sum(map(len, sheets))
    seconds = measure_cpu_seconds(lambda: [fold(format_, sheet) for sheet in sheets])
    return [Figure("hands folded a second, one process", hands / seconds, "hands/s", "≥ 20,000")]
