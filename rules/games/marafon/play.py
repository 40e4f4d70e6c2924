"""The document of a hand of Marafon, card by card, and whether it was legal."""

from typing import Annotated

from pydantic import Field

from kernel.models import Frozen
from kernel.refusals import Refused
from kernel.violations import Violation
from rules.checks import check_range, check_suit
from rules.deals import check_deal
from rules.games.marafon.cards import HAND_SIZE, SEATS, STRENGTH
from rules.games.marafon.marafona import holder_of_marafona
from rules.tricks import Trick, play_out

Hand = Annotated[tuple[str, ...], Field(strict=False)]


class MarafonPlay(Frozen):
    """The document of the notation, without game, options and id."""

    caller: int
    trump: str
    hands: Annotated[tuple[Hand, ...], Field(strict=False)]
    plays: Annotated[tuple[str, ...], Field(strict=False)]
    declared: int | None = None


def tricks_of(play: MarafonPlay) -> tuple[Trick, ...]:
    """The complete tricks of a legal play. Raises Refused: all faults of the deal and what was
    said of it, and the first illegal play."""
    violations = _check_setup(play)
    tricks: tuple[Trick, ...] = ()
    if not violations:
        violations = _check_declared(play)
        playing = play_out(play.hands, play.caller, play.trump, play.plays, STRENGTH)
        tricks = playing.tricks
        if playing.violation:
            violations.append(playing.violation)
    if violations:
        raise Refused(violations)
    return tricks


def _check_declared(play: MarafonPlay) -> list[Violation]:
    """Whether the options give something for a marafona is no matter here."""
    if play.declared in (None, holder_of_marafona(play.hands, play.trump)):
        return []
    return [Violation("marafona_not_held", {"seat": play.declared})]


def _check_setup(play: MarafonPlay) -> list[Violation]:
    violations: list[Violation] = []
    for field, seat in (("caller", play.caller), ("declared", play.declared)):
        violations += check_range(field, seat, SEATS)
    violations += check_suit(play.trump)
    return violations + check_deal(play.hands, SEATS, HAND_SIZE)
