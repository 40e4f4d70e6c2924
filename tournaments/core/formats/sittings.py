"""Sittings: tables of so many, each for himself, round after round; the sum of points ranks."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from rules.contract import Refused, Violation
from tournaments.core.coin import Coin
from tournaments.core.constraints import Constraints
from tournaments.core.entrants import entry_violations, seed_violations
from tournaments.core.formats.contract import (
    FormatOptions,
    Progress,
    unwatched,
)
from tournaments.core.formats.ranked import Ranked
from tournaments.core.plan import Entrant, EntryId, PlannedPairing, Seated


class SittingsOptions(FormatOptions):
    """``rounds`` sittings at tables of ``table_size``."""

    rounds: Annotated[int, Field(ge=1, le=20)] = 2
    table_size: Annotated[int, Field(ge=2, le=8)] = 5


class Sittings(Ranked[SittingsOptions]):
    """All rounds are planned by the draw. Where entries do not fill the tables, so many as are over
    rest, others each round."""

    name = "sittings"
    needs_a_winner = False
    least = 2
    most = 1024
    options_model = SittingsOptions
    metrics = ("points_for", "lots")

    def sides(self, options: SittingsOptions) -> int:
        return options.table_size

    def check(self, entrants: Sequence[Entrant]) -> tuple[Violation, ...]:
        ids = [entrant.id for entrant in entrants]
        return (*entry_violations(ids, self.least, self.most), *seed_violations(entrants))

    def draw(
        self,
        entrants: Sequence[Entrant],
        options: SittingsOptions,
        constraints: Constraints,
        coin: Coin,
        progress: Progress = unwatched,
    ) -> tuple[EntryId, ...]:
        """Lots alone: seeds and clubs do not matter where everybody plays for himself."""
        if violations := self.check(entrants):
            raise Refused(violations)
        progress(0, len(entrants))
        order = coin.shuffle(list(entrants))
        progress(len(entrants), len(entrants))
        return tuple(entrant.id for entrant in order)

    def plan(
        self, order: Sequence[EntryId], options: SittingsOptions
    ) -> tuple[PlannedPairing, ...]:
        least = max(self.least, options.table_size)
        if violations := tuple(entry_violations(order, least, self.most)):
            raise Refused(violations)
        return tuple(
            PlannedPairing(
                id=f"r{number + 1}t{table + 1}",
                section="main",
                round=number + 1,
                slots=tuple(Seated(entry) for entry in seated),
            )
            for number in range(options.rounds)
            for table, seated in enumerate(_tables(order, number, options.table_size))
        )


def _tables(order: Sequence[EntryId], number: int, size: int) -> Iterator[tuple[EntryId, ...]]:
    """The tables of one round. Who sits in place s of a table moves on by s tables a round, so that
    with a prime number of tables nobody meets twice before he must."""
    tables, over = divmod(len(order), size)
    resting = {order[(number * over + place) % len(order)] for place in range(over)}
    present = [entry for entry in order if entry not in resting]
    for table in range(tables):
        yield tuple(present[(table - number * seat) % tables * size + seat] for seat in range(size))
