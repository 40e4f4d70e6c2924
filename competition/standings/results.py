"""The input of standings: the results of rounds, by slot."""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final, Literal, TypeAlias, get_args

from competition.plan import EntryId
from kernel.violations import Violation

Alone: TypeAlias = Literal["bye", "half_bye", "absent"]
"""A round without an opponent: a bye of the pairing, a requested bye, or an absence."""
ALONE: Final = frozenset(get_args(Alone))
Kind: TypeAlias = Literal["played", "forfeit", Alone]

BY_SLOT: Final = ("score", "games", "points", "thirds", "shutouts", "marafonas")
"""The fields of a result that have a value for each slot."""
_by_slot = attrgetter(*BY_SLOT)


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The result of one meeting, or of a round without one (then there is one slot).

    ``score`` is in match points. All tuples are by slot, and empty if the values are unknown.
    """

    round: int
    slots: tuple[EntryId, ...]
    score: tuple[int, ...]
    kind: Kind = "played"
    games: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    thirds: tuple[int, ...] = ()
    shutouts: tuple[int, ...] = ()
    marafonas: tuple[int, ...] = ()
    hands: int = 0

    def is_won(self, position: int) -> bool:
        """Whether this slot scored more than every other. A round without an opponent is not
        won."""
        other_scores = (*self.score[:position], *self.score[position + 1 :])
        return bool(other_scores) and self.score[position] > max(other_scores)

    def find_violations(self) -> Iterator[Violation]:
        """A kind that does not fit the number of slots, and lists without a value for each slot."""
        slots = len(self.slots)
        is_alone = self.kind in ALONE
        if not slots or is_alone != (slots == 1):
            of_kind = {"round": self.round, "kind": self.kind, "slots": slots}
            yield Violation("kind_for_slots", of_kind)
        for name, values in zip(BY_SLOT, _by_slot(self), strict=True):
            # Only the score is required; an empty list means that the values are unknown.
            if len(values) != slots and (values or name == "score"):
                params = {"round": self.round, "field": name, "found": len(values), "slots": slots}
                yield Violation("not_by_slot", params)

    def as_json(self) -> dict[str, Any]:
        """The result in the notation of documents, without the values that are unknown."""
        document: dict[str, Any] = {
            "round": self.round,
            "slots": list(self.slots),
            "score": list(self.score),
            "kind": self.kind,
            "hands": self.hands,
        }
        for name in BY_SLOT:
            values = getattr(self, name)
            if values:
                document[name] = list(values)
        return document
