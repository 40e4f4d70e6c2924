"""Sittings: tables of a fixed size where everybody plays for himself; the sum of points ranks."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from pydantic import Field

from competition.draw.coin import Coin
from competition.draw.constraints import Constraints
from competition.draw.entrants import check_order
from competition.formats.contract import FormatOptions
from competition.formats.ranked import RankedFormat, plan_tables
from competition.plan import Bye, Entrant, EntryId, PlannedPairing, PlannedSlot, Seated


class SittingsOptions(FormatOptions):
    """``rounds`` sittings at tables of ``table_size``."""

    rounds: Annotated[int, Field(ge=1, le=20)] = 2
    table_size: Annotated[int, Field(ge=2, le=8)] = 5


class Sittings(RankedFormat[SittingsOptions]):
    """All rounds are planned by the draw. Where entries do not fill the tables, those left over
    have a bye, different ones each round."""

    name = "sittings"
    needs_a_winner = False
    least = 2
    most = 1024
    options_model = SittingsOptions
    metrics = ("points_for", "lots")
    standings: ClassVar[dict[str, Any]] = {"bye": 0, "rest": "average"}
    """An entry without a place at a table gets its average of the other rounds: so the ranking is
    by the average per match."""

    def sides(self, options: SittingsOptions) -> int:
        return options.table_size

    def order_entrants(
        self,
        entrants: Sequence[Entrant],
        options: SittingsOptions,
        constraints: Constraints,
        coin: Coin,
    ) -> Sequence[Entrant]:
        """Lots alone: seeds and clubs do not matter where everybody plays for himself."""
        return coin.shuffle(entrants)

    def plan(
        self, order: Sequence[EntryId], options: SittingsOptions
    ) -> tuple[PlannedPairing, ...]:
        """The player in seat s of a table moves on by s tables each round, so that with a prime
        number of tables no two meet again before they must."""
        size = options.table_size
        check_order(order, max(self.least, size), self.most)
        tables, byes = divmod(len(order), size)
        pairings: list[PlannedPairing] = []
        for number in range(options.rounds):
            # The byes go down the order, round after round: nobody has two before all have one.
            resting_entries = {order[(number * byes + place) % len(order)] for place in range(byes)}
            playing_entries = [entry for entry in order if entry not in resting_entries]
            slots_by_table: list[tuple[PlannedSlot, ...]] = []
            for table in range(tables):
                seated: list[PlannedSlot] = []
                for seat in range(size):
                    first_table = (table - number * seat) % tables
                    seated.append(Seated(playing_entries[first_table * size + seat]))
                slots_by_table.append(tuple(seated))
            # Entries without a place at a table come behind the tables.
            slots_by_table += [
                (Seated(entry), Bye()) for entry in order if entry in resting_entries
            ]
            pairings += plan_tables(number + 1, slots_by_table)
        return tuple(pairings)
