"""What is shown of an entry: that it can get through, that it can fail to, or that it cannot."""

from dataclasses import dataclass

from competition.scenarios.pools import Proof


@dataclass(frozen=True, slots=True)
class Judged:
    """Whether an entry can get through, and whether it can fail to."""

    can: Proof
    fail: Proof

    def __or__(self, other: "Judged") -> "Judged":
        """Of two things that may happen, either."""
        return Judged(_either(self.can, other.can), _either(self.fail, other.fail))

    @property
    def is_shown(self) -> bool:
        """Whether nothing is left open."""
        return self.can is not None and self.fail is not None

    def beside(self, known: "Judged") -> "Judged":
        """With what is ``known`` to be by example; this one has what cannot be."""
        return Judged(known.can or self.can, known.fail or self.fail)


UNKNOWN = Judged(None, None)


def _either(one: Proof, other: Proof) -> Proof:
    if one or other:
        return True
    return None if None in (one, other) else False


@dataclass(frozen=True, slots=True)
class OwnCase:
    """One thing that an entry's only match left can come to, for it: ``won`` True, False or None
    (a draw), the games it wins, its points (None: not told), and what then."""

    won: bool | None
    games: int
    points: int | None
    judged: Judged
