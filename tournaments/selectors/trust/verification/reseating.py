"""Entries of a stage that have changed places since it was drawn, as public records name them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from tournaments.models import Stage
from tournaments.selectors.draws.changes import find_draw_in_force, load_dated_changes
from tournaments.selectors.registration.heirs import Heirs, find_heir

LATE: Final = "late-"
"""How the codes begin of the rounds that an entry had missed when it came late."""
SWAPS_RECORDED_SINCE: Final = datetime(2026, 11, 24, 18, 13, 47, tzinfo=UTC)
"""When swaps by hand in a round began to be recorded. Anchors cover when a draw was held."""


@dataclass(frozen=True, slots=True)
class _Move:
    """By entry, who is in its place afterwards."""

    round: int | None
    """Of a swap by hand; None of a decision about the cut, which counts in all rounds."""
    places: Mapping[int, int]


class Reseating:
    """The swaps by hand and the decisions about the cut of a stage, in their order. Entries that
    were replaced are named by who plays in their place. Raises Refused where what is stored cannot
    be read."""

    def __init__(self, stage: Stage, heirs: Heirs) -> None:
        self._heirs = heirs
        draw = find_draw_in_force(stage)
        self._moves: list[_Move] = []
        for dated in load_dated_changes(stage, draw, heirs):
            one, other = map(int, dated.change.entries)
            if dated.change.kind == "replace":
                self._moves.append(_Move(None, {other: one}))
            elif dated.round is not None:
                self._moves.append(_Move(dated.round, {one: other, other: one}))
        self.accepts_unrecorded = False
        """Whether pairings by hand are older than the records of swaps."""
        if draw is not None and draw.held_at is not None:
            self.accepts_unrecorded = draw.held_at < SWAPS_RECORDED_SINCE

    def move_from_draw(self, entry: int) -> int:
        """Who is in the place of an entry in the first round, as it was drawn."""
        return self._follow(entry, self._list_moves(1))

    def list_variants(self, number: int, entries: Sequence[int]) -> Iterator[dict[int, int]]:
        """By entry of a later round as it was paired, who is in its place by now.

        A round that was taken back and paired again leaves its swaps behind, and nothing says to
        which pairing of the round a swap belongs: any number of the first may be of an earlier one.
        First with all of them.
        """
        moves = self._list_moves(number)
        swap_count = sum(move.round is not None for move in moves)
        for skipped_count in range(swap_count + 1):
            swaps_seen = 0
            counted: list[_Move] = []
            for move in moves:
                swaps_seen += move.round is not None
                if move.round is None or swaps_seen > skipped_count:
                    counted.append(move)
            yield {entry: self._follow(entry, counted) for entry in entries}

    def _list_moves(self, number: int) -> list[_Move]:
        return [move for move in self._moves if move.round in (None, number)]

    def _follow(self, entry: int, moves: Sequence[_Move]) -> int:
        place = find_heir(entry, self._heirs)
        for move in moves:
            place = move.places.get(place, place)
        return place
