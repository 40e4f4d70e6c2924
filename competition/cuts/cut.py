"""The cut: which entries of a stage advance to a later one.

A cut is a document; `places_cut`, `groups_cut` and `losers_cut` apply it to the placings of its
stage, `cut_seeds` numbers those who advance.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from competition.cuts.borders import Border, SettledBorder, list_tied_entries
from competition.cuts.remedies import GroupTieRule, TieRule
from competition.draw.seeding import CarriedPoints, Origin, SeedingMethod
from competition.plan import EntryId
from database.limits import LONGEST_REASON, MOST_ENTRIES
from kernel.models import Frozen

LONGEST_TABLE = 4000
"""The most characters of a crossing table."""

Number: TypeAlias = Annotated[int, Field(ge=1, le=MOST_ENTRIES)]


class Following(Frozen):
    """What a stage takes over from the one before, in addition to its entries.

    ``seeding`` places: the first ``seeded`` by their places, lots for the others; pots: lots for
    the places pot by pot, by places reached; table: the crossing table ``table``, by its name or
    written out (competition.draw.seeding). ``carried``: the points of the first criterion, all of
    them or half (rounded down).
    """

    seeding: Annotated[SeedingMethod, Field(description="How the draw seeds the entries.")] = (
        "places"
    )
    table: Annotated[
        str,
        Field(
            description="The crossing table, by its name or written out.", max_length=LONGEST_TABLE
        ),
    ] = ""
    carried: Annotated[CarriedPoints, Field(description="The points that entries carry over.")] = (
        "none"
    )


class Places(Following):
    """The entries on places ``first`` to ``last`` of a stage, over all its groups.

    ``level``: the rule for entries tied across the last place. lots: lots are drawn; play_off: two
    entries play for it, lots are drawn among more; in: all of them advance, if no more than
    ``room`` advance in all (None: without limit), else lots or a play-off; out: none of them does.
    Two adjacent cuts (1 to 32 and 33 to 64) must have the same rule, and no entry is in both.
    ``seeded``: how many are seeded by places (None: all of them). ``pot_size``: the places of
    a pot (None: 1, 2, 3–4, 5–8 …).
    """

    take: Annotated[Literal["places"], Field(description="The entries on some places.")] = "places"
    stage: Annotated[Number, Field(description="The number of the earlier stage.")]
    first: Annotated[Number, Field(description="The best place that advances.")] = 1
    last: Annotated[Number, Field(description="The last place that advances.")]
    level: Annotated[
        TieRule, Field(description="What is done with entries that are tied across the last place.")
    ] = "lots"
    room: Annotated[
        Number | None,
        Field(description="The most entries that may advance with ties; null: any number."),
    ] = None
    seeded: Annotated[
        Annotated[int, Field(ge=0, le=MOST_ENTRIES)] | None,
        Field(description="How many are seeded by places; null: all of them."),
    ] = None
    pot_size: Annotated[
        Number | None, Field(description="The places of a pot; null: 1, 2, 3–4, 5–8 …")
    ] = None


class OfEach(Following):
    """The first ``of_each`` of every group, and the ``runners_up`` best of those behind them.

    ``compare``: how these are compared. fair: by their matches against as many of the best of their
    group as the smallest group has; average: by the average of each criterion per match.

    ``level``, ``room``: as in Places, for the last places that advance in a group and for the
    runners-up.

    ``seeded`` None: the first of every group. Pots are the firsts, the seconds … and the
    runners-up."""

    take: Annotated[Literal["of_each"], Field(description="The first entries of each group.")] = (
        "of_each"
    )
    stage: Annotated[Number, Field(description="The number of the earlier stage.")]
    of_each: Annotated[Number, Field(description="How many of each group advance.")]
    runners_up: Annotated[
        int,
        Field(
            description="How many of the best of those behind them advance.", ge=0, le=MOST_ENTRIES
        ),
    ] = 0
    compare: Annotated[
        Literal["fair", "average"], Field(description="How the runners-up of groups are compared.")
    ] = "fair"
    level: Annotated[
        GroupTieRule,
        Field(description="What is done with entries that are tied across the last place."),
    ] = "lots"
    room: Annotated[
        Number | None,
        Field(description="The most entries that may advance with ties; null: any number."),
    ] = None
    seeded: Annotated[
        Annotated[int, Field(ge=0, le=MOST_ENTRIES)] | None,
        Field(description="How many are seeded by places; null: the first of every group."),
    ] = None


class Losers(Frozen):
    """The losers of these rounds of the main bracket of a knock-out."""

    take: Annotated[Literal["losers"], Field(description="The losers of some rounds.")] = "losers"
    stage: Annotated[Number, Field(description="The number of the earlier stage.")]
    rounds: Annotated[
        tuple[Number, ...],
        Field(
            description="The numbers of the rounds of its main bracket.",
            min_length=1,
            max_length=12,
            strict=False,
        ),
    ]


class Chosen(Following):
    """The entries that the organizer has chosen, the best first, with a public reason."""

    take: Annotated[
        Literal["chosen"], Field(description="The entries that the organizer chose.")
    ] = "chosen"
    stage: Annotated[Number, Field(description="The number of the earlier stage.")]
    entries: Annotated[
        tuple[int, ...],
        Field(
            description="The ids of the entries, the best first.",
            min_length=2,
            max_length=MOST_ENTRIES,
            strict=False,
        ),
    ]
    reason: Annotated[
        str, Field(description="Why these; it is public.", min_length=1, max_length=LONGEST_REASON)
    ]
    seeded: Annotated[
        Annotated[int, Field(ge=0, le=MOST_ENTRIES)] | None,
        Field(description="How many are seeded by this order; null: all of them."),
    ] = None
    pot_size: Annotated[
        Number | None, Field(description="The places of a pot; null: 1, 2, 3–4, 5–8 …")
    ] = None


Cut: TypeAlias = Places | OfEach | Losers | Chosen
CUT: TypeAdapter[Cut] = TypeAdapter(Annotated[Cut, Field(discriminator="take")])


def count_seeds(cut: Places | OfEach | Chosen, usual: int) -> int:
    """How many of those who advance are seeded; ``usual``: if the cut does not say it."""
    if cut.seeded is None:
        return usual
    return cut.seeded


@dataclass(frozen=True, slots=True)
class Through:
    """The entries that advance, the best first; ``seeded``: the number of seeds. Each of the
    ``borders`` must be settled first: entries tied for advancing are not included yet, entries tied
    for a seed are. ``origins``: the origin of each entry; empty if seeds do not depend on it.
    ``settled``: the ties that would have been borders, and what has settled them.
    ``awaits_runners_up``: the runners-up are not compared yet, because of ties in the groups."""

    entries: tuple[EntryId, ...]
    seeded: int
    borders: tuple[Border, ...] = ()
    origins: Mapping[EntryId, Origin] = field(default_factory=dict)
    settled: tuple[SettledBorder, ...] = ()
    awaits_runners_up: bool = False

    @property
    def tied(self) -> tuple[EntryId, ...]:
        """All who are tied across a border, each once."""
        return list_tied_entries(self.borders)
