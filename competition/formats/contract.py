"""The interface of all formats of play; other packages use formats only through it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

from pydantic import Field

from competition.draw.coin import Coin
from competition.draw.constraints import Constraints
from competition.draw.entrants import find_entry_violations, find_seed_violations
from competition.pairing.field import EntryField
from competition.plan import Entrant, EntryId, Placing, PlannedPairing, Results
from competition.standings.ruling import NO_RULING, Ruling
from kernel.models import Frozen
from kernel.reading import read
from kernel.refusals import Refused
from kernel.violations import Violation

MOST_GROUPS = 64


class FormatOptions(Frozen):
    """Options of every format: its entrants may play in parallel ``groups`` (gironi, draws,
    venues).

    ``grouping``: how entrants are divided. drawn: the seeds of each pot by lot into different
    groups; snake: in the order of the seeds, forth and back. The unseeded are drawn in both cases.
    """

    groups: Annotated[int, Field(ge=1, le=MOST_GROUPS)] = 1
    grouping: Literal["drawn", "snake"] = "drawn"


Options = TypeVar("Options", bound=FormatOptions)

Progress: TypeAlias = Callable[[int, int], None]
"""Called from time to time with the amount done and the total."""


def ignore_progress(done: int, total: int) -> None:
    """Ignores progress."""


def share_progress(progress: Progress, number: int, count: int) -> Progress:
    """The progress of one of several equal works, the ``number`` from 0, reported as a part of that
    of all."""

    def report(done: int, total: int) -> None:
        progress(number * total + done, count * total)

    return report


class Format(ABC, Generic[Options]):
    """A format of play, as a pure strategy over ids (one instance for each format, in the
    registry).

    Every method handles one group; ``competition.stages`` calls it for each group of a stage. A
    fixed format plans all its pairings at once; one that pairs round by round plans its first round
    and answers ``next_round`` from the field as it is then.
    """

    name: ClassVar[str]
    """The word of the notation: ``single_elimination``."""
    needs_a_winner: ClassVar[bool]
    """Whether every match needs a winner, as in a knock-out."""
    least: ClassVar[int]
    most: ClassVar[int]
    """Entries in one group."""
    options_model: type[Options]
    metrics: ClassVar[tuple[str, ...]] = ()
    """The default metrics of its standings; none if the bracket decides the places."""
    standings: ClassVar[Mapping[str, Any]] = {}
    """Its options of the notation's ``rank`` that differ from the defaults; those of the event
    override them."""
    later_defaults: ClassVar[Mapping[str, Any]] = {}
    """The options of a stage that follows another, where they differ from their defaults."""
    over_groups: ClassVar[bool] = True
    """Whether all groups are one ranking. Otherwise the firsts of all come before the seconds."""

    def options(self, data: Mapping[str, Any]) -> Options:
        """The options of a document, defaults filled in.

        Raises Unreadable (unknown name, wrong type) or Refused (out of bounds).
        """
        return read(self.options_model, data)

    def sides(self, options: Options) -> int:
        """How many sides a match has."""
        return 2

    def groups(self, entries: int, options: Options) -> int:
        """The number of groups for this number of entries."""
        return options.groups

    def most_in(self, entries: int, options: Options) -> int:
        """The largest size of a group for this number of entries."""
        return self.most

    def rounds(self, entries: int, options: Options) -> int | None:
        """The number of rounds for this number of entries, if the format pairs round by round. None
        for a format whose plan has all rounds."""
        return None

    def check(self, entrants: Sequence[Entrant]) -> tuple[Violation, ...]:
        """All reasons why these entrants cannot be drawn, at once; empty if there are none."""
        ids = [entrant.id for entrant in entrants]
        return (*find_entry_violations(ids, self.least, self.most), *find_seed_violations(entrants))

    def draw(
        self,
        entrants: Sequence[Entrant],
        options: Options,
        constraints: Constraints,
        coin: Coin,
        progress: Progress = ignore_progress,
    ) -> tuple[EntryId, ...]:
        """The entries in drawn order, place 1 first. Raises Refused for what ``check`` rejects."""
        if violations := self.check(entrants):
            raise Refused(violations)
        progress(0, len(entrants))
        order = self.order_entrants(entrants, options, constraints, coin)
        progress(len(entrants), len(entrants))
        return tuple(entrant.id for entrant in order)

    @abstractmethod
    def order_entrants(
        self, entrants: Sequence[Entrant], options: Options, constraints: Constraints, coin: Coin
    ) -> Sequence[Entrant]:
        """The entrants, which ``check`` has accepted, in drawn order."""

    @abstractmethod
    def plan(self, order: Sequence[EntryId], options: Options) -> tuple[PlannedPairing, ...]:
        """The pairings that follow from the draw alone, in the order of play.

        Raises Refused for an invalid order (an entry twice, too few, too many).
        """

    def plan_drawn(
        self, order: Sequence[EntryId], options: Options, entrants: Sequence[Entrant]
    ) -> tuple[PlannedPairing, ...]:
        """The pairings that follow from the draw and from the data of its ``entrants``."""
        return self.plan(order, options)

    def next_round(self, field: EntryField, options: Options) -> tuple[PlannedPairing, ...]:
        """The pairings of the round after those that are in ``field``, if the format pairs round
        by round. Raises Refused if the field cannot be paired."""
        return ()

    @abstractmethod
    def placings(
        self,
        pairings: Sequence[PlannedPairing],
        results: Results,
        ruling: Ruling = NO_RULING,
    ) -> tuple[Placing, ...]:
        """The current places of all entries, the best first. Standings take the pairings of several
        groups at once and rank them together."""
