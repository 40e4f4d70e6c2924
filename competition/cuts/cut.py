"""The cut: which entries of a stage advance to a later one.

A cut is a document; `places_cut`, `groups_cut` and `losers_cut` apply it to the placings of its
stage, `cut_seeds` numbers those who advance.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from competition.cuts.borders import Border, SettledBorder
from competition.cuts.remedies import GroupTieRule, TieRule
from competition.draw.seeding import CarriedPoints, Origin, SeedingMethod
from competition.plan import EntryId
from kernel.models import Frozen

MOST = 4096
LONGEST_TABLE = 4000
"""The most characters of a crossing table."""

Number: TypeAlias = Annotated[int, Field(ge=1, le=MOST)]


class Following(Frozen):
    """What a stage takes over from the one before, in addition to its entries.

    ``seeding`` places: the first ``seeded`` by their places, lots for the others; pots: lots for
    the places pot by pot, by places reached; table: the crossing table ``table``, by its name or
    written out (competition.draw.seeding). ``carried``: the points of the first criterion, all of
    them or half (rounded down).
    """

    seeding: SeedingMethod = "places"
    table: Annotated[str, Field(max_length=LONGEST_TABLE)] = ""
    carried: CarriedPoints = "none"


class Places(Following):
    """The entries on places ``first`` to ``last`` of a stage, over all its groups.

    ``level``: the rule for entries tied across the last place. lots: lots are drawn; play_off: two
    entries play for it, lots are drawn among more; in: all of them advance, if no more than
    ``room`` advance in all (None: without limit), else lots or a play-off; out: none of them does.
    Two adjacent cuts (1 to 32 and 33 to 64) must have the same rule, and no entry is in both.
    ``seeded``: how many are seeded by places (None: all of them). ``pot_size``: the places of
    a pot (None: 1, 2, 3–4, 5–8 …).
    """

    take: Literal["places"] = "places"
    stage: Number
    first: Number = 1
    last: Number
    level: TieRule = "lots"
    room: Number | None = None
    seeded: Annotated[int, Field(ge=0, le=MOST)] | None = None
    pot_size: Number | None = None


class OfEach(Following):
    """The first ``of_each`` of every group, and the ``runners_up`` best of those behind them.

    ``compare``: how these are compared. fair: by their matches against as many of the best of their
    group as the smallest group has; average: by the average of each criterion per match.

    ``level``, ``room``: as in Places, for the last places that advance in a group and for the
    runners-up.

    ``seeded`` None: the first of every group. Pots are the firsts, the seconds … and the
    runners-up."""

    take: Literal["of_each"] = "of_each"
    stage: Number
    of_each: Number
    runners_up: Annotated[int, Field(ge=0, le=MOST)] = 0
    compare: Literal["fair", "average"] = "fair"
    level: GroupTieRule = "lots"
    room: Number | None = None
    seeded: Annotated[int, Field(ge=0, le=MOST)] | None = None


class Losers(Frozen):
    """The losers of these rounds of the main bracket of a knock-out."""

    take: Literal["losers"] = "losers"
    stage: Number
    rounds: Annotated[tuple[Number, ...], Field(min_length=1, max_length=12, strict=False)]


class Chosen(Following):
    """The entries that the organizer has chosen, the best first, with a public reason."""

    take: Literal["chosen"] = "chosen"
    stage: Number
    entries: Annotated[tuple[int, ...], Field(min_length=2, max_length=MOST, strict=False)]
    reason: Annotated[str, Field(min_length=1, max_length=500)]
    seeded: Annotated[int, Field(ge=0, le=MOST)] | None = None
    pot_size: Number | None = None


Cut: TypeAlias = Places | OfEach | Losers | Chosen
CUT: TypeAdapter[Cut] = TypeAdapter(Annotated[Cut, Field(discriminator="take")])


@dataclass(frozen=True, slots=True)
class Through:
    """The entries that advance, the best first; ``seeded``: the number of seeds. Each of the
    ``borders`` must be settled first: entries tied for advancing are not included yet, entries tied
    for a seed are. ``origins``: the origin of each entry; empty if seeds do not depend on it.
    ``settled``: the ties that would have been borders, and what has settled them."""

    entries: tuple[EntryId, ...]
    seeded: int
    borders: tuple[Border, ...] = ()
    origins: Mapping[EntryId, Origin] = field(default_factory=dict)
    settled: tuple[SettledBorder, ...] = ()

    @property
    def tied(self) -> tuple[EntryId, ...]:
        """All who are tied across a border, each once."""
        return tuple(dict.fromkeys(entry for border in self.borders for entry in border.tied))
