"""The document of a hand of Mariglia played card by card, and its checks."""

from typing import Annotated, Any

from pydantic import Field

from kernel.models import Frozen
from kernel.reading import shorten_value
from kernel.refusals import Refused
from kernel.violations import Violation
from rules.cards import CARDS
from rules.checks import check_range
from rules.deals import check_deal
from rules.games.mariglia.cards import HAND_SIZE, SEATS, STRENGTH
from rules.games.mariglia.duty import make_duty
from rules.games.mariglia.options import MarigliaOptions
from rules.tricks import Trick, play_out

Hand = Annotated[tuple[str, ...], Field(strict=False)]


class MarigliaPlay(Frozen):
    """The document of the notation, without game, options and id."""

    dealer: int
    trionfo: str
    hands: Annotated[tuple[Hand, ...], Field(strict=False)]
    plays: Annotated[tuple[str, ...], Field(strict=False)]

    @property
    def trump(self) -> str:
        return self.trionfo[1]

    @property
    def leader(self) -> int:
        """The dealer's right-hand neighbour (Mariglia, The Play)."""
        return (self.dealer + 1) % SEATS


def list_tricks(play: MarigliaPlay, options: MarigliaOptions) -> tuple[Trick, ...]:
    """The complete tricks of a legal play. Raises Refused: all faults of the deal, or the first
    illegal play."""
    violations = check_range("dealer", play.dealer, SEATS)
    violations += check_deal(play.hands, SEATS, HAND_SIZE)
    if play.trionfo not in CARDS:
        params: dict[str, Any] = {"card": shorten_value(play.trionfo)}
        violations.append(Violation("unknown_card", params))
    elif not violations and play.trionfo not in play.hands[play.dealer]:
        # The trionfo is the last card that the dealer deals to himself (Mariglia, Il Trionfo).
        params = {"seat": play.dealer, "card": play.trionfo}
        violations.append(Violation("trionfo_not_held", params))
    if violations:
        raise Refused(violations)
    playing = play_out(
        play.hands,
        play.leader,
        play.trump,
        play.plays,
        STRENGTH[options.honours],
        duty=make_duty(play.trump, options.honours),
    )
    if playing.violation:
        raise Refused([playing.violation])
    return playing.tricks
