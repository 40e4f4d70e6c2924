"""Where the losers of a main round drop into the losers' bracket, so that no two who have met meet
again before they must."""

from collections.abc import Sequence
from typing import Final

NATURAL: Final = "0"
REVERSE: Final = "1"
HALF_SHIFT: Final = "10"
REVERSE_HALF_SHIFT: Final = "01"
"""The loser of match i (from 0) of a round drops to place ``i XOR mask``. A pattern is the mask's
first bits; its last bit goes on to the end."""

PATTERNS: Final = (
    NATURAL,
    REVERSE,
    HALF_SHIFT,
    REVERSE_HALF_SHIFT,
    "110",
    "101",
    "010",
    "001",
)

USUAL: Final[dict[tuple[int, ...], tuple[str, ...]]] = {
    (3, 2, 1, 0): (NATURAL, HALF_SHIFT, NATURAL, NATURAL),
    (4, 3, 2, 1, 0): (NATURAL, REVERSE_HALF_SHIFT, HALF_SHIFT, NATURAL, NATURAL),
    (5, 4, 3, 2, 1, 0): (
        NATURAL,
        REVERSE,
        HALF_SHIFT,
        REVERSE_HALF_SHIFT,
        REVERSE,
        NATURAL,
    ),
}
"""Whole brackets of 16, 32 and 64 as they are usually played, by the bits of their rounds. As good
as any (docs/reference/formats.md)."""


def drop_masks(bits: Sequence[int]) -> list[int]:
    """The mask of each round whose losers drop; a round of 2^b matches has b ``bits``, and each has
    fewer than the one before."""
    if patterns := USUAL.get(tuple(bits)):
        return [_make_mask(pattern, size) for pattern, size in zip(patterns, bits, strict=True)]
    masks: list[int] = []
    for number, size in enumerate(bits):
        # Greedy: each round takes the first pattern whose earliest second meeting is the latest.
        masks_before = list(zip(masks, bits[:number], strict=True))
        # How soon two entries that have met can meet again, the soonest first; less is later.
        haste_of_mask: dict[int, list[int]] = {}
        for pattern in PATTERNS:
            mask = _make_mask(pattern, size)
            next_meetings = [_find_next_meeting(mask, size, *other) for other in masks_before]
            haste_of_mask[mask] = sorted(next_meetings, reverse=True)
        masks.append(min(haste_of_mask, key=haste_of_mask.__getitem__))
    return masks


def _make_mask(pattern: str, size: int) -> int:
    bits = pattern.ljust(size, pattern[-1])[:size]
    if not bits:
        return 0
    return int(bits, 2)


def _find_next_meeting(mask: int, size: int, other: int, other_size: int) -> int:
    """How soon the loser of a match, who dropped by the ``other`` mask, meets its winner, who drops
    by this one. The losers' bracket has been halved once for each leading bit that the masks share
    when their paths cross: at the drop itself if all bits are shared, else one round before the
    drop of that size."""
    apart = (mask ^ (other >> (other_size - size))).bit_length()
    if apart == 0:
        return 2 * size
    return 2 * (size - apart) + 1
