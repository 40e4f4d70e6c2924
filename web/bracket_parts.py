"""How a bracket is divided for a page: columns, the grids that they stand in, sections."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from tournaments.models import Slot
from web.bracket_changes import ChangeView
from web.brackets import Box
from wording.places import FINAL, LOSERS, MAIN, PRELIMINARY, THIRD

PAIRS, STRAIGHT = "pairs", "straight"
"""How the matches of a column lead to the next one: two to each, or one to each."""


@dataclass(frozen=True, slots=True)
class Column:
    """A round on the screen."""

    id: int
    section: str
    title: str
    boxes: tuple[Box, ...]
    played: int
    """The matches of the whole round, without byes, also those outside of ``boxes``."""
    open: int
    date: date | None
    link: str = ""
    """How its matches lead to the next column; empty for the last."""

    @property
    def done(self) -> int:
        return self.played - self.open

    def find_link_to(self, next_column: "Column") -> str:
        """How it leads to the next column; empty if its winners do not go straight to their
        right."""
        codes = [box.pairing.code for box in self.boxes]
        for link, feeders in ((PAIRS, 2), (STRAIGHT, 1)):
            if len(self.boxes) != feeders * len(next_column.boxes):
                continue
            has_lines, are_in_place = False, True
            for place, box in enumerate(next_column.boxes):
                neighbours = codes[feeders * place : feeders * (place + 1)]
                for slot in box.pairing.slots:
                    # Winners that come from other columns have no line between these two.
                    if slot.source == Slot.Source.WINNER_OF and slot.source_code in codes:
                        has_lines = True
                        are_in_place &= slot.source_code in neighbours
            if has_lines and are_in_place:
                return link
        return ""


@dataclass(frozen=True, slots=True)
class BracketGrid:
    """Columns joined by lines: they share their rows, and a match stands between its feeders."""

    columns: tuple[Column, ...]

    @property
    def rows(self) -> int:
        """The most matches of a column, rounded up to a power of two."""
        most_boxes = max((len(column.boxes) for column in self.columns), default=1)
        return 1 << (most_boxes - 1).bit_length()


@dataclass(frozen=True, slots=True)
class BracketPart:
    """The part of a bracket on a page: all of it, a section, or the finals."""

    number: str
    """Its key in the address: ``1``, ``2``, …, or ``finals``; empty for the whole bracket."""
    columns: tuple[Column, ...]

    @property
    def main(self) -> tuple[BracketGrid, ...]:
        """The winners' bracket, up to the grand finals."""
        return join_columns(self._select_columns(MAIN, FINAL))

    @property
    def preliminary(self) -> tuple[BracketGrid, ...]:
        """The preliminary matches of late entries."""
        return join_columns(self._select_columns(PRELIMINARY))

    @property
    def losers(self) -> tuple[BracketGrid, ...]:
        return join_columns(self._select_columns(LOSERS))

    @property
    def beside(self) -> tuple[BracketGrid, ...]:
        """The match for the third place."""
        return join_columns(self._select_columns(THIRD))

    @property
    def longest_name(self) -> str:
        """The longest name of the part: all columns are as wide as it needs, so that they stay
        where they are while entries advance."""
        captions: list[str] = []
        for column in self.columns:
            for box in column.boxes:
                captions += [row.caption for row in box.rows]
        return max(captions, key=len, default="")

    def _select_columns(self, *sections: str) -> tuple[Column, ...]:
        chosen = [column for column in self.columns if column.section in sections]
        # Grand finals are played after the losers' bracket, but stand behind the winners' one.
        return tuple(sorted(chosen, key=lambda column: sections.index(column.section)))


@dataclass(frozen=True, slots=True)
class BracketLink:
    """One of several brackets: its key in the address, and its title."""

    key: str
    title: str


@dataclass(frozen=True, slots=True)
class BracketView:
    """A bracket on the screen: the parts shown, and the number of all parts."""

    parts: tuple[BracketPart, ...]
    numbers: tuple[str, ...]
    chosen: str
    draws: tuple[BracketLink, ...] = ()
    """The choice of brackets, if there are several: of stages, of groups."""
    draw: str = ""
    has_whole: bool = False
    """Whether a divided bracket can also be shown in one piece."""
    changes: tuple[ChangeView, ...] = ()
    """What was changed by hand in the stage of the shown bracket, the last first."""


def join_columns(columns: Sequence[Column]) -> tuple[BracketGrid, ...]:
    """The grids of these columns: a column that the one before does not lead to begins a new one,
    such as matches for places."""
    grids: list[list[Column]] = []
    for column in columns:
        link = ""
        if grids:
            link = grids[-1][-1].find_link_to(column)
        if link:
            grids[-1][-1] = replace(grids[-1][-1], link=link)
            grids[-1].append(column)
        else:
            grids.append([column])
    return tuple(BracketGrid(tuple(grid)) for grid in grids)
