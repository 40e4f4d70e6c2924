"""What has been proved about an entry: whether it can advance, and whether it can fail to."""

from dataclasses import dataclass

from competition.scenarios.pools import Proof


@dataclass(frozen=True, slots=True)
class Judged:
    """Whether an entry can advance, and whether it can fail to (None: not proved)."""

    can: Proof
    fail: Proof

    def __or__(self, other: "Judged") -> "Judged":
        """The verdict if either of two things may happen."""
        return Judged(_either(self.can, other.can), _either(self.fail, other.fail))

    @property
    def is_shown(self) -> bool:
        """Whether both are proved, one way or the other."""
        return self.can is not None and self.fail is not None

    def beside(self, known: "Judged") -> "Judged":
        """Adds what examples have shown (``known``) to what is proved impossible (this one)."""
        return Judged(known.can or self.can, known.fail or self.fail)


UNKNOWN = Judged(None, None)


def _either(one: Proof, other: Proof) -> Proof:
    if one or other:
        return True
    return None if None in (one, other) else False


@dataclass(frozen=True, slots=True)
class OwnCase:
    """One way in which the only open match of an entry can end: ``won`` True, False or None (a
    draw), the games that it wins, its points (None: not distinguished), and the verdict then."""

    won: bool | None
    games: int
    points: int | None
    judged: Judged
