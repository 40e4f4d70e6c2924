"""A legal hand of Trionfo: the values of the tricks, the result of the bid, the record."""

from dataclasses import dataclass
from typing import Any

from kernel.refusals import Refused
from kernel.violations import Violation
from rules.cards import find_holder
from rules.contract import Seat
from rules.games.trionfo.bids import (
    MASO,
    MASO_DEI_MASI,
    NOTHING,
    choose_payment_rule,
    compute_payments,
)
from rules.games.trionfo.cards import ENOUGH, LAST_TRICK, PLAYS, POINT, TRICKS, sum_thirds
from rules.games.trionfo.play import TrionfoPlay, list_tricks
from rules.games.trionfo.record import TrionfoRecord
from rules.tricks import Trick

Thirds = tuple[int, int]
"""Of the declarer's side, and of the others."""


@dataclass(frozen=True, slots=True)
class DecidingTrick:
    """The number of a trick (from 0) that decided a bid, and whether the bid was made."""

    number: int
    is_made: bool


@dataclass(frozen=True, slots=True)
class PlayedTrionfo:
    """A legal hand with a declarer, as far as it was played."""

    play: TrionfoPlay
    declarer: Seat
    tricks: tuple[Trick, ...]

    @property
    def complete(self) -> bool:
        return len(self.tricks) == TRICKS

    @property
    def holder(self) -> Seat | None:
        """The seat that was dealt the called card."""
        if self.play.called is None:
            return None
        return find_holder(self.play.called, self.play.hands)

    @property
    def own_card(self) -> bool:
        return self.holder == self.declarer

    @property
    def partner(self) -> Seat | None:
        if self.own_card:
            return None
        return self.holder

    @property
    def thirds(self) -> Thirds:
        """What each side has taken so far."""
        thirds_by_trick = self._list_thirds_by_trick()
        if not thirds_by_trick:
            return 0, 0
        return thirds_by_trick[-1]

    def _list_thirds_by_trick(self) -> list[Thirds]:
        """What each side has after each trick."""
        declarer_side = (self.declarer, self.partner)
        ours = theirs = 0
        thirds_by_trick = []
        for number, trick in enumerate(self.tricks):
            thirds = sum_thirds(trick.cards)
            if number == TRICKS - 1:
                thirds += LAST_TRICK
            if trick.winner in declarer_side:
                ours += thirds
            else:
                theirs += thirds
            thirds_by_trick.append((ours, theirs))
        return thirds_by_trick

    def find_deciding_trick(self) -> DecidingTrick | None:
        """The trick that decided a maso or a maso dei masi. None for other bids, and as long as it
        is not decided."""
        if self.play.bid == MASO:
            # Six card points before the others take one (pagat, Trionfo, The bidding).
            for number, (ours, theirs) in enumerate(self._list_thirds_by_trick()):
                # A trick adds to one side only, so the order of these two does not matter.
                if theirs >= POINT:
                    return DecidingTrick(number, is_made=False)
                if ours >= ENOUGH:
                    return DecidingTrick(number, is_made=True)
        elif self.play.bid == MASO_DEI_MASI:
            # The declarer must win every trick (pagat, Trionfo, The bidding).
            for number, trick in enumerate(self.tricks):
                if trick.winner != self.declarer:
                    return DecidingTrick(number, is_made=False)
            if self.complete:
                return DecidingTrick(TRICKS - 1, is_made=True)
        return None

    @property
    def success(self) -> bool | None:
        """Whether the bid was made; None while it is not known."""
        if self.play.bid in (MASO, MASO_DEI_MASI):
            deciding_trick = self.find_deciding_trick()
            if deciding_trick is None:
                return None
            return deciding_trick.is_made
        # With a call or a di più, the side with at least six card points wins; the hand is
        # always played out (pagat, Trionfo, The scoring).
        if not self.complete:
            return None
        return self.thirds[0] >= ENOUGH


def play_through(play: TrionfoPlay) -> PlayedTrionfo | None:
    """The hand, replayed; None if all have passed. Raises Refused if it is not legal."""
    tricks = list_tricks(play)
    if play.declarer is None:
        return None
    return PlayedTrionfo(play, play.declarer, tricks)


def build_answer(played: PlayedTrionfo | None) -> dict[str, Any]:
    """The answer of the notation, without ``id`` and ``legal``."""
    if played is None:
        # The hand is over; without a declarer there are no sides.
        empty_fields = ("thirds", "points", "partner", "own_card", "success", "decided_at")
        return {
            "complete": True,
            "winners": [],
            **dict.fromkeys(empty_fields),
            "payments": list(NOTHING),
        }
    ours, theirs = played.thirds
    success, deciding_trick = played.success, played.find_deciding_trick()
    decided_at = None
    if deciding_trick is not None:
        decided_at = deciding_trick.number
    payments = None
    if success is not None:
        rule = choose_payment_rule(played.play.bid, own_card=played.own_card)
        payments = list(compute_payments(rule, played.declarer, played.partner, success=success))
    return {
        "complete": played.complete,
        "winners": [trick.winner for trick in played.tricks],
        "thirds": [ours, theirs],
        "points": [ours // POINT, theirs // POINT],
        "partner": played.partner,
        "own_card": played.own_card,
        "success": success,
        "decided_at": decided_at,
        "payments": payments,
    }


def make_record(play: TrionfoPlay) -> TrionfoRecord:
    """The record that a play makes; a maso that is decided need not be played out. Raises Refused
    if it is not legal, or if cards are still to be played."""
    played = play_through(play)
    if played is None:
        return TrionfoRecord(all_pass=True, leader=play.leader)
    success = played.success
    if success is None:
        params = {"plays": len(play.plays), "must_be": PLAYS}
        raise Refused([Violation("play_incomplete", params)])
    return TrionfoRecord(
        declarer=played.declarer,
        bid=play.bid,
        partner=played.partner,
        own_card=played.own_card,
        success=success,
        leader=play.leader,
    )
