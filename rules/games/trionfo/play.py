"""The document of a hand of Trionfo played card by card, and its checks."""

from typing import Annotated

from pydantic import Field

from kernel.models import Frozen
from kernel.reading import shorten_value
from kernel.refusals import Refused
from kernel.violations import Violation
from rules.checks import check_range, check_suit
from rules.deals import check_cards, check_deal
from rules.games.trionfo.auction import check_auction, find_highest_bid
from rules.games.trionfo.bids import CALL, PASSO
from rules.games.trionfo.cards import HAND_SIZE, SEATS, STRENGTH
from rules.tricks import Trick, play_out

Hand = Annotated[tuple[str, ...], Field(strict=False)]
Said = Annotated[tuple[int, str], Field(strict=False)]


class TrionfoPlay(Frozen):
    """The document of the notation, without game, options and id."""

    leader: int
    auction: Annotated[tuple[Said, ...], Field(strict=False)]
    declarer: int | None
    bid: str
    trump: str | None
    called: str | None
    hands: Annotated[tuple[Hand, ...], Field(strict=False)]
    plays: Annotated[tuple[str, ...], Field(strict=False)]

    @property
    def all_pass(self) -> bool:
        return self.bid == PASSO

    def check_declaration(self) -> list[Violation]:
        """What is wrong with what the declarer names: trumps, and with a call a card of another
        suit (pagat, Trionfo, The bidding)."""
        violations = []
        if self.trump is None:
            violations.append(Violation("needed_here", {"field": "trump"}))
        if self.bid == CALL and self.called is None:
            violations.append(Violation("needed_here", {"field": "called"}))
        violations += check_suit(self.trump)
        if self.called is None:
            return violations
        called_violations = check_cards([self.called])
        if self.bid != CALL:
            called_violations.append(Violation("only_with_a_call", {"field": "called"}))
        # Only a card that exists has a suit.
        if not called_violations and self.called[1] == self.trump:
            called_violations.append(Violation("called_is_trump", {"card": self.called}))
        return violations + called_violations


def list_tricks(play: TrionfoPlay) -> tuple[Trick, ...]:
    """The complete tricks of a legal play. Raises Refused: all faults of the auction and the
    deal, or the first illegal play."""
    violations = check_range("leader", play.leader, SEATS)
    violations += check_auction(play.auction, play.leader)
    # The declarer and his bid are those of the auction.
    declarer, bid = find_highest_bid(play.auction)
    for field, written, must_be in (
        ("declarer", shorten_value(play.declarer), declarer),
        ("bid", shorten_value(play.bid), bid),
    ):
        if written != must_be:
            params = {"field": field, "value": written, "must_be": must_be}
            violations.append(Violation("auction_at_odds", params))
    if play.all_pass:
        # A hand that all have passed is not played.
        for field in ("trump", "called", "plays"):
            if getattr(play, field) not in (None, ()):
                violations.append(Violation("all_have_passed", {"field": field}))
    else:
        violations += play.check_declaration()
    violations += check_deal(play.hands, SEATS, HAND_SIZE)
    # Cards that were dealt wrongly cannot be played out.
    if violations:
        raise Refused(violations)
    # The first to speak leads, not the declarer (pagat, Trionfo, The play).
    playing = play_out(play.hands, play.leader, play.trump, play.plays, STRENGTH)
    if playing.violation:
        raise Refused([playing.violation])
    return playing.tricks
