"""The document of a hand of Trionfo, card by card, and whether it was legal."""

from typing import Annotated, Any

from pydantic import Field

from kernel.models import Frozen
from kernel.reading import shorten_value
from kernel.refusals import Refused
from kernel.violations import Violation
from rules.checks import check_range, check_suit
from rules.deals import check_cards, check_deal
from rules.games.trionfo.auction import check_auction, highest
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


def tricks_of(play: TrionfoPlay) -> tuple[Trick, ...]:
    """The complete tricks of a legal play. Raises Refused: all faults of the auction and the
    deal, or the first illegal play."""
    violations = _check_setup(play)
    if violations:
        raise Refused(violations)
    playing = play_out(play.hands, play.leader, play.trump, play.plays, STRENGTH)
    if playing.violation:
        raise Refused([playing.violation])
    return playing.tricks


def _check_setup(play: TrionfoPlay) -> list[Violation]:
    violations = check_range("leader", play.leader, SEATS)
    violations += check_auction(play.auction, play.leader)
    violations += _check_result(play)
    violations += _check_all_passed(play) if play.all_pass else _check_declaration(play)
    return violations + check_deal(play.hands, SEATS, HAND_SIZE)


def _check_result(play: TrionfoPlay) -> list[Violation]:
    """The declarer and his bid are those of the auction."""
    declarer, bid = highest(play.auction)
    told: dict[str, tuple[Any, Any]] = {
        "declarer": (shorten_value(play.declarer), declarer),
        "bid": (shorten_value(play.bid), bid),
    }
    return [
        Violation("auction_at_odds", {"field": field, "value": value, "must_be": must_be})
        for field, (value, must_be) in told.items()
        if value != must_be
    ]


def _check_all_passed(play: TrionfoPlay) -> list[Violation]:
    told = {"trump": play.trump, "called": play.called, "plays": play.plays or None}
    return [
        Violation("all_have_passed", {"field": field})
        for field, value in told.items()
        if value is not None
    ]


def _check_declaration(play: TrionfoPlay) -> list[Violation]:
    """The declarer names trumps, and with a call a card of another suit."""
    needed = {"trump": play.trump}
    if play.bid == CALL:
        needed["called"] = play.called
    violations = [
        Violation("needed_here", {"field": field})
        for field, value in needed.items()
        if value is None
    ]
    violations += check_suit(play.trump)
    return violations if play.called is None else violations + _check_called_card(play, play.called)


def _check_called_card(play: TrionfoPlay, card: str) -> list[Violation]:
    violations = check_cards([card])
    if play.bid != CALL:
        violations.append(Violation("only_with_a_call", {"field": "called"}))
    if not violations and card[1] == play.trump:
        violations.append(Violation("called_is_trump", {"card": card}))
    return violations
