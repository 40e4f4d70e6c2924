"""What every format of play answers for, and the only way anybody asks it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from rules.contract import Frozen, Violation
from rules.reading import read
from tournaments.core.coin import Coin
from tournaments.core.constraints import Constraints
from tournaments.core.plan import Entrant, EntryId, PairingId, Placing, PlannedPairing, Result

Options = TypeVar("Options", bound=Frozen)

Progress: TypeAlias = Callable[[int, int], None]
"""Told how much of how much is done, now and then."""
Results: TypeAlias = Mapping[PairingId, Result]
"""The decided pairings. One with a bye needs no mention."""


def unwatched(done: int, total: int) -> None:
    """The progress of a draw that nobody watches."""


class Format(ABC, Generic[Options]):
    """A way to play, as a pure strategy over ids (one instance a format, in the registry).

    A fixed format plans all its pairings at once; one that pairs round by round plans its first
    round and answers ``next_pairings`` from the results so far.
    """

    name: ClassVar[str]
    """The word of the notation: ``single_elimination``."""
    needs_a_winner: ClassVar[bool]
    """Whether every match must be won by somebody: a knock-out knows no draw."""
    least: ClassVar[int]
    most: ClassVar[int]
    options_model: type[Options]

    def options(self, data: Mapping[str, Any]) -> Options:
        """The options of a document, defaults filled in.

        Raises Unreadable (unknown name, wrong type) or Refused (out of bounds).
        """
        return read(self.options_model, data)

    def sides(self, options: Options) -> int:
        """How many sides a match has."""
        return 2

    @abstractmethod
    def check(self, entrants: Sequence[Entrant]) -> tuple[Violation, ...]:
        """All that forbids a draw of these entrants, at once; empty where nothing does."""

    @abstractmethod
    def draw(
        self,
        entrants: Sequence[Entrant],
        options: Options,
        constraints: Constraints,
        coin: Coin,
        progress: Progress = unwatched,
    ) -> tuple[EntryId, ...]:
        """The entries in drawn order, place 1 first. Raises Refused where ``check`` objects."""

    @abstractmethod
    def plan(self, order: Sequence[EntryId], options: Options) -> tuple[PlannedPairing, ...]:
        """The pairings that follow from the draw alone, in the order of play.

        Raises Refused for an order that cannot be one (an entry twice, too few, too many).
        """

    def next_pairings(
        self,
        order: Sequence[EntryId],
        options: Options,
        results: Results,
    ) -> tuple[PlannedPairing, ...]:
        """What is paired after these results; nothing where the plan had it all, or at the end."""
        return ()

    @abstractmethod
    def placings(self, pairings: Sequence[PlannedPairing], results: Results) -> tuple[Placing, ...]:
        """Where every entry stands at this moment of the event, the best first."""
