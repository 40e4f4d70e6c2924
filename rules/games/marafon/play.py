"""The document of a hand of Marafon played card by card, and its checks."""

from typing import Annotated

from pydantic import Field

from kernel.models import Frozen
from kernel.refusals import Refused
from kernel.violations import Violation
from rules.checks import check_range, check_suit
from rules.deals import check_deal
from rules.games.marafon.cards import HAND_SIZE, SEATS, STRENGTH
from rules.games.marafon.marafona import find_marafona_holder
from rules.tricks import Trick, play_out

Hand = Annotated[tuple[str, ...], Field(strict=False)]


class MarafonPlay(Frozen):
    """The document of the notation, without game, options and id."""

    caller: int
    trump: str
    hands: Annotated[tuple[Hand, ...], Field(strict=False)]
    plays: Annotated[tuple[str, ...], Field(strict=False)]
    declared: int | None = None


def list_tricks(play: MarafonPlay) -> tuple[Trick, ...]:
    """The complete tricks of a legal play. Raises Refused: all faults of the deal and of the
    declaration, or else a marafona that was not held and the first illegal play."""
    violations: list[Violation] = []
    for field, seat in (("caller", play.caller), ("declared", play.declared)):
        violations += check_range(field, seat, SEATS)
    violations += check_suit(play.trump)
    violations += check_deal(play.hands, SEATS, HAND_SIZE)
    # Cards that were dealt wrongly cannot be played out.
    if violations:
        raise Refused(violations)
    # Whether the options give points for a marafona does not matter here.
    if play.declared not in (None, find_marafona_holder(play.hands, play.trump)):
        violations.append(Violation("marafona_not_held", {"seat": play.declared}))
    playing = play_out(play.hands, play.caller, play.trump, play.plays, STRENGTH)
    if playing.violation:
        violations.append(playing.violation)
    if violations:
        raise Refused(violations)
    return playing.tricks
