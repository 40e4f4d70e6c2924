"""The seeds of a stage that follows another: by places, in pots, or by a crossing table.

A table names the first round down the bracket, by where its entries come from: ``1A-2B, 1C-2D``.
``1A`` is the first of group A, ``R2`` the second of the runners-up, ``3`` the entry
in third place overall, ``bye`` nobody. From group 27 on a group is its number: ``1.27``.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, Literal, TypeAlias

from competition.brackets.bracket import order_places
from competition.plan import EntryId
from kernel.reading import shorten_value
from kernel.refusals import Refused
from kernel.violations import Violation

Label: TypeAlias = str
"""The origin of an entry, as a crossing table names it."""
SeedingMethod: TypeAlias = Literal["places", "pots", "table"]
CarriedPoints: TypeAlias = Literal["none", "half", "full"]
BYE: Final = "BYE"
LETTERS: Final = 26
_LABEL: Final = re.compile(r"BYE|R?[1-9][0-9]{0,3}|[1-9][0-9]{0,3}(?:[A-Z]|\.[1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of an entry that advances, and its pot (from 1)."""

    label: Label
    pot: int


def format_group_label(place: int, group: int) -> Label:
    """``2B``: the second of the second group."""
    if group > LETTERS:
        return f"{place}.{group}"
    return f"{place}{chr(ord('A') + group - 1)}"


def find_pot(place: int, size: int | None) -> int:
    """The pot of a place of the ranking: of ``size`` places each; None: 1, 2, 3–4, 5–8, 9–16 …"""
    if size is None:
        return 1 + (place - 1).bit_length()
    return 1 + (place - 1) // size


def read_crossing_table(table: str) -> tuple[tuple[Label, Label], ...]:
    """The pairings of a table down the bracket. Raises Refused for an invalid table."""
    pairs: list[tuple[Label, ...]] = []
    for text in re.split(r"[,;\n]", table):
        if text.strip():
            labels = re.split(r"[-–]", text.upper())
            pairs.append(tuple(map(str.strip, labels)))

    violations: list[Violation] = []
    # A bracket has a power of two of first pairings: a number with one bit.
    if not pairs or len(pairs) & (len(pairs) - 1):
        violations.append(Violation("crossing_size", {"pairings": len(pairs)}))
    named_labels: Counter[Label] = Counter()
    for pair in pairs:
        is_readable = len(pair) == 2 and all(map(_LABEL.fullmatch, pair))
        if not is_readable or (pair[0] == BYE and pair[1] == BYE):
            written = shorten_value("-".join(pair))
            violations.append(Violation("crossing_unreadable", {"pairing": written}))
        named_labels.update(pair)
    del named_labels[BYE]  # a table may have several byes
    for label, times in named_labels.items():
        if times > 1:
            violations.append(
                Violation("crossing_twice", {"label": shorten_value(label), "times": times})
            )
    if violations:
        raise Refused(violations)
    return tuple((one, other) for one, other in pairs)


def list_crossed_pairs(groups: int, of_each: int) -> tuple[tuple[Label, Label], ...]:
    """Neighbouring groups cross over: the first of one meets the last that advances of the other,
    the second the one before. With two of each, groupmates meet in the final at the earliest.

    Raises Refused where such a table leaves a place of the bracket empty.
    """
    entries = groups * of_each
    if groups < 2 or groups % 2 or of_each % 2 or entries & (entries - 1):
        raise Refused([Violation("crossing_of_groups", {"groups": groups, "of_each": of_each})])
    # The better places of the pairings of two groups, down the bracket.
    better_places = [place for place in order_places(of_each) if place <= of_each // 2]
    first_half: list[tuple[Label, Label]] = []
    second_half: list[tuple[Label, Label]] = []
    for group in range(1, groups, 2):
        for best in better_places:
            worst = of_each + 1 - best
            pairs = (
                (format_group_label(best, group), format_group_label(worst, group + 1)),
                (format_group_label(best, group + 1), format_group_label(worst, group)),
            )
            # The better of a pairing alternates, so that both groups have as many of them in each
            # half.
            if best % 2:
                first_pair, second_pair = pairs
            else:
                second_pair, first_pair = pairs
            first_half.append(first_pair)
            second_half.append(second_pair)
    return (*first_half, *second_half)


CROSSED: Final = "crossed"
TABLES: Final[Mapping[str, Callable[[int, int], tuple[tuple[Label, Label], ...]]]] = {
    CROSSED: list_crossed_pairs
}
"""The tables with a name: functions of the number of groups, and of the entries of each that
advance."""


def assign_seeds_by_table(
    pairs: Sequence[tuple[Label, Label]], origins: Mapping[EntryId, Origin]
) -> dict[EntryId, int]:
    """The place in the draw (its seed) of each entry, so that the first round is that of the table.
    Byes must be where the bracket has them. Raises Refused for a table of other entries."""
    entries = {origin.label: entry for entry, origin in origins.items()}
    labels = list(chain.from_iterable(pairs))
    # Labels of which no entry advances, and entries that the table lacks.
    violations = [
        Violation("crossing_unknown", {"label": label})
        for label in labels
        if label != BYE and label not in entries
    ]
    violations += [
        Violation("crossing_missing", {"label": label}) for label in entries if label not in labels
    ]
    if violations:
        raise Refused(violations)

    # The table goes down the bracket: its n-th label stands on the n-th place there.
    seeds: dict[EntryId, int] = {}
    for label, place in zip(labels, order_places(len(labels)), strict=True):
        if label != BYE:
            seeds[entries[label]] = place

    # A draw of n entries has the seeds 1 to n, and its byes are on the places behind n.
    for entry, place in seeds.items():
        if place > len(seeds):
            # The draw gives byes to the best places. Turning a pairing round moves its bye there.
            turned: list[tuple[Label, Label]] = []
            for upper, lower in pairs:
                turned.append((lower, upper) if upper == BYE else (upper, lower))
            if turned != list(pairs):
                return assign_seeds_by_table(turned, origins)
            raise Refused([Violation("crossing_byes", {"label": origins[entry].label})])
    return seeds


def count_carried_points(value: int | tuple[int, int] | None, how: CarriedPoints) -> int:
    """The points that are carried over of a value of the stage before, rounded down."""
    if value is None or how == "none":
        return 0
    if isinstance(value, int):
        value = (value, 1)
    above, below = value
    if how == "half":
        below *= 2
    return above // below
