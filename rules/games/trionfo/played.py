"""A legal hand of Trionfo: who took what, whether the bid was made, the record that it makes."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from kernel.refusals import Refused
from kernel.violations import Violation
from rules.cards import holder_of
from rules.contract import Seat
from rules.games.trionfo.bids import MASO, MASO_DEI_MASI, NOTHING, OWN_CARD, payments
from rules.games.trionfo.cards import ENOUGH, LAST_TRICK, PLAYS, POINT, TRICKS, thirds_of
from rules.games.trionfo.play import TrionfoPlay, tricks_of
from rules.games.trionfo.record import TrionfoRecord
from rules.tricks import Trick

Thirds = tuple[int, int]
"""Of the declarer's side and of the crowd."""


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
        """Who was dealt the called card."""
        return None if self.play.called is None else holder_of(self.play.called, self.play.hands)

    @property
    def own_card(self) -> bool:
        return self.holder == self.declarer

    @property
    def partner(self) -> Seat | None:
        return None if self.own_card else self.holder

    @property
    def thirds(self) -> Thirds:
        """What each side has taken so far."""
        return list(self._thirds_by_trick())[-1] if self.tricks else (0, 0)

    def _thirds_by_trick(self) -> Iterator[Thirds]:
        """What each side has after each trick; the last trick's point comes with its card."""
        ours = (self.declarer, self.partner)
        won = [
            (thirds_of(trick.cards) + LAST_TRICK * (number == TRICKS - 1), trick.winner in ours)
            for number, trick in enumerate(self.tricks)
        ]
        gained = ((thirds, 0) if own else (0, thirds) for thirds, own in won)
        return accumulate(gained, lambda all_, one: (all_[0] + one[0], all_[1] + one[1]))

    @property
    def decided(self) -> tuple[int, bool] | None:
        """The trick that settled a maso or a maso dei masi, and whether it was made."""
        if self.play.bid == MASO:
            return self._maso()
        return self._maso_dei_masi() if self.play.bid == MASO_DEI_MASI else None

    def _maso(self) -> tuple[int, bool] | None:
        """Six points before the crowd has one."""
        for number, (ours, theirs) in enumerate(self._thirds_by_trick()):
            if theirs >= POINT:
                return number, False
            if ours >= ENOUGH:
                return number, True
        return None

    def _maso_dei_masi(self) -> tuple[int, bool] | None:
        """Every trick."""
        lost = [number for number, trick in enumerate(self.tricks) if trick.winner != self.declarer]
        if lost:
            return lost[0], False
        return (TRICKS - 1, True) if self.complete else None

    @property
    def success(self) -> bool | None:
        """Whether the bid was made; None while it is not known."""
        if self.play.bid in (MASO, MASO_DEI_MASI):
            return self.decided[1] if self.decided else None
        return self.thirds[0] >= ENOUGH if self.complete else None


def play_through(play: TrionfoPlay) -> PlayedTrionfo | None:
    """The hand, replayed; None where all have passed. Raises Refused where it is not legal."""
    tricks = tricks_of(play)
    return None if play.declarer is None else PlayedTrionfo(play, play.declarer, tricks)


def result(played: PlayedTrionfo | None) -> dict[str, Any]:
    """The answer of the notation, without ``id`` and ``legal``."""
    if played is None:
        return _all_passed()
    ours, theirs = played.thirds
    return {
        "complete": played.complete,
        "winners": [trick.winner for trick in played.tricks],
        "thirds": [ours, theirs],
        "points": [ours // POINT, theirs // POINT],
        "partner": played.partner,
        "own_card": played.own_card,
        "success": played.success,
        "decided_at": played.decided[0] if played.decided else None,
        "payments": _compute_payments(played),
    }


def _all_passed() -> dict[str, Any]:
    """The hand is over; with no declarer there are no sides."""
    nobody = ("thirds", "points", "partner", "own_card", "success", "decided_at")
    return {"complete": True, "winners": [], **dict.fromkeys(nobody), "payments": list(NOTHING)}


def _compute_payments(played: PlayedTrionfo) -> list[int] | None:
    if played.success is None:
        return None
    rule = OWN_CARD if played.own_card else played.play.bid
    return list(payments(rule, played.declarer, played.partner, success=played.success))


def record_of(play: TrionfoPlay) -> TrionfoRecord:
    """The record that a play makes; a maso that is settled need not be played out. Raises Refused
    where it is not legal, or cards are still to be played."""
    played = play_through(play)
    if played is None:
        return TrionfoRecord(all_pass=True, leader=play.leader)
    if played.success is None:
        params = {"plays": len(play.plays), "must_be": PLAYS}
        raise Refused([Violation("play_incomplete", params)])
    return TrionfoRecord(
        declarer=played.declarer,
        bid=play.bid,
        partner=played.partner,
        own_card=played.own_card,
        success=played.success,
        leader=play.leader,
    )
