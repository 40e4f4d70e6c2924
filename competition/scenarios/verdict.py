"""What is proved about an entry: whether it can advance, and whether it can fail to."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple


class Proof(Enum):
    """Whether something is proved to be possible, proved to be impossible, or neither."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"

    def either(self, other: "Proof") -> "Proof":
        """What is proved of two endings together: one is enough to prove that something is
        possible, but that it is impossible has to be proved of both."""
        if self is Proof.YES or other is Proof.YES:
            return Proof.YES
        if self is Proof.NO and other is Proof.NO:
            return Proof.NO
        return Proof.UNKNOWN

    def keep_impossible(self) -> "Proof":
        if self is Proof.NO:
            return Proof.NO
        return Proof.UNKNOWN

    def add_example(self, example: "Proof") -> "Proof":
        if example is Proof.YES:
            return Proof.YES
        return self


class CountAbove(NamedTuple):
    """The number of others ``strictly`` above an entry, and of these and the tied ones."""

    strictly: int
    with_tied: int

    def settle_ties(self, *, are_above: bool) -> "CountAbove":
        """The count if all tied entries are above, or none."""
        if are_above:
            return CountAbove(self.with_tied, self.with_tied)
        return CountAbove(self.strictly, self.strictly)


class EntryVerdict(NamedTuple):
    """Whether an entry can advance, and whether it can fail to.

    Both are possible for most entries of an open stage. An entry that cannot fail has clinched, one
    that cannot advance is eliminated.
    """

    can_advance: Proof
    can_fail: Proof

    @property
    def has_clinched(self) -> bool:
        return self.can_fail is Proof.NO

    @property
    def is_eliminated(self) -> bool:
        return self.can_advance is Proof.NO

    @property
    def is_contested(self) -> bool:
        """Whether it is proved that the entry can do both."""
        return self.can_advance is Proof.YES and self.can_fail is Proof.YES

    @property
    def is_open(self) -> bool:
        """Whether nothing of these three is proved yet."""
        return not (self.has_clinched or self.is_eliminated or self.is_contested)

    def either(self, other: "EntryVerdict") -> "EntryVerdict":
        """The verdict if this or the ``other`` applies, and it is not known which."""
        return EntryVerdict(
            self.can_advance.either(other.can_advance), self.can_fail.either(other.can_fail)
        )

    def keep_impossible(self) -> "EntryVerdict":
        """Only what is proved to be impossible. A count over bounds proves no more than that, as
        the bounds of several entries may not be reachable together."""
        return EntryVerdict(self.can_advance.keep_impossible(), self.can_fail.keep_impossible())

    def add_examples(self, examples: "EntryVerdict") -> "EntryVerdict":
        """Adds what ``examples`` have shown to be possible. They prove no more than that: other
        endings may differ from all of them."""
        return EntryVerdict(
            self.can_advance.add_example(examples.can_advance),
            self.can_fail.add_example(examples.can_fail),
        )


UNPROVED: Final = EntryVerdict(Proof.UNKNOWN, Proof.UNKNOWN)
IN_NO_ENDING: Final = EntryVerdict(Proof.NO, Proof.NO)
"""The verdict over an empty set of endings: what ``either`` starts from."""


@dataclass(frozen=True, slots=True)
class OwnOutcome:
    """An outcome of the only open match of an entry, and the verdict on the entry in that case.

    Neither won nor drawn: lost, or not known who won at a table of several. ``points`` None: the
    outcome stands for all results with that winner and these games.
    """

    is_won: bool
    is_drawn: bool
    games: int
    points: int | None
    verdict: EntryVerdict


def have_all_clinched(outcomes: Iterable[OwnOutcome]) -> bool:
    """Whether the entry has clinched in each of these outcomes."""
    return all(outcome.verdict.has_clinched for outcome in outcomes)


def are_all_eliminated(outcomes: Iterable[OwnOutcome]) -> bool:
    """Whether the entry is eliminated in each of these outcomes."""
    return all(outcome.verdict.is_eliminated for outcome in outcomes)
